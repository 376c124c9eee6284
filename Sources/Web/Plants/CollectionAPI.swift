import Calendar
import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The routes `/api/collection` and `/api/care`: the whole collection as a file, and the care of a species. Docs/api.md
/// describes them.
struct CollectionAPI {
    let household: Household

    private struct ImportDocument: Encodable {
        struct Unmatched: Encodable {
            let name: String
            let text: String
            let didYouMean: [SpeciesDocument]
        }

        let added: Int
        let passedOver: Int
        let dryRun: Bool
        /// Nil if there are none.
        let unknownColumns: [String]?
        let unmatched: [Unmatched]?
    }

    func add(to api: APIRoutes) {
        api.file(
            .get, Site.API.collection,
            .init(
                "exportCollection", "The whole collection as a file, without photographs.",
                query: [.words("format", CollectionFormat.self, "The format; by default json")],
                files: CollectionFormat.allCases.map(\.mediaType), problems: ["422 value-refused"])
        ) { request, _ in
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
        api.on(
            .post, Site.API.collection,
            .init(
                "importCollection", "Adds the plants of a file: all of them or none.",
                query: [
                    .words("format", CollectionFormat.self, "The format; by default it is detected"),
                    .flag("dry-run", "Adds nothing, and answers what would be added"),
                ], body: .file("A collection that Stillroom exported, or another list of plants"),
                problems: ["422 collection-refused value-refused"])
        ) { request, context in
            let parameters = Upload.query(request)
            let isDryRun = try QueryValue.flag("dry-run", parameters)
            let report = try await Upload.withFile(request, context) { file in
                try await household.collection.importCollection(
                    file, as: try Self.format(parameters["format"]), isDryRun: isDryRun)
            }
            return try APIAnswer(
                ImportDocument(
                    added: report.added, passedOver: report.passedOver, dryRun: isDryRun,
                    unknownColumns: report.unknownColumns.isEmpty ? nil : report.unknownColumns,
                    unmatched: report.unmatched.isEmpty
                        ? nil
                        : report.unmatched.map {
                            .init(name: $0.name, text: $0.text, didYouMean: $0.choices.map(SpeciesDocument.init))
                        }))
        }
        addSpecies(to: api)
        api.on(
            .get, Site.API.care,
            .init(
                "getCare", "The care plan of a species.",
                query: [
                    .required("species", "A name, or the id of a species"),
                    .flag("as-written", "Answers with general care if the name is not clear"),
                    .day("on", "The day; by default today"),
                    .words("place", Situation.Place.self, "Where the plant is"),
                    .number("pot-diameter", Situation.potDiameters, "The width of the pot in cm"),
                    .words("material", Situation.Material.self, "The material of the pot"),
                    .words("spot", Situation.Spot.self, "How near it is to a window"),
                ], problems: ["422 value-refused day-refused species-unclear"])
        ) { request, _ in
            let parameters = Upload.query(request)
            let isAsWritten = try QueryValue.flag("as-written", parameters)
            let named = try parameters["species"].flatMap {
                try household.collection.taxon(named: $0, asWritten: isAsWritten)
            }
            guard let taxon = named else {
                throw HouseholdError(
                    .valueRefused, localized("The species must be the name of a plant."), detail: "species")
            }
            let home = try await household.settings.home()
            let clock = try household.settings.clock(of: home)
            let day = try AgendaAPI.day(parameters["on"], "on") ?? clock.day
            let situation = home.situation(try Self.situation(parameters))
            let plan = CarePlan(
                for: taxon, facts: try await household.planning.facts(about: taxon), situation: situation,
                whereabouts: home.whereabouts, on: day)
            return try APIAnswer(
                CareDocument(
                    plan, of: taxon.scientificName, taxon: taxon, situation: situation, whereabouts: home.whereabouts,
                    on: day, zone: clock.isAssumed ? nil : clock.zone.name))
        }
    }

    /// The names come with the program, so an answer stays the same until another release runs.
    private func addSpecies(to api: APIRoutes) {
        api.on(
            .get, Site.API.species,
            .init(
                "findSpecies", "Species, genera and families with such a name.",
                query: [
                    .text("q", "A part of a name", most: SpeciesIndex.textLimit),
                    .integer("limit", Self.limits, usual: 8, "The largest number"),
                ], problems: ["422 value-refused"])
        ) { request, _ -> APIAnswer<SpeciesListDocument> in
            let parameters = Upload.query(request)
            let text = parameters["q"] ?? ""
            guard let limit = Int(parameters["limit"] ?? "8"), Self.limits.contains(limit) else {
                let (least, most) = (Self.limits.lowerBound, Self.limits.upperBound)
                throw HouseholdError(
                    .valueRefused, localized("limit must be \(least, "least") to \(most, "most")."), detail: "limit")
            }
            guard text.unicodeScalars.count <= SpeciesIndex.textLimit else {
                let most = SpeciesIndex.textLimit
                throw HouseholdError(
                    .valueRefused, localized("q must have at most \(most, "limit") characters."), detail: "q")
            }
            // The tag needs no part of the query: another query is another address.
            let headers: HTTPFields = [
                .cacheControl: "private, max-age=3600", .eTag: "\"\(household.collection.namesVersion)\"",
            ]
            if request.headers[.ifNoneMatch] == headers[.eTag] { return .notModified(headers) }
            var answer = try APIAnswer(
                SpeciesListDocument(
                    query: text, resolved: household.collection.resolve(text).taxon,
                    matches: household.collection.species(like: text, limit: limit)))
            for field in headers { answer.headers[field.name] = field.value }
            return answer
        }
    }

    private static let limits = 1...50

    private static func format(_ text: String?) throws -> CollectionFormat? {
        guard let text else { return nil }
        return try PlantChange.word(text, "format") as CollectionFormat
    }

    private static func situation(_ parameters: [String: String]) throws -> Situation {
        var situation = Situation()
        var change = PlantChange.SituationChange()
        change.place = parameters["place"]
        change.material = parameters["material"]
        change.spot = parameters["spot"]
        if let text = parameters["pot-diameter"] {
            guard let diameter = Double(text), Situation.potDiameters.contains(diameter) else {
                throw HouseholdError(
                    .valueRefused, localized("The pot width must be 1 to 200 cm."), detail: "pot-diameter")
            }
            change.potDiameter = diameter
        }
        try change.apply(to: &situation)
        return situation
    }
}
