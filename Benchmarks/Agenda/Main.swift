import Agenda
import Calendar
import Foundation
import Household
import LocalRecognition
import Plants
import Recognition
import SQLRecords
import SQLiteDatabase

/// Measures the care plan and the agenda: one plan, the agenda of 1,000 plants over 365 days, and the chores due today
/// read from SQLite. Prints milliseconds: the median and the maximum of the rounds.
@main
struct Main {
    static func main() async throws {
        let clock = ContinuousClock()
        var table: CareTable?
        let parsed = try clock.measure { table = try BundledCare.table() }
        guard let table, let today = LocalDay("2026-11-21") else { return }
        print("care table: \(table.count) rows read in \(milliseconds(parsed)) ms")
        let names = [
            "Monstera deliciosa", "Ficus lyrata", "Echeveria elegans", "Rosa canina", "Nephrolepis exaltata",
            "Phalaenopsis amabilis", "Ocimum basilicum", "Nobody knows", "Lavandula angustifolia", "Dahlia pinnata",
        ].map { Taxon(scientificName: $0) }

        var plans: [CarePlan] = []
        report("a plan for one plant, from the table to its chores", rounds: 200) { round in
            let taxon = names[round % names.count]
            let plan = CarePlan(
                for: taxon, facts: table.facts(for: taxon), situation: Situation(potDiameter: 14, material: .clay),
                whereabouts: Whereabouts(latitude: 48.2, name: "Vienna"), on: today)
            _ = plan.chores.count + plan.values.count
            if plans.count < names.count { plans.append(plan) }
        }

        var chores: [Chore] = []
        for number in 0..<1000 {
            for suggested in plans[number % plans.count].chores {
                chores.append(
                    Chore(
                        id: .init(rawValue: "c\(chores.count)"), plant: "p\(number)", kind: suggested.kind,
                        recurrence: suggested.recurrence, start: suggested.startsOn.adding(days: number % 7)))
            }
        }
        var count = 0
        report("the agenda of 1,000 plants (\(chores.count) chores) over 365 days", rounds: 30) { _ in
            count = Outlook(of: chores, today: today, through: today.adding(days: 364)).occurrences.count
        }
        print("  \(count) occurrences")
        report("the same with waterings grouped", rounds: 30) { _ in
            count =
                Outlook(
                    of: chores, today: today, through: today.adding(days: 364), rules: .init(groupsWaterings: true)
                ).occurrences.count
        }
        try await records(chores, today)
    }

    private static func records(_ chores: [Chore], _ today: LocalDay) async throws {
        let folder = NSTemporaryDirectory() + "agenda-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard let home = Household.ID("home") else { return }
        let records = try SQLRecords(SQLiteDatabase(path: folder + "/bench.sqlite"), of: home)
        let byPlant = Dictionary(grouping: chores) { $0.plant ?? "" }
        let arrivals = byPlant.compactMap { name, chores in
            Plant.ID(name).map { id in
                Arrival(
                    plant: Plant(
                        id: id, name: name, taxon: nil, photographs: [], identification: nil,
                        addedAt: Date(timeIntervalSince1970: 1_800_000_000)), chores: chores, notes: [], drafts: [])
            }
        }
        try await records.admit(arrivals)
        var times: [Duration] = []
        var count = 0
        for _ in 0..<30 {
            let start = ContinuousClock.now
            count = try await records.chores(ChoreQuery(through: today.adding(days: 1))).count
            times.append(.now - start)
        }
        print(line("what is due by tomorrow, from SQLite (\(count) of \(chores.count) chores)", times))
    }

    private static func report(_ what: String, rounds: Int, _ body: (Int) -> Void) {
        body(0)
        let times = (0..<rounds).map { round in ContinuousClock().measure { body(round) } }
        print(line(what, times))
    }

    private static func line(_ what: String, _ times: [Duration]) -> String {
        let sorted = times.sorted()
        return
            "\(what): median \(milliseconds(sorted[sorted.count / 2])) ms, worst \(milliseconds(sorted[sorted.count - 1])) ms"
    }

    private static func milliseconds(_ duration: Duration) -> String {
        String(format: "%.3f", duration / .milliseconds(1))
    }
}
