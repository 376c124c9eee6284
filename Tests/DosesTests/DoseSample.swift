import Calendar
import Foundation
import Testing

@testable import Directions
@testable import Doses

/// Medicines and plans for the tests, with this machine's zone rules.
struct DoseSample {
    static let hasZones = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")

    static func zone(_ name: String) throws -> Zone {
        try Zone(name: name, tzif: [UInt8](Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
    }

    static func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }
    static func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }
    static func times(_ text: String) throws -> [LocalTime] {
        try text.split(separator: " ").map { try time(String($0)) }
    }

    /// Returns the point of "2026-11-21 08:00".
    static func point(_ text: String) throws -> DosePoint {
        DosePoint(try day(String(text.prefix(10))), try time(String(text.dropFirst(11))))
    }

    static func instant(_ text: String, in zone: Zone = .utc) throws -> Date {
        let point = try point(text)
        return zone.instant(of: point.day, at: point.time)
    }

    static func usual() throws -> DoseTimes {
        DoseTimes(
            wake: try time("07:00"), breakfast: try time("07:30"), lunch: try time("12:30"),
            dinner: try time("18:30"), morning: try time("08:00"), noon: try time("12:00"),
            afternoon: try time("15:00"), evening: try time("18:00"), bedtime: try time("22:00"))
    }

    static func clause(
        _ relation: Direction.Relation = .first, _ amount: Double? = 1, unit: String? = "tablet",
        _ change: (inout Direction) -> Void = { _ in }
    ) -> Direction {
        var clause = Direction(relation)
        clause.dose = amount.map { Direction.Amount(low: $0, high: $0, unit: unit) }
        change(&clause)
        return clause
    }

    static func medicine(_ clauses: [Direction], quantity: Double? = nil) -> Medicine {
        Medicine(name: "Testamine", strength: "500 mg", sig: "as written", clauses: clauses, quantity: quantity)
    }

    /// Returns a draft with every value confirmed and no question answered.
    static func draft(
        _ clauses: [Direction], quantity: Double? = nil, status: DirectionsReading.Status = .ok,
        _ answer: (inout DosePlan.Answers) throws -> Void = { _ in }
    ) throws -> DosePlan.Draft {
        let medicine = medicine(clauses, quantity: quantity)
        var draft = DosePlan.Draft(medicine, status: status, usual: try usual())
        for needed in DosePlan.Confirmations.needed(for: medicine) { draft.confirmations.confirm(needed) }
        try answer(&draft.answers)
        return draft
    }

    static func plan(
        _ clauses: [Direction], quantity: Double? = nil, zone: Zone = .utc, from: String = "2026-01-01 00:00",
        _ answer: (inout DosePlan.Answers) throws -> Void
    ) throws -> DosePlan {
        let draft = try draft(clauses, quantity: quantity, answer)
        let revision = try draft.revision(zone: zone, from: try instant(from, in: zone))
        return DosePlan(id: DosePlan.ID(rawValue: "p1"), medicine: Medicine.ID(rawValue: "m1"), first: revision)
    }

    static func schedule(
        _ clauses: [Direction], quantity: Double? = nil, zone: Zone = .utc, from: String = "2026-01-01 00:00",
        _ answer: (inout DosePlan.Answers) throws -> Void
    ) throws -> DoseSchedule {
        try DoseSchedule(plan(clauses, quantity: quantity, zone: zone, from: from, answer), zones: [zone])
    }

    /// Returns the local times of the doses as "2026-11-21 08:00".
    static func written(_ doses: [PlannedDose], in zone: Zone = .utc) -> [String] {
        doses.map { dose in
            let (day, time) = zone.clock(at: dose.at)
            return "\(day) \(time)"
        }
    }
}

extension Direction {
    mutating func every(
        _ count: Int?, _ period: Double = 1, _ unit: Frequency.Unit = .day, countMax: Int? = nil,
        periodMax: Double? = nil
    ) {
        frequency = Frequency(
            count: count, countMax: countMax, period: period, periodMax: periodMax, periodUnit: unit)
    }

    mutating func lasts(_ value: Double, _ unit: Duration.Unit = .day) { duration = Duration(value: value, unit: unit) }
}
