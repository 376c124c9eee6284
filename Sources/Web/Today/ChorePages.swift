import Agenda
import Calendar
import Foundation
import Household
import Hummingbird
import Messages
import Plants

/// The forms that log chores from any page: done, skipped, snoozed, and undo; and those that switch a chore and write its
/// note.
///
/// Each form contains the due day that its page showed, so that a form that is sent twice logs once.
struct ChorePages {
    let household: Household

    func add(to router: Router<AppRequestContext>) {
        router
            .on(.post, Site.choreDone) { request, context in
                let chore = try Site.choreDone.read(context)
                return try await logging(request) { form, time in
                    let day = try form["day"].map(Self.day)
                    return try await household.agenda.done(
                        [chore], on: day, at: time, expecting: try Self.due(form, chore))
                }
            }
            .on(.post, Site.choreSkip) { request, context in
                let chore = try Site.choreSkip.read(context)
                return try await logging(request) { form, time in
                    try await household.agenda.skip(
                        chore, at: time, expecting: try Self.due(form, chore)[chore])
                }
            }
            .on(.post, Site.choreSnooze) { request, context in
                let chore = try Site.choreSnooze.read(context)
                return try await logging(request) { form, time in
                    guard let length = form["length"].flatMap(ChoreAgenda.Snooze.init) else {
                        throw HouseholdError(
                            .valueRefused, localized("The length of a snooze must be 1h, tomorrow or 3d."),
                            detail: "length")
                    }
                    return try await household.agenda.snooze(
                        chore, length, at: time, expecting: try Self.due(form, chore)[chore])
                }
            }
            .on(.post, Site.choreState) { request, context in
                let form = try await Upload.form(request)
                try await household.agenda.set(Site.choreState.read(context), isOff: form["on"] == nil)
                return Response.seeOther(ReturnAddress(form["back"]).text)
            }
            .on(.post, Site.choreNote) { request, context in
                let form = try await Upload.form(request)
                try await household.agenda.set(note: form["note"] ?? "", of: Site.choreNote.read(context))
                return Response.seeOther(ReturnAddress(form["back"]).text)
            }
        addTogether(to: router)
    }

    /// Adds the routes that log or undo several chores at once.
    private func addTogether(to router: Router<AppRequestContext>) {
        router.on(.post, Site.waterAll) { request, _ in
            try await logging(request) { form, time in
                try await household.agenda.waterAllDue(
                    room: form["room"].flatMap { $0.isEmpty ? nil : $0 }, at: time)
            }
        }
        router.on(.post, Site.undo) { request, _ in
            let form = try await Upload.form(request)
            guard let entries = form["entries"].flatMap(EntryList.init) else {
                throw HouseholdError(.notFound, localized("No entry to undo was named."))
            }
            try await household.agenda.undo(entries.numbers)
            return Response.seeOther(ReturnAddress(form["back"]).adding("undone", entries.text))
        }
    }

    private func logging(
        _ request: Request, _ tell: ([String: String], _ time: Date?) async throws -> [ChoreEntry]
    ) async throws -> Response {
        let form = try await Upload.form(request)
        let time = try request.madeAt(household.now())
        let entries = EntryList(try await tell(form, time).map(\.number))
        return Response.seeOther(
            ReturnAddress(form["back"]).adding("did", entries.numbers.isEmpty ? "none" : entries.text))
    }

    private static func due(_ form: [String: String], _ chore: Chore.ID) throws -> [Chore.ID: LocalDay] {
        guard let text = form["due"], !text.isEmpty else { return [:] }
        return [chore: try day(text)]
    }

    private static func day(_ text: String) throws -> LocalDay {
        guard let day = LocalDay(text) else {
            let start = text.prefix(20)
            throw HouseholdError(
                .dayRefused, localized("“\(start, "text")” is not a date."), hint: localized("Write it as 2026-11-21."))
        }
        return day
    }
}
