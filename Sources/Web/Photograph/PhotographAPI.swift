import Accounts
import Documents
import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The routes `/api/photographs` and `/api/identifications`: capture, recognise, confirm. Docs/api.md describes them.
struct PhotographAPI {
    let household: Household

    private struct PhotographDocument: Encodable {
        let id: String
        let digest: String
        let format: String
        let width: Int
        let height: Int
        let bytes: Int
        let capturedAt: Date
        let display: String
        let thumbnail: String
        let identifications: String
        /// With `identify` in the query.
        let identification: AnswerDocument?

        init(_ photograph: Photograph, identification: AnswerDocument? = nil) {
            self.identification = identification
            id = photograph.id.rawValue
            digest = photograph.digest.hexadecimal
            format = photograph.format.rawValue
            width = photograph.width
            height = photograph.height
            bytes = photograph.byteCount
            capturedAt = photograph.capturedAt
            display = Site.display(photograph.id)
            thumbnail = Site.thumbnail(photograph.id)
            identifications = Site.API.photographIdentifications(photograph.id)
        }
    }

    /// The options of a recognition. The settings supply the defaults.
    private struct IdentificationOptions: Decodable {
        var photographs: [String]?
        var organs: [String]?
        var strategy: String?

        func parsed() throws -> (organs: [Organ], strategy: Strategy?) {
            let organs = try (organs ?? []).map { word in
                guard let organ = Organ(rawValue: word) else { throw Self.unknownOrgan(word) }
                return organ
            }
            guard let word = strategy else { return (organs, nil) }
            guard let strategy = Strategy(rawValue: word) else { throw Self.unknownStrategy(word) }
            return (organs, strategy)
        }

        private static func unknownOrgan(_ word: String) -> Problem {
            Problem(
                .badRequest, code: "bad-wish", title: localized("Unknown organ"),
                detail: localized("There is no organ \(word.prefix(40), "value")."),
                hint: localized("Docs/api.md lists them."))
        }

        private static func unknownStrategy(_ word: String) -> Problem {
            Problem(
                .badRequest, code: "bad-wish", title: localized("Unknown strategy"),
                detail: localized("There is no strategy \(word.prefix(40), "value")."),
                hint: localized("Docs/api.md lists them."))
        }
    }

    private struct ModelDocument: Encodable {
        let model: String
        /// The number of plants that it knows, as text.
        let labels: String
        let licence: String
        let source: String
        let accuracy: String
        let limits: String
    }

    private struct Confirmation: Decodable {
        let candidate: Int?
        /// The name of the candidate. It identifies the candidate if the list has changed since the client read it.
        let scientificName: String?
        let name: String?
        let noneOfThese: Bool?
        /// The species of a plant that is none of the candidates; without it the name may say which one it is.
        let species: String?
        let speciesAsWritten: Bool?
        let lastWatered: String?
        /// A plant of the household that the photographs show.
        let ownPlant: String?
    }

    func add(to api: APIRoutes) {
        api.on(
            .post, Site.API.photographs,
            .init(
                "addPhotograph", "Stores a photograph, and identifies its plant if that is requested.",
                query: [.flag("identify", "Identifies the plant, too")], body: .picture, statuses: [.created],
                problems: ["422 too-many-photographs"] + .recognition)
        ) { request, context in
            let photographs = household.photographs(for: context.viewer)
            if try QueryValue.flag("identify", Upload.query(request)) {
                let identification = try await Upload.withPicture(request, context) {
                    try await household.identifications.identify([$0])
                }
                guard let id = identification.photographs.first else {
                    throw HouseholdError(.notFound, localized("There is no such photo."))
                }
                return try await APIAnswer(
                    PhotographDocument(
                        photographs.photograph(id), identification: document(identification, context)),
                    status: .created, location: Site.API.identification(identification.id))
            }
            let photograph = try await Upload.withPicture(request, context) { try await photographs.capture($0) }
            return try APIAnswer(
                PhotographDocument(photograph), status: .created, location: Site.API.photograph(photograph.id))
        }
        api.on(.get, Site.API.photograph, .init("getPhotograph", "One photograph.")) { _, context in
            try APIAnswer(
                PhotographDocument(
                    await household.photographs(for: context.viewer).photograph(Site.API.photograph.read(context))))
        }
        api.on(
            .post, Site.API.photographIdentifications,
            .init(
                "identifyPhotograph", "Identifies the plant of a photograph.",
                body: .optionalJSON(IdentificationOptions.self), statuses: [.created], problems: .recognition)
        ) { request, context in
            let (organs, strategy) =
                try await Upload.optionalJSON(IdentificationOptions.self, request)?.parsed() ?? ([], nil)
            try context.requireChange(strategy != nil)
            // Not the label of another person.
            let photograph = try await household.photographs(for: context.viewer).photograph(
                Site.API.photograph.read(context))
            return try await created(
                household.identifications.recognise(
                    [photograph.id], organs: organs, strategy: strategy), context)
        }
        api.on(
            .post, Site.API.identifications,
            .init(
                "identify", "Identifies a plant from one to five of its photographs.",
                body: .json(IdentificationOptions.self), statuses: [.created],
                problems: ["404", "422 too-many-photographs"] + .recognition)
        ) { request, context in
            let body = try await Upload.json(IdentificationOptions.self, request)
            let ids = try (body.photographs ?? []).map { name in
                guard let id = Photograph.ID(name) else {
                    throw HouseholdError(.notFound, localized("There is no such photo."))
                }
                return id
            }
            let (organs, strategy) = try body.parsed()
            try context.requireChange(strategy != nil)
            let photographs = household.photographs(for: context.viewer)
            // Not the labels of other people.
            for id in ids { _ = try await photographs.photograph(id) }
            return try await created(
                household.identifications.recognise(ids, organs: organs, strategy: strategy), context)
        }
        api.on(
            .post, Site.API.secondOpinion,
            .init(
                "askSecondOpinion", "Asks Pl@ntNet about an identification.",
                body: .optionalJSON(IdentificationOptions.self), problems: .recognition)
        ) { request, context in
            let organs = try await Upload.optionalJSON(IdentificationOptions.self, request)?.parsed().organs ?? []
            let id = try Site.API.identification.read(context)
            try context.requireChange(try await household.identifications.identification(id).isKept)
            let answered = try await household.identifications.askService(about: id, organs: organs)
            return try await APIAnswer(document(answered, context))
        }
        api.on(.get, Site.API.identification, .init("getIdentification", "The answer of an identification.")) {
            _, context in
            try await APIAnswer(
                document(
                    household.identifications.identification(Site.API.identification.read(context)), context))
        }
        api.on(
            .post, Site.API.identifiedPlant,
            .init(
                "confirmIdentification",
                "Adds the plant of an identification to the collection, or its photographs to a plant that is there.",
                body: .json(Confirmation.self), statuses: [.created, .ok],
                problems: [
                    "400 no-choice", "409 already-kept",
                    "422 no-such-candidate name-missing species-unclear value-refused day-refused",
                ])
        ) { request, context in
            let body = try await Upload.json(Confirmation.self, request)
            if let name = body.ownPlant {
                guard body.candidate == nil, body.name == nil, body.noneOfThese == nil else { throw Self.noChoice }
                let id = try Site.API.identification.read(context)
                try await household.requirePhotographs(of: id, for: context.viewer)
                return try await added(id, to: name)
            }
            var choice: Choice
            switch (body.candidate, body.name) {
            case (let rank?, nil): choice = .candidate(rank: rank, named: body.scientificName)
            case (nil, let name?): choice = .noneOfThese(name: name)
            case (nil, nil) where body.noneOfThese == true: choice = .noneOfThese(name: nil)
            default:
                throw Self.noChoice
            }
            var choices: [SpeciesMatch] = []
            if case .noneOfThese(let name, _) = choice {
                let taxon = try body.species.flatMap {
                    try household.collection.taxon(named: $0, asWritten: body.speciesAsWritten ?? false)
                }
                let resolution =
                    taxon == nil ? name.map { household.collection.resolve(ownName: $0) } ?? .unknown : .unknown
                choice = .noneOfThese(name: name, taxon: taxon ?? resolution.taxon)
                choices = resolution.choices
            }
            let plant = try await household.collection.confirm(
                Site.API.identification.read(context), as: choice,
                watered: try await household.lastWatering(body.lastWatered))
            return try APIAnswer(
                household.document(of: plant, choices: choices), status: .created,
                location: Site.API.plant(plant.id))
        }
        api.on(
            .get, Site.API.model,
            .init("getModel", "The model that identifies plants.", problems: ["503 model-unavailable"])
        ) { _, _ in
            let about = try household.identifications.recogniserAbout().get()
            return try APIAnswer(
                ModelDocument(
                    model: about.model, labels: String(about.labelCount), licence: about.licence,
                    source: about.source, accuracy: about.accuracy, limits: about.limits))
        }
    }

    private static var noChoice: Problem {
        Problem(
            .badRequest, code: "no-choice", title: localized("Nothing was chosen"),
            detail: localized(
                "Send one of candidate (its rank), name (your own), noneOfThese: true, or ownPlant (its id)."))
    }

    /// Adds the photographs of an identification to a plant of the household.
    private func added(_ id: Identification.ID, to name: String) async throws -> APIAnswer<PlantDocument> {
        guard let plant = Plant.ID(name) else {
            throw HouseholdError(.notFound, localized("There is no such plant in the collection."))
        }
        try await household.ownPlants.add(id, to: plant)
        return try APIAnswer(household.document(of: try await household.collection.plant(plant), choices: []))
    }

    /// The plants of the household are in it only if the person may read them.
    private func document(_ identification: Identification, _ context: AppRequestContext) async throws -> AnswerDocument
    {
        var document = AnswerDocument(identification.findings)
        document.id = identification.id.rawValue
        document.photographs = identification.photographs.map(\.rawValue)
        document.organs = identification.organs.map(\.rawValue)
        document.waiting = try await household.identifications.waiting().contains {
            $0.identification == identification.id
        }
        guard context.person?.permits(.read) ?? true else { return document }
        document.ownPlants = try await household.ownPlants.matches(of: identification).map {
            .init(id: $0.plant.id.rawValue, name: $0.plant.name, similarity: $0.similarity)
        }
        return document
    }

    private func created(
        _ identification: Identification, _ context: AppRequestContext
    ) async throws -> APIAnswer<AnswerDocument> {
        try await APIAnswer(
            document(identification, context), status: .created, location: Site.API.identification(identification.id))
    }
}

extension Household {
    /// Throws `notFound` unless the viewer sees all photographs of an identification: some may be of labels of other
    /// people.
    func requirePhotographs(of id: Identification.ID, for viewer: MedicineViewer) async throws {
        let photographs = photographs(for: viewer)
        for photograph in try await identifications.identification(id).photographs {
            _ = try await photographs.photograph(photograph)
        }
    }
}
