package import Agenda
package import Calendar
import FoundationEssentials
package import Plants
package import Recognition

extension CarePlanning {
    /// How a plant of the collection wants to be kept on that day, or today: by what is known of its kind, where it
    /// stands, and what its log says.
    package func plan(for plant: Plant, on day: LocalDay? = nil) async throws -> CarePlan {
        let home = try await settings.home()
        let today = try settings.clock(of: home).day
        let learning = try await learning(of: plant)
        return try await plan(for: plant, in: home, on: day ?? today, learning: learning)
    }

    func plan(for plant: Plant, in home: Home, on day: LocalDay, learning: Learning?) async throws -> CarePlan {
        CarePlan(
            for: plant.taxon, facts: try await facts(about: plant.taxon).overruled(by: plant.overruled),
            situation: home.situation(plant.situation), whereabouts: home.whereabouts, on: day, learning: learning)
    }

    /// What is known of a kind of plant: what the remote service said and what the bundled table says, weighed together.
    package func facts(about taxon: Taxon?) async throws -> CareFacts {
        let table = careServices.table().facts(for: taxon)
        guard let taxon,
            let remembered = try await records.facts(about: taxon.foldingKey, of: careServices.service.name),
            let facts = remembered.facts
        else { return table }
        let day = remembered.fetchedAt.map { Zone.utc.day(at: $0) }
        return facts.facts(on: day).fused(with: table)
    }

    /// What its waterings taught; nothing while they are too few.
    package func learning(of plant: Plant) async throws -> Learning? {
        let log = try await records.log(
            LogQuery(plant: plant.id, kind: .watering, since: plant.learningSince, limit: 200), of: id)
        return Learning(log: log.map(\.entry), since: plant.learningSince)
    }

    /// The chores that a plan starts by itself.
    func chores(of plan: CarePlan, for plant: Plant.ID) throws -> [Chore] {
        try plan.chores.filter { !$0.isOffered }.map { suggested in
            Chore(
                id: try newChore(), plant: plant.rawValue, kind: suggested.kind, recurrence: suggested.recurrence,
                start: suggested.startsOn, notBefore: suggested.notBefore)
        }
    }

    func newChore() throws -> Chore.ID { Chore.ID(rawValue: try environment.newIdentifier(Chore.self).rawValue) }

    /// Brings the chores of these plants in line with what their plans are now.
    func replan(_ plants: [Plant]) async throws {
        guard !plants.isEmpty else { return }
        let home = try await settings.home()
        let today = try settings.clock(of: home).day
        var wanted: [Plant.ID: [Chore]] = [:]
        for plant in plants where plant.archive == nil {
            let plan = try await plan(for: plant, in: home, on: today, learning: try await learning(of: plant))
            wanted[plant.id] = try chores(of: plan, for: plant.id)
        }
        try await records.replan(wanted, for: id)
    }

    /// Brings all chores in line with their plans: a repotted plant has grown in, an earlier release kept plants without
    /// a plan, a process ended between fetching facts and using them. For a loop, once a day.
    package func renewPlans() async throws { try await replanAll() }

    /// Begins the chores of plants that an earlier release kept without any; for the start.
    package func planUnplanned() async throws {
        let bare = Set(try await records.plantsWithoutChores(of: id))
        if !bare.isEmpty { try await replan(try await plants().filter { bare.contains($0.id) }) }
    }

    /// Throws `notFound`.
    func plant(_ id: Plant.ID) async throws -> Plant {
        guard let plant = try await records.plant(id, of: self.id) else {
            throw HouseholdError(.notFound, "There is no such plant in the collection.")
        }
        return plant
    }

    private func plants() async throws -> [Plant] { try await records.plants(PlantQuery(), of: id) }

    func replanAll() async throws { try await replan(try await plants()) }

    /// The day it was repotted is an entry of the log like any other: the next time is counted from it. Where the day was
    /// cleared, or moved to an earlier one, the entry of the day before was wrong, and is taken back; a later one is
    /// another repotting.
    func noteRepotting(of plant: Plant.ID, insteadOf wrong: LocalDay? = nil) async throws {
        let chores = try await records.chores(ChoreQuery(plant: plant), of: id).map(\.chore)
        guard let chore = chores.first(where: { $0.kind == .repotting }) else { return }
        let told = try await records.log(LogQuery(chore: chore.id, limit: 1000), of: id).map(\.entry).filter {
            $0.action == .done && !$0.isUndone
        }
        let day = try await records.plant(plant, of: id)?.situation.repotted
        if let wrong, day.map({ $0 < wrong }) ?? true {
            try await records.undo(told.filter { $0.day == wrong }.map(\.number), for: id)
        }
        guard let day, !told.contains(where: { $0.day == day }) else { return }
        _ = try await records.log([.init(.done, of: chore.id, on: day, at: environment.now())], for: id)
    }
}
