import Agenda
import Calendar
import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The forms of a plant's page.
struct PlantForms {
    let household: Household
    let pages: PlantPages

    func add(to router: Router<AppRequestContext>) {
        router
            .on(.post, Site.renamePlant) { request, context in
                let id = try Site.plant.read(context)
                let form = try await Upload.form(request)
                // If the form has no such field, or the same text, the species stays unchanged.
                let known = try await household.collection.plant(id).taxon?.scientificName
                let isOther = form["species"].map { Plant.tidy($0) != known } ?? false
                let named = NamedPlant(
                    form["species"], in: form, isSpecies: true, action: Site.renamePlant(id), household: household)
                if isOther, case .unclear(let page) = named {
                    return pages.renderer.page(page, tab: .plants, household: household)
                }
                return try await changing(request, context, .name, "renamed", form: form) { id, form in
                    try await household.collection.change(id) { plant in
                        plant.name = Plant.tidy(form["name"] ?? "") ?? ""
                        if isOther, case .taxon(let taxon) = named { plant.taxon = taxon }
                    }
                }
            }
            .on(.post, Site.placePlant) { request, context in
                try await changing(request, context, .place, "placed") { id, form in
                    let read = try PlaceForm(form, units: Units(of: form))
                    try await household.collection.change(id) { read.put(in: &$0) }
                }
            }
            .on(.post, Site.plantCare) { request, context in
                try await changing(request, context, .care, "overruled") { id, form in
                    let values = try CareTiles.read(form, units: Units(of: form))
                    try await household.collection.change(id) {
                        $0.overruled.merge(values.own) { $1 }; $0.overrule(without: values.taken)
                    }
                }
            }
            .on(.post, Site.plantLearning) { request, context in
                try await changing(request, context, .care, "forgotten") { id, _ in
                    try await household.collection.forgetLearning(of: id)
                }
            }
        addTime(to: router)
        addDiary(to: router)
        addOffered(to: router)
        addKeeping(to: router)
    }

    private func addTime(to router: Router<AppRequestContext>) {
        router.on(.post, Site.plantTime) { request, context in
            try await changing(request, context, .time, "timed") { id, form in
                let time = try Plant.preferredTime(form["time"] ?? "")
                _ = try await household.collection.change(id) { $0.preferredTime = time }
            }
        }
    }

    private func addDiary(to router: Router<AppRequestContext>) {
        router
            .on(.post, Site.plantNotes) { request, context in
                try await changing(request, context, .notes, "noted") { id, form in
                    _ = try await household.collection.addNote(
                        form["text"] ?? "", at: try request.madeAt(household.now()), to: id)
                }
            }
            .on(.post, Site.removeNote) { request, context in
                guard let number = Site.removeNote.parse(context).1 else { throw HTTPError(.badRequest) }
                return try await changing(request, context, .notes, "note-removed") { id, _ in
                    try await household.collection.removeNote(number, of: id)
                }
            }
            .on(.post, Site.plantPhotographs) { request, context in
                let id = try Site.plant.read(context)
                _ = try await household.collection.plant(id)
                do {
                    let photographs = household.photographs(for: context.viewer)
                    _ = try await Upload.withPicture(request, context) { try await photographs.capture($0, to: id) }
                } catch let error as HouseholdError where error.code == .photographRefused {
                    guard (request.headers[.accept] ?? "").contains("text/html") else { throw error }
                    return try await pages.sheet(
                        id, query: [:],
                        fault: .init(part: .photographs, message: error.message, status: Problem(error).status))
                }
                return Response.seeOther(Site.plant(id).with(["note": "photographed"], at: "photographs"))
            }
            .on(.post, Site.removePlantPhotograph) { _, context in
                let (plant, photograph) = try Site.removePlantPhotograph.read(context)
                do {
                    try await household.collection.remove(photograph, from: plant)
                } catch let error as HouseholdError where error.code == .notFound {
                    // A repetition. The page of an unknown plant answers 404.
                    _ = try await household.collection.plant(plant)
                }
                return Response.seeOther(Site.plant(plant).with(["note": "photo-removed"], at: "photographs"))
            }
    }

    private func addOffered(to router: Router<AppRequestContext>) {
        router
            .on(.post, Site.plantChores) { request, context in
                let id = try Site.plant.read(context)
                let form = try await Upload.form(request)
                let plan = try await household.planning.plan(for: household.collection.plant(id))
                guard let wanted = plan.chores.first(where: { $0.kind.rawValue == form["kind"] }) else {
                    throw HouseholdError(.choreRefused, localized("This plant's plan offers no such task."))
                }
                // Idempotent: a chore of this kind is added only once.
                let has = try await household.agenda.chores(of: id).contains { $0.kind == wanted.kind }
                if !has {
                    _ = try await household.agenda.addChore(
                        wanted.kind, plant: id, recurrence: wanted.recurrence, start: wanted.startsOn)
                }
                return Response.seeOther(Site.plant(id).with(["note": "chore-added", "show": "tasks"], at: "schedule"))
            }
    }

    private func addKeeping(to router: Router<AppRequestContext>) {
        router
            .on(.post, Site.archivePlant) { request, context in
                try await changing(request, context, .keeping, "archived") { id, form in
                    guard let reason = form["reason"].flatMap(Plant.Archive.Reason.init) else {
                        throw HouseholdError(
                            .valueRefused, localized("The plant is not archived. Choose a reason."),
                            detail: "reason")
                    }
                    try await household.collection.archive(id, because: reason)
                }
            }
            .on(.post, Site.unarchivePlant) { request, context in
                try await changing(request, context, .keeping, "brought-back") { id, _ in
                    try await household.collection.unarchive(id)
                }
            }
            .on(.post, Site.removePlant) { _, context in
                let plant = try await household.collection.remove(Site.plant.read(context))
                return Response.seeOther(Site.plants.with(["note": "removed", "plant": plant.id.rawValue]))
            }
            .on(.post, Site.restorePlant) { _, context in
                let plant = try await household.collection.restore(Site.plant.read(context))
                return Response.seeOther(Site.plant(plant.id).with(["note": "restored"]))
            }
    }

    /// Performs a change and redirects to the page; `form` is given if it was read already. If the change is refused, the page shows the reason and the sent
    /// values.
    private func changing(
        _ request: Request, _ context: AppRequestContext, _ part: PlantModel.Part, _ note: String,
        form read: [String: String]? = nil, _ change: (Plant.ID, [String: String]) async throws -> Void
    ) async throws -> Response {
        let id = try Site.plant.read(context)
        var form = read ?? [:]
        if read == nil { form = try await Upload.form(request) }
        do {
            try await change(id, form)
        } catch let error as HouseholdError where [.valueRefused, .nameMissing].contains(error.code) {
            guard (request.headers[.accept] ?? "").contains("text/html") else { throw error }
            return try await pages.sheet(
                id, query: [:], fault: .init(part: part, message: error.message, field: error.detail, typed: form))
        }
        let place = form["tile"].map { "tile-\($0.filter { $0.isLetter || $0 == "-" })" } ?? part.anchor
        return Response.seeOther(Site.plant(id).with(["note": note], at: place))
    }
}

extension Plant {
    /// Reads a time such as "07:30"; an empty text is the time of the household. Throws `valueRefused`.
    static func preferredTime(_ text: String) throws -> LocalTime? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if text.isEmpty { return nil }
        guard let time = LocalTime(text), let minute = LocalTime(hour: time.hour, minute: time.minute) else {
            throw HouseholdError(
                .valueRefused, localized("Choose a time, such as 07:30."), detail: "preferredTime")
        }
        return minute
    }

    mutating func overrule(without fields: [CareField]) {
        for field in fields { overruled[field] = nil }
    }
}

extension Units {
    /// The units of the fields of a form, which it sends; without them those of its reader.
    init(of form: [String: String]) { self = form["units"].flatMap(Units.init) ?? Wording.units }
}

/// The form of a plant's location and pot; pure.
struct PlaceForm: Equatable {
    let room: String?
    let situation: Situation
    /// True if the form did not change the day of repotting. A newer day that was stored meanwhile stays then.
    let keepsRepotted: Bool
    /// True if the form did not change the width of the pot, which it shows rounded in the units of its reader.
    let keepsPot: Bool

    /// Throws `valueRefused` with the field in `detail`.
    init(_ form: [String: String], units: Units) throws {
        room = form["room"].flatMap(Plant.tidy)
        var situation = Situation()
        situation.place = form["place"].flatMap(Situation.Place.init) ?? .indoor
        situation.isInGround = form["in-ground"] != nil && situation.place == .outdoor
        situation.material = form["material"].flatMap(Situation.Material.init)
        situation.spot = form["spot"].flatMap(Situation.Spot.init) ?? .usual
        situation.hasGrowLamp = form["lamp"] != nil
        situation.followsSeason = form["season"] != nil
        let width = (form["pot"] ?? "").trimmingCharacters(in: .whitespaces)
        if !width.isEmpty {
            guard let number = TypedNumber.value(of: width) else {
                throw HouseholdError(
                    .valueRefused, localized("The pot width must be a number, such as 14."), detail: "pot-diameter")
            }
            // The precision is enough to convert inches to centimetres and back without a change.
            situation.potDiameter = (units.centimetres(length: number) * 100).rounded() / 100
        }
        let day = (form["repotted"] ?? "").trimmingCharacters(in: .whitespaces)
        if !day.isEmpty {
            guard let repotted = LocalDay(day) else {
                throw HouseholdError(
                    .valueRefused, localized("Choose a day, such as 2026-03-21."), detail: "repotted")
            }
            situation.repotted = repotted
        }
        self.situation = situation
        keepsRepotted = form["was-repotted"] == day
        keepsPot = form["was-pot"] == width
    }

    func put(in plant: inout Plant) {
        plant.room = room
        let (repotted, pot) = (plant.situation.repotted, plant.situation.potDiameter)
        plant.situation = situation
        if keepsRepotted { plant.situation.repotted = repotted }
        if keepsPot { plant.situation.potDiameter = pot }
    }
}
