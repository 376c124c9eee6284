import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Recognition

/// The page of a label: the photograph with its boxes, the text and the values, side by side.
struct LabelPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router
            .on(.get, Site.label) { request, context in
                let view = try await household.medicines(for: context.viewer).label(
                    try Site.label.read(context, or: MedicineAPI.noLabel))
                return try await page(view, note: Upload.query(request)["note"], by: context.viewer)
            }
            .on(.post, Site.labelLines) { request, context in
                let id = try Site.label.read(context, or: MedicineAPI.noLabel)
                let form = try await Upload.form(request)
                return try await refusing(request, context, id, typed: form) {
                    _ = try await household.medicines(for: context.viewer).correct(id, lines: try Self.lines(form))
                    return Response.seeOther(Site.label(id).with(["note": "corrected"], at: "lines"))
                }
            }
            .on(.post, Site.labelSecond) { request, context in
                let id = try Site.label.read(context, or: MedicineAPI.noLabel)
                let isAgreed = try await Upload.form(request)["agreed"] == "true"
                return try await refusing(request, context, id) {
                    _ = try await household.medicines(for: context.viewer).askSecondReader(
                        about: id, isAgreed: isAgreed)
                    return Response.seeOther(Site.label(id).with(["note": "second"]))
                }
            }
            .on(.post, Site.removeLabelPhotograph) { _, context in
                let id = try Site.label.read(context, or: MedicineAPI.noLabel)
                try await household.medicines(for: context.viewer).removePhotograph(of: id)
                return Response.seeOther(Site.label(id).with(["note": "photograph-removed"]))
            }
            .on(.post, Site.removeLabel) { _, context in
                do {
                    try await household.medicines(for: context.viewer).removeLabel(
                        try Site.label.read(context, or: MedicineAPI.noLabel))
                } catch let error as HouseholdError where error.code == .notFound {}
                return Response.seeOther(Site.medicines.with(["note": "label-removed"]))
            }
            // A browser shows these paths after a form was refused. A GET request for them redirects to the label.
            .on(.get, Site.labelLines) { _, context in
                Response.seeOther(Site.label(try Site.label.read(context, or: MedicineAPI.noLabel)))
            }
            .on(.get, Site.labelSecond) { _, context in
                Response.seeOther(Site.label(try Site.label.read(context, or: MedicineAPI.noLabel)))
            }
    }

    /// Returns the corrections of a form. "line.4" is the new text of the fifth line; "as-read.4" removes its
    /// correction, which is nil in the result. Unchanged lines are missing or have their old text. Throws a 400 problem
    /// if the form contains no line.
    static func lines(_ form: [String: String]) throws -> [Int: String?] {
        var lines: [Int: String?] = [:]
        for (name, text) in form {
            let parts = name.split(separator: ".")
            guard parts.count == 2, let number = Int(parts[1]) else { continue }
            switch parts[0] {
            case "line": lines[number] = .some(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            case "as-read": lines[number] = .some(nil)
            default: continue
            }
        }
        // Lines that a person adds are in one field.
        if let first = form["from"].flatMap({ Int($0) }), first >= 0, first <= MedicineLabel.linesLimit,
            let text = form["added"]
        {
            for (place, line) in text.split(whereSeparator: \.isNewline).prefix(MedicineLabel.linesLimit).enumerated() {
                lines[first + place] = .some(line.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            }
        }
        guard !lines.isEmpty else {
            throw Problem.badRequest(
                localized("No line was sent"), localized("line.4 is the fifth line; nothing was changed."))
        }
        return lines
    }

    private func refusing(
        _ request: Request, _ context: AppRequestContext, _ id: MedicineLabel.ID, typed: [String: String] = [:],
        _ work: () async throws -> Response
    ) async throws -> Response {
        try await Problem.adding(
            request,
            { problem in
                try await page(
                    household.medicines(for: context.viewer).label(id), problem: problem, typed: typed,
                    by: context.viewer)
            }, work: work)
    }

    private func page(
        _ view: LabelView, note: String? = nil, problem: Problem? = nil, typed: [String: String] = [:],
        by viewer: MedicineViewer
    ) async throws -> Response {
        let medicines = household.medicines(for: viewer)
        guard let label = view.label else { throw MedicineAPI.noLabel }
        var model = LabelModel(view: view, label: label)
        if let id = label.photograph, let photograph = try? await household.photographs(for: viewer).photograph(id) {
            model.photograph = photograph
        }
        model.second = try await medicines.secondReader()
        if (try? await medicines.prompt(for: view)) != nil {
            model.explainer = try await medicines.explainer()
        }
        model.explanation = try await medicines.explanation(of: view)
        (model.note, model.typed) = (note, typed)
        return renderer.medicinePage(
            model.context, title: localized("A label"), household: household, refusedFor: problem)
    }
}
