import Calendar
import Documents
import Foundation
import Household
import Hummingbird
import Plants
import Recognition

/// The routes `/api/collection` and `/api/care`: the whole collection as a file, and the care of a species. Docs/api.md
/// describes them.
struct CollectionAPI {
    let household: Household

    private struct Imported: Encodable {
        let added: Int
        let passedOver: Int
        let dryRun: Bool
    }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.collection) { request, _ in
            let format = try Self.format(Upload.query(request)["format"]) ?? .json
            let text = try await household.collection.export(as: format)
            let name = "stillroom-plants.\(format.fileExtension)"
            return Response(
                status: .ok,
                headers: [
                    .contentType: format.mediaType, .contentDisposition: "attachment; filename=\"\(name)\"",
                    .cacheControl: "no-store",
                ], body: .init(byteBuffer: ByteBuffer(string: text)))
        }
        router.on(.post, Site.API.collection) { request, context in
            let parameters = Upload.query(request)
            let isDryRun = parameters["dry-run"] == "true"
            let report = try await Upload.withFile(request, context) { file in
                try await household.collection.importCollection(
                    file, as: try Self.format(parameters["format"]), isDryRun: isDryRun)
            }
            return try JSON.response(
                Imported(added: report.added, passedOver: report.passedOver, dryRun: isDryRun))
        }
        router.on(.get, Site.API.care) { request, _ in
            let parameters = Upload.query(request)
            guard let taxon = parameters["species"].flatMap({ household.collection.taxon(named: $0) }) else {
                throw HouseholdError(.valueRefused, "The species must be the name of a plant.", detail: "species")
            }
            let home = try await household.settings.home()
            let clock = try household.settings.clock(of: home)
            let day = try AgendaAPI.day(parameters["on"], "on") ?? clock.day
            let situation = home.situation(try Self.situation(parameters))
            let plan = CarePlan(
                for: taxon, facts: try await household.planning.facts(about: taxon), situation: situation,
                whereabouts: home.whereabouts, on: day)
            return try JSON.response(
                CareDocument(
                    plan, of: taxon.scientificName, taxon: taxon, situation: situation, whereabouts: home.whereabouts,
                    on: day, zone: clock.isAssumed ? nil : clock.zone.name))
        }
    }

    private static func format(_ text: String?) throws -> CollectionFormat? {
        guard let text else { return nil }
        return try PlantChange.word(text, "format") as CollectionFormat
    }

    private static func situation(_ parameters: [String: String]) throws -> Situation {
        var situation = Situation()
        var change = PlantChange.ChoreBody()
        change.place = parameters["place"]
        change.material = parameters["material"]
        change.spot = parameters["spot"]
        if let text = parameters["pot-diameter"] {
            guard let diameter = Double(text), Situation.potDiameters.contains(diameter) else {
                throw HouseholdError(.valueRefused, "The pot width must be 1 to 200 cm.", detail: "pot-diameter")
            }
            change.potDiameter = diameter
        }
        try change.apply(to: &situation)
        return situation
    }
}
