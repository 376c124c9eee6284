import Agenda
import Calendar
import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The Today page: due chores, and recent identifications and plants.
struct TodayPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.today) { request, context in
            try await today(Upload.query(request), by: context.viewer)
        }
    }

    private func today(_ query: [String: String], by viewer: MedicineViewer) async throws -> Response {
        let view = try await household.agenda.view(AgendaQuery(days: 2))
        var model = TodayModel(
            view: view, plantCount: try await household.collection.plantCount(), now: household.now())
        model.recent = try await household.collection.plants(PlantQuery(limit: 5))
        model.looked = try await household.identifications.list(latest: 20)
        model.waiting = Set(try await household.identifications.waiting().map(\.identification))
        model.policy = household.policy
        model.reasons = try await reasons(model.explained)
        let medicines = household.medicines(for: viewer)
        let doses = MedicineDayModel(day: try await medicines.medicineDay(), back: Site.today)
        model.openDoses = doses.open
        var context = model.context
        context.doseCard = doses.card
        context.useSoon = UseSoonCard(try await household.stock.dated()).fields
        context.did = try await household.agenda.message(query, clock: view.clock, back: Site.today)
        // A dose was logged with its button on the card.
        if let words = query["note"].flatMap(MedicinesModel.note) {
            context.did = DidModel.Fields(text: words, canUndo: false)
        }
        return renderer.page(context, title: localized("Today"), tab: .today, household: household)
    }

    /// Returns reasons for the first rows only, because each needs a plan. The other rows link to the page of their plant.
    private func reasons(_ items: [AgendaItem]) async throws -> [Chore.ID: String] {
        guard !items.isEmpty else { return [:] }
        let units = Wording.units
        let plans = try await household.planning.plans(of: Array(Set(items.compactMap { $0.plant?.id })))
        var reasons: [Chore.ID: String] = [:]
        for item in items {
            guard let id = item.plant?.id, let plan = plans[id] else { continue }
            reasons[item.chore.id] = plan.reason(for: item.chore.kind, in: units).map {
                Wording.capitalised($0) + "."
            }
        }
        return reasons
    }
}

extension CarePlan {
    /// Returns the reason for the interval of a chore of this kind; nil if the plan has no such chore.
    func reason(for kind: Chore.Kind, in units: Units) -> String? {
        kind == .watering ? watering.why(in: units) : chores.first { $0.kind == kind }?.reason
    }
}

/// The fields of the Today page; pure.
struct TodayModel {
    let view: AgendaView
    let plantCount: Int
    let now: Date
    /// Newest first.
    var recent: [Plant] = []
    var looked: [Identification] = []
    var waiting: Set<Identification.ID> = []
    var policy = Policy()
    var reasons: [Chore.ID: String] = [:]
    /// The number of today's doses without a log entry. They are shown on a separate card.
    var openDoses = 0

    /// The largest number of rows in a section. Further rows are in the agenda.
    static let rows = 30
    /// The largest number of rows that show their reason.
    static let explainedRows = 12

    private func items(_ status: AgendaItem.Status) -> [AgendaItem] {
        view.items.filter { $0.status == status && $0.isNext }
    }

    /// The rows whose reasons are computed.
    var explained: [AgendaItem] {
        let shown = items(.overdue).prefix(Self.rows) + items(.today).prefix(Self.rows)
        return Array(shown.filter { $0.chore.origin == .plan }.prefix(Self.explainedRows))
    }

    var headline: String {
        let count = view.count
        // A missed dose counts, too, so this must not read as "take it".
        let doses =
            openDoses == 0
            ? nil
            : localized(
                openDoses, one: "1 dose not logged yet", other: "\(openDoses, "count") doses not logged yet")
        if count.due > 0 {
            let tasks = localized(count.due, one: "1 task today", other: "\(count.due, "count") tasks today")
            return [tasks, doses].compactMap(\.self).joined(separator: ", ")
        }
        if let doses { return localized("No plant tasks. \(doses, "doses")") }
        let snoozed = count.snoozed
        return snoozed == 0
            ? localized("No tasks today")
            : localized(snoozed, one: "No tasks now, 1 snoozed", other: "No tasks now, \(snoozed, "count") snoozed")
    }

    /// The number of waterings that the button for all waterings logs.
    var thirsty: Int { view.waterings().count }

    /// Identifications of the last three days that were not kept, and all identifications that are waiting.
    private var open: [Identification] {
        looked.filter { identification in
            guard case .open = identification.outcome else { return false }
            return waiting.contains(identification.id)
                || (identification.answer.reason != .unanswered || identification.findings.asked.failure != nil)
                    && now.timeIntervalSince(identification.answer.answeredAt) < 3 * 86_400
        }
    }

    var context: Page {
        var context = Page(
            date: Wording.weekday(view.clock.day), headline: headline, plantCount: String(plantCount),
            back: Site.today, groups: groups, hasOpen: !open.isEmpty, open: openRows,
            hasRecent: !recent.isEmpty, recent: recentRows, hasPlants: plantCount > 0,
            // During a pause, due chores are postponed, which does not count as done.
            isDone: plantCount > 0 && groups.isEmpty && openDoses == 0
                && view.home.pause?.contains(view.clock.day) != true,
            placeUnknown: placeUnknown)
        if thirsty > 1 { context.waterAll = WaterAllFields(count: String(thirsty), action: Site.waterAll) }
        context.pause = PauseModel(view).context
        return context
    }

    /// True if the season and the day are assumed, because the location of the plants is not set.
    private var placeUnknown: Bool {
        plantCount > 0 && (view.clock.isAssumed || view.home.latitude == nil && view.home.followsSeason)
    }

    private var groups: [ChoreGroupFields] {
        let parts: [(String, String, [AgendaItem])] = [
            ("overdue", localized("Overdue"), items(.overdue)), ("now", localized("Today"), items(.today)),
            ("tomorrow", localized("Tomorrow"), items(.tomorrow)), ("put-off", localized("Snoozed"), items(.snoozed)),
        ]
        return parts.filter { !$0.2.isEmpty }.map { id, heading, items in
            ChoreGroupFields(
                groupId: id, heading: heading, groupCount: String(items.count),
                isMore: items.count > Self.rows, moreCount: String(items.count - Self.rows),
                chores: items.prefix(Self.rows).map { item in
                    ChoreRow(item: item, clock: view.clock, back: Site.today, why: reasons[item.chore.id]).context
                })
        }
    }

    private var openRows: [Open] {
        open.prefix(5).map { identification in
            var result = ResultModel(identification: identification, policy: policy, kept: nil)
            if waiting.contains(identification.id) { result.second.waiting = "" }
            return Open(
                href: Site.identification(identification.id),
                thumbnail: identification.photographs.first.map(Site.thumbnail) ?? "",
                headline: result.headline,
                when: waiting.contains(identification.id)
                    ? localized("Waiting to be sent") : Wording.time(identification.answer.answeredAt, from: now))
        }
    }

    private var recentRows: [Recent] {
        recent.map { plant in
            Recent(
                href: Site.plant(plant.id), thumbnail: plant.photographs.first.map(Site.thumbnail) ?? "",
                hasPicture: !plant.photographs.isEmpty, name: plant.name,
                latin: plant.taxon?.scientificName ?? "",
                when: Wording.date(view.clock.zone.day(at: plant.addedAt)),
                drawn: PlantDrawing(of: plant.name, plant.taxon))
        }
    }
}

/// The banner of a pause; pure.
struct PauseModel {
    /// The fields of pause.mustache.
    struct Fields: TemplateFields {
        let text: String
        let button: String
        let action: String
        /// The page of what to water before; nil after the pause has begun.
        var departureHref: String?
    }

    let pause: Pause?
    let today: LocalDay

    init(_ view: AgendaView) {
        pause = view.home.pause
        today = view.clock.day
    }

    init(pause: Pause?, today: LocalDay) {
        self.pause = pause
        self.today = today
    }

    /// Nil unless a pause has begun or begins within a week.
    var context: Fields? {
        guard let pause, today <= pause.last, today.days(until: pause.first) <= 7 else { return nil }
        let (first, last) = (Wording.weekday(pause.first, from: today), Wording.weekday(pause.last, from: today))
        let isNow = pause.contains(today)
        return Fields(
            text: isNow
                ? localized("You are away until \(last, "day"). Your tasks wait until the day after.")
                : localized("You are away from \(first, "firstDay") to \(last, "lastDay")."),
            button: isNow ? localized("End the holiday") : localized("Cancel the holiday"), action: Site.settingsPause,
            departureHref: today <= pause.first ? Site.departure : nil)
    }
}

extension TodayModel {
    /// The fields of today.mustache.
    struct Page: PageFields {
        static let template = "today"

        let date: String
        let headline: String
        let plantCount: String
        let back: String
        let groups: [ChoreGroupFields]
        let hasOpen: Bool
        let open: [Open]
        let hasRecent: Bool
        let recent: [Recent]
        let hasPlants: Bool
        let isDone: Bool
        let placeUnknown: Bool
        var waterAll: WaterAllFields?
        var pause: PauseModel.Fields?
        var doseCard: MedicineDayModel.Card?
        var useSoon: UseSoonCard.Fields?
        var did: DidModel.Fields?
    }

    struct Open: TemplateFields {
        let href: String
        let thumbnail: String
        let headline: String
        let when: String
    }

    struct Recent: TemplateFields {
        let href: String
        let thumbnail: String
        let hasPicture: Bool
        let name: String
        let latin: String
        let when: String
        let drawn: PlantDrawing
    }
}
