import Calendar
import Documents
import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The routes `/api/plants`: the collection and its care. Docs/api.md describes them.
struct PlantAPI {
    let household: Household

    private struct PlantsDocument: Encodable {
        let plants: [PlantDocument]
    }

    private struct RemovedPlantsDocument: Encodable {
        let removed: [RemovedPlantDocument]
    }

    private struct NewPlant: Decodable {
        let name: String
        let species: String?
        /// True to keep a species whose name is not clear as it is written.
        let speciesAsWritten: Bool?
        let room: String?
        let place: String?
        /// When it was last watered: a day, or a word of `LastWatering`.
        let lastWatered: String?
    }

    private struct NewNote: Decodable {
        let text: String
    }

    private struct NoteDocument: Encodable {
        let number: Int
        let text: String
        let at: Date

        init(_ note: PlantNote) {
            number = note.number
            text = note.text
            at = note.at
        }
    }

    private struct NotesDocument: Encodable {
        let notes: [NoteDocument]
    }

    private struct ChoresDocument: Encodable {
        let chores: [ChoreDocument]
    }

    private struct RoomsDocument: Encodable {
        let rooms: [RoomDocument]
    }

    private struct RoomDocument: Encodable {
        let name: String
        let plants: Int
    }

    private struct PhotographReference: Decodable {
        let photograph: String
    }

    func add(to api: APIRoutes) {
        api.on(
            .get, Site.API.plants,
            .init(
                "listPlants", "The plants of the collection.",
                query: [
                    .text("q", "A part of a name, a Latin name, a family or a room"),
                    .text("room", "Only plants in this room"),
                    .words("order", PlantQuery.Order.self, "The order; by default the newest first"),
                    .words(
                        "archived", ["true", "all", "false"],
                        "Only archived plants, or all; by default archived plants are left out"),
                ] + ListPart.parameters(of: "plants"), problems: ["400 bad-order"])
        ) { request, _ in
            let query = try Self.query(Upload.query(request))
            let part = try ListPart(request).of(await household.collection.plants(query)) { $0.id.rawValue }
            return try APIAnswer(PlantsDocument(plants: part.items.map(PlantDocument.init))).followed(by: part.next)
        }
        api.on(
            .post, Site.API.plants,
            .init(
                "addPlant", "Adds a plant without a photograph; its tasks are there at once.",
                body: .json(NewPlant.self), statuses: [.created],
                problems: ["422 name-missing species-unclear value-refused day-refused"])
        ) { request, _ in
            let body = try await Upload.json(NewPlant.self, request)
            let collection = household.collection
            let taxon = try body.species.flatMap {
                try collection.taxon(named: $0, asWritten: body.speciesAsWritten ?? false)
            }
            // Without a species the name of the plant may say what it is; a person is not asked about it.
            let hasSpecies = taxon != nil || body.speciesAsWritten == true
            let resolution = hasSpecies ? .unknown : collection.resolve(ownName: body.name)
            let situation = try body.place.map { Situation(place: try PlantChange.word($0, "place")) }
            let plant = try await collection.add(
                body.name, taxon: taxon ?? resolution.taxon, room: body.room, situation: situation,
                watered: try await household.lastWatering(body.lastWatered))
            return try APIAnswer(
                household.document(of: plant, choices: resolution.choices), status: .created,
                location: Site.API.plant(plant.id))
        }
        api.on(.get, Site.API.plant, .init("getPlant", "One plant.")) { _, context in
            try APIAnswer(
                household.document(of: await household.collection.plant(Site.API.plant.read(context))))
        }
        api.on(
            .patch, Site.API.plant,
            .init(
                "changePlant", "Changes a plant; its tasks follow.", body: .json(PlantChange.self),
                problems: ["422 name-missing species-unclear value-refused day-refused"])
        ) { request, context in
            let change = try await Upload.json(PlantChange.self, request)
            let today = try household.settings.clock(of: try await household.settings.home()).day
            let collection = household.collection
            let isAsWritten = change.speciesAsWritten ?? false
            let plant = try await collection.change(try Site.API.plant.read(context)) { plant in
                try change.apply(
                    to: &plant, on: today, naming: { try collection.taxon(named: $0, asWritten: isAsWritten) })
            }
            return try APIAnswer(household.document(of: plant))
        }
        api.empty(
            .delete, Site.API.plant,
            .init("removePlant", "Removes a plant with its tasks, log and notes. It can be restored for 7 days.")
        ) { _, context in
            try await household.collection.remove(Site.API.plant.read(context))
        }
        api.on(.post, Site.API.restorePlant, .init("restorePlant", "Restores a removed plant.")) { _, context in
            try APIAnswer(
                household.document(of: await household.collection.restore(Site.API.plant.read(context))))
        }
        api.on(
            .get, Site.API.removedPlants,
            .init(
                "listRemovedPlants", "The removed plants that can be restored, the last one first.",
                query: ListPart.parameters(of: "plants"))
        ) { request, _ in
            let removed = try await household.collection.removedPlants().map(RemovedPlantDocument.init)
            let part = try ListPart(request).of(removed) { $0.id }
            return try APIAnswer(RemovedPlantsDocument(removed: part.items)).followed(by: part.next)
        }
        addCare(to: api)
        addDiary(to: api)
    }

    private static func query(_ parameters: [String: String]) throws -> PlantQuery {
        var query = PlantQuery(text: parameters["q"] ?? "", room: parameters["room"])
        if let order = parameters["order"] {
            guard let known = PlantQuery.Order(rawValue: order) else {
                throw Problem(
                    .badRequest, code: "bad-order", title: localized("Unknown order"),
                    detail: localized("order is newest or name."))
            }
            query.order = known
        }
        switch parameters["archived"] {
        case "true": query.isArchived = true
        case "all": query.isArchived = nil
        case nil, "false": break
        default:
            throw Problem.badRequest(
                localized("archived cannot be that"), localized("archived is true, all, or left out."))
        }
        return query
    }

    private func addCare(to api: APIRoutes) {
        api.on(
            .get, Site.API.plantCare,
            .init(
                "getPlantCare", "The care plan of a plant.",
                query: [.day("on", "The day of the plan; by default today")], problems: ["422 day-refused"])
        ) { request, context in
            let plant = try await household.collection.plant(Site.API.plant.read(context))
            let home = try await household.settings.home()
            let clock = try household.settings.clock(of: home)
            let day = try AgendaAPI.day(Upload.query(request)["on"], "on") ?? clock.day
            return try APIAnswer(
                CareDocument(
                    await household.planning.plan(for: plant, on: day), of: plant.name, taxon: plant.taxon,
                    situation: plant.situation, whereabouts: home.whereabouts, on: day,
                    zone: clock.isAssumed ? nil : clock.zone.name))
        }
        api.on(.get, Site.API.plantChores, .init("listPlantChores", "All tasks of a plant, due or not.")) {
            _, context in
            let plant = try await household.collection.plant(Site.API.plant.read(context))
            return try APIAnswer(
                ChoresDocument(chores: await household.agenda.chores(of: plant.id).map { ChoreDocument($0) }))
        }
        api.empty(
            .delete, Site.API.plantLearning,
            .init("forgetLearning", "Resets what was learned from the waterings of a plant; its log stays.")
        ) { _, context in
            try await household.collection.forgetLearning(of: Site.API.plant.read(context))
        }
        api.on(.get, Site.API.rooms, .init("listRooms", "The rooms, with the number of plants in each.")) { _, _ in
            try APIAnswer(
                RoomsDocument(
                    rooms: await household.collection.rooms().map { RoomDocument(name: $0.name, plants: $0.plants) }))
        }
    }

    private func addDiary(to api: APIRoutes) {
        api.on(
            .get, Site.API.plantNotes,
            .init("listNotes", "The notes of a plant.", query: ListPart.parameters(of: "notes"))
        ) { request, context in
            let plant = try await household.collection.plant(Site.API.plant.read(context))
            let part = try ListPart(request).of(await household.collection.notes(of: plant.id)) { "\($0.number)" }
            return try APIAnswer(NotesDocument(notes: part.items.map { NoteDocument($0) })).followed(by: part.next)
        }
        api.on(
            .post, Site.API.plantNotes,
            .init(
                "addNote", "Adds a note to a plant.", body: .json(NewNote.self), statuses: [.created],
                problems: ["422 value-refused"])
        ) { request, context in
            let plant = try Site.API.plant.read(context)
            let note = try await household.collection.addNote(
                try await Upload.json(NewNote.self, request).text, at: try request.madeAt(household.now()), to: plant)
            return try APIAnswer(NoteDocument(note), status: .created)
        }
        api.empty(.delete, Site.API.plantNote, .init("removeNote", "Removes a note.")) { _, context in
            let (_, number) = Site.API.plantNote.parse(context)
            guard let number else {
                throw HouseholdError(.notFound, localized("There is no such note."))
            }
            try await household.collection.removeNote(number, of: Site.API.plant.read(context))
        }
        api.on(
            .post, Site.API.plantPhotographs,
            .init(
                "addPlantPhotograph", "Adds a captured photograph to the time line of a plant.",
                body: .json(PhotographReference.self))
        ) { request, context in
            let plant = try Site.API.plant.read(context)
            let name = try await Upload.json(PhotographReference.self, request).photograph
            guard let photograph = Photograph.ID(name) else {
                throw HouseholdError(.notFound, localized("There is no such photo."))
            }
            // Not the label of another person.
            _ = try await household.photographs(for: context.viewer).photograph(photograph)
            try await household.collection.add(photograph, to: plant)
            return try APIAnswer(household.document(of: await household.collection.plant(plant)))
        }
        api.empty(
            .delete, Site.API.plantPhotograph, .init("removePlantPhotograph", "Removes a photograph from a plant.")
        ) { _, context in
            let (plant, photograph) = try Site.API.plantPhotograph.read(context)
            try await household.collection.remove(photograph, from: plant)
        }
    }
}

extension Household {
    /// Returns the document of one plant, with what its care is based on.
    func document(of plant: Plant, choices: [SpeciesMatch] = []) -> PlantDocument {
        var document = PlantDocument(plant)
        document.careBasis = planning.basis(of: plant.taxon).basis.rawValue
        if !choices.isEmpty { document.didYouMean = choices.map(SpeciesDocument.init) }
        return document
    }

    /// Reads when a plant was last watered. Throws `valueRefused`.
    func lastWatering(_ text: String?) async throws -> LastWatering {
        let today = try settings.clock(of: try await settings.home()).day
        guard let watered = LastWatering(text ?? "", today: today) else {
            let words = LastWatering.words.joined(separator: ", ")
            throw HouseholdError(
                .valueRefused, localized("lastWatered must be \(words, "words") or a day."), detail: "watered",
                hint: localized("Write a day as 2026-11-21."))
        }
        return watered
    }
}

/// A change of a plant. Missing fields stay unchanged; an empty text removes a value.
struct PlantChange: Decodable {
    struct SituationChange: Decodable {
        var place: String?
        var potDiameter: Double?
        var material: String?
        var isInGround: Bool?
        var spot: String?
        var hasGrowLamp: Bool?
        var repotted: String?
        var followsSeason: Bool?
    }

    var name: String?
    var species: String?
    var speciesAsWritten: Bool?
    var room: String?
    var situation: SituationChange?
    var overruled: [String: String]?
    /// A reason archives the plant; an empty text returns it to the collection.
    var archive: String?
    /// The day for `archive`; the default is today.
    var archivedOn: String?
    /// When its tasks are due on their day: "07:30".
    var preferredTime: String?

    func apply(to plant: inout Plant, on today: LocalDay, naming: (String) throws -> Taxon?) throws {
        if let name { plant.name = Plant.tidy(name) ?? "" }
        if let species { plant.taxon = try naming(species) }
        if let room { plant.room = Plant.tidy(room) }
        if let situation { try situation.apply(to: &plant.situation) }
        if let preferredTime { plant.preferredTime = try Plant.preferredTime(preferredTime) }
        for (name, text) in overruled ?? [:] {
            guard let field = CareField(rawValue: name) else {
                let start = name.prefix(60)
                throw HouseholdError(
                    .valueRefused, localized("There is no care value \(start, "name")."), detail: "overruled",
                    hint: localized("Docs/api.md lists them."))
            }
            plant.overruled[field] = text.isEmpty ? nil : text
        }
        guard let archive else { return }
        guard !archive.isEmpty else { return plant.archive = nil }
        let day = try AgendaAPI.day(archivedOn, "archivedOn") ?? today
        plant.archive = .init(try Self.word(archive, "archive"), on: day)
    }

    static func word<Word: RawRepresentable<String> & CaseIterable>(_ text: String, _ name: String) throws -> Word {
        guard let word = Word(rawValue: text) else {
            let allowed = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw HouseholdError(
                .valueRefused, localized("\(name, "field") must be \(allowed, "allowed")."), detail: name)
        }
        return word
    }
}

extension PlantChange.SituationChange {
    func apply(to situation: inout Situation) throws {
        if let place { situation.place = try PlantChange.word(place, "place") }
        // A diameter of 0 means that the diameter is unknown.
        if let potDiameter { situation.potDiameter = potDiameter == 0 ? nil : potDiameter }
        if let material { situation.material = material.isEmpty ? nil : try PlantChange.word(material, "material") }
        if let isInGround { situation.isInGround = isInGround }
        if let spot { situation.spot = try PlantChange.word(spot, "spot") }
        if let hasGrowLamp { situation.hasGrowLamp = hasGrowLamp }
        if let repotted { situation.repotted = repotted.isEmpty ? nil : try AgendaAPI.day(repotted, "repotted") }
        if let followsSeason { situation.followsSeason = followsSeason }
    }
}
