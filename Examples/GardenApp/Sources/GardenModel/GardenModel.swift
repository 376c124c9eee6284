import Agenda
import Calendar
import Foundation
import Observation
import Plants
import Recognition

/// The model of the list "what to do today": the chores of all plants, computed from their care plans.
@MainActor @Observable
public final class GardenModel {
    /// One line of the list.
    public struct Row: Sendable, Identifiable {
        public let id: Chore.ID
        public let plant: String
        public let kind: Chore.Kind
        public let day: LocalDay
        public let daysOverdue: Int
    }

    public private(set) var chores: [Chore] = []
    public private(set) var today: LocalDay

    private let table: CareTable
    private var whereabouts: Whereabouts

    /// `latitude` in degrees, north positive; nil if the season is not to be followed.
    public init(table: CareTable, today: LocalDay, latitude: Double? = nil) {
        self.table = table
        self.today = today
        whereabouts = Whereabouts(latitude: latitude)
    }

    /// Adds the chores that the care plan of a plant suggests, and returns the plan.
    @discardableResult
    public func add(_ plant: String, _ taxon: Taxon, at situation: Situation? = nil) -> CarePlan {
        let plan = CarePlan(
            for: taxon, facts: table.facts(for: taxon),
            situation: situation ?? Situation(place: table.usualPlace(of: taxon)), whereabouts: whereabouts, on: today)
        for suggested in plan.chores where !suggested.isOffered {
            chores.append(
                Chore(
                    id: .init(rawValue: "chore-\(chores.count)"), plant: plant, kind: suggested.kind,
                    recurrence: suggested.recurrence, start: suggested.startsOn, notBefore: suggested.notBefore))
        }
        return plan
    }

    /// What is due until `days` from today, overdue chores first.
    public func rows(within days: Int) -> [Row] {
        Outlook(of: chores, today: today, through: today.adding(days: days)).occurrences.map { occurrence in
            let chore = chores[occurrence.chore]
            return Row(
                id: chore.id, plant: chore.plant ?? "", kind: chore.kind, day: occurrence.day,
                daysOverdue: occurrence.daysOverdue)
        }
    }

    /// Marks a chore as done today; its next date is counted from today.
    public func done(_ id: Chore.ID) {
        guard let place = chores.firstIndex(where: { $0.id == id }), let due = chores[place].due else { return }
        chores[place].lastDone = today
        chores[place].due = chores[place].recurrence.next(after: today, due: due)
    }

    public func beginDay(_ day: LocalDay) { today = day }
}
