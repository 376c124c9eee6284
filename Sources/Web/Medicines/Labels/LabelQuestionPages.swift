import Explaining
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Labels
import Messages
import Wording

/// The pages of questions about a label and of its explanation by a model. The exact text of a request is shown first,
/// and sent only after a person agrees.
struct LabelQuestionPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router
            .on(.post, Site.askLabel) { request, context in
                let id = try Site.label.read(context, or: MedicineAPI.noLabel)
                return try await request.whileConnected { request in
                    let form = try await Upload.form(request)
                    return try await ask(
                        request, id, form["question"] ?? "", agreed: form["agreed"],
                        by: household.medicines(for: context.viewer))
                }
            }
            .on(.post, Site.explainLabel) { request, context in
                let id = try Site.label.read(context, or: MedicineAPI.noLabel)
                return try await request.whileConnected { request in
                    try await explain(
                        request, id, agreed: try await Upload.form(request)["agreed"],
                        by: household.medicines(for: context.viewer))
                }
            }
            .on(.get, Site.askLabel) { _, context in
                Response.seeOther(Site.label(try Site.label.read(context, or: MedicineAPI.noLabel)).with(at: "ask"))
            }
            .on(.get, Site.explainLabel) { _, context in
                Response.seeOther(Site.label(try Site.label.read(context, or: MedicineAPI.noLabel)))
            }
    }

    private func ask(
        _ request: Request, _ id: MedicineLabel.ID, _ question: String, agreed: String?,
        by medicines: MedicineCabinet
    ) async throws -> Response {
        // A possible emergency is reported first, even if the label does not exist or cannot be read.
        if case .emergency(let text) = try await medicines.triage(question) {
            return try await page(.emergency(text), id, view: nil, question: question, by: medicines)
        }
        let view = try await medicines.label(id)
        return try await refusing(request, id, view, question, by: medicines) {
            try await page(
                medicines.ask(question, about: view, isAgreed: agreed != nil, mark: agreed), id, view: view,
                question: question, by: medicines)
        }
    }

    private func explain(
        _ request: Request, _ id: MedicineLabel.ID, agreed: String?, by medicines: MedicineCabinet
    ) async throws -> Response {
        let view = try await medicines.label(id)
        return try await refusing(request, id, view, nil, by: medicines) {
            guard let agreed else {
                return try await page(
                    .open(prompt: medicines.prompt(for: view), masked: nil), id, view: view, question: nil,
                    by: medicines)
            }
            return try await page(
                medicines.explain(view, isAgreed: true, mark: agreed), id, view: view, question: nil,
                by: medicines)
        }
    }

    private func refusing(
        _ request: Request, _ id: MedicineLabel.ID, _ view: LabelView, _ question: String?,
        by medicines: MedicineCabinet, _ work: () async throws -> Response
    ) async throws -> Response {
        try await Problem.adding(
            request,
            { problem in
                try await page(nil, id, view: view, question: question, problem: problem, by: medicines)
            }, work: work)
    }

    private func page(
        _ answer: LabelAnswer?, _ id: MedicineLabel.ID, view: LabelView?, question: String?, problem: Problem? = nil,
        by medicines: MedicineCabinet
    ) async throws -> Response {
        var model = LabelAnswerModel(answer: answer, label: id, view: view, question: question)
        model.service = try await medicines.explainer()
        if case .open(let prompt?, _) = answer { model.mark = medicines.mark(of: prompt) }
        model.region = try await medicines.region()
        return renderer.medicinePage(
            model.context, title: model.title, household: household, refusedFor: problem)
    }
}

/// The fields of the page of an answer; pure.
struct LabelAnswerModel {
    /// Nil if an error occurred.
    let answer: LabelAnswer?
    let label: MedicineLabel.ID
    let view: LabelView?
    /// Nil for an explanation of the whole label.
    let question: String?
    var service: ExplainerService?
    var region = SafetyText.Region.unknown
    /// The mark of the text that would be sent.
    var mark = ""

    private var page: String { Site.label(label) }

    var title: String {
        switch answer {
        case .emergency: localized("This may be an emergency")
        case .refer: localized("Ask your pharmacist or prescriber")
        case .own, nil: localized("Your question")
        case .model: question == nil ? localized("The label, explained") : localized("Your question")
        case .open(let prompt, _): prompt == nil ? localized("Your question") : localized("Ask the model?")
        }
    }

    var context: Page {
        var context = Page(
            answerTitle: title, labelHref: page, ask: MedicineAskFields(label, isAgain: true))
        if let question { context.asked = QuestionFields(question: Wording.short(question, QuestionTriage.limit)) }
        switch answer {
        case .emergency(let text): context.emergency = emergency(text)
        case .refer(let text, let quoted):
            context.refer = Refer(referWords: text, hasQuoted: !quoted.isEmpty, quoted: quoted.map(row))
        case .own(let own): context.own = Own(sentences: own.sentences.map(row))
        case .model(let explanation, let dropped, let note):
            context.modelled = modelled(explanation, dropped, note)
        case .open(let prompt?, let masked): context.asking = asking(prompt, masked)
        case .open(nil, _): context.unanswered = Unanswered(words: SafetyText.cannotAnswer, isEarly: service != nil)
        case nil: break
        }
        return context
    }

    private func emergency(_ text: String) -> Emergency {
        var context = Emergency(emergencyWords: text)
        context.calls = region.calls.map { call in
            Call(number: call.number, place: region.isGuessed ? call.places.joined(separator: ", ") : nil)
        }
        switch region.rawValue {
        case "uk": context.advice = Advice(adviceName: "NHS 111", adviceNumber: "111")
        case "us": context.advice = Advice(adviceName: "US Poison Help", adviceNumber: "1-800-222-1222")
        default: break
        }
        if region.isGuessed || region == .unknown { context.regionHref = Site.medicineSettings.with(at: "region") }
        return context
    }

    /// Returns a sentence with links to the lines of the label that it cites.
    private func row(_ sentence: Explanation.Sentence) -> LabelExplanationModel.Sentence {
        LabelExplanationModel.row(sentence, lineSources, page: page)
    }

    /// The lines of the label as sources of the answers.
    private var lineSources: [ExplanationSource] {
        guard let view else { return [] }
        var sources = view.text.lines.enumerated().map { number, line in
            ExplanationSource(
                id: .line(number), text: line.text,
                words: line.words.indices.map { LabelReading.WordPlace(line: number, word: $0) })
        }
        // The sources such as "M1.dose" contain the words of that medicine's directions.
        for (number, entry) in view.reading.entries.enumerated() {
            let words = Set(entry.directionWords.map(\.word)).sorted()
            for part in ["directions", "plain", "dose", "frequency", "max", "duration"] {
                sources.append(ExplanationSource(id: .medicine(number, part), text: "", words: words))
            }
            sources.append(
                ExplanationSource(
                    id: .medicine(number, "name"), text: "", words: (entry.name ?? entry.unknownName)?.words ?? []))
        }
        return sources
    }

    private func modelled(_ explanation: Explanation, _ dropped: Int, _ note: String?) -> Modelled? {
        guard let view else { return nil }
        var context = Modelled(
            explained: LabelExplanationModel(explanation, view: view, page: page).context,
            modelName: service?.model ?? localized("The model"))
        if dropped > 0 {
            context.dropped = WordsFields(
                words: localized(
                    dropped, one: "1 sentence of the model was left out: it did not match your label.",
                    other:
                        "\(dropped, "count") sentences of the model were left out: they did not match your label."))
        }
        if let note { context.modelNote = WordsFields(words: note) }
        return context
    }

    private func asking(_ prompt: ExplainerPrompt, _ masked: String?) -> Asking {
        var context = Asking(
            payload: prompt.shown, mark: mark, host: service?.host ?? "", modelName: service?.model ?? "",
            isOwnModel: service?.isOwn ?? false,
            agreeAction: question == nil ? Site.explainLabel(label) : Site.askLabel(label))
        if let question { context.sentQuestion = SentQuestion(text: question) }
        if let masked { context.masked = WordsFields(words: masked) }
        return context
    }
}

extension LabelAnswerModel {
    struct QuestionFields: TemplateFields {
        let question: String
    }

    struct Refer: TemplateFields {
        let referWords: String
        let hasQuoted: Bool
        let quoted: [LabelExplanationModel.Sentence]
    }

    struct Own: TemplateFields {
        let sentences: [LabelExplanationModel.Sentence]
    }

    struct Unanswered: TemplateFields {
        let words: String
        let isEarly: Bool
    }

    /// The fields of medicine-answer.mustache.
    struct Page: MedicinePage {
        static let template = "medicine-answer"

        let answerTitle: String
        let labelHref: String
        var ask: MedicineAskFields
        var asked: QuestionFields?
        var emergency: Emergency?
        var refer: Refer?
        var own: Own?
        var modelled: Modelled?
        var asking: Asking?
        var unanswered: Unanswered?
        var messages = MedicineMessages()
    }

    struct Call: TemplateFields {
        let number: String
        /// Nil if a person chose the region.
        let place: String?
    }

    struct Advice: TemplateFields {
        let adviceName: String
        let adviceNumber: String
    }

    struct Emergency: TemplateFields {
        let emergencyWords: String
        var calls: [Call] = []
        var advice: Advice?
        var regionHref: String?
    }

    struct Modelled: TemplateFields {
        let explained: LabelExplanationModel.Fields
        let modelName: String
        var dropped: WordsFields?
        var modelNote: WordsFields?
    }

    struct SentQuestion: TemplateFields {
        let text: String
    }

    struct Asking: TemplateFields {
        let payload: String
        let mark: String
        let host: String
        let modelName: String
        let isOwnModel: Bool
        let agreeAction: String
        var sentQuestion: SentQuestion?
        var masked: WordsFields?
    }
}
