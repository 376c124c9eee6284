import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The pages from the photograph to the kept plant. Their forms need no JavaScript.
struct PhotographPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.photograph) { _, _ in
            renderer.page(
                PhotographPage(), title: localized("Photograph a plant"), tab: .photograph, household: household)
        }
        // A browser shows this path after a picture was refused. A GET request for it redirects to the form.
        router.on(.get, Site.photographs) { _, _ in Response.seeOther(Site.photograph) }
        router.on(.post, Site.photographs) { request, context in
            try await refusing(request, addingTo: nil) {
                try await Upload.withPictures(request, context) { try await household.identifications.identify($0) }
            }
        }
        // The share target of the installed app. The service worker forwards its form, also later.
        router.on(.get, Site.share) { _, _ in Response.seeOther(Site.photograph) }
        router.on(.post, Site.share) { request, context in
            try await refusing(request, addingTo: nil) {
                try await Upload.withPictures(request, context) { try await household.identifications.identify($0) }
            }
        }
        router
            .on(.get, Site.identification) { _, context in try await result(Site.identification.read(context)) }
            .on(.post, Site.angles) { request, context in
                let first = try await household.identifications.identification(Site.identification.read(context))
                let adding = PhotographPage.Adding(
                    action: Site.angles(first.id),
                    name: first.answer.candidates.first?.taxon.scientificName ?? localized("this plant"),
                    left: String(household.policy.photographLimit - first.photographs.count))
                return try await refusing(request, addingTo: adding) {
                    try await Upload.withPicture(request, context) { picture in
                        try await household.identifications.recognise(anotherAngleOf: first.id, picture)
                    }
                }
            }
            .on(.post, Site.secondOpinion) { request, context in
                let id = try Site.identification.read(context)
                let form = try await Upload.form(request)
                let identification = try await household.identifications.identification(id)
                try context.requireChange(identification.isKept)
                let count = identification.photographs.count
                let organs = (1...count).map { form["organ-\($0)"].flatMap(Organ.init) ?? .auto }
                return Response.seeOther(
                    Site.identification(try await household.identifications.askService(about: id, organs: organs).id))
            }
            .on(.post, Site.stopWaiting) { _, context in
                let id = try Site.identification.read(context)
                try await household.identifications.stopWaiting(id)
                return Response.seeOther(Site.identification(id))
            }
            .on(.post, Site.keep) { request, context in
                let id = try Site.identification.read(context)
                let form = try await Upload.form(request)
                guard let choice = form["candidate"].flatMap(ResultModel.choice) else {
                    throw HouseholdError(.noSuchCandidate, localized("Choose one of the candidates."))
                }
                let plant = try await household.collection.confirm(
                    id, as: choice, watered: try await household.lastWatering(form["watered"]))
                return Response.seeOther(Site.plant(plant.id).with(["note": "kept"]))
            }
            .on(.post, Site.ownPlant) { request, context in
                let id = try Site.ownPlant.read(context)
                try await household.requirePhotographs(of: id, for: context.viewer)
                let form = try await Upload.form(request)
                guard let plant = form["plant"].flatMap({ Plant.ID($0) }) else {
                    throw HouseholdError(.notFound, localized("There is no such plant in the collection."))
                }
                try await household.ownPlants.add(id, to: plant)
                return Response.seeOther(Site.plant(plant).with(["note": "photographed"], at: "photographs"))
            }
            .on(.post, Site.noneOfThese) { request, context in
                let id = try Site.identification.read(context)
                let form = try await Upload.form(request)
                let name = form["name"]
                let taxon: Taxon?
                switch NamedPlant(
                    name, in: form, isSpecies: false, action: Site.noneOfThese(id), household: household)
                {
                case .taxon(let known): taxon = known
                case .unclear(let page): return renderer.page(page, tab: .photograph, household: household)
                }
                let plant = try await household.collection.confirm(
                    id, as: .noneOfThese(name: name, taxon: taxon),
                    watered: try await household.lastWatering(form["watered"]))
                return Response.seeOther(Site.plant(plant.id).with(["note": "kept"]))
            }
    }

    /// Performs `work` and redirects to its identification. If the picture is refused, the form is shown with the
    /// reason above it.
    private func refusing(
        _ request: Request, addingTo: PhotographPage.Adding?, _ work: () async throws -> Identification
    ) async throws -> Response {
        let problem: Problem
        do {
            return Response.seeOther(Site.identification(try await work().id))
        } catch let error as HouseholdError {
            problem = Problem(error)
        } catch let error as Problem {
            problem = error
        }
        guard problem.status.code < 500, (request.headers[.accept] ?? "").contains("text/html") else { throw problem }
        let page = PhotographPage(addingTo: addingTo, problem: RefusalFields(problem))
        return renderer.page(
            page, title: problem.title, tab: .photograph, household: household, status: problem.status)
    }

    private func result(_ id: Identification.ID) async throws -> Response {
        let identification = try await household.identifications.identification(id)
        var kept: (name: String, id: Plant.ID)?
        if case .kept(let plant) = identification.outcome {
            kept = (try await household.collection.plant(plant).name, plant)
        }
        let waiting = try await household.identifications.waiting().first { $0.identification == id }
        let second = SecondOpinionModel(
            identification, waiting, try await household.identifications.serviceStatus(), now: household.now())
        let own = try await household.ownPlants.matches(of: identification)
        let model = ResultModel(
            identification: identification, policy: household.policy, kept: kept, second: second, own: own)
        return renderer.page(
            model.context, title: model.headline, tab: .photograph, household: household)
    }
}

extension Response {
    /// A redirect with which a form ends.
    static func seeOther(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location])
    }
}

/// The page with the form for a photograph.
struct PhotographPage: PageFields {
    /// The identification to which the form adds a photograph.
    struct Adding: TemplateFields {
        let action: String
        let name: String
        let left: String
    }

    static let template = "photograph"

    var addingTo: Adding?
    var problem: RefusalFields?
    var limits = UploadLimits()
}
