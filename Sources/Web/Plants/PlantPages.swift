import Calendar
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Plants
import Recognition
import Reminders

/// The pages of the collection and of a plant.
struct PlantPages {
    let household: Household
    let renderer: PageRenderer

    /// A form that was refused, with the values that were sent. The page shows it at its part.
    struct Fault {
        let part: PlantModel.Part
        let message: String
        var field: String?
        var typed: [String: String] = [:]
        var status = HTTPResponse.Status.unprocessableContent
    }

    func add(to router: Router<AppRequestContext>) {
        router
            .on(.get, Site.plants) { request, _ in
                let query = Upload.query(request)
                return try await collection(
                    CollectionModel.Query(query), removed: query["note"] == "removed" ? query["plant"] : nil)
            }
            .on(.get, Site.newPlant) { request, _ in
                newPlant(Upload.query(request).filter { $0.key == "species" }, fault: nil)
            }
            .on(.post, Site.newPlant) { request, _ in try await add(Upload.form(request)) }
            .on(.get, Site.plant) { request, context in
                try await sheet(Site.plant.read(context), query: Upload.query(request), fault: nil)
            }
        PlantForms(household: household, pages: self).add(to: router)
        SpeciesPages(household: household, renderer: renderer).add(to: router)
    }

    /// `removed` is the identifier of the plant that was just removed.
    private func collection(_ pageQuery: CollectionModel.Query, removed: String?) async throws -> Response {
        let found = try await household.collection.plantCount(pageQuery.query)
        let pageQuery = pageQuery.within(found)
        let plants = try await household.collection.plants(pageQuery.query)
        var model = CollectionModel(
            pageQuery: pageQuery, plants: plants, found: found, total: try await household.collection.plantCount())
        model.rooms = try await household.collection.rooms()
        model.hasArchived = try await !household.collection.plants(PlantQuery(isArchived: true, limit: 1)).isEmpty
        model.removed = try await household.collection.removedPlants()
        model.justRemoved = removed
        (model.next, model.clock) = try await household.agenda.next(of: plants.map(\.id), within: 30)
        return renderer.page(model.context, title: localized("Plants"), tab: .plants, household: household)
    }

    private func newPlant(_ typed: [String: String], fault: String?) -> Response {
        let page = NewPlantPage(
            action: Site.newPlant, name: typed["name"] ?? "", species: typed["species"] ?? "",
            room: typed["room"] ?? "", nameLimit: String(Plant.nameLimit),
            places: [OptionFields(value: "", word: localized("As usual for this plant"))]
                + PlantModel.places(chosen: typed["place"] ?? ""),
            fault: fault)
        return renderer.page(
            page, title: localized("Add a plant"), tab: .plants, household: household,
            status: fault == nil ? .ok : .unprocessableContent)
    }

    private func add(_ form: [String: String]) async throws -> Response {
        let species = form["species"].flatMap(Plant.tidy)
        guard let name = form["name"].flatMap(Plant.tidy) ?? species else {
            return newPlant(form, fault: localized("Write a name or a species."))
        }
        let taxon: Taxon?
        switch NamedPlant(
            species ?? name, in: form, isSpecies: species != nil, action: Site.newPlant, household: household)
        {
        case .taxon(let known): taxon = known
        case .unclear(let page): return renderer.page(page, tab: .plants, household: household)
        }
        let plant = try await household.collection.add(
            name, taxon: taxon, room: form["room"],
            situation: form["place"].flatMap(Situation.Place.init).map { Situation(place: $0) },
            watered: try await household.lastWatering(form["watered"]))
        return Response.seeOther(Site.plant(plant.id).with(["note": "kept"]))
    }

    func sheet(_ id: Plant.ID, query: [String: String], fault: Fault?) async throws -> Response {
        let plant = try await household.collection.plant(id)
        let home = try await household.settings.home()
        let clock = try household.settings.clock(of: home)
        var identification: Identification?
        if let named = plant.identification {
            identification = try? await household.identifications.identification(named)
        }
        let plan = try await household.planning.plan(for: plant)
        let log = try await household.agenda.log(
            LogQuery(plant: id, since: clock.day.adding(days: -RingModel.span), limit: 1_000))
        let chores = try await household.agenda.chores(of: id)
        var model = PlantModel(
            plant: plant, identification: identification, policy: household.policy, clock: clock, units: Wording.units)
        model.note = query["note"]
        model.fault = fault
        model.rooms = try await household.collection.rooms().map(\.name)
        model.notes = try await household.collection.notes(of: id)
        model.pictureGuests = try await household.photographs(for: .household).guests(of: id)
        for photograph in plant.photographs.suffix(PlantModel.pictures) {
            let day = try? await household.photographs(for: .household).photograph(photograph).capturedAt
            model.pictureDays[photograph] = day.map(clock.zone.day)
        }
        var upcoming: [AgendaItem] = []
        if plant.archive == nil {
            upcoming = try await household.agenda.view(AgendaQuery(days: 60, filter: .init(plant: id))).items
        }
        let page = PlantPage(
            sheet: model.context, care: CareTiles(plan: plan, plant: plant, units: Wording.units, fault: fault).context,
            chores: PlantChores(
                plant: plant, plan: plan, items: upcoming, chores: chores, log: log, clock: clock, units: Wording.units,
                isScheduleOpen: query["show"] == "tasks", usualTime: home.preferredTime,
                quiet: home.reminders.quiet,
                fault: fault.flatMap { $0.part == .time ? $0 : nil }
            ).context,
            generalCare: PlantModel.generalCare(plant.taxon, household.planning.basis(of: plant.taxon), plan),
            ring: RingModel(chores: chores, log: log, today: clock.day, rules: home.rules).context,
            did: try await household.agenda.message(query, clock: clock, back: Site.plant(id)))
        return renderer.page(
            page, title: plant.name, tab: .plants, household: household, status: fault?.status ?? .ok)
    }
}

/// The page of a plant.
struct PlantPage: PageFields {
    static let template = "plant"

    let sheet: PlantModel.Fields
    let care: CareTiles.Fields
    let chores: PlantChores.Fields
    /// Says that the care is not that of the species; nil if it is.
    let generalCare: String?
    let ring: RingModel.Fields
    var did: DidModel.Fields?
    var limits = UploadLimits()
}

/// The page with the form for a plant without a photograph.
struct NewPlantPage: PageFields {
    static let template = "new-plant"

    let action: String
    let name: String
    let species: String
    let room: String
    let nameLimit: String
    let places: [OptionFields]
    let fault: String?
}
