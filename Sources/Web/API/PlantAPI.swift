import Foundation
import Household
import Hummingbird
import Plants
import Recognition

/// `/api/plants`: the collection as JSON.
struct PlantAPI {
    let household: Household

    private struct List: Encodable {
        let plants: [PlantDocument]
    }

    private struct Change: Decodable {
        let name: String
    }

    func add(to router: Router<HouseContext>) {
        router.group("/api/plants")
            .get { request, _ in
                let parameters = Upload.query(request)
                var query = PlantQuery(text: parameters["q"] ?? "")
                if let order = parameters["order"] {
                    guard let known = PlantQuery.Order(rawValue: order) else {
                        throw Problem(
                            .badRequest, code: "bad-order", title: "Unknown order", detail: "order is newest or name.")
                    }
                    query.order = known
                }
                return try JSON.response(List(plants: await household.plants(query).map(PlantDocument.init)))
            }
            .get(":id") { _, context in
                try JSON.response(PlantDocument(await household.plant(context.identifier("id"))))
            }
            .patch(":id") { request, context in
                let id: Plant.ID = try context.identifier("id")
                try await household.rename(id, to: Upload.json(Change.self, request).name)
                return try JSON.response(PlantDocument(await household.plant(id)))
            }
            .delete(":id") { _, context in
                try await household.remove(context.identifier("id"))
                return Response(status: .noContent)
            }
    }
}

struct PlantDocument: Encodable {
    let id: String
    let name: String
    let scientificName: String?
    let commonNames: [String]
    let family: String?
    let rank: String?
    let photographs: [String]
    let identification: String
    let addedAt: Date

    init(_ plant: Plant) {
        id = plant.id.rawValue
        name = plant.name
        scientificName = plant.taxon?.scientificName
        commonNames = plant.taxon?.commonNames ?? []
        family = plant.taxon?.family
        rank = plant.taxon?.rank.rawValue
        photographs = plant.photographs.map(\.rawValue)
        identification = plant.identification.rawValue
        addedAt = plant.addedAt
    }
}
