import Calendar
import Documents
import Foundation
import Household
import Hummingbird
import Plants
import Recognition

/// The routes `/api/plants`: the collection and its care. Docs/api.md describes them.
struct PlantAPI {
    let household: Household

    private struct List: Encodable {
        let plants: [PlantDocument]
    }

    private struct NewPlant: Decodable {
        let name: String
        let species: String?
        let room: String?
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
                let plant = try await household.collection.add(
                    wish.name, taxon: wish.species.flatMap { household.collection.taxon(named: $0) }, room: wish.room)
                return try JSON.response(PlantDocument(plant), status: .created, location: Site.API.plant(plant.id))
            }
            .on(.get, Site.API.plant) { _, context in
                try JSON.response(PlantDocument(await household.collection.plant(Site.API.plant.read(context))))
            }
            .on(.patch, Site.API.plant) { request, context in
                let change = try await Upload.json(PlantChange.self, request)
                let today = try household.settings.clock(of: try await household.settings.home()).day
                let plant = try await household.collection.change(try Site.API.plant.read(context)) { plant in
                    try change.apply(to: &plant, on: today, naming: { household.collection.taxon(named: $0) })
                }
                return try JSON.response(PlantDocument(plant))
            }
            .on(.delete, Site.API.plant) { _, context in
                try await household.collection.remove(Site.API.plant.read(context))
                return Response(status: .noContent)
            }
        addCare(to: router)
        addDiary(to: router)
    }

    private static func query(_ parameters: [String: String]) throws -> PlantQuery {
        var query = PlantQuery(text: parameters["q"] ?? "", room: parameters["room"])
        if let order = parameters["order"] {
            guard let known = PlantQuery.Order(rawValue: order) else {
                throw Problem(
                    .badRequest, code: "bad-order", title: "Unknown order", detail: "order is newest or name.")
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
            let note = try await household.collection.addNote(try await Upload.json(Note.self, request).text, to: plant)
            return try JSON.response(NoteDocument(note), status: .created)
        }
        router.on(.delete, Site.API.plantNote) { _, context in
            let (_, number) = Site.API.plantNote.parse(context)
            guard let number else {
                throw HouseholdError(.notFound, "There is no such note.")
            }
            try await household.collection.removeNote(number, of: Site.API.plant.read(context))
            return Response(status: .noContent)
        }
        router.on(.post, Site.API.plantPhotographs) { request, context in
            let plant = try Site.API.plant.read(context)
            let name = try await Upload.json(Photographed.self, request).photograph
            guard let photograph = Photograph.ID(name) else {
                throw HouseholdError(.notFound, "There is no such photo.")
            }
            try await household.collection.add(photograph, to: plant)
            return try JSON.response(PlantDocument(await household.collection.plant(plant)))
        }
        router.on(.delete, Site.API.plantPhotograph) { _, context in
            let (plant, photograph) = try Site.API.plantPhotograph.read(context)
            try await household.collection.remove(photograph, from: plant)
            return Response(status: .noContent)
        }
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
    var room: String?
    var situation: ChoreBody?
    var overruled: [String: String]?
    /// A reason archives the plant; an empty text returns it to the collection.
    var archive: String?
    /// The day for `archive`; the default is today.
    var archivedOn: String?

    func apply(to plant: inout Plant, on today: LocalDay, naming: (String) -> Taxon?) throws {
        if let name { plant.name = Plant.tidy(name) ?? "" }
        if let species { plant.taxon = naming(species) }
        if let room { plant.room = Plant.tidy(room) }
        if let situation { try situation.apply(to: &plant.situation) }
        for (name, text) in overruled ?? [:] {
            guard let field = CareField(rawValue: name) else {
                throw HouseholdError(
                    .valueRefused, "There is no care value \(name.prefix(60)).", detail: "overruled",
                    hint: "Docs/api.md lists them.")
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
            throw HouseholdError(
                .valueRefused, "\(name) must be \(Word.allCases.map(\.rawValue).joined(separator: ", ")).", detail: name
            )
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
