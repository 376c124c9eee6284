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

    private struct List: Encodable {
        let plants: [PlantDocument]
    }

    private struct Removed: Encodable {
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

    private struct Note: Decodable {
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

    private struct RoomDocument: Encodable {
        let name: String
        let plants: Int
    }

    private struct Photographed: Decodable {
        let photograph: String
    }

    func add(to router: Router<AppRequestContext>) {
        router
            .on(.get, Site.API.plants) { request, _ in
                let query = try Self.query(Upload.query(request))
                return try JSON.response(List(plants: await household.collection.plants(query).map(PlantDocument.init)))
            }
            .on(.post, Site.API.plants) { request, _ in
                let wish = try await Upload.json(NewPlant.self, request)
                let collection = household.collection
                let taxon = try wish.species.flatMap {
                    try collection.taxon(named: $0, asWritten: wish.speciesAsWritten ?? false)
                }
                // Without a species the name of the plant may say what it is; a person is not asked about it.
                let hasSpecies = taxon != nil || wish.speciesAsWritten == true
                let resolution = hasSpecies ? .unknown : collection.resolve(ownName: wish.name)
                let situation = try wish.place.map { Situation(place: try PlantChange.word($0, "place")) }
                let plant = try await collection.add(
                    wish.name, taxon: taxon ?? resolution.taxon, room: wish.room, situation: situation,
                    watered: try await household.lastWatering(wish.lastWatered))
                return try JSON.response(
                    household.document(of: plant, choices: resolution.choices), status: .created,
                    location: Site.API.plant(plant.id))
            }
            .on(.get, Site.API.plant) { _, context in
                try JSON.response(
                    household.document(of: await household.collection.plant(Site.API.plant.read(context))))
            }
            .on(.patch, Site.API.plant) { request, context in
                let change = try await Upload.json(PlantChange.self, request)
                let today = try household.settings.clock(of: try await household.settings.home()).day
                let collection = household.collection
                let isAsWritten = change.speciesAsWritten ?? false
                let plant = try await collection.change(try Site.API.plant.read(context)) { plant in
                    try change.apply(
                        to: &plant, on: today, naming: { try collection.taxon(named: $0, asWritten: isAsWritten) })
                }
                return try JSON.response(household.document(of: plant))
            }
            .on(.delete, Site.API.plant) { _, context in
                try await household.collection.remove(Site.API.plant.read(context))
                return Response(status: .noContent)
            }
            .on(.post, Site.API.restorePlant) { _, context in
                try JSON.response(
                    household.document(of: await household.collection.restore(Site.API.plant.read(context))))
            }
            .on(.get, Site.API.removedPlants) { _, _ in
                try JSON.response(
                    Removed(removed: await household.collection.removedPlants().map(RemovedPlantDocument.init)))
            }
        addCare(to: router)
        addDiary(to: router)
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
        default: break
        }
        return query
    }

    private func addCare(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.plantCare) { request, context in
            let plant = try await household.collection.plant(Site.API.plant.read(context))
            let home = try await household.settings.home()
            let clock = try household.settings.clock(of: home)
            let day = try AgendaAPI.day(Upload.query(request)["on"], "on") ?? clock.day
            return try JSON.response(
                CareDocument(
                    await household.planning.plan(for: plant, on: day), of: plant.name, taxon: plant.taxon,
                    situation: plant.situation, whereabouts: home.whereabouts, on: day,
                    zone: clock.isAssumed ? nil : clock.zone.name))
        }
        router.on(.get, Site.API.plantChores) { _, context in
            let plant = try await household.collection.plant(Site.API.plant.read(context))
            return try JSON.response(["chores": await household.agenda.chores(of: plant.id).map { ChoreDocument($0) }])
        }
        router.on(.delete, Site.API.plantLearning) { _, context in
            try await household.collection.forgetLearning(of: Site.API.plant.read(context))
            return Response(status: .noContent)
        }
        router.on(.get, Site.API.rooms) { _, _ in
            try JSON.response(
                ["rooms": await household.collection.rooms().map { RoomDocument(name: $0.name, plants: $0.plants) }])
        }
    }

    private func addDiary(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.plantNotes) { _, context in
            let plant = try await household.collection.plant(Site.API.plant.read(context))
            return try JSON.response(["notes": await household.collection.notes(of: plant.id).map { NoteDocument($0) }])
        }
        router.on(.post, Site.API.plantNotes) { request, context in
            let plant = try Site.API.plant.read(context)
            let note = try await household.collection.addNote(
                try await Upload.json(Note.self, request).text, at: try request.madeAt(household.now()), to: plant)
            return try JSON.response(NoteDocument(note), status: .created)
        }
        router.on(.delete, Site.API.plantNote) { _, context in
            let (_, number) = Site.API.plantNote.parse(context)
            guard let number else {
                throw HouseholdError(.notFound, localized("There is no such note."))
            }
            try await household.collection.removeNote(number, of: Site.API.plant.read(context))
            return Response(status: .noContent)
        }
        router.on(.post, Site.API.plantPhotographs) { request, context in
            let plant = try Site.API.plant.read(context)
            let name = try await Upload.json(Photographed.self, request).photograph
            guard let photograph = Photograph.ID(name) else {
                throw HouseholdError(.notFound, localized("There is no such photo."))
            }
            try await household.collection.add(photograph, to: plant)
            return try JSON.response(household.document(of: await household.collection.plant(plant)))
        }
        router.on(.delete, Site.API.plantPhotograph) { _, context in
            let (plant, photograph) = try Site.API.plantPhotograph.read(context)
            try await household.collection.remove(photograph, from: plant)
            return Response(status: .noContent)
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
    struct ChoreBody: Decodable {
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
    var situation: ChoreBody?
    var overruled: [String: String]?
    /// A reason archives the plant; an empty text returns it to the collection.
    var archive: String?
    /// The day for `archive`; the default is today.
    var archivedOn: String?

    func apply(to plant: inout Plant, on today: LocalDay, naming: (String) throws -> Taxon?) throws {
        if let name { plant.name = Plant.tidy(name) ?? "" }
        if let species { plant.taxon = try naming(species) }
        if let room { plant.room = Plant.tidy(room) }
        if let situation { try situation.apply(to: &plant.situation) }
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

extension PlantChange.ChoreBody {
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
