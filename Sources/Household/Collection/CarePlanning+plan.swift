package import Agenda
package import Calendar
import FoundationEssentials
import Messages
package import Plants
package import Recognition

extension CarePlanning {
    /// Returns the care plan of a plant on that day, by default today: from the facts about its taxon, its place, and
    /// its log.
    package func plan(for plant: Plant, on day: LocalDay? = nil) async throws -> CarePlan {
        let home = try await settings.home()
        let today = try settings.clock(of: home).day
        let learning = try await learning(of: plant)
        return try await plan(for: plant, in: home, on: day ?? today, learning: learning)
    }

    /// Returns the care plans of several plants for today, from one read. Plants that do not exist are left out.
    package func plans(of plants: [Plant.ID]) async throws -> [Plant.ID: CarePlan] {
        guard !plants.isEmpty else { return [:] }
        let home = try await settings.home()
        let today = try settings.clock(of: home).day
        let bases = try await records.careBases(
            of: plants, factsOf: careServices.service.name, limit: Self.lessonLimit)
        return bases.reduce(into: [:]) { plans, basis in
            let plant = basis.plant
            plans[plant.id] = plan(
                for: plant, in: home, on: today, facts: facts(about: plant.taxon, remembered: basis.facts),
                learning: Learning(log: basis.waterings, since: plant.learningSince))
        }
    }

    func plan(for plant: Plant, in home: Home, on day: LocalDay, learning: Learning?) async throws -> CarePlan {
        plan(for: plant, in: home, on: day, facts: try await facts(about: plant.taxon), learning: learning)
    }

    private func plan(
        for plant: Plant, in home: Home, on day: LocalDay, facts: CareFacts, learning: Learning?
    ) -> CarePlan {
        CarePlan(
            for: plant.taxon, facts: facts.overruled(by: plant.overruled),
            situation: home.situation(plant.situation), whereabouts: home.whereabouts, on: day, learning: learning)
    }

    /// Returns the facts about a taxon, merged from the remote service and the bundled table.
    package func facts(about taxon: Taxon?) async throws -> CareFacts {
        guard let taxon else { return facts(about: nil, remembered: nil) }
        let remembered = try await records.facts(about: taxon.foldingKey, of: careServices.service.name)
        return facts(about: taxon, remembered: remembered)
    }

    private func facts(about taxon: Taxon?, remembered: RememberedFacts?) -> CareFacts {
        let table = careServices.table().facts(for: taxon)
        guard let remembered, let facts = remembered.facts else { return table }
        let day = remembered.fetchedAt.map { Zone.utc.day(at: $0) }
        return facts.facts(on: day).fused(with: table)
    }

    /// The number of waterings from which a plan learns.
    private static let lessonLimit = 200

    /// Returns what the log of waterings teaches; nil if there are too few.
    package func learning(of plant: Plant) async throws -> Learning? {
        let log = try await records.log(
            LogQuery(plant: plant.id, kind: .watering, since: plant.learningSince, limit: Self.lessonLimit))
        return Learning(log: log.map(\.entry), since: plant.learningSince)
    }

    /// Returns the chores that a plan starts automatically.
    func chores(of plan: CarePlan, for plant: Plant.ID) throws -> [Chore] {
        try plan.chores.filter { !$0.isOffered }.map { suggested in
            Chore(
                id: try newChore(), plant: plant.rawValue, kind: suggested.kind, recurrence: suggested.recurrence,
                start: suggested.startsOn, notBefore: suggested.notBefore)
        }
    }

    func newChore() throws -> Chore.ID { Chore.ID(rawValue: try environment.newIdentifier(Chore.self).rawValue) }

    /// The number of plants whose chores are reconciled in one transaction, so that another change waits only briefly.
    private static let plantsAtOnce = 50

    /// Reconciles the chores of these plants with their current plans, a few plants at a time. It can be interrupted and
    /// repeated.
    func replan(_ plants: [Plant]) async throws {
        guard !plants.isEmpty else { return }
        let home = try await settings.home()
        let today = try settings.clock(of: home).day
        var left = plants.filter { $0.archive == nil }[...]
        while !left.isEmpty {
            var wanted: [Plant.ID: [Chore]] = [:]
            for plant in left.prefix(Self.plantsAtOnce) {
                let plan = try await plan(for: plant, in: home, on: today, learning: try await learning(of: plant))
                wanted[plant.id] = try chores(of: plan, for: plant.id)
            }
            try await records.replan(wanted)
            left = left.dropFirst(Self.plantsAtOnce)
        }
    }

    /// Reconciles all chores with their plans, because plans change without an event: a repotted plant is established,
    /// an earlier release kept plants without a plan, or a process ended between fetching and using facts. Called in a
    /// loop, once a day.
    package func renewPlans() async throws { try await replanAll() }

    /// Starts the chores of plants that an earlier release kept without chores; called at the start.
    package func planUnplanned() async throws {
        let bare = Set(try await records.plantsWithoutChores())
        if !bare.isEmpty { try await replan(try await plants().filter { bare.contains($0.id) }) }
    }

    /// Throws `notFound`.
    func plant(_ id: Plant.ID) async throws -> Plant {
        guard let plant = try await records.plant(id) else {
            throw HouseholdError(.notFound, localized("There is no such plant in the collection."))
        }
        return plant
    }

    private func plants() async throws -> [Plant] { try await records.plants(PlantQuery()) }

    func replanAll() async throws { try await replan(try await plants()) }

    /// Logs the day of repotting, from which the next one is computed. If the day was cleared or replaced by an earlier
    /// one, the entry of the previous day was wrong and is undone; a later day is another repotting.
    func noteRepotting(of plant: Plant.ID, insteadOf wrong: LocalDay? = nil) async throws {
        let chores = try await records.chores(ChoreQuery(plant: plant)).map(\.chore)
        guard let chore = chores.first(where: { $0.kind == .repotting }) else { return }
        let entries = try await records.log(LogQuery(chore: chore.id, limit: 1000)).map(\.entry).filter {
            $0.action == .done && !$0.isUndone
        }
        let day = try await records.plant(plant)?.situation.repotted
        if let wrong, day.map({ $0 < wrong }) ?? true {
            try await records.undo(entries.filter { $0.day == wrong }.map(\.number))
        }
        guard let day, !entries.contains(where: { $0.day == day }) else { return }
        _ = try await records.log([.init(.done, of: chore.id, on: day, at: environment.now())])
    }
}
