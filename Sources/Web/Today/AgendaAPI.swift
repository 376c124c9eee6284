import Agenda
import Calendar
import Documents
import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The routes `/api/agenda`, `/api/chores`, `/api/log` and `/api/pause`: due chores and the log. Docs/api.md describes
/// them.
struct AgendaAPI {
    let household: Household

    private struct NewChore: Decodable {
        let kind: String
        let title: String?
        let plant: String?
        /// For example "once", "days 10" or "months 1 on 31".
        let recurrence: String
        let start: String?
    }

    private struct Change: Decodable {
        let off: Bool
    }

    /// The details of a log entry. All fields are optional.
    private struct LogBody: Decodable {
        var day: String?
        /// The due day that the client saw. If the chore is due on another day now, the request is a no-op.
        var due: String?
        /// For example "2h", "3d" or "tomorrow".
        var snooze: String?
        var room: String?
        var zone: String?
    }

    private struct Undo: Decodable {
        let entries: [Int]
    }

    private struct Days: Decodable {
        let from: String
        let through: String
    }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.agenda) { request, _ in
            let parameters = Upload.query(request)
            let part = try Self.part(parameters)
            let view = try await household.agenda.view(Self.wish(parameters))
            return try JSON.response(
                AgendaDocument(view, part.map { view.page(from: $0.cursor, limit: $0.limit) }))
        }
        router.on(.get, Site.API.pastDay) { request, _ in
            guard let day = try Self.day(Upload.query(request)["on"], "on") else {
                throw HouseholdError(
                    .dayRefused, localized("The query needs the day."), detail: "on", hint: "on=2026-11-21")
            }
            return try JSON.response(PastDayDocument(await household.agenda.pastDay(day)))
        }
        router.on(.post, Site.API.waterAll) { request, _ in
            let body = try await Upload.optionalJSON(LogBody.self, request) ?? LogBody()
            return try Self.told(
                await household.agenda.waterAllDue(
                    room: body.room, at: try request.madeAt(household.now()), zone: body.zone))
        }
        router.on(.put, Site.API.pause) { request, _ in
            let days = try await Upload.json(Days.self, request)
            try await household.settings.pause(try Self.pause(from: days.from, through: days.through))
            return Response(status: .noContent)
        }
        router.on(.get, Site.API.departure) { request, _ in
            let query = Upload.query(request)
            var pause: Pause?
            if query["from"] != nil || query["through"] != nil {
                pause = try Self.pause(from: query["from"], through: query["through"])
            }
            guard let view = try await household.agenda.departure(before: pause) else {
                throw HouseholdError(
                    .notFound, localized("No holiday is planned, or it has begun."),
                    hint: localized("Name its days with from and through."))
            }
            return try JSON.response(DepartureDocument(view))
        }
        router.on(.delete, Site.API.pause) { _, _ in
            try await household.settings.pause(nil)
            return Response(status: .noContent)
        }
        addChores(to: router)
        addLog(to: router)
    }

    private func addChores(to router: Router<AppRequestContext>) {
        router.on(.post, Site.API.chores) { request, _ in
            let wish = try await Upload.json(NewChore.self, request)
            guard let kind = Chore.Kind(rawValue: wish.kind) else { throw Self.unknown("kind", wish.kind) }
            guard let recurrence = Recurrence(wish.recurrence) else {
                let start = wish.recurrence.prefix(60)
                throw HouseholdError(
                    .choreRefused, localized("“\(start, "text")” is not a valid recurrence."),
                    detail: "recurrence", hint: localized("Write once, days 10, or months 1 on 31."))
            }
            let chore = try await household.agenda.addChore(
                kind, title: wish.title, plant: try wish.plant.map { try Self.plant($0) }, recurrence: recurrence,
                start: try Self.day(wish.start, "start"))
            return try JSON.response(
                ChoreDocument(chore), status: .created, location: Site.API.chore(chore.id))
        }
        router.on(.get, Site.API.chore) { _, context in
            try JSON.response(ChoreDocument(await household.agenda.chore(Self.chore(context))))
        }
        router.on(.patch, Site.API.chore) { request, context in
            let id = try Self.chore(context)
            try await household.agenda.set(id, isOff: try await Upload.json(Change.self, request).off)
            return try JSON.response(ChoreDocument(await household.agenda.chore(id)))
        }
        router.on(.post, Site.API.choreDone) { request, context in
            let (id, body) = try await Self.logBody(request, context)
            return try Self.told(
                await household.agenda.done(
                    [id], on: try Self.day(body.day, "day"), at: try request.madeAt(household.now()),
                    expecting: try Self.day(body.due, "due").map { [id: $0] } ?? [:], zone: body.zone))
        }
        router.on(.post, Site.API.choreSkip) { request, context in
            let (id, body) = try await Self.logBody(request, context)
            return try Self.told(
                await household.agenda.skip(
                    id, at: try request.madeAt(household.now()), expecting: try Self.day(body.due, "due"),
                    zone: body.zone))
        }
        router.on(.post, Site.API.choreSnooze) { request, context in
            let (id, body) = try await Self.logBody(request, context)
            guard let length = ChoreAgenda.Snooze(body.snooze ?? "tomorrow") else {
                throw Self.unknown("snooze", body.snooze ?? "")
            }
            return try Self.told(
                await household.agenda.snooze(
                    id, length, at: try request.madeAt(household.now()), expecting: try Self.day(body.due, "due"),
                    zone: body.zone))
        }
    }

    private func addLog(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.log) { request, _ in
            let parameters = Upload.query(request)
            let query = LogQuery(
                chore: parameters["chore"].map(Chore.ID.init(rawValue:)),
                plant: try parameters["plant"].map { try Self.plant($0) },
                since: try Self.day(parameters["since"], "since"),
                limit: min(max(1, parameters["limit"].flatMap { Int($0) } ?? 50), 1000))
            return try JSON.response(["entries": await household.agenda.log(query).map { EntryDocument($0) }])
        }
        router.on(.post, Site.API.undo) { request, _ in
            try await household.agenda.undo(try await Upload.json(Undo.self, request).entries)
            return Response(status: .noContent)
        }
    }

    // MARK: - Parsing

    private static func pause(from first: String?, through last: String?) throws -> Pause {
        guard let first = try day(first, "from"), let last = try day(last, "through") else {
            throw HouseholdError(.rangeRefused, localized("A pause needs the days from and through."))
        }
        guard let pause = Pause(from: first, through: last), first.days(until: last) <= 366 else {
            throw HouseholdError(
                .rangeRefused,
                localized("The last day of a pause must not be before the first day, and at most a year after it."))
        }
        return pause
    }

    private static func wish(_ parameters: [String: String]) throws -> AgendaQuery {
        var wish = AgendaQuery()
        wish.from = try day(parameters["on"], "on")
        wish.zone = parameters["zone"]
        if let days = parameters["days"] {
            guard let number = Int(days) else { throw unknown(localized("number of days"), days) }
            wish.days = number
        }
        if let word = parameters["kind"] {
            guard let kind = Chore.Kind(rawValue: word) else { throw unknown("kind", word) }
            wish.filter.kind = kind
        }
        if let word = parameters["status"] {
            guard let status = AgendaItem.Status(rawValue: word) else { throw unknown("status", word) }
            wish.filter.status = status
        }
        wish.filter.room = parameters["room"]
        wish.filter.plant = try parameters["plant"].map { try plant($0) }
        return wish
    }

    /// The largest part of an agenda that can be asked for.
    private static let largestPart = 200

    /// Returns the wanted part of the agenda; nil for all of it.
    private static func part(_ parameters: [String: String]) throws -> (cursor: AgendaCursor?, limit: Int)? {
        guard parameters["limit"] != nil || parameters["cursor"] != nil else { return nil }
        let limit = parameters["limit"] ?? String(largestPart)
        guard let number = Int(limit), (1...largestPart).contains(number) else {
            throw unknown("limit", limit)
        }
        let cursor = try parameters["cursor"].map { text in
            guard let cursor = AgendaCursor(text) else { throw unknown("cursor", text) }
            return cursor
        }
        return (cursor, number)
    }

    private static func logBody(
        _ request: Request, _ context: AppRequestContext
    ) async throws -> (id: Chore.ID, LogBody) {
        (try chore(context), try await Upload.optionalJSON(LogBody.self, request) ?? LogBody())
    }

    private static func told(_ entries: [ChoreEntry]) throws -> Response {
        try JSON.response(["entries": entries.map { EntryDocument($0) }])
    }

    static func chore(_ context: AppRequestContext) throws -> Chore.ID {
        let name = try Site.API.chore.read(context).rawValue
        // The records receive only well-formed identifiers.
        guard let id = Identifier<Chore>(name) else {
            throw HouseholdError(.notFound, localized("There is no such task."))
        }
        return Chore.ID(rawValue: id.rawValue)
    }

    static func plant(_ text: String) throws -> Plant.ID {
        guard let id = Plant.ID(text) else {
            throw HouseholdError(.notFound, localized("There is no such plant in the collection."))
        }
        return id
    }

    static func day(_ text: String?, _ name: String) throws -> LocalDay? {
        guard let text else { return nil }
        guard let day = LocalDay(text) else {
            let start = text.prefix(40)
            throw HouseholdError(
                .dayRefused, localized("“\(start, "text")” is not a date."), detail: name,
                hint: localized("Write it as 2026-11-21."))
        }
        return day
    }

    private static func unknown(_ what: String, _ word: String) -> Problem {
        let start = word.prefix(40)
        return Problem(
            .badRequest, code: "bad-wish", title: localized("Unknown \(what, "parameter")"),
            detail: localized("There is no \(what, "parameter") \(start, "value")."),
            hint: localized("Docs/api.md lists them."))
    }
}
