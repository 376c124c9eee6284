import Foundation
import Reminders
import Support
import Testing

@Suite("Reminders of a running household", .tags(.small))
struct ReminderHouseTests {
    private func house(every days: Int = 1, from day: String = "2026-11-21") throws -> ReminderHouse {
        var house = ReminderHouse(try ReminderSample())
        house.chores = [.init(name: "Fern", interval: days, due: try ReminderSample.day(day))]
        return house
    }

    @Test("A clock that is put back over a reminder does not cause it to be sent twice", arguments: [0, 1, 15, 90])
    func back(minutes: Double) throws {
        var house = try house()
        let eight = try house.sample.instant("2026-11-21 08:00")
        house.run(from: eight - 7200, to: eight + minutes * 60 + 1, atLeastEvery: 900)
        #expect(house.sent == ["2026-11-21 08:00 chores 2026-11-21"])
        house.run(from: eight + minutes * 60 - 7200, to: eight + 8 * 3600, atLeastEvery: 900)
        #expect(house.sent == ["2026-11-21 08:00 chores 2026-11-21"])
    }

    @Test("A clock that is put back before a reminder does not cause it to be sent twice")
    func backBefore() throws {
        var house = try house()
        let eight = try house.sample.instant("2026-11-21 08:00")
        house.run(from: eight - 3600, to: eight - 60, atLeastEvery: 900)
        house.run(from: eight - 3 * 3600, to: eight + 3600, atLeastEvery: 900)
        #expect(house.sent == ["2026-11-21 08:00 chores 2026-11-21"])
    }

    @Test("A clock that crosses midnight and returns does not repeat yesterday's reminders")
    func backOverMidnight() throws {
        var house = try house()
        house.pace = 5 * 86_400
        house.run(from: try house.sample.instant("2026-11-21 07:00"), to: try house.sample.instant("2026-11-22 00:30"))
        house.run(from: try house.sample.instant("2026-11-21 22:30"), to: try house.sample.instant("2026-11-22 09:00"))
        #expect(house.sent == ["2026-11-21 08:00 chores 2026-11-21", "2026-11-22 08:00 chores 2026-11-22"])
    }

    @Test("A clock that is put forward over a reminder does not lose it")
    func forward() throws {
        var house = try house()
        let eight = try house.sample.instant("2026-11-21 08:00")
        house.sample.doses = [ReminderSample.dose("d", at: eight + 3600)]
        house.run(from: eight - 7200, to: eight - 60, atLeastEvery: 900)
        house.run(from: eight - 60 + 3 * 3600, to: eight + 5 * 3600, atLeastEvery: 900)
        #expect(house.sent == ["2026-11-21 10:59 chores 2026-11-21", "2026-11-21 10:59 missed dose d"])
    }

    @Test("After three days without the server, due chores and missed doses are sent once each")
    func downtime() throws {
        var house = try house()
        let start = try house.sample.instant("2026-11-21 00:00")
        house.sample.doses = (0..<20).map { ReminderSample.dose("d\($0)", at: start + Double($0) * 8 * 3600) }
        house.run(from: start, to: try house.sample.instant("2026-11-21 17:00"))
        #expect(house.sent.count == 4)
        house.sendings = []
        house.run(from: try house.sample.instant("2026-11-24 12:30"), to: try house.sample.instant("2026-11-24 23:00"))
        #expect(
            house.sent == [
                "2026-11-24 12:30 chores 2026-11-24", "2026-11-24 12:30 missed dose d10",
                "2026-11-24 16:00 dose d11",
            ])
        let missed = try #require(house.sendings.first { $0.reminder.sort == .missed })
        #expect(ReminderSample.names(missed.reminder) == "d8 d9 d10", "those of the last day")
    }

    @Test("A dose every eight hours is sent once at its time, at night and across clock changes")
    func doses() throws {
        var house = ReminderHouse(try ReminderSample())
        house.sample.preferences.quiet = try ReminderSample.quiet("22:00-07:00")
        let start = try house.sample.instant("2026-10-20 06:00")
        house.sample.doses = (0..<30).map { ReminderSample.dose("d\($0)", at: start + Double($0) * 8 * 3600) }
        house.run(from: start - 3600, to: start + 30 * 8 * 3600)
        #expect(house.sendings.map(\.at) == house.sample.doses.map(\.at))
        #expect(house.sendings.map(\.reminder.key.rawValue) == (0..<30).map { "dose d\($0)" })
    }

    @Test("A channel with room for 64 notices sends all of 200, each once", arguments: [64, 1])
    func limited(limit: Int) throws {
        var house = ReminderHouse(try ReminderSample())
        house.limit = limit
        let start = try house.sample.instant("2026-11-21 09:00")
        house.sample.doses = (0..<200).map { ReminderSample.dose("d\($0)", at: start + Double($0) * 420) }
        var now = start
        while now < start + 200 * 420 {
            house.tick(now)
            #expect(house.known.count { $0.state == .pending } <= limit)
            now += 420
        }
        #expect(Set(house.sent).count == 200)
        #expect(house.sendings.map(\.at) == house.sample.doses.map(\.at))
    }

    @Test("A completed chore causes no reminder until it is due again")
    func done() throws {
        var house = try house(every: 3)
        house.run(from: try house.sample.instant("2026-11-21 00:00"), to: try house.sample.instant("2026-11-28 00:00"))
        #expect(
            house.sent == [
                "2026-11-21 08:00 chores 2026-11-21", "2026-11-24 08:00 chores 2026-11-24",
                "2026-11-27 08:00 chores 2026-11-27",
            ])
    }
}
