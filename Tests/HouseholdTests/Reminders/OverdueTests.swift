import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("The number of overdue chores", .tags(.small))
struct OverdueTests {
    /// The days that the clock advances, and the settings.
    struct Row: Sendable, CustomTestStringConvertible {
        let days: Int
        let groups: Bool
        let pause: ClosedRange<Int>?
        var testDescription: String {
            "\(days) days later\(groups ? ", grouped" : "")\(pause.map { ", away \($0)" } ?? "")"
        }
    }

    static let rows = [0, 1, 3, 8, 15, 40, 200].flatMap { days in
        [false, true].flatMap { groups in
            [nil, 1...5, 3...14, 8...8, 14...60].map { Row(days: days, groups: groups, pause: $0) }
        }
    }

    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    @Test("The count of overdue chores equals that of the agenda for all settings and days", arguments: rows)
    func same(row: Row) async throws {
        let clock = try SetClock("2026-06-10T09:00:00Z")
        let household = Household.drawn(environment: .at { clock.now })
        var fern: Chore?
        for name in ["Monstera deliciosa", "Ocimum basilicum", "Aloe vera", "Ficus elastica"] {
            let plant = try await household.collection.add(name, taxon: Taxon(scientificName: name), room: nil)
            for days in [1, 4, 10, 30] {
                fern = try await household.agenda.addChore(
                    .misting, plant: plant.id, recurrence: try #require(Recurrence.every(days: days)),
                    start: day("2026-06-12"))
            }
        }
        if let pause = row.pause {
            let first = try day("2026-06-10")
            try await household.settings.pause(
                Pause(from: first.adding(days: pause.lowerBound), through: first.adding(days: pause.upperBound)))
        }
        if row.groups { try await household.settings.choose([.groupsWaterings: "true"]) }
        clock.pass(Double(row.days) * 86_400)
        if let fern, row.days > 4 { _ = try await household.agenda.snooze(fern.id, .hours(2)) }
        let agenda = try await household.agenda.view(AgendaQuery(days: 1))
        #expect(try await household.agenda.count() == agenda.count)
        #expect(try await household.reminders.overdue() == agenda.count.overdue)
        #expect(agenda.count.overdue == agenda.items.count { $0.status == .overdue })
        // The same for each number of days that are shown, and for days that are not today.
        #expect(try await household.agenda.view(AgendaQuery(days: 30)).count == agenda.count)
        let later = AgendaQuery(from: agenda.clock.day.adding(days: 3), days: 5, filter: .init(kind: .pruning))
        #expect(try await household.agenda.view(later).count == agenda.count)
        if row.days == 200 { #expect(agenda.count.overdue > 0) }
    }
}
