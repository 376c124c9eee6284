import Foundation
import HTTPTypes
import Household
import Hummingbird
import Recognition

/// One label: the photograph with its boxes, the text, and what was read of it, side by side.
struct LabelPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.group("/medicines/labels/:label")
            .get { request, context in
                let view = try await household.medicines.label(try MedicineAPI.label(context))
                return try await page(view, note: Upload.query(request)["note"])
            }
            .post("lines") { request, context in
                let id = try MedicineAPI.label(context)
                let form = try await Upload.form(request)
                return try await refusing(request, id, typed: form) {
                    _ = try await household.medicines.correct(id, lines: try Self.lines(form))
                    return Response.seeOther(Site.label(id) + "?note=corrected#lines")
                }
            }
            .post("second") { request, context in
                let id = try MedicineAPI.label(context)
                let isAgreed = try await Upload.form(request)["agreed"] == "true"
                return try await refusing(request, id) {
                    _ = try await household.medicines.askSecondReader(about: id, isAgreed: isAgreed)
                    return Response.seeOther(Site.label(id) + "?note=second")
                }
            }
            .post("remove-photograph") { _, context in
                let id = try MedicineAPI.label(context)
                try await household.medicines.removePhotograph(of: id)
                return Response.seeOther(Site.label(id) + "?note=photograph-removed")
            }
            .post("remove") { _, context in
                do {
                    try await household.medicines.removeLabel(try MedicineAPI.label(context))
                } catch let error as HouseholdError where error.code == .notFound {}
                return Response.seeOther(Site.medicines + "?note=label-removed")
            }
            // Where a browser stands after a form was refused: asked again, it shows the label.
            .get("lines") { _, context in Response.seeOther(Site.label(try MedicineAPI.label(context))) }
            .get("second") { _, context in Response.seeOther(Site.label(try MedicineAPI.label(context))) }
    }

    /// "line.4" is what the fifth line should say; "as-read.4" takes a correction back. A line that nobody touched is not
    /// sent along, or says what it said.
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
        // Lines that a person adds where nothing was read come in one field.
        if let first = form["from"].flatMap({ Int($0) }), first >= 0, first <= MedicineLabel.linesLimit,
            let text = form["added"]
        {
            for (place, line) in text.split(whereSeparator: \.isNewline).prefix(MedicineLabel.linesLimit).enumerated() {
                lines[first + place] = .some(line.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            }
        }
        guard !lines.isEmpty else {
            throw Problem.badRequest("No line was sent", "line.4 is the fifth line; nothing was changed.")
        }
        return lines
    }

    private func refusing(
        _ request: Request, _ id: MedicineLabel.ID, typed: [String: String] = [:], _ work: () async throws -> Response
    ) async throws -> Response {
        try await Problem.adding(
            request, { try await page(household.medicines.label(id), problem: $0, typed: typed) }, work: work)
    }

    private func page(
        _ view: LabelView, note: String? = nil, problem: Problem? = nil, typed: [String: String] = [:]
    ) async throws -> Response {
        guard let label = view.label else { throw HouseholdError(.notFound, "There is no such label.") }
        var model = LabelModel(view: view, label: label)
        if let id = label.photograph, let photograph = try? await household.photographs.photograph(id) {
            model.photograph = photograph
        }
        model.second = try await household.medicines.secondReader()
        if (try? await household.medicines.prompt(for: view)) != nil {
            model.explainer = try await household.medicines.explainer()
        }
        model.explanation = try await household.medicines.explanation(of: view)
        (model.note, model.typed) = (note, typed)
        return renderer.medicinePage(
            model.context, title: model.title, household: household, refusedFor: problem)
    }
}
