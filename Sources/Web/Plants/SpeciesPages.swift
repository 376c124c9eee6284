import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The page that finds a species by its Latin and common names, and shows its care before a plant of it is added.
struct SpeciesPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.species) { request, _ in
            let text = Upload.query(request)["q"].flatMap(Plant.tidy) ?? ""
            return page(try await model(Wording.short(text, SpeciesIndex.textLimit)))
        }
        // Calls the service, so it is no GET.
        router.on(.post, Site.speciesSearch) { request, _ in
            let form = try await Upload.form(request)
            let text = Wording.short(form["q"].flatMap(Plant.tidy) ?? "", SpeciesIndex.textLimit)
            do {
                if let name = form["species"].flatMap(Plant.tidy) {
                    let taxon = Taxon(scientificName: Wording.short(name, SpeciesIndex.textLimit))
                    try await household.planning.studyNow(taxon)
                    return Response.seeOther(SpeciesModel.address(taxon))
                }
                var model = try await model(text)
                guard !text.isEmpty else { return page(model) }
                model.found = try await household.planning.searchService(text)
                return page(model)
            } catch let error as HouseholdError {
                var model = try await model(text)
                model.problem = Problem(error)
                return page(model)
            }
        }
    }

    private func model(_ text: String) async throws -> SpeciesModel {
        var model = SpeciesModel(text: text)
        guard !text.isEmpty else { return model }
        switch household.collection.resolve(text) {
        case .known(let taxon), .member(let taxon, _): model.care = try await care(of: taxon)
        case .unclear(let choices): model.matches = choices
        case .unknown:
            if let taxon = try await household.planning.serviceTaxon(named: text) {
                model.care = try await care(of: taxon)
            } else {
                model.matches = household.collection.species(like: text, limit: 8)
            }
        }
        model.canAskService = model.care == nil && household.planning.canSearchService
        return model
    }

    /// Nil if the care cannot be shown.
    private func care(of taxon: Taxon) async throws -> CareTiles? {
        guard let id = Plant.ID("looked-up") else { return nil }
        let home = try await household.settings.home()
        let situation = home.situation(Situation(place: household.planning.usualPlace(of: taxon)))
        let plan = CarePlan(
            for: taxon, facts: try await household.planning.facts(about: taxon), situation: situation,
            whereabouts: home.whereabouts, on: try household.settings.clock(of: home).day)
        // The tiles are those of a plant without changes by a person.
        let plant = Plant(
            id: id, name: taxon.scientificName, taxon: taxon, photographs: [],
            identification: nil, addedAt: household.now(), room: nil, situation: situation)
        return CareTiles(plan: plan, plant: plant, units: Wording.units)
    }

    private func page(_ model: SpeciesModel) -> Response {
        renderer.page(
            model.context, title: model.title, tab: .plants, household: household,
            status: model.problem?.status ?? .ok)
    }
}

/// The fields of the page; pure.
struct SpeciesModel {
    let text: String
    var matches: [SpeciesMatch] = []
    var care: CareTiles?
    /// Whether the care service can be asked for the name.
    var canAskService = false
    /// The species that the care service found; nil if it was not asked.
    var found: [Taxon]?
    var problem: Problem?

    var title: String { care?.plant.taxon?.scientificName ?? localized("Look up a species") }

    static func address(_ taxon: Taxon) -> String { Site.species.with(["q": taxon.scientificName]) }

    var context: Page {
        Page(
            action: Site.species, query: text, limit: String(SpeciesIndex.textLimit),
            matches: matches.map { match in
                Match(
                    href: Self.address(match.taxon), matchName: match.name, matchLatin: match.taxon.scientificName)
            },
            hasMatches: !matches.isEmpty,
            isUnknown: !text.isEmpty && matches.isEmpty && care == nil && found?.isEmpty != false,
            searchAction: Site.speciesSearch, canAskService: canAskService && found == nil,
            serviceMatches: (found ?? []).prefix(10).map {
                ServiceMatch(
                    serviceName: $0.commonNames.first ?? $0.scientificName, serviceLatin: $0.scientificName,
                    serviceFamily: $0.family)
            },
            hasServiceMatches: found?.isEmpty == false, isUnknownToService: found?.isEmpty == true,
            problemTitle: problem?.detail, problemHint: problem?.hint, found: care.map(fields))
    }

    private func fields(_ care: CareTiles) -> Found {
        let taxon = care.plant.taxon
        let context = care.context
        return Found(
            latin: taxon?.scientificName ?? "", commonNames: Wording.list(taxon?.commonNames ?? []),
            family: taxon?.family ?? "", petWarning: context.petWarning,
            lines: context.tiles.filter { $0.link == nil }.map {
                Line(
                    heading: $0.heading, value: $0.value, details: $0.details, reason: $0.reason, source: $0.source,
                    isGrave: $0.isGrave)
            },
            disclaimer: context.disclaimer, addHref: Site.newPlant.with(["species": taxon?.scientificName]))
    }
}

extension SpeciesModel {
    /// The fields of species.mustache.
    struct Page: PageFields {
        static let template = "species"

        let action: String
        let query: String
        let limit: String
        let matches: [Match]
        let hasMatches: Bool
        let isUnknown: Bool
        let searchAction: String
        let canAskService: Bool
        let serviceMatches: [ServiceMatch]
        let hasServiceMatches: Bool
        let isUnknownToService: Bool
        let problemTitle: String?
        let problemHint: String?
        let found: Found?
    }

    struct ServiceMatch: TemplateFields {
        let serviceName: String
        let serviceLatin: String
        let serviceFamily: String?
    }

    struct Match: TemplateFields {
        let href: String
        let matchName: String
        let matchLatin: String
    }

    struct Found: TemplateFields {
        let latin: String
        let commonNames: String
        let family: String
        let petWarning: String?
        let lines: [Line]
        let disclaimer: String
        let addHref: String
    }

    struct Line: TemplateFields {
        let heading: String
        let value: String
        let details: [CareTiles.Detail]
        let reason: String
        let source: String
        let isGrave: Bool
    }
}
