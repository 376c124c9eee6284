package import Accounts
package import Agenda
package import Calendar
import FoundationEssentials
import Messages
package import Plants
package import Recognition

/// What a guest with a valid link sees and does: the chores of today and earlier of the plants in the rooms of the link.
/// There is no other way from a link to data of the household.
package struct GuestVisit: Sendable {
    package let link: GuestLink
    let access: GuestAccess

    /// The chores of a guest, and what the guest did today.
    package struct Day: Sendable {
        package let clock: WallClock
        /// Overdue ones first.
        package let items: [AgendaItem]
        /// The plans of the first chores that come from a plan; they contain the reasons.
        package let plans: [Chore.ID: CarePlan]
        /// The entries that the guest made today and did not undo, latest first.
        package let done: [LogLine]
        /// The plants in the rooms of the link, by name.
        package let plants: [Plant]
    }

    /// The number of chores whose reason is computed, because each plan needs several queries.
    package static let explained = 12
}

extension GuestVisit {
    /// Returns the day as the guest sees it. A pause of the household does not count: the guest is there.
    package func day() async throws -> Day {
        let view = try await agenda()
        let plants = try await plants()
        let known = Dictionary(plants.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let items = due(of: view)
        var plans: [Chore.ID: CarePlan] = [:]
        for item in items.filter({ $0.chore.origin == .plan }).prefix(Self.explained) {
            guard let plant = item.plant.flatMap({ known[$0.id] }) else { continue }
            plans[item.chore.id] = try await access.planning.plan(for: plant)
        }
        return Day(
            clock: view.clock, items: items, plans: plans,
            done: try await entries(on: view.clock.day).filter { $0.plant.map { known[$0] != nil } ?? false },
            plants: plants)
    }

    /// Logs a chore as done today. `expecting` is its due day when it was shown. No-op, with an empty result, if the chore
    /// is not due any more. Throws `notFound` for a chore of another room or of the house, `linkRefused` if the link
    /// has ended meanwhile, and `choreRefused` after `GuestLink.entriesADay` entries within 24 hours.
    package func done(_ id: Chore.ID, expecting due: LocalDay?) async throws -> [ChoreEntry] {
        guard let chore = try? await access.agenda.chore(id), let plant = chore.plant.flatMap(Plant.ID.init),
            try await plants().contains(where: { $0.id == plant })
        else { throw Self.noChore }
        guard let item = self.due(of: try await agenda()).first(where: { $0.chore.id == id }) else { return [] }
        return try await access.agenda.done(
            id, expecting: due ?? item.due, by: .init(link: link.id.rawValue, name: link.name))
    }

    /// Undoes an entry that the guest made today. Idempotent. Throws `notFound` for an entry of another person or day,
    /// and `linkRefused` if the link has ended meanwhile.
    package func undo(_ number: Int) async throws {
        let day = try await agenda().clock.day
        guard try await entries(on: day, includingUndone: true).contains(where: { $0.entry.number == number }) else {
            throw HouseholdError(.notFound, localized("There is no such entry in the log."))
        }
        try await access.agenda.undo([number], by: .init(link: link.id.rawValue, name: link.name))
    }

    /// Adds a photograph to a plant, marked with the name of the guest. Throws `notFound` for a plant of another room,
    /// the errors of `PhotographCollection.capture`, `tooManyPhotographs`, and `linkRefused`.
    package func add(_ picture: [UInt8], to plant: Plant.ID) async throws {
        _ = try await self.plant(plant)
        try await access.photographs.capture(picture, to: plant, by: link)
    }

    /// Throws `notFound` for a plant of another room, and `tooManyPhotographs` if the guest cannot add another photograph
    /// now: a photograph that is refused anyway is not received.
    package func requireRoom(for plant: Plant.ID) async throws {
        _ = try await self.plant(plant)
        try await access.records.requirePhotographAllowance(of: link, at: access.environment.now())
    }

    /// Returns the plant. Throws `notFound` if it stands in another room, or is archived.
    package func plant(_ id: Plant.ID) async throws -> Plant {
        guard let plant = try await access.records.plant(id), plant.archive == nil, link.rooms.contains(plant.room)
        else { throw HouseholdError(.notFound, localized("There is no such plant.")) }
        return plant
    }

    /// Returns the small picture of a plant. Throws `notFound` unless it is the one that the rows of a plant in the rooms
    /// of the link show.
    package func thumbnail(_ photograph: Photograph.ID) async throws -> [UInt8] {
        guard try await plants().contains(where: { $0.photographs.first == photograph }) else {
            throw HouseholdError(.notFound, localized("There is no such photo."))
        }
        return try await access.photographs.picture(photograph, kind: .thumbnail)
    }

    // MARK: - Rows

    private static var noChore: HouseholdError { HouseholdError(.notFound, localized("There is no such task.")) }

    private func agenda() async throws -> AgendaView {
        try await access.agenda.view(AgendaQuery(days: 1, ignoresPause: true))
    }

    private func due(of view: AgendaView) -> [AgendaItem] {
        view.items.filter { item in
            guard let plant = item.plant, item.isNext, item.status == .overdue || item.status == .today else {
                return false
            }
            return link.rooms.contains(plant.room)
        }
    }

    private func plants() async throws -> [Plant] {
        try await access.records.plants(PlantQuery(order: .name)).filter { link.rooms.contains($0.room) }
    }

    private func entries(on day: LocalDay, includingUndone: Bool = false) async throws -> [LogLine] {
        try await access.agenda.log(LogQuery(since: day, through: day, limit: Self.entryLimit)).filter {
            $0.entry.guest?.link == link.id.rawValue && (includingUndone || !$0.entry.isUndone)
        }
    }

    private static let entryLimit = 1000
}
