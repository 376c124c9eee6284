import Foundation
import Reminders
import Support
import Testing

@testable import Calendar

/// A whole year of reminders, in zones of this machine.
@Suite(
    "A year of reminders", .tags(.medium),
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Vienna")))
struct ReminderYearTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let zone: String
        let year: Int
        /// The number of days that exist there in that year.
        let days: Int

        var testDescription: String { "\(zone) \(year)" }
    }

    /// Summer time of an hour and of half an hour, a winter time for Ramadan, and a missing day: 2011-12-30 in Samoa.
    static let places = [
        Place(zone: "Europe/Vienna", year: 2026, days: 365), Place(zone: "America/New_York", year: 2026, days: 365),
        Place(zone: "Australia/Lord_Howe", year: 2026, days: 365),
        Place(zone: "Africa/Casablanca", year: 2024, days: 366), Place(zone: "Pacific/Apia", year: 2011, days: 364),
    ]

    private func house(_ place: Place, _ intervals: [Int]) throws -> ReminderHouse {
        var house = ReminderHouse(try ReminderSample(ReminderSample.zone(place.zone)))
        house.chores = try intervals.map { interval in
            .init(name: "every \(interval)", interval: interval, due: try first(of: place))
        }
        return house
    }

    private func first(of place: Place) throws -> LocalDay {
        try #require(LocalDay(year: place.year, month: 1, day: 1))
    }

    private func span(_ house: ReminderHouse, _ place: Place) throws -> (start: Date, end: Date) {
        let next = try #require(LocalDay(year: place.year + 1, month: 1, day: 1))
        return (
            house.zone.instant(of: try first(of: place), at: .midnight), house.zone.instant(of: next, at: .midnight)
        )
    }

    /// The days that exist in the zone, found by reading its calendar every hour.
    private func days(_ house: ReminderHouse, _ place: Place) throws -> [LocalDay] {
        let span = try span(house, place)
        let days = stride(from: span.start, to: span.end, by: 3600).map { house.zone.day(at: $0) }
        #expect(Set(days).count == place.days)
        return Set(days).sorted()
    }

    @Test(
        "Each day with a due chore has one notice at its time, none twice and none lost",
        arguments: places, ["08:00", "02:15", "00:00", "23:45"])
    func year(place: Place, time: String) throws {
        let intervals = [2, 3, 7]
        var house = try house(place, intervals)
        house.sample.preferences.time = try ReminderSample.time(time)
        house.pace = 900
        let span = try span(house, place)
        house.run(from: span.start, to: span.end, atLeastEvery: 12 * 3600)
        var due = intervals.map { _ in house.zone.day(at: span.start) }
        var wanted: [String] = []
        for day in try days(house, place) {
            let now = due.indices.filter { due[$0] <= day }
            if now.isEmpty { continue }
            // In a gap the local time differs; the tests of zones cover that.
            let at = house.sample.clock(house.zone.instant(of: day, at: house.sample.preferences.time))
            wanted.append("\(at) chores \(day)")
            for index in now {
                let done = time == "23:45" ? day.adding(days: 1) : day
                due[index] = done.adding(days: intervals[index])
            }
        }
        #expect(house.sent == wanted)
        if time == "08:00" { #expect(house.sent.allSatisfy { $0.dropFirst(11).hasPrefix("08:00 ") }) }
    }

    @Test("Each day has one notice if the clock jumps every week, across a reminder or beside it", arguments: places)
    func jumps(place: Place) throws {
        var house = try house(place, [1])
        let days = try days(house, place)
        for (number, day) in days.enumerated() {
            let next = house.zone.instant(of: day.adding(days: 1), at: .midnight)
            let eight = house.zone.instant(of: day, at: try ReminderSample.time("08:00"))
            let start = house.zone.instant(of: day, at: .midnight)
            switch number % 7 {
            case 2:
                house.run(from: start, to: eight + 60)
                house.run(from: eight - 7140, to: next)
            case 4:
                house.run(from: start, to: eight - 600)
                house.run(from: eight - 600 - 7200, to: next)
            case 5:
                house.run(from: start, to: eight - 60)
                house.run(from: eight - 60 + 3 * 3600, to: next)
            default: house.run(from: start, to: next)
            }
        }
        #expect(house.sendings.map(\.reminder.key.rawValue) == days.map { "chores \($0)" })
        for (number, sending) in house.sendings.enumerated() {
            let shown = house.zone.time(at: sending.at).description
            #expect(shown == (number % 7 == 5 ? "10:59" : "08:00"), "\(sending.reminder.key)")
        }
    }

    @Test(
        "No notice is sent in quiet hours, and each day still has one", arguments: places,
        [("06:00", "22:00-07:00"), ("23:00", "22:00-07:00"), ("01:00", "00:30-02:30")])
    func quiet(place: Place, times: (time: String, hours: String)) throws {
        var house = try house(place, [2, 3, 5])
        house.sample.preferences.time = try ReminderSample.time(times.time)
        let quiet = try #require(try ReminderSample.quiet(times.hours))
        house.sample.preferences.quiet = quiet
        // Chores are done late, so that each day has something to remind of.
        house.pace = 30 * 3600
        let span = try span(house, place)
        house.run(from: span.start, to: span.end, atLeastEvery: 12 * 3600)
        #expect(house.sendings.count > 200)
        #expect(Set(house.sendings.map(\.reminder.key)).count == house.sendings.count)
        #expect(Set(house.sendings.map { house.zone.day(at: $0.at) }).count == house.sendings.count)
        for sending in house.sendings {
            #expect(!quiet.contains(house.zone.time(at: sending.at)), "\(house.sample.clock(sending.at))")
        }
    }
}
