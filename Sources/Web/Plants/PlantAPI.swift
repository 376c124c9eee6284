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
        router.group("/api/plants")
            .get { request, _ in
                let query = try Self.query(Upload.query(request))
                return try JSON.response(List(plants: await household.collection.plants(query).map(PlantDocument.init)))
            }
            .post { request, _ in
                let wish = try await Upload.json(NewPlant.self, request)
                let plant = try await household.collection.add(
                    wish.name, taxon: wish.species.flatMap { household.collection.taxon(named: $0) }, room: wish.room)
                return try JSON.response(PlantDocument(plant), status: .created, location: Site.apiPlant(plant.id))
            }
            .get(":id") { _, context in
                try JSON.response(PlantDocument(await household.collection.plant(context.identifier("id"))))
            }
            .patch(":id") { request, context in
                let change = try await Upload.json(PlantChange.self, request)
                let today = try household.settings.clock(of: try await household.settings.home()).day
                let plant = try await household.collection.change(try context.identifier("id")) { plant in
                    try change.apply(to: &plant, on: today, naming: { household.collection.taxon(named: $0) })
                }
                return try JSON.response(PlantDocument(plant))
            }
            .delete(":id") { _, context in
                try await household.collection.remove(context.identifier("id"))
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
        router.get("/api/plants/:id/care") { request, context in
            let plant = try await household.collection.plant(context.identifier("id"))
            let home = try await household.settings.home()
            let clock = try household.settings.clock(of: home)
            let day = try AgendaAPI.day(Upload.query(request)["on"], "on") ?? clock.day
            return try JSON.response(
                CareDocument(
                    await household.planning.plan(for: plant, on: day), of: plant.name, taxon: plant.taxon,
                    situation: plant.situation, whereabouts: home.whereabouts, on: day,
                    zone: clock.isAssumed ? nil : clock.zone.name))
        }
        router.get("/api/plants/:id/chores") { _, context in
            let plant = try await household.collection.plant(context.identifier("id"))
            return try JSON.response(["chores": await household.agenda.chores(of: plant.id).map { ChoreDocument($0) }])
        }
        router.delete("/api/plants/:id/learning") { _, context in
            try await household.collection.forgetLearning(of: context.identifier("id"))
            return Response(status: .noContent)
        }
        router.get("/api/rooms") { _, _ in
            try JSON.response(
                ["rooms": await household.collection.rooms().map { RoomDocument(name: $0.name, plants: $0.plants) }])
        }
    }

    private func addDiary(to router: Router<AppRequestContext>) {
        router.get("/api/plants/:id/notes") { _, context in
            let plant = try await household.collection.plant(context.identifier("id"))
            return try JSON.response(["notes": await household.collection.notes(of: plant.id).map { NoteDocument($0) }])
        }
        router.post("/api/plants/:id/notes") { request, context in
            let plant: Plant.ID = try context.identifier("id")
            let note = try await household.collection.addNote(try await Upload.json(Note.self, request).text, to: plant)
            return try JSON.response(NoteDocument(note), status: .created)
        }
        router.delete("/api/plants/:id/notes/:number") { _, context in
            guard let number = Int(try context.parameters.require("number")) else {
                throw HouseholdError(.notFound, "There is no such note.")
            }
            try await household.collection.removeNote(number, of: context.identifier("id"))
            return Response(status: .noContent)
        }
        router.post("/api/plants/:id/photographs") { request, context in
            let plant: Plant.ID = try context.identifier("id")
            let name = try await Upload.json(Photographed.self, request).photograph
            guard let photograph = Photograph.ID(name) else {
                throw HouseholdError(.notFound, "There is no such photograph.")
            }
            try await household.collection.add(photograph, to: plant)
            return try JSON.response(PlantDocument(await household.collection.plant(plant)))
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
                    .valueRefused, "There is no value \(name.prefix(60)) to decide.", detail: "overruled",
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
