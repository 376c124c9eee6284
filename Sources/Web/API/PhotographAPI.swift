import Foundation
import Household
import Hummingbird
import Plants
import Recognition

/// `/api/photographs` and `/api/identifications`: capture, recognise, confirm, as JSON. Docs/api.md describes them.
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

        init(_ photograph: Photograph) {
            id = photograph.id.rawValue
            digest = photograph.digest.hexadecimal
            format = photograph.format.rawValue
            width = photograph.width
            height = photograph.height
            bytes = photograph.byteCount
            capturedAt = photograph.capturedAt
            display = Site.display(photograph.id)
            thumbnail = Site.thumbnail(photograph.id)
            identifications = Site.apiPhotograph(photograph.id) + "/identifications"
        }
    }

    private struct Together: Decodable {
        let photographs: [String]
    }

    private struct Confirmation: Decodable {
        let candidate: Int?
        let name: String?
        let noneOfThese: Bool?
    }

    func add(to router: Router<HouseContext>) {
        router.group("/api/photographs")
            .post { request, _ in
                let photograph = try await Upload.withPicture(request) { try await household.capture($0) }
                return try JSON.response(
                    PhotographDocument(photograph), status: .created, location: Site.apiPhotograph(photograph.id))
            }
            .get(":id") { _, context in
                try JSON.response(PhotographDocument(await household.photograph(context.identifier("id"))))
            }
            .post(":id/identifications") { _, context in
                try Self.created(await household.recognise([context.identifier("id")]))
            }
        router.group("/api/identifications")
            .post { request, _ in
                let ids = try await Upload.json(Together.self, request).photographs.map { name in
                    guard let id = Photograph.ID(name) else {
                        throw HouseholdError(.notFound, "There is no such photograph.")
                    }
                    return id
                }
                return try Self.created(await household.recognise(ids))
            }
            .get(":id") { _, context in
                try JSON.response(Self.document(await household.identification(context.identifier("id"))))
            }
            .post(":id/plant") { request, context in
                let wish = try await Upload.json(Confirmation.self, request)
                let choice: Choice
                switch (wish.candidate, wish.name) {
                case (let rank?, nil): choice = .candidate(rank: rank)
                case (nil, let name?): choice = .noneOfThese(name: name)
                case (nil, nil) where wish.noneOfThese == true: choice = .noneOfThese(name: nil)
                default:
                    throw Problem(
                        .badRequest, code: "no-choice", title: "Nothing was chosen",
                        detail: "Send one of candidate (its rank), name (your own), or noneOfThese: true.")
                }
                let plant = try await household.confirm(context.identifier("id"), as: choice)
                return try JSON.response(PlantDocument(plant), status: .created, location: Site.apiPlant(plant.id))
            }
        router.get("/api/model") { _, _ in
            let about = try household.recogniserAbout().get()
            return try JSON.response([
                "model": about.model, "labels": String(about.labelCount), "licence": about.licence,
                "source": about.source, "accuracy": about.accuracy, "limits": about.limits,
            ])
        }
    }

    private static func document(_ identification: Identification) -> AnswerDocument {
        var document = AnswerDocument(identification.answer)
        document.id = identification.id.rawValue
        document.photographs = identification.photographs.map(\.rawValue)
        return document
    }

    private static func created(_ identification: Identification) throws -> Response {
        try JSON.response(
            document(identification), status: .created, location: Site.apiIdentification(identification.id))
    }
}
