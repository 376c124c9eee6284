import Agenda
import Calendar
import FoundationEssentials
import Messages
import Plants

/// The first watering of a plant that is added.
extension CarePlanning {
    /// Returns the chores with the day of the first watering, and the entry of the log for a watering that a person
    /// knows. A guess moves the first day and adds no entry, because the plan learns from the log.
    ///
    /// Throws `dayRefused` for a day in the future.
    func begin(
        _ chores: [Chore], with watered: LastWatering, plan: CarePlan, on today: LocalDay, at now: Date
    ) throws -> (chores: [Chore], drafts: [ChoreEntry.Draft]) {
        guard let place = chores.firstIndex(where: { $0.kind == .watering }) else { return (chores, []) }
        switch watered {
        case .unknown: return (chores, [])
        case .on(let day):
            guard day <= today else {
                let date = day.description
                throw HouseholdError(.dayRefused, localized("\(date, "day") is in the future."), detail: "watered")
            }
            let planned = plan.watering.baseByMonth.map { $0[day.month] }.flatMap { $0 > 0 ? $0 : nil }
            return (chores, [.init(.done, of: chores[place].id, on: day, at: now, planned: planned)])
        case .about(let days):
            var chores = chores
            let day = today.adding(days: -days)
            if let next = chores[place].recurrence.next(after: day, due: day), next > today {
                chores[place] = chores[place].starting(on: next)
            }
            return (chores, [])
        }
    }

    /// Spreads the first waterings of plants whose last watering is unknown: the first one is due on `today`, the last one
    /// within its own interval, in the order of the list. The same list gives the same days.
    static func spread(_ arrivals: inout [Arrival], from today: LocalDay) {
        let unknown = arrivals.indices.compactMap { index -> (arrival: Int, chore: Int, days: Int)? in
            let arrival = arrivals[index]
            guard arrival.plant.archive == nil,
                let place = arrival.chores.firstIndex(where: {
                    $0.kind == .watering && $0.origin == .plan && $0.state == .active
                }),
                !arrival.drafts.contains(where: { $0.chore == arrival.chores[place].id }),
                let next = arrival.chores[place].recurrence.next(after: today, due: today)
            else { return nil }
            return (index, place, today.days(until: next))
        }
        for (rank, plant) in unknown.enumerated() {
            let delay = rank * plant.days / unknown.count
            guard delay > 0 else { continue }
            let chore = arrivals[plant.arrival].chores[plant.chore]
            arrivals[plant.arrival].chores[plant.chore] = chore.starting(on: today.adding(days: delay))
        }
    }
}

extension Chore {
    /// Returns a chore without a log that begins on that day.
    fileprivate func starting(on day: LocalDay) -> Chore {
        var chore = self
        chore.start = day
        return chore.settled(by: [])
    }
}
