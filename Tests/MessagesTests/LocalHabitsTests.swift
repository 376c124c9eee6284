import Foundation
import Messages
import Support
import Testing

@Suite("Clocks and weeks of places", .tags(.small))
struct LocalHabitsTests {
    @Test("The clock and the first day of the week of each country are those of Foundation's Unicode data")
    func countries() {
        for country in Locale.Region.isoRegions.map(\.identifier) where country.count == 2 {
            let known = Locale(identifier: "en_\(country)")
            let habits = LocalHabits(country: country, language: .english)
            #expect((known.hourCycle == .oneToTwelve) == (habits.clock == .hours12), "\(country)")
            // The Maldives begin their weeks on a Friday, which is not offered.
            if known.firstDayOfWeek != .friday {
                let day = [Locale.Weekday.monday: 1, .saturday: 6, .sunday: 7][known.firstDayOfWeek]
                #expect(day == habits.weekStart.weekday, "\(country)")
            }
        }
    }

    @Test("German and French texts have 24 hours, and the week of the country")
    func languages() {
        for language in [DisplayLanguage.german, .french] {
            let habits = LocalHabits(country: "US", language: language)
            #expect(habits.clock == .hours24 && habits.weekStart == .sunday)
        }
        #expect(LocalHabits(country: "AT", language: .english) == LocalHabits())
    }

    @Test("What a person chose counts, and the rest is as usual in the household")
    func choice() {
        var usual = LocalHabits(country: "US", language: .english)
        usual.measures = .imperial
        #expect(usual.with(.init()) == usual)
        let chosen = usual.with(.init(clock: .hours24, measures: .metric))
        #expect((chosen.clock, chosen.weekStart, chosen.measures) == (.hours24, .sunday, .metric))
        #expect(usual.with(.init(weekStart: .monday)).weekStart == .monday)
    }

    @Test(
        "A time is written as the place writes it",
        arguments: [
            (0, 5, "00:05", "12:05 am"), (8, 0, "08:00", "8:00 am"), (12, 30, "12:30", "12:30 pm"),
            (23, 59, "23:59", "11:59 pm"),
        ])
    func times(hour: Int, minute: Int, of24: String, of12: String) {
        #expect(LocalClock.text(hour: hour, minute: minute) == of24)
        var habits = LocalHabits()
        habits.clock = .hours12
        Localization.$current.withValue(Localization.english.with(habits)) {
            #expect(LocalClock.text(hour: hour, minute: minute) == of12)
        }
    }
}
