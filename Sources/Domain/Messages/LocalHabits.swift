/// How a place writes what languages leave open: the clock, and the first day of the week.
package struct LocalHabits: Sendable, Hashable {
    package enum Clock: String, Sendable, Hashable, CaseIterable {
        /// "20:05".
        case hours24 = "24"
        /// "8:05 pm".
        case hours12 = "12"
    }

    package enum WeekStart: String, Sendable, Hashable, CaseIterable {
        case monday, saturday, sunday

        /// By ISO 8601: 1 is Monday, 7 is Sunday.
        package var weekday: Int {
            switch self {
            case .monday: 1
            case .saturday: 6
            case .sunday: 7
            }
        }
    }

    /// The units of temperatures, lengths and volumes.
    package enum Measures: String, Sendable, Hashable, CaseIterable {
        case metric, imperial
    }

    /// What a person chose; nil stands for what is usual in the household.
    package struct Choice: Sendable, Hashable {
        package var clock: Clock?
        package var weekStart: WeekStart?
        package var measures: Measures?

        package init(clock: Clock? = nil, weekStart: WeekStart? = nil, measures: Measures? = nil) {
            self.clock = clock
            self.weekStart = weekStart
            self.measures = measures
        }
    }

    package var clock = Clock.hours24
    package var weekStart = WeekStart.monday
    package var measures = Measures.metric

    package init() {}

    /// Returns the same habits with what a person chose.
    package func with(_ choice: Choice) -> LocalHabits {
        var habits = self
        habits.clock = choice.clock ?? clock
        habits.weekStart = choice.weekStart ?? weekStart
        habits.measures = choice.measures ?? measures
        return habits
    }

    /// The habits of a country, by its two letters in capitals. German and French texts have 24 hours everywhere, because
    /// their readers write them so.
    package init(country: String, language: DisplayLanguage) {
        if [.english, .pseudo].contains(language), Self.countriesWith12Hours.contains(country) { clock = .hours12 }
        if Self.countriesWithSunday.contains(country) {
            weekStart = .sunday
        } else if Self.countriesWithSaturday.contains(country) {
            weekStart = .saturday
        }
    }

    // Source: Unicode CLDR, supplemental data (timeData and weekData), as Foundation has it for English; a test compares.
    private static let countriesWith12Hours = countries(
        """
        AE AG AL AR AS AU BB BD BH BM BN BO BS BT CA CL CO CR CU CY DJ DM DO DZ EC EG EH ER ET FJ FM GD GH GM GR GT GU GY HK \
        HN IN IQ JM JO KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY NA NI NZ OM PA PE PG PH PK PR PS PW PY QA SA \
        SB SD SG SL SO SS SV SY SZ TC TD TN TO TT TW UM US UY VC VE VG VI VU WS YE ZM
        """)
    private static let countriesWithSunday = countries(
        """
        AG AS BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JO JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK \
        PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
        """)
    private static let countriesWithSaturday = countries("AF BH DJ EG IQ IR KW LY OM QA SD SY")

    private static func countries(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}

/// Times of the day as the current task writes them.
package enum LocalClock {
    /// Returns "08:05", or "8:05 am".
    package static func text(hour: Int, minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        switch Localization.current.habits.clock {
        case .hours24: return two(hour) + ":" + two(minute)
        case .hours12:
            let time = "\(hour % 12 == 0 ? 12 : hour % 12):\(two(minute))"
            return hour < 12
                ? localized("\(time, "time") am", context: "before noon")
                : localized("\(time, "time") pm", context: "after noon")
        }
    }
}
