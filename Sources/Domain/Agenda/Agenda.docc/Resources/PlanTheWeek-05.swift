import Agenda
import Calendar
import Foundation

/// The chores of a week.
struct WeekPlan {
    var chores: [Chore] = []
    var log: [ChoreEntry] = []
    var pause: Pause?

    /// Adds a watering every few days. Returns false if the number of days is not possible.
    mutating func addWatering(of plant: String, every days: Int, from start: LocalDay) -> Bool {
        guard let recurrence = Recurrence.every(days: days) else { return false }
        let id = Chore.ID(rawValue: "watering-\(chores.count + 1)")
        chores.append(Chore(id: id, plant: plant, kind: .watering, recurrence: recurrence, start: start))
        return true
    }

    /// Returns a line for each date of the next seven days.
    func lines(on today: LocalDay) -> [String] {
        let outlook = Outlook(
            of: chores.map { $0.settled(by: log) }, today: today, through: today.adding(days: 6),
            rules: Outlook.Rules(pause: pause))
        return outlook.occurrences.map { occurrence in
            let late = occurrence.daysOverdue > 0 ? ", \(occurrence.daysOverdue) days late" : ""
            return "\(occurrence.day): water \(outlook.chores[occurrence.chore].plant ?? "the garden")\(late)"
        }
    }

    /// Logs that a chore was done.
    mutating func done(_ chore: Chore, on day: LocalDay, at now: Date) {
        log.append(
            ChoreEntry(
                number: log.count + 1, chore: chore.id, action: .done, day: day, at: now,
                due: chore.settled(by: log).due, planned: chore.recurrence.interval(on: day)))
    }
}
