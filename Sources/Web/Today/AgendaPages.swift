import Calendar
import Foundation
import Household
import Hummingbird
import Messages
import Plants

/// The pages of the agenda, as a list and as a month, and the form that adds a chore.
struct AgendaPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.agenda) { request, _ in try await agenda(Upload.query(request)) }
        router.on(.get, Site.month) { request, _ in try await month(Upload.query(request)) }
        router.on(.get, Site.pastDay) { request, _ in try await pastDay(Upload.query(request)) }
        router.on(.get, Site.departure) { request, _ in try await departure(Upload.query(request)) }
        router.on(.get, Site.newChore) { request, _ in
            let query = Upload.query(request)
            let draft = QuickAdd(query.filter { ["plant", "back", "start"].contains($0.key) })
            return try await form(draft, faults: [:], status: .ok)
        }
        router.on(.post, Site.newChore) { request, _ in try await add(QuickAdd(try await Upload.form(request))) }
    }

    private func agenda(_ query: [String: String]) async throws -> Response {
        var pageQuery = AgendaModel.Query(query)
        let today = try household.settings.clock(of: try await household.settings.home()).day
        // Days far from today have no agenda.
        if let day = pageQuery.from, abs(today.days(until: day)) > 3600 { pageQuery.from = nil }
        let view = try await household.agenda.view(
            AgendaQuery(from: pageQuery.from, days: AgendaModel.daysShown, filter: pageQuery.filter))
        let model = AgendaModel(
            query: pageQuery, view: view, rooms: try await household.collection.rooms(),
            hasPlants: try await household.collection.plantCount() > 0)
        var context = model.context
        context.did = try await household.agenda.message(query, clock: view.clock, back: pageQuery.address)
        if query["note"] == "chore-added" { context.note = localized("The task is added.") }
        return renderer.page(context, title: localized("Agenda"), tab: .today, household: household)
    }

    private func month(_ query: [String: String]) async throws -> Response {
        let home = try await household.settings.home()
        let today = try household.settings.clock(of: home).day
        let pageQuery = MonthModel.Query(query, today: today)
        let view = try await household.agenda.view(AgendaQuery(from: pageQuery.firstShown, days: MonthModel.cells))
        // Chores that are done are in the log. A month in the future has no entries.
        let log =
            pageQuery.firstShown <= today
            ? try await household.agenda.log(
                LogQuery(
                    since: pageQuery.firstShown, through: pageQuery.firstShown.adding(days: MonthModel.cells),
                    limit: 2_000)) : []
        let model = MonthModel(query: pageQuery, view: view, log: log)
        var context = model.context
        context.did = try await household.agenda.message(query, clock: view.clock, back: pageQuery.address)
        return renderer.page(context, title: model.title, tab: .today, household: household)
    }

    /// Another day than a past one of the last twelve months leads to the month.
    private func pastDay(_ query: [String: String]) async throws -> Response {
        guard let day = query["day"].flatMap({ LocalDay($0) }) else { return Response.seeOther(Site.month) }
        let past: PastDay
        do { past = try await household.agenda.pastDay(day) } catch let error as HouseholdError
            where error.code == .dayRefused
        {
            return Response.seeOther(Site.month.with(["day": day.description]))
        }
        let model = PastDayModel(past: past)
        var context = model.context
        context.did = try await household.agenda.message(
            query, clock: past.clock, back: PastDayModel.address(day))
        return renderer.page(context, title: model.title, tab: .today, household: household)
    }

    private func departure(_ query: [String: String]) async throws -> Response {
        let home = try await household.settings.home()
        let today = try household.settings.clock(of: home).day
        let typed = DepartureModel.Typed(query, planned: home.pause, today: today)
        var view: DepartureView?
        if let pause = typed.pause { view = try await household.agenda.departure(before: pause) }
        let model = DepartureModel(typed: typed, view: view, planned: home.pause, today: today)
        return renderer.page(model.context, title: localized("Before you leave"), tab: .today, household: household)
    }

    private func form(_ draft: QuickAdd, faults: [QuickAdd.Field: String], status: HTTPResponse.Status) async throws
        -> Response
    {
        let today = try household.settings.clock(of: try await household.settings.home()).day
        let model = QuickAddModel(
            draft: draft, faults: faults, plants: try await household.collection.plants(PlantQuery(order: .name)),
            today: today)
        return renderer.page(
            model.context, title: localized("Add a task"), tab: .today, household: household, status: status)
    }

    private func add(_ draft: QuickAdd) async throws -> Response {
        let read = draft.read()
        guard let wanted = read.wanted else {
            return try await form(draft, faults: read.faults, status: .unprocessableContent)
        }
        do {
            _ = try await household.agenda.addChore(
                wanted.kind, title: wanted.title, plant: wanted.plant, recurrence: wanted.recurrence,
                start: wanted.start, note: wanted.note)
        } catch let error as HouseholdError where error.code == .choreRefused || error.code == .notFound {
            return try await form(draft, faults: [.plant: error.message], status: .unprocessableContent)
        }
        let home = wanted.plant.map { Site.plant($0) } ?? Site.agenda
        return Response.seeOther(ReturnAddress(draft.back, or: home).adding("note", "chore-added"))
    }
}
