import Accounts
import Agenda
import Calendar
package import FoundationEssentials
import Messages
package import Plants
package import Recognition

extension PlantCollection {
    package func plants(_ query: PlantQuery = PlantQuery()) async throws -> [Plant] {
        try await records.plants(query)
    }

    /// Returns the number of plants that are not archived.
    package func plantCount() async throws -> Int { try await records.plantCount() }

    /// Returns the number of plants that the query fits, whatever its limit.
    package func plantCount(_ query: PlantQuery) async throws -> Int { try await records.plantCount(query) }

    package func plant(_ id: Plant.ID) async throws -> Plant {
        try await planning.plant(id)
    }

    package func rename(_ id: Plant.ID, to name: String) async throws {
        try ActingPerson.require(.change)
        guard let name = Plant.tidy(name) else { throw Self.nameless }
        try await change(id) { $0.name = name }
    }

    private static var nameless: HouseholdError {
        HouseholdError(.nameMissing, localized("A plant needs a name."))
    }

    /// Changes the editable fields of a plant and updates its chores.
    ///
    /// Throws `notFound`, `nameMissing`, `valueRefused` with the field in `detail`, `dayRefused`.
    @discardableResult
    package func change(
        _ id: Plant.ID, _ change: @escaping @Sendable (inout Plant) throws -> Void
    ) async throws -> Plant {
        try ActingPerson.require(.change)
        let today = try settings.clock(of: try await settings.home()).day
        let (before, plant) = try await records.change(id) { plant in
            let before = plant
            try change(&plant)
            plant.room = plant.room.flatMap(Plant.tidy)
            if plant != before { try Self.check(plant, today: today) }
        }
        guard plant != before else { return plant }
        if plant.situation.repotted != before.situation.repotted {
            try await planning.noteRepotting(of: id, insteadOf: before.situation.repotted)
        }
        if plant.taxon != before.taxon || plant.situation != before.situation || plant.overruled != before.overruled
            || plant.learningSince != before.learningSince || before.archive != nil && plant.archive == nil
        {
            try await planning.replan([plant])
            if plant.taxon != before.taxon { signals.post(.service) }
        }
        return plant
    }

    private static func check(_ plant: Plant, today: LocalDay) throws {
        guard Plant.tidy(plant.name) == plant.name else {
            let limit = Plant.nameLimit
            throw HouseholdError(
                .nameMissing, localized("A plant needs a name of 1 to \(limit, "limit") characters."))
        }
        if let diameter = plant.situation.potDiameter, !Situation.potDiameters.contains(diameter) {
            throw HouseholdError(
                .valueRefused, localized("The pot width must be 1 to 200 cm."), detail: "pot-diameter",
                hint: localized("Measure the pot at the top."))
        }
        if let day = plant.situation.repotted, day > today {
            let date = day.description
            throw HouseholdError(.dayRefused, localized("\(date, "day") is in the future."), detail: "repotted")
        }
        for (field, text) in plant.overruled where !field.accepts(text) {
            let (name, allowed) = (field.rawValue, field.allowed)
            throw HouseholdError(
                .valueRefused, localized("\(name, "field") must be \(allowed, "allowed")."), detail: name)
        }
    }

    /// Resets what was learned from its waterings; the log stays.
    package func forgetLearning(of id: Plant.ID) async throws {
        try ActingPerson.require(.change)
        let today = try settings.clock(of: try await settings.home()).day
        // A watering of today is the first of the next five that count.
        try await change(id) { $0.learningSince = today }
    }

    /// Archives a plant. No data is removed.
    package func archive(_ id: Plant.ID, because reason: Plant.Archive.Reason) async throws {
        try ActingPerson.require(.change)
        let today = try settings.clock(of: try await settings.home()).day
        try await change(id) { $0.archive = .init(reason, on: today) }
    }

    package func unarchive(_ id: Plant.ID) async throws {
        try ActingPerson.require(.change)
        try await change(id) { $0.archive = nil }
    }

    /// Adds a plant without a photograph: from a list, or by its name. Without a situation it is where its species is
    /// usually kept. Throws `nameMissing`, `dayRefused`.
    package func add(
        _ name: String, taxon: Taxon?, room: String? = nil, situation: Situation? = nil,
        watered: LastWatering = .unknown, shaping: (inout Plant) -> Void = { _ in }
    ) async throws -> Plant {
        try ActingPerson.require(.change)
        guard let name = Plant.tidy(name) else { throw Self.nameless }
        var plant = Plant(
            id: try environment.newIdentifier(), name: name, taxon: taxon, photographs: [], identification: nil,
            addedAt: environment.now(), room: room.flatMap(Plant.tidy),
            situation: situation ?? Situation(place: planning.usualPlace(of: taxon)))
        shaping(&plant)
        try await keep(plant, correction: nil, watered: watered)
        return plant
    }

    /// Adds the plant with the chores of its plan, in one transaction.
    func keep(_ plant: Plant, correction: Correction?, watered: LastWatering) async throws {
        let home = try await settings.home()
        let today = try settings.clock(of: home).day
        let plan = try await planning.plan(for: plant, in: home, on: today, learning: nil)
        let (chores, drafts) = try planning.begin(
            planning.chores(of: plan, for: plant.id), with: watered, plan: plan, on: today, at: environment.now())
        try await records.keep(plant, chores: chores, correction: correction, drafts: drafts)
        signals.post(.service)
    }

    /// Adds a photograph to a plant, for its timeline.
    package func add(_ photograph: Photograph.ID, to plant: Plant.ID) async throws {
        try ActingPerson.require(.photograph)
        try await records.add(photograph, to: plant)
    }

    /// Removes a photograph from the timeline of a plant. If nothing else has it, its file is removed a day later. Throws
    /// `notFound`.
    package func remove(_ photograph: Photograph.ID, from plant: Plant.ID) async throws {
        try ActingPerson.require(.change)
        let name = try await records.plant(plant)?.name
        try await records.remove(photograph, from: plant)
        SensitiveActs.report(.photographRemoved, name)
    }

    package func rooms() async throws -> [Room] { try await records.rooms() }

    package func notes(of plant: Plant.ID) async throws -> [PlantNote] {
        try await records.notes(of: plant)
    }

    /// Adds a note of `time`, if it was not written now. Throws `valueRefused` if the text is empty or too long.
    @discardableResult
    package func addNote(_ text: String, at time: Date? = nil, to plant: Plant.ID) async throws -> PlantNote {
        try ActingPerson.require(.change)
        guard let tidied = PlantNote.tidy(text) else {
            let limit = PlantNote.lengthLimit
            throw HouseholdError(
                .valueRefused, localized("A note must have 1 to \(limit, "limit") characters."), detail: "note")
        }
        return try await records.addNote(tidied, at: time ?? environment.now(), to: plant)
    }

    package func removeNote(_ number: Int, of plant: Plant.ID) async throws {
        try ActingPerson.require(.change)
        try await records.removeNote(number, of: plant)
    }
}
