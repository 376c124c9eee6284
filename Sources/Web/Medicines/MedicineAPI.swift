import Calendar
import Documents
import Doses
import Explaining
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Recognition

/// The routes of labels, medicines and doses. Docs/api.md describes them. The log contains only the paths of requests.
struct MedicineAPI {
    let household: Household

    func add(to router: Router<AppRequestContext>) {
        addReading(to: router)
        addLabels(to: router)
        addMedicines(to: router)
        addDoses(to: router)
        MedicinePlanAPI(household: household).add(to: router)
    }

    // MARK: Reading

    private struct Typed: Decodable {
        let text: String
    }

    private func addReading(to router: Router<AppRequestContext>) {
        router.on(.post, Site.API.directions) { request, context in
            let typed = try await Upload.json(Typed.self, request)
            return try JSON.response(
                DirectionsDocument(household.medicines(for: context.viewer).readDirections(typed.text)))
        }
        router.on(.post, Site.API.labels) { request, context in
            let label: MedicineLabel
            if request.headers[.contentType]?.hasPrefix("application/json") ?? false {
                label = try await household.medicines(for: context.viewer).takeLabel(
                    text: try await Upload.json(Typed.self, request).text)
            } else {
                label = try await Upload.withPicture(request, context) {
                    try await household.medicines(for: context.viewer).takeLabel($0)
                }
            }
            return try JSON.response(
                LabelDocument(try await household.medicines(for: context.viewer).label(label.id)), status: .created,
                location: Site.API.label(label.id))
        }
    }

    // MARK: Labels

    private struct Lines: Decodable {
        /// The texts by the number of the line, from 0. Null removes a correction.
        let lines: [String: String?]
    }

    private struct Body: Decodable {
        let question: String?
        /// The consent to send the photograph.
        let agreed: Bool?
        /// The mark of the text that was shown and may be sent.
        let agreedTo: String?
    }

    private func addLabels(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.labels) { _, context in
            var documents: [LabelDocument] = []
            for label in try await household.medicines(for: context.viewer).labels() {
                documents.append(LabelDocument(try await household.medicines(for: context.viewer).label(label.id)))
            }
            return try JSON.response(["labels": documents])
        }
        router.on(.get, Site.API.label) { _, context in
            try JSON.response(
                LabelDocument(try await household.medicines(for: context.viewer).label(try Self.label(context))))
        }
        router.on(.patch, Site.API.label) { request, context in
            let wish = try await Upload.json(Lines.self, request)
            let lines = try Dictionary(
                wish.lines.map { number, text in
                    guard let number = Int(number) else {
                        throw Problem.badRequest(
                            localized("No such line"), localized("Lines are named by their number, from 0."))
                    }
                    return (number, text)
                }, uniquingKeysWith: { $1 })
            return try JSON.response(
                LabelDocument(
                    try await household.medicines(for: context.viewer).correct(try Self.label(context), lines: lines)))
        }
        router.on(.delete, Site.API.label) { _, context in
            try await household.medicines(for: context.viewer).removeLabel(try Self.label(context))
            return Response(status: .noContent)
        }
        router.on(.delete, Site.API.labelPhotograph) { _, context in
            try await household.medicines(for: context.viewer).removePhotograph(of: try Self.label(context))
            return Response(status: .noContent)
        }
        router.on(.post, Site.API.labelSecondReader) { request, context in
            let wish = try await Upload.json(Body.self, request)
            return try JSON.response(
                LabelDocument(
                    try await household.medicines(for: context.viewer).askSecondReader(
                        about: try Self.label(context), isAgreed: wish.agreed ?? false)))
        }
        router.on(.get, Site.API.labelExplanation) { _, context in
            let view = try await household.medicines(for: context.viewer).label(try Self.label(context))
            return try JSON.response(
                ExplanationDocument(try await household.medicines(for: context.viewer).explanation(of: view)))
        }
        router.on(.post, Site.API.labelExplanation) { request, context in
            let id = try Self.label(context)
            return try await request.whileConnected { request in
                try await explanation(
                    of: id, try await Upload.json(Body.self, request), by: household.medicines(for: context.viewer))
            }
        }
        router.on(.post, Site.API.labelQuestions) { request, context in
            let id = Result { try Self.label(context) }
            return try await request.whileConnected { request in
                let wish = try await Upload.json(Body.self, request)
                // A possible emergency is reported first, even if the label does not exist.
                if case .emergency(let text) = try await household.medicines(for: context.viewer).triage(
                    wish.question ?? "")
                {
                    return try JSON.response(document(.emergency(text), by: household.medicines(for: context.viewer)))
                }
                let view = try await household.medicines(for: context.viewer).label(try id.get())
                return try JSON.response(
                    try await document(
                        household.medicines(for: context.viewer).ask(
                            wish.question ?? "", about: view, isAgreed: wish.agreedTo != nil, mark: wish.agreedTo),
                        by: household.medicines(for: context.viewer)))
            }
        }
    }

    private func explanation(
        of id: MedicineLabel.ID, _ wish: Body, by medicines: MedicineCabinet
    ) async throws -> Response {
        let view = try await medicines.label(id)
        guard wish.agreedTo != nil else {
            // The text that would be sent, for the person to check.
            return try JSON.response(
                document(.open(prompt: try await medicines.prompt(for: view), masked: nil), by: medicines))
        }
        return try JSON.response(
            try await document(medicines.explain(view, isAgreed: true, mark: wish.agreedTo), by: medicines))
    }

    private func document(_ answer: LabelAnswer, by medicines: MedicineCabinet) -> LabelAnswerDocument {
        guard case .open(let prompt?, _) = answer else { return LabelAnswerDocument(answer) }
        return LabelAnswerDocument(answer, mark: medicines.mark(of: prompt))
    }

    // MARK: Medicines

    private func addMedicines(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.medicines) { request, context in
            let withOver = try LarderAPI.flag("all", Upload.query(request))
            return try JSON.response([
                "medicines": try await household.medicines(for: context.viewer).list(withOver: withOver).map {
                    MedicineDocument($0)
                }
            ])
        }
        router.on(.get, Site.API.medicineExport) { request, context in
            let name = Upload.query(request)["format"] ?? "json"
            guard let format = MedicinesFormat(rawValue: name) else {
                let formats = MedicinesFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.badRequest(
                    localized("No such format"), localized("format must be \(formats, "formats")."))
            }
            let type =
                switch format {
                case .json: "application/json"
                case .csv: "text/csv; charset=utf-8"
                case .fhir: "application/fhir+json"
                }
            let bytes = try format.export(
                await household.medicines(for: context.viewer).doseHistories(), at: household.now())
            let ending = format == .fhir ? "fhir.json" : format.rawValue
            return Response(
                status: .ok,
                headers: [
                    .contentType: type, .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"medicines.\(ending)\"",
                ], body: .init(byteBuffer: .init(bytes: bytes)))
        }
        router.on(.get, Site.API.medicine) { _, context in
            let id = try Site.API.medicine.read(context)
            return try JSON.response(
                MedicineDocument(
                    try await household.medicines(for: context.viewer).medicine(id),
                    log: try await household.medicines(for: context.viewer).doseLog(of: id)))
        }
        router.on(.delete, Site.API.medicine) { _, context in
            try await household.medicines(for: context.viewer).removeMedicine(try Site.API.medicine.read(context))
            return Response(status: .noContent)
        }
        router.on(.delete, Site.API.medicines) { request, context in
            guard try LarderAPI.flag("everything", Upload.query(request)) else {
                throw Problem.badRequest(
                    localized("Not without a word"),
                    localized("everything=true deletes all labels, medicines and doses."))
            }
            try await household.medicines(for: context.viewer).forgetMedicines()
            return Response(status: .noContent)
        }
    }

    // MARK: Doses

    private struct Act: Decodable {
        /// For example "2026-11-21T08:05:00Z".
        let at: String?
        let amount: Double?
        let reason: String?
        /// The confirmations that an earlier response asked for.
        let sure: [DoseDoubt.Kind]?
    }

    private func addDoses(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.doses) { request, context in
            let text = Upload.query(request)["day"]
            let day = text.flatMap { LocalDay($0) }
            guard text == nil || day != nil else {
                throw Problem.badRequest(
                    localized("No such day"), localized("day must be a day such as 2026-11-21."))
            }
            return try JSON.response(
                MedicineDayDocument(try await household.medicines(for: context.viewer).medicineDay(day)))
        }
        router.on(.post, Site.API.dose) { request, context in
            let (id, dose, verb) = try Site.API.dose.read(context)
            let act = try await Upload.optionalJSON(Act.self, request)
            let at = try Self.instant(act?.at)
            let what: MedicineCabinet.DoseAct
            switch verb {
            case "taken": what = .taken(at: at, amount: act?.amount)
            case "skipped": what = .skipped(reason: act?.reason)
            case "undone": what = .undone
            case "moved":
                guard let at else {
                    throw Problem.badRequest(localized("To when?"), localized("at must be a time."))
                }
                what = .moved(to: at)
            default:
                throw Problem.badRequest(
                    localized("No such verb"), localized("It must be taken, skipped, moved or undone."))
            }
            let entries = try await household.medicines(for: context.viewer).note(
                what, dose: dose, of: id, sure: Set(act?.sure ?? []), madeAt: try request.madeAt(household.now()))
            return try await Self.noted(entries, of: id, by: household.medicines(for: context.viewer))
        }
        router.on(.post, Site.API.takeClause) { request, context in
            let (id, clause) = Site.API.takeClause.parse(context)
            let act = try await Upload.optionalJSON(Act.self, request)
            let at = try Self.instant(act?.at)
            guard let id, let clause else {
                throw HouseholdError(.notFound, localized("There is no such part of the label."))
            }
            let entries = try await household.medicines(for: context.viewer).take(
                asNeeded: clause, of: id, amount: act?.amount, at: at, sure: Set(act?.sure ?? []),
                madeAt: try request.madeAt(household.now()))
            return try await Self.noted(entries, of: id, by: household.medicines(for: context.viewer))
        }
        router.on(.delete, Site.API.doseEntry) { _, context in
            let (id, number) = Site.API.doseEntry.parse(context)
            guard let id, let number else {
                throw HouseholdError(.notFound, localized("There is no log entry with this number."))
            }
            try await household.medicines(for: context.viewer).undo(entry: number, of: id)
            return Response(status: .noContent)
        }
    }

    // MARK: Parameters and responses

    private static func noted(
        _ entries: [DoseLog.Entry], of id: Medicine.ID, by medicines: MedicineCabinet
    ) async throws -> Response {
        try JSON.response(
            MedicineDocument(
                try await medicines.medicine(id), log: try await medicines.doseLog(of: id),
                noted: entries.map(\.number)))
    }

    private static func instant(_ text: String?) throws -> Date? {
        guard let text else { return nil }
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw Problem.badRequest(
                localized("No such time"), localized("at must be a time such as 2026-11-21T08:05:00Z."))
        }
        return date
    }

    private static func label(_ context: AppRequestContext) throws -> MedicineLabel.ID {
        try Site.API.label.read(context, or: noLabel)
    }

    static var noLabel: HouseholdError { HouseholdError(.notFound, localized("There is no such label.")) }
}
