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

    private struct EntriesDocument: Encodable {
        let entries: [EntryDocument]
    }

    private struct NewChore: Decodable {
        let kind: String
        let title: String?
        let plant: String?
        /// For example "once", "days 10" or "months 1 on 31".
        let recurrence: String
        let start: String?
        let note: String?
    }

    /// At least one of both. What is missing stays as it is; an empty note removes it.
    private struct ChoreChange: Decodable {
        let off: Bool?
        let note: String?

        private enum CodingKeys: String, CodingKey { case off, note }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            note = try fields.decodeIfPresent(String.self, forKey: .note)
            off =
                note == nil
                ? try fields.decode(Bool.self, forKey: .off) : try fields.decodeIfPresent(Bool.self, forKey: .off)
        }
    }

    private struct DoneDetails: Decodable {
        /// The day on which it was done; by default today.
        var day: String?
        /// The due day that the client saw. If the chore is due on another day now, the request does nothing.
        var due: String?
        var zone: String?
    }

    private struct SkipDetails: Decodable {
        /// The due day that the client saw. If the chore is due on another day now, the request does nothing.
        var due: String?
        var zone: String?
    }

    private struct SnoozeDetails: Decodable {
        /// For example "2h", "3d", "tomorrow" (default), or a time such as "2026-11-21T18:00:00Z".
        var snooze: String?
        /// The due day that the client saw. If the chore is due on another day now, the request does nothing.
        var due: String?
        var zone: String?
    }

    private struct WateringDetails: Decodable {
        /// Only the plants in this room.
        var room: String?
        var zone: String?
    }

    private struct UndoneEntries: Decodable {
        let entries: [Int]
    }

    private struct PlannedHolidayDocument: Encodable {
        /// The first day; nil without a holiday.
        let from: LocalDay?
        let through: LocalDay?
    }

    private struct Holiday: Decodable {
        let from: String
        let through: String
    }

    func add(to api: APIRoutes) {
        api.on(
            .get, Site.API.agenda,
            .init(
                "getAgenda", "The tasks of a number of days, with the overdue ones.",
                query: [
                    .day("on", "The first day; by default today"),
                    .integer("days", 1...366, usual: 30, "The number of days"),
                    .words("kind", Chore.Kind.self, "Only tasks of this kind"),
                    .words("status", AgendaItem.Status.self, "Only tasks with this status"),
                    .text("room", "Only tasks of plants in this room"),
                    .text("plant", "Only tasks of the plant with this id"),
                    .text("zone", "Another time zone than that of the household"),
                    .integer(
                        "limit", 1...200,
                        "The number of items in one part; without it and without a cursor all are sent"),
                    .text("cursor", "The next of the part before"),
                ], problems: ["404", "422 day-refused range-refused setting-refused"])
        ) { request, _ in
            let parameters = Upload.query(request)
            let part = try Self.part(parameters)
            let view = try await household.agenda.view(Self.query(parameters))
            let page = part.map { view.page(from: $0.cursor, limit: $0.limit) }
            return try APIAnswer(AgendaDocument(view, page)).followed(
                by: page?.next.map { ListPart.address(request, cursor: $0.text) })
        }
        api.on(
            .get, Site.API.pastDay,
            .init(
                "getPastDay", "A day of the last twelve months: the tasks that were due or done.",
                query: [.day("on", "The day", isRequired: true)], problems: ["422 day-refused"])
        ) { request, _ in
            guard let day = try Self.day(Upload.query(request)["on"], "on") else {
                throw HouseholdError(
                    .dayRefused, localized("The query needs the day."), detail: "on", hint: "on=2026-11-21")
            }
            return try APIAnswer(PastDayDocument(await household.agenda.pastDay(day)))
        }
        api.on(
            .post, Site.API.waterAll,
            .init(
                "waterAll", "Logs every watering that is overdue or due today as done, except snoozed ones.",
                body: .optionalJSON(WateringDetails.self), problems: ["404", "422 day-refused setting-refused"])
        ) { request, _ in
            let body = try await Upload.optionalJSON(WateringDetails.self, request) ?? WateringDetails()
            return try Self.entriesAnswer(
                await household.agenda.waterAllDue(
                    room: body.room, at: try request.madeAt(household.now()), zone: body.zone))
        }
        api.on(.get, Site.API.pause, .init("getHoliday", "The days of the planned holiday, if there is one.")) { _, _ in
            let pause = try await household.settings.home().pause
            return try APIAnswer(PlannedHolidayDocument(from: pause?.first, through: pause?.last))
        }
        api.empty(
            .put, Site.API.pause,
            .init(
                "planHoliday", "Plans a holiday, in which no task is due.", body: .json(Holiday.self),
                problems: ["422 day-refused range-refused"])
        ) { request, _ in
            let days = try await Upload.json(Holiday.self, request)
            try await household.settings.pause(try Self.pause(from: days.from, through: days.through))
        }
        api.on(
            .get, Site.API.departure,
            .init(
                "getDeparture", "What to water before a holiday.",
                query: [
                    .day("from", "The first day of a holiday that is not planned yet"), .day("through", "Its last day"),
                ], problems: ["404", "422 day-refused range-refused"])
        ) { request, _ in
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
            return try APIAnswer(DepartureDocument(view))
        }
        api.empty(.delete, Site.API.pause, .init("endHoliday", "Removes the holiday; tasks that waited are due today."))
        { _, _ in
            try await household.settings.pause(nil)
        }
        addChores(to: api)
        addLog(to: api)
    }

    private func addChores(to api: APIRoutes) {
        api.on(
            .post, Site.API.chores,
            .init(
                "addChore", "Adds a task of the household or of a plant.", body: .json(NewChore.self),
                statuses: [.created], problems: ["400 bad-wish", "404", "422 chore-refused day-refused"])
        ) { request, _ in
            let body = try await Upload.json(NewChore.self, request)
            guard let kind = Chore.Kind(rawValue: body.kind) else { throw Self.unknown("kind", body.kind) }
            guard let recurrence = Recurrence(body.recurrence) else {
                let start = body.recurrence.prefix(60)
                throw HouseholdError(
                    .choreRefused, localized("“\(start, "text")” is not a valid recurrence."),
                    detail: "recurrence", hint: localized("Write once, days 10, or months 1 on 31."))
            }
            let chore = try await household.agenda.addChore(
                kind, title: body.title, plant: try body.plant.map { try Self.plant($0) }, recurrence: recurrence,
                start: try Self.day(body.start, "start"), note: body.note)
            return try APIAnswer(
                ChoreDocument(chore), status: .created, location: Site.API.chore(chore.id))
        }
        api.on(.get, Site.API.chore, .init("getChore", "One task.")) { _, context in
            try APIAnswer(ChoreDocument(await household.agenda.chore(Self.chore(context))))
        }
        api.on(
            .patch, Site.API.chore,
            .init("changeChore", "Switches a task off or on, or changes its note.", body: .json(ChoreChange.self))
        ) { request, context in
            let id = try Self.chore(context)
            let change = try await Upload.json(ChoreChange.self, request)
            if let off = change.off { try await household.agenda.set(id, isOff: off) }
            if let note = change.note { try await household.agenda.set(note: note, of: id) }
            return try APIAnswer(ChoreDocument(await household.agenda.chore(id)))
        }
        api.on(
            .post, Site.API.choreDone,
            .init(
                "doChore", "Logs a task as done.", body: .optionalJSON(DoneDetails.self),
                problems: ["422 day-refused setting-refused"])
        ) { request, context in
            let id = try Self.chore(context)
            let body = try await Upload.optionalJSON(DoneDetails.self, request) ?? DoneDetails()
            return try Self.entriesAnswer(
                await household.agenda.done(
                    [id], on: try Self.day(body.day, "day"), at: try request.madeAt(household.now()),
                    expecting: try Self.day(body.due, "due").map { [id: $0] } ?? [:], zone: body.zone))
        }
        api.on(
            .post, Site.API.choreSkip,
            .init(
                "skipChore", "Logs a task as skipped.", body: .optionalJSON(SkipDetails.self),
                problems: ["422 day-refused setting-refused"])
        ) { request, context in
            let id = try Self.chore(context)
            let body = try await Upload.optionalJSON(SkipDetails.self, request) ?? SkipDetails()
            return try Self.entriesAnswer(
                await household.agenda.skip(
                    id, at: try request.madeAt(household.now()), expecting: try Self.day(body.due, "due"),
                    zone: body.zone))
        }
        api.on(
            .post, Site.API.choreSnooze,
            .init(
                "snoozeChore", "Puts a task off for hours or days, or until a time.",
                body: .optionalJSON(SnoozeDetails.self),
                problems: ["400 bad-wish", "422 day-refused setting-refused reminder-past"])
        ) { request, context in
            let id = try Self.chore(context)
            let body = try await Upload.optionalJSON(SnoozeDetails.self, request) ?? SnoozeDetails()
            guard let length = ChoreAgenda.Snooze(body.snooze ?? "tomorrow") else {
                throw Self.unknown("snooze", body.snooze ?? "")
            }
            return try Self.entriesAnswer(
                await household.agenda.snooze(
                    id, length, at: try request.madeAt(household.now()), expecting: try Self.day(body.due, "due"),
                    zone: body.zone))
        }
    }

    private func addLog(to api: APIRoutes) {
        api.on(
            .get, Site.API.log,
            .init(
                "getLog", "The log of tasks, newest first.",
                query: [
                    .text("chore", "Only entries of the task with this id"),
                    .text("plant", "Only entries of the plant with this id"),
                    .day("since", "Only entries since this day"),
                ] + ListPart.parameters(of: "entries", usual: 50), problems: ["404", "422 day-refused"])
        ) { request, _ in
            let parameters = Upload.query(request)
            let part = try ListPart(request, usual: 50)
            let query = LogQuery(
                chore: parameters["chore"].map(Chore.ID.init(rawValue:)),
                plant: try parameters["plant"].map { try Self.plant($0) },
                since: try Self.day(parameters["since"], "since"))
            let entries = try await part.of { (line: LogLine) in
                "\(line.entry.number)"
            } reading: { limit in
                var log = query
                log.limit = limit
                return try await household.agenda.log(log)
            }
            return try APIAnswer(EntriesDocument(entries: entries.items.map { EntryDocument($0) }))
                .followed(by: entries.next)
        }
        api.empty(
            .post, Site.API.undo,
            .init("undoEntries", "Undoes entries of the log.", body: .json(UndoneEntries.self), problems: ["404"])
        ) { request, _ in
            try await household.agenda.undo(try await Upload.json(UndoneEntries.self, request).entries)
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

    private static func query(_ parameters: [String: String]) throws -> AgendaQuery {
        var query = AgendaQuery()
        query.from = try day(parameters["on"], "on")
        query.zone = parameters["zone"]
        if let days = parameters["days"] {
            guard let number = Int(days) else { throw unknown(localized("number of days"), days) }
            query.days = number
        }
        if let word = parameters["kind"] {
            guard let kind = Chore.Kind(rawValue: word) else { throw unknown("kind", word) }
            query.filter.kind = kind
        }
        if let word = parameters["status"] {
            guard let status = AgendaItem.Status(rawValue: word) else { throw unknown("status", word) }
            query.filter.status = status
        }
        query.filter.room = parameters["room"]
        query.filter.plant = try parameters["plant"].map { try plant($0) }
        return query
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

    private static func entriesAnswer(_ entries: [ChoreEntry]) throws -> APIAnswer<EntriesDocument> {
        try APIAnswer(EntriesDocument(entries: entries.map { EntryDocument($0) }))
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
