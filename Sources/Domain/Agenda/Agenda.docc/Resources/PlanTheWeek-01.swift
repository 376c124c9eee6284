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
}
