import Agenda
import Calendar

/// The chores of a week.
struct WeekPlan {
    var chores: [Chore] = []

    /// Adds a watering every few days. Returns false if the number of days is not possible.
    mutating func addWatering(of plant: String, every days: Int, from start: LocalDay) -> Bool {
        guard let recurrence = Recurrence.every(days: days) else { return false }
        let id = Chore.ID(rawValue: "watering-\(chores.count + 1)")
        chores.append(Chore(id: id, plant: plant, kind: .watering, recurrence: recurrence, start: start))
        return true
    }

    /// Returns a line for each date of the next seven days.
    func lines(on today: LocalDay) -> [String] {
        let outlook = Outlook(of: chores, today: today, through: today.adding(days: 6))
        return outlook.occurrences.map { occurrence in
            let late = occurrence.daysOverdue > 0 ? ", \(occurrence.daysOverdue) days late" : ""
            return "\(occurrence.day): water \(outlook.chores[occurrence.chore].plant ?? "the garden")\(late)"
        }
    }
}
