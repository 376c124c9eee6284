import Calendar
import Doses
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The forms that log doses. Every action is idempotent and can be undone.
struct DosePages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.post, Site.dose) { request, context in
            let (id, dose, verb) = try Site.dose.read(context)
            let form = try await Upload.form(request)
            return try await refusing(request, context, form, of: id) {
                let madeAt = try request.madeAt(household.now())
                let (act, note) = try await act(verb, form, madeAt)
                let entries = try await household.medicines(for: context.viewer).note(
                    act, dose: dose, of: id, sure: Self.sure(form), madeAt: madeAt)
                return Self.back(form, entries.isEmpty && verb != "undo" ? "repeat" : note)
            }
        }
        router.on(.post, Site.takeMedicine) { request, context in
            let id = try Site.takeMedicine.read(context)
            let form = try await Upload.form(request)
            return try await refusing(request, context, form, of: id) {
                guard let clause = form["clause"].flatMap({ Int($0) }) else {
                    throw Problem.badRequest(
                        localized("Which part of the label?"), localized("clause must be a number."))
                }
                let madeAt = try request.madeAt(household.now())
                let time = try await instant(form["time"], since: madeAt)
                let entries = try await household.medicines(for: context.viewer).take(
                    asNeeded: clause, of: id, amount: try Self.amount(form), at: time, sure: Self.sure(form),
                    madeAt: madeAt)
                return Self.back(form, entries.isEmpty ? "repeat" : "taken")
            }
        }
        router.on(.post, Site.undoEvent) { request, context in
            let (id, number) = Site.undoEvent.parse(context)
            let form = try await Upload.form(request)
            guard let id, let number else {
                throw HouseholdError(.notFound, localized("There is no log entry with this number."))
            }
            return try await refusing(request, context, form, of: id) {
                try await household.medicines(for: context.viewer).undo(
                    entry: number, of: id, madeAt: try request.madeAt(household.now()))
                return Self.back(form, "undone")
            }
        }
        // A browser shows these paths after a form was refused. A GET request for them redirects to the doses of today.
        router.on(.get, Site.dose) { _, _ in Response.seeOther(Site.medicines) }
        router.on(.get, Site.takeMedicine) { _, _ in Response.seeOther(Site.medicines) }
        router.on(.get, Site.undoEvent) { _, _ in Response.seeOther(Site.medicines) }
    }

    private func act(
        _ verb: String, _ form: [String: String], _ time: Date?
    ) async throws -> (MedicineCabinet.DoseAct, String) {
        switch verb {
        case "taken":
            let at = try await instant(form["time"], on: form["day"], since: time)
            return (.taken(at: at, amount: try Self.amount(form)), "taken")
        case "skip": return (.skipped(reason: form["reason"]), "skipped")
        case "undo": return (.undone, "undone")
        case "move":
            guard let at = try await instant(form["time"], since: time, isAhead: true) else {
                throw Problem.badRequest(localized("To when?"), localized("Say the time to move it to."))
            }
            return (.moved(to: at), "moved")
        default: throw HouseholdError(.notFound, localized("The action must be taken, skip, move or undo."))
        }
    }

    /// Returns a time of the household's clock on `day`. Without a day, it is the last such time, or the next one if
    /// `isAhead` is true, as seen at `made`, or now. Returns nil if `text` is missing or empty.
    private func instant(
        _ text: String?, on day: String? = nil, since made: Date?, isAhead: Bool = false
    ) async throws -> Date? {
        guard let text, !text.isEmpty else { return nil }
        guard let time = LocalTime(text) else {
            throw Problem.badRequest(localized("No such time"), localized("A time is written as 08:05."))
        }
        let now = try household.settings.clock(of: try await household.settings.home())
        let clock = WallClock(zone: now.zone, instant: made ?? now.instant)
        if let day, !day.isEmpty {
            guard let day = LocalDay(day) else {
                throw Problem.badRequest(localized("No such day"), localized("A day is written as 2026-11-21."))
            }
            return clock.zone.instant(of: day, at: time)
        }
        let today = clock.zone.instant(of: clock.day, at: time)
        if isAhead {
            return today > clock.instant ? today : clock.zone.instant(of: clock.day.adding(days: 1), at: time)
        }
        return today <= clock.instant.addingTimeInterval(60)
            ? today : clock.zone.instant(of: clock.day.adding(days: -1), at: time)
    }

    private static func amount(_ form: [String: String]) throws -> Double? {
        guard let text = form["amount"], !text.isEmpty else { return nil }
        guard let amount = TypedNumber.value(of: text) else {
            throw Problem.badRequest(localized("No such amount"), localized("An amount is a number, such as 0.5."))
        }
        return amount
    }

    /// The confirmations that the form contains.
    private static func sure(_ form: [String: String]) -> Set<DoseDoubt.Kind> {
        Set((form["sure"] ?? "").split(separator: ",").compactMap { DoseDoubt.Kind(rawValue: String($0)) })
    }

    private static func back(_ form: [String: String], _ note: String) -> Response {
        Response.seeOther(ReturnAddress(form["return"], or: Site.medicines).adding("note", note))
    }

    private func refusing(
        _ request: Request, _ context: AppRequestContext, _ form: [String: String], of id: Medicine.ID,
        _ work: () async throws -> Response
    ) async throws -> Response {
        let pages = MedicinePages(household: household, renderer: renderer)
        return try await Problem.adding(
            request,
            { problem in
                guard let sure = problem.sure else { return try await pages.page(problem: problem, by: context.viewer) }
                let name = try await household.medicines(for: context.viewer).medicine(id).medicine.label
                return asking(problem, sure, about: name, request, form)
            }, work: work)
    }

    /// Returns the confirmation page, which contains the same form again.
    private func asking(
        _ problem: Problem, _ sure: [String], about name: String, _ request: Request, _ form: [String: String]
    ) -> Response {
        let kept = form.filter { ["clause", "time", "day", "amount", "return"].contains($0.key) }
        var response = renderer.medicinePage(
            MedicineSurePage(
                sureName: Wording.short(name), sureWords: problem.detail, sureAction: request.uri.path,
                sure: sure.joined(separator: ","), backHref: ReturnAddress(form["return"], or: Site.medicines).text,
                isTooMuch: sure.contains { $0 != DoseDoubt.Kind.tooEarly.rawValue },
                kept: kept.sorted { $0.key < $1.key }.map {
                    MedicineSurePage.RepeatedField(keptName: $0.key, keptValue: $0.value)
                }),
            title: localized("Is that right?"), household: household)
        response.status = problem.status
        return response
    }
}

/// The page with which a person confirms an unusual dose before it is logged.
struct MedicineSurePage: PageFields {
    /// A field of the original form, which is sent again.
    struct RepeatedField: TemplateFields {
        let keptName: String
        let keptValue: String
    }

    static let template = "medicine-sure"

    let sureName: String
    let sureWords: String
    let sureAction: String
    let sure: String
    let backHref: String
    let isTooMuch: Bool
    let kept: [RepeatedField]
}
