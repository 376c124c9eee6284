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

    func add(to api: APIRoutes) {
        addReading(to: api)
        addLabels(to: api)
        addMedicines(to: api)
        addDoses(to: api)
        MedicinePlanAPI(household: household).add(to: api)
    }

    // MARK: Reading

    private struct TypedText: Decodable {
        let text: String
    }

    private func addReading(to api: APIRoutes) {
        api.on(
            .post, Site.API.directions,
            .init(
                "readDirections", "Reads typed directions. Nothing is stored.", body: .json(TypedText.self),
                problems: ["422 medicine-refused"])
        ) { request, context in
            let typed = try await Upload.json(TypedText.self, request)
            return try APIAnswer(
                DirectionsDocument(household.medicines(for: context.viewer).readDirections(typed.text)))
        }
        api.on(
            .post, Site.API.labels,
            .init(
                "addLabel", "Reads a label from a photograph or a typed text, and stores it.",
                body: .picture(or: TypedText.self), statuses: [.created],
                problems: ["422 text-missing reading-failed invalid-image medicine-refused"])
        ) { request, context in
            let label: MedicineLabel
            if request.headers[.contentType]?.hasPrefix("application/json") ?? false {
                label = try await household.medicines(for: context.viewer).takeLabel(
                    text: try await Upload.json(TypedText.self, request).text)
            } else {
                label = try await Upload.withPicture(request, context) {
                    try await household.medicines(for: context.viewer).takeLabel($0)
                }
            }
            return try APIAnswer(
                LabelDocument(try await household.medicines(for: context.viewer).label(label.id)), status: .created,
                location: Site.API.label(label.id))
        }
    }

    // MARK: Labels

    private struct LabelCorrections: Decodable {
        /// The texts by the number of the line, from 0. Null removes a correction.
        let lines: [String: String?]
    }

    private struct LabelRequest: Decodable {
        let question: String?
        /// The consent to send the photograph.
        let agreed: Bool?
        /// The mark of the text that was shown and may be sent.
        let agreedTo: String?
    }

    private struct LabelsDocument: Encodable {
        let labels: [LabelDocument]
    }

    private struct MedicineListDocument: Encodable {
        let medicines: [MedicineDocument]
    }

    private func addLabels(to api: APIRoutes) {
        api.on(
            .get, Site.API.labels,
            .init("listLabels", "The labels, newest first.", query: ListPart.parameters(of: "labels", usual: 50))
        ) { request, context in
            let part = try await ListPart(request, usual: 50).of {
                $0.id.rawValue
            } reading: {
                try await household.medicines(for: context.viewer).labels(limit: $0)
            }
            var documents: [LabelDocument] = []
            for label in part.items {
                do {
                    documents.append(
                        LabelDocument(try await household.medicines(for: context.viewer).label(label.id)))
                } catch let error as HouseholdError where error.code == .notFound {
                    continue  // It was removed meanwhile.
                }
            }
            return try APIAnswer(LabelsDocument(labels: documents)).followed(by: part.next)
        }
        api.on(.get, Site.API.label, .init("getLabel", "One label.")) { _, context in
            try APIAnswer(
                LabelDocument(try await household.medicines(for: context.viewer).label(try Self.label(context))))
        }
        api.on(
            .patch, Site.API.label,
            .init(
                "correctLabel", "Corrects lines of a label, which is read again.", body: .json(LabelCorrections.self),
                problems: ["400 bad-wish", "422 medicine-refused"])
        ) { request, context in
            let body = try await Upload.json(LabelCorrections.self, request)
            let lines = try Dictionary(
                body.lines.map { number, text in
                    guard let number = Int(number) else {
                        throw Problem.badRequest(
                            localized("No such line"), localized("Lines are named by their number, from 0."))
                    }
                    return (number, text)
                }, uniquingKeysWith: { $1 })
            return try APIAnswer(
                LabelDocument(
                    try await household.medicines(for: context.viewer).correct(try Self.label(context), lines: lines)))
        }
        api.empty(
            .delete, Site.API.label,
            .init("removeLabel", "Removes a label and its photograph; medicines that were confirmed from it stay.")
        ) { _, context in
            try await household.medicines(for: context.viewer).removeLabel(try Self.label(context))
        }
        api.empty(
            .delete, Site.API.labelPhotograph,
            .init("removeLabelPhotograph", "Removes the photograph of a label; the text stays.")
        ) { _, context in
            try await household.medicines(for: context.viewer).removePhotograph(of: try Self.label(context))
        }
        api.on(
            .post, Site.API.labelSecondReader,
            .init(
                "askSecondReader", "Sends the photograph of a label to Google Vision, if a person has agreed to it.",
                body: .json(LabelRequest.self),
                problems: [
                    "409 consent-missing service-not-configured", "422 text-missing reading-failed setting-refused",
                ] + .textService)
        ) { request, context in
            let body = try await Upload.json(LabelRequest.self, request)
            return try APIAnswer(
                LabelDocument(
                    try await household.medicines(for: context.viewer).askSecondReader(
                        about: try Self.label(context), isAgreed: body.agreed ?? false)))
        }
        api.on(
            .get, Site.API.labelExplanation,
            .init("getExplanation", "The explanation of a label, from the label alone.")
        ) { _, context in
            let view = try await household.medicines(for: context.viewer).label(try Self.label(context))
            return try APIAnswer(
                ExplanationDocument(try await household.medicines(for: context.viewer).explanation(of: view)))
        }
        api.on(
            .post, Site.API.labelExplanation,
            .init(
                "askExplanation",
                "What would be sent to a model; with the consent to exactly this text, its explanation.",
                body: .json(LabelRequest.self),
                problems: ["409 consent-missing service-not-configured", "422 medicine-refused prompt-too-long"]
                    + .textService)
        ) { request, context in
            let id = try Self.label(context)
            return try await request.whileConnected { request in
                try await explanation(
                    of: id, try await Upload.json(LabelRequest.self, request),
                    by: household.medicines(for: context.viewer))
            }
        }
        api.on(
            .post, Site.API.labelQuestions,
            .init(
                "askAboutLabel", "Answers a question about a label from the label; with consent a model is asked.",
                body: .json(LabelRequest.self),
                problems: ["409 consent-missing service-not-configured", "422 medicine-refused prompt-too-long"]
                    + .textService)
        ) { request, context in
            let id = Result { try Self.label(context) }
            return try await request.whileConnected { request in
                let body = try await Upload.json(LabelRequest.self, request)
                // A possible emergency is reported first, even if the label does not exist.
                if case .emergency(let text) = try await household.medicines(for: context.viewer).triage(
                    body.question ?? "")
                {
                    return try APIAnswer(document(.emergency(text), by: household.medicines(for: context.viewer)))
                }
                let view = try await household.medicines(for: context.viewer).label(try id.get())
                return try APIAnswer(
                    try await document(
                        household.medicines(for: context.viewer).ask(
                            body.question ?? "", about: view, isAgreed: body.agreedTo != nil, mark: body.agreedTo),
                        by: household.medicines(for: context.viewer)))
            }
        }
    }

    private func explanation(
        of id: MedicineLabel.ID, _ body: LabelRequest, by medicines: MedicineCabinet
    ) async throws -> APIAnswer<LabelAnswerDocument> {
        let view = try await medicines.label(id)
        guard body.agreedTo != nil else {
            // The text that would be sent, for the person to check.
            return try APIAnswer(
                document(.open(prompt: try await medicines.prompt(for: view), masked: nil), by: medicines))
        }
        return try APIAnswer(
            try await document(medicines.explain(view, isAgreed: true, mark: body.agreedTo), by: medicines))
    }

    private func document(_ answer: LabelAnswer, by medicines: MedicineCabinet) -> LabelAnswerDocument {
        guard case .open(let prompt?, _) = answer else { return LabelAnswerDocument(answer) }
        return LabelAnswerDocument(answer, mark: medicines.mark(of: prompt))
    }

    // MARK: Medicines

    private func addMedicines(to api: APIRoutes) {
        api.on(
            .get, Site.API.medicines,
            .init(
                "listMedicines", "The medicines.",
                query: [.flag("all", "Also medicines that were put away")] + ListPart.parameters(of: "medicines"))
        ) { request, context in
            let withOver = try QueryValue.flag("all", Upload.query(request))
            let medicines = try await household.medicines(for: context.viewer).list(withOver: withOver)
            let part = try ListPart(request).of(medicines) { $0.id.rawValue }
            return try APIAnswer(MedicineListDocument(medicines: part.items.map { MedicineDocument($0) }))
                .followed(by: part.next)
        }
        api.file(
            .get, Site.API.medicineExport,
            .init(
                "exportMedicines", "The medicines and their logs as a file.",
                query: [.words("format", MedicinesFormat.self, "The format; by default json")],
                files: ["application/json", "text/csv; charset=utf-8", "application/fhir+json"])
        ) { request, context in
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
        api.on(.get, Site.API.medicine, .init("getMedicine", "One medicine with its log.")) { _, context in
            let id = try Site.API.medicine.read(context)
            return try APIAnswer(
                MedicineDocument(
                    try await household.medicines(for: context.viewer).medicine(id),
                    log: try await household.medicines(for: context.viewer).doseLog(of: id)))
        }
        api.empty(.delete, Site.API.medicine, .init("removeMedicine", "Removes a medicine and its log.")) {
            _, context in
            try await household.medicines(for: context.viewer).removeMedicine(try Site.API.medicine.read(context))
        }
        api.empty(
            .delete, Site.API.medicines,
            .init(
                "removeAllMedicines", "Removes all labels, medicines and doses that are the person’s own.",
                query: [.flag("everything", "Must be true", isRequired: true)])
        ) { request, context in
            guard try QueryValue.flag("everything", Upload.query(request)) else {
                throw Problem.badRequest(
                    localized("Not without a word"),
                    localized("everything=true deletes all labels, medicines and doses."))
            }
            try await household.medicines(for: context.viewer).forgetMedicines()
        }
    }

    // MARK: Doses

    private struct DoseDetails: Decodable {
        /// For example "2026-11-21T08:05:00Z".
        let at: String?
        let amount: Double?
        let reason: String?
        /// The confirmations that an earlier response asked for.
        let sure: [DoseDoubt.Kind]?
    }

    private func addDoses(to api: APIRoutes) {
        api.on(
            .get, Site.API.doses,
            .init("getDoses", "The doses of a day.", query: [.day("day", "The day; by default today")])
        ) { request, context in
            let text = Upload.query(request)["day"]
            let day = text.flatMap { LocalDay($0) }
            guard text == nil || day != nil else {
                throw Problem.badRequest(
                    localized("No such day"), localized("day must be a day such as 2026-11-21."))
            }
            return try APIAnswer(
                MedicineDayDocument(try await household.medicines(for: context.viewer).medicineDay(day)))
        }
        api.on(
            .post, Site.API.dose,
            .init(
                "logDose", "Logs a planned dose as taken or skipped, moves it, or undoes that.",
                path: [.words("verb", ["taken", "skipped", "moved", "undone"], "What happened")],
                body: .optionalJSON(DoseDetails.self),
                problems: ["409 dose-unusual answered-since", "422 dose-refused"])
        ) { request, context in
            let (id, dose, verb) = try Site.API.dose.read(context)
            let act = try await Upload.optionalJSON(DoseDetails.self, request)
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
        api.on(
            .post, Site.API.takeClause,
            .init(
                "takeAsNeeded", "Logs a dose that was taken as needed.", body: .optionalJSON(DoseDetails.self),
                problems: ["409 dose-unusual answered-since", "422 dose-refused"])
        ) { request, context in
            let (id, clause) = Site.API.takeClause.parse(context)
            let act = try await Upload.optionalJSON(DoseDetails.self, request)
            let at = try Self.instant(act?.at)
            guard let id, let clause else {
                throw HouseholdError(.notFound, localized("There is no such part of the label."))
            }
            let entries = try await household.medicines(for: context.viewer).take(
                asNeeded: clause, of: id, amount: act?.amount, at: at, sure: Set(act?.sure ?? []),
                madeAt: try request.madeAt(household.now()))
            return try await Self.noted(entries, of: id, by: household.medicines(for: context.viewer))
        }
        api.empty(
            .delete, Site.API.doseEntry,
            .init(
                "undoDose", "Undoes an entry of the log of a medicine.",
            )
        ) { _, context in
            let (id, number) = Site.API.doseEntry.parse(context)
            guard let id, let number else {
                throw HouseholdError(.notFound, localized("There is no log entry with this number."))
            }
            try await household.medicines(for: context.viewer).undo(entry: number, of: id)
        }
    }

    // MARK: Parameters and responses

    private static func noted(
        _ entries: [DoseLog.Entry], of id: Medicine.ID, by medicines: MedicineCabinet
    ) async throws -> APIAnswer<MedicineDocument> {
        try APIAnswer(
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
