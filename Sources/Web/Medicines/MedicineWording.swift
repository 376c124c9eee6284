import Calendar
import Directions
import Doses
import Foundation
import Household
import Messages
import Wording

/// Texts for the values of a medicine. They contain no computed or assumed values.
extension Wording {
    /// Returns a time of the household's clock such as "08:05" or "8:05 am".
    static func time(_ date: Date, by clock: WallClock) -> String { self.clock(clock.zone.time(at: date)) }

    /// Returns a time as the value of a form field: "08:05".
    static func timeValue(_ date: Date, by clock: WallClock) -> String {
        String(clock.zone.time(at: date).description.prefix(5))
    }

    /// Returns for example "today at 08:05", "yesterday at 22:00" or "on 21 November at 08:05".
    static func dayAndTime(_ date: Date, by clock: WallClock) -> String {
        let day = clock.zone.day(at: date)
        let time = time(date, by: clock)
        return switch clock.day.days(until: day) {
        case 0: localized("today at \(time, "time")")
        case 1: localized("tomorrow at \(time, "time")")
        case -1: localized("yesterday at \(time, "time")")
        default: localized("on \(dayOfMonth(day, from: clock.day), "date") at \(time, "time")")
        }
    }

    /// Returns for example "Saturday 21 November 2026".
    static func fullDate(_ day: LocalDay) -> String {
        LocalDate.weekdayDayMonthYear(weekday: day.weekday, day: day.day, month: day.month, year: day.year)
    }

    /// Returns for example "And 3 more."; nothing if there are none.
    static func more(_ count: Int) -> String {
        guard count > 0 else { return "" }
        return localized(count, one: "And 1 more.", other: "And \(count, "count") more.")
    }

    /// Returns for example "Skipped: felt sick".
    static func skipped(_ reason: String?) -> String {
        guard let reason else { return localized("Skipped", context: "a dose") }
        return localized("Skipped: \(short(reason, 120), "reason")")
    }

    /// Returns one part of the directions as a person compares it with the label.
    static func words(_ field: DirectionsReading.Field, of clause: Direction) -> String {
        switch field {
        case .dose: clause.dose.map { DosePlan.words(of: $0) } ?? ""
        case .strength: PlainDirections.strength(of: clause) ?? ""
        case .route: clause.route.map(route) ?? ""
        case .site: clause.site.map(site) ?? ""
        case .frequency: clause.frequency.map(often) ?? ""
        case .times: list(clause.times)
        case .days: list(clause.days.map(day))
        case .when: when(clause)
        case .count:
            clause.count.map { localized($0, one: "1 dose in all", other: "\($0, "count") doses in all") } ?? ""
        case .asNeeded: clause.isAsNeeded ? localized("only if needed", context: "value of a medicine") : ""
        case .reason: clause.reason ?? ""
        case .duration: clause.duration.map(long) ?? ""
        case .max: clause.maximum.map(most) ?? ""
        case .medicine, .remark: ""
        }
    }

    /// Returns a way in which a medicine is taken, such as "by mouth (oral)".
    private static func route(_ route: String) -> String {
        switch route {
        case "oral": localized("by mouth (oral)")
        case "sublingual": localized("sublingual", context: "route of a medicine")
        case "buccal": localized("buccal", context: "route of a medicine")
        case "rectal": localized("rectal", context: "route of a medicine")
        case "vaginal": localized("vaginal", context: "route of a medicine")
        case "inhalation": localized("inhalation", context: "route of a medicine")
        case "nasal": localized("nasal", context: "route of a medicine")
        case "intramuscular": localized("intramuscular", context: "route of a medicine")
        case "intravenous": localized("intravenous", context: "route of a medicine")
        case "subcutaneous": localized("subcutaneous", context: "route of a medicine")
        case "topical": localized("topical", context: "route of a medicine")
        case "transdermal": localized("transdermal", context: "route of a medicine")
        case "ophthalmic": localized("ophthalmic", context: "route of a medicine")
        case "otic": localized("otic", context: "route of a medicine")
        default: route
        }
    }

    /// Returns a place on the body; in the words of the label if it is none of those that the reader normalises.
    private static func site(_ site: String) -> String {
        switch site {
        case "both eyes": localized("both eyes", context: "where a medicine is used")
        case "left eye": localized("left eye", context: "where a medicine is used")
        case "right eye": localized("right eye", context: "where a medicine is used")
        case "affected eye": localized("affected eye", context: "where a medicine is used")
        case "both ears": localized("both ears", context: "where a medicine is used")
        case "left ear": localized("left ear", context: "where a medicine is used")
        case "right ear": localized("right ear", context: "where a medicine is used")
        case "affected ear": localized("affected ear", context: "where a medicine is used")
        case "each nostril": localized("each nostril", context: "where a medicine is used")
        case "one nostril": localized("one nostril", context: "where a medicine is used")
        case "skin": localized("skin", context: "where a medicine is used")
        case "behind the ear": localized("behind the ear", context: "where a medicine is used")
        case "between the toes": localized("between the toes", context: "where a medicine is used")
        default: site
        }
    }

    static func day(_ day: Direction.Day) -> String {
        switch day {
        case .monday: LocalDate.weekdayName(1)
        case .tuesday: LocalDate.weekdayName(2)
        case .wednesday: LocalDate.weekdayName(3)
        case .thursday: LocalDate.weekdayName(4)
        case .friday: LocalDate.weekdayName(5)
        case .saturday: LocalDate.weekdayName(6)
        case .sunday: LocalDate.weekdayName(7)
        }
    }

    /// Returns for example "3 times a day", "every 4 to 6 hours" or "up to 3 times every 2 weeks".
    private static func often(_ frequency: Direction.Frequency) -> String {
        let number = range(frequency.period, frequency.periodMax)
        guard let times = times(frequency) else {
            return frequency.isPerUnit
                ? once(per: frequency.periodUnit) : every(number, frequency.periodUnit)
        }
        return frequency.isPerUnit
            ? rate(times, per: frequency.periodUnit) : rate(times, every: number, frequency.periodUnit)
    }

    /// Returns for example "3 times" or "up to once"; nil for one dose each time.
    private static func times(_ frequency: Direction.Frequency) -> String? {
        switch (frequency.count, frequency.countMax) {
        case (1, nil), (1, 1): nil
        case (let low?, let high?) where low != high:
            localized("\(low, "low") to \(high, "high") times", context: "how often a medicine is taken")
        case (let count?, _): localized("\(count, "count") times", context: "how often a medicine is taken")
        case (nil, 1?): localized("up to once", context: "how often a medicine is taken")
        case (nil, let most?): localized("up to \(most, "count") times", context: "how often a medicine is taken")
        case (nil, nil): nil
        }
    }

    /// The words for one dose each time.
    private static func once(per unit: Direction.Frequency.Unit) -> String {
        switch unit {
        case .minute: localized("every minute", context: "how often a medicine is taken")
        case .hour: localized("every hour", context: "how often a medicine is taken")
        case .day: localized("once a day", context: "how often a medicine is taken")
        case .week: localized("once a week", context: "how often a medicine is taken")
        case .month: localized("once a month", context: "how often a medicine is taken")
        }
    }

    /// `number` may be a range.
    private static func every(_ number: String, _ unit: Direction.Frequency.Unit) -> String {
        switch unit {
        case .minute: localized("every \(number, "number") minutes")
        case .hour: localized("every \(number, "number") hours")
        case .day: localized("every \(number, "number") days")
        case .week: localized("every \(number, "number") weeks")
        case .month: localized("every \(number, "number") months")
        }
    }

    /// `times` is for example "3 times".
    private static func rate(_ times: String, per unit: Direction.Frequency.Unit) -> String {
        switch unit {
        case .minute: localized("\(times, "times") a minute")
        case .hour: localized("\(times, "times") an hour")
        case .day: localized("\(times, "times") a day")
        case .week: localized("\(times, "times") a week")
        case .month: localized("\(times, "times") a month")
        }
    }

    /// `times` is for example "3 times"; `number` may be a range.
    private static func rate(_ times: String, every number: String, _ unit: Direction.Frequency.Unit) -> String {
        switch unit {
        case .minute: localized("\(times, "times") every \(number, "number") minutes")
        case .hour: localized("\(times, "times") every \(number, "number") hours")
        case .day: localized("\(times, "times") every \(number, "number") days")
        case .week: localized("\(times, "times") every \(number, "number") weeks")
        case .month: localized("\(times, "times") every \(number, "number") months")
        }
    }

    /// Returns for example "4" or "4 to 6".
    private static func range(_ low: Double, _ high: Double?) -> String {
        let low = DosePlan.localNumber(low)
        guard let high else { return low }
        return localized("\(low, "low") to \(DosePlan.localNumber(high), "high")", context: "range of numbers")
    }

    /// Returns for example "for 7 days", "for at least 3 to 5 days" or "for up to 1 week".
    private static func long(_ duration: Direction.Duration) -> String {
        let length = length(duration)
        return switch duration.bound {
        case .min: localized("for at least \(length, "length")")
        case .max: localized("for up to \(length, "length")")
        case nil: localized("for \(length, "length")", context: "how long a medicine is taken")
        }
    }

    /// The number may be a fraction or a range, which are plural.
    private static func length(_ duration: Direction.Duration) -> String {
        let number = range(duration.value, duration.valueMax)
        let count = duration.value == 1 && duration.valueMax == nil ? 1 : 2
        return switch duration.unit {
        case .hour:
            localized(
                count, one: "1 hour", other: "\(number, "number") hours", context: "how long a medicine is taken")
        case .day:
            localized(
                count, one: "1 day", other: "\(number, "number") days", context: "how long a medicine is taken")
        case .week:
            localized(
                count, one: "1 week", other: "\(number, "number") weeks", context: "how long a medicine is taken")
        case .month:
            localized(
                count, one: "1 month", other: "\(number, "number") months", context: "how long a medicine is taken")
        case .year:
            localized(
                count, one: "1 year", other: "\(number, "number") years", context: "how long a medicine is taken")
        }
    }

    /// Returns for example "no more than 8 tablets in 1 day". A number that is not 1 is plural, also a fraction.
    private static func most(_ maximum: Direction.Maximum) -> String {
        let amount = DosePlan.words(maximum.value, maximum.unit)
        let number = DosePlan.localNumber(maximum.period)
        let count = maximum.period == 1 ? 1 : 2
        return switch maximum.periodUnit {
        case .minute:
            localized(
                count, one: "no more than \(amount, "amount") in 1 minute",
                other: "no more than \(amount, "amount") in \(number, "number") minutes")
        case .hour:
            localized(
                count, one: "no more than \(amount, "amount") in 1 hour",
                other: "no more than \(amount, "amount") in \(number, "number") hours")
        case .day:
            localized(
                count, one: "no more than \(amount, "amount") in 1 day",
                other: "no more than \(amount, "amount") in \(number, "number") days")
        case .week:
            localized(
                count, one: "no more than \(amount, "amount") in 1 week",
                other: "no more than \(amount, "amount") in \(number, "number") weeks")
        case .month:
            localized(
                count, one: "no more than \(amount, "amount") in 1 month",
                other: "no more than \(amount, "amount") in \(number, "number") months")
        }
    }

    private static func when(_ clause: Direction) -> String {
        let events = clause.when.map { event($0, minutes: clause.offset(of: $0)) }
        if clause.isEitherMeal { return events.dropFirst().reduce(events.first ?? "") { LocalList.or([$0, $1]) } }
        return list(events + (clause.isOnEmptyStomach ? [localized("on an empty stomach")] : []))
    }

    /// Returns for example "in the morning" or "30 minutes before breakfast".
    static func event(_ event: Direction.Event, minutes: Int? = nil) -> String {
        if let minutes, let words = meal(event, minutes) { return words }
        return switch event {
        case .MORN: localized("in the morning")
        case .NOON: localized("at noon")
        case .AFT: localized("in the afternoon")
        case .EVE: localized("in the evening")
        case .NIGHT: localized("at night")
        case .HS: localized("at bedtime")
        case .WAKE: localized("on waking")
        case .C: localized("with food")
        case .CM: localized("with breakfast")
        case .CD: localized("with lunch")
        case .CV: localized("with dinner")
        case .AC: localized("before meals")
        case .ACM: localized("before breakfast")
        case .ACD: localized("before lunch")
        case .ACV: localized("before dinner")
        case .PC: localized("after meals")
        case .PCM: localized("after breakfast")
        case .PCD: localized("after lunch")
        case .PCV: localized("after dinner")
        }
    }

    /// Returns nil for an event that is no time before or after a meal.
    private static func meal(_ event: Direction.Event, _ minutes: Int) -> String? {
        switch event {
        case .AC: localized("\(minutes, "count") minutes before meals")
        case .ACM: localized("\(minutes, "count") minutes before breakfast")
        case .ACD: localized("\(minutes, "count") minutes before lunch")
        case .ACV: localized("\(minutes, "count") minutes before dinner")
        case .PC: localized("\(minutes, "count") minutes after meals")
        case .PCM: localized("\(minutes, "count") minutes after breakfast")
        case .PCD: localized("\(minutes, "count") minutes after lunch")
        case .PCV: localized("\(minutes, "count") minutes after dinner")
        default: nil
        }
    }

    /// Returns the sentence of a flag; the code itself if it has no sentence.
    static func flag(_ code: String) -> String {
        LabelFlag(rawValue: code)?.sentence ?? FlagDefinition.of(code)?.sentence ?? code
    }
}

extension Direction.Frequency {
    /// Whether its period is one unit, such as one day.
    fileprivate var isPerUnit: Bool { period == 1 && periodMax == nil }
}
