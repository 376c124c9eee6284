import Contracts
import Explaining
import Foundation
import Household
import Recognition
import Support
import Testing

@Suite("Questions about a label", .tags(.small))
struct LabelQuestionTests {
    /// An answer in the requested form.
    static let answer = """
        {"sections":[{"kind":"general","sentences":[{"text":"Capsules are swallowed whole by most people.",\
        "source_ids":[],"from_label":false}]}],"cannot_answer":false}
        """
    /// A question that only a model can answer and that needs no referral.
    static let open = "Tell me something interesting about this, please"

    let talker = Talker(.success(answer))
    let house: MedicineHouse
    var household: Household { house.household }

    init() throws {
        house = try MedicineHouse(explainer: talker.service(), explainerLimit: 3)
    }

    private func view() async throws -> LabelView {
        try await household.settings.choose([.medicineExplainer: "true"])
        return try await house.confirmedView()
    }

    private func ask(_ question: String, isAgreed: Bool = true) async throws -> LabelAnswer {
        try await household.medicines.ask(question, about: try await view(), isAgreed: isAgreed)
    }

    // MARK: Before a model is asked

    @Test(
        "An emergency is recognised within other text, regardless of consent, and is not sent",
        arguments: [
            "I took the whole bottle", "she cannot breathe!!", "my face is swelling after the first one",
            String(repeating: "It was a nice day and we went out. ", count: 30) + "Now I have chest pain.",
            "Now I have chest pain. " + String(repeating: "It was a nice day and we went out. ", count: 30),
        ])
    func emergency(question: String) async throws {
        guard case .emergency(let text) = try await ask(question) else {
            Issue.record("no emergency was seen")
            return
        }
        #expect(!text.isEmpty && talker.asked.isEmpty)
        guard case .emergency = try await household.medicines.triage(question) else {
            Issue.record("no emergency was seen")
            return
        }
    }

    @Test("The emergency numbers are those of the chosen region")
    func region() async throws {
        try await household.settings.choose([.medicineRegion: "uk"])
        guard case .emergency(let text) = try await ask("I took the whole bottle") else {
            Issue.record("no emergency was seen")
            return
        }
        #expect(text.contains("999") && !text.contains("911"))
    }

    @Test("A question that needs judgement is referred to a pharmacist and is not sent")
    func refer() async throws {
        guard case .refer(let text, _) = try await ask("Can I drink alcohol with it?") else {
            Issue.record("it was not sent back")
            return
        }
        #expect(!text.isEmpty && talker.asked.isEmpty)
    }

    @Test("A question that the label answers is answered without a model")
    func own() async throws {
        guard case .own(let answer) = try await ask("How many refills are left?") else {
            Issue.record("the label says it")
            return
        }
        #expect(answer.isOnLabel && talker.asked.isEmpty)
    }

    @Test("An empty question is refused")
    func blank() async throws {
        #expect(await house.refusal { _ = try await ask(" \n ") }?.code == .medicineRefused)
    }
}

extension LabelQuestionTests {
    // MARK: Asking a model

    @Test("With a person's consent, the model gets exactly the prompt that was shown")
    func agreed() async throws {
        guard case .open(let prompt, _) = try await ask(Self.open, isAgreed: false) else {
            Issue.record("only a model could say more")
            return
        }
        #expect(talker.asked.isEmpty)
        guard case .model(let said, let dropped, nil) = try await ask(Self.open) else {
            Issue.record("a model was not asked")
            return
        }
        #expect(talker.asked == [try #require(prompt)] && dropped == 0)
        let sentences = said.sections.flatMap(\.sentences)
        #expect(sentences.contains { $0.text.hasPrefix("Capsules are swallowed") && !$0.fromLabel })
        // The section about how to take the medicine comes from the label only.
        let own = try await household.medicines.explanation(of: try await view())
        #expect(said.sections.first { $0.kind == .howToTake } == own.sections.first { $0.kind == .howToTake })
    }

    @Test("The model is not asked if the household does not allow it or no model is set up")
    func notAllowed() async throws {
        let view = try await view()
        try await household.settings.choose([.medicineExplainer: "false"])
        guard case .open(nil, _) = try await household.medicines.ask(Self.open, about: view, isAgreed: true) else {
            Issue.record("somebody was asked")
            return
        }
        #expect(try await household.medicines.prompt(for: view) == nil)
        #expect(
            await house.refusal { _ = try await household.medicines.explain(view, isAgreed: true) }?.code
                == .consentMissing)
        try await household.settings.choose([.medicineExplainer: "true"])
        #expect(
            await house.refusal { _ = try await household.medicines.explain(view, isAgreed: false) }?.code
                == .consentMissing)
        #expect(talker.asked.isEmpty)
        let none = try MedicineHouse(given: [.medicineExplainer: "true"])
        let other = try await none.household.medicines.readLabel(none.photograph())
        let error = await house.refusal { _ = try await none.household.medicines.explain(other, isAgreed: true) }
        #expect(error?.code == .serviceNotConfigured)
        guard case .open(nil, _) = try await none.household.medicines.ask(Self.open, about: other, isAgreed: true)
        else {
            Issue.record("somebody was asked")
            return
        }
        // The explanation from the label is available without a model.
        #expect(try await none.household.medicines.explanation(of: other).sections.count == 5)
    }

    @Test("The model is not asked about a label that is not confirmed or whose prompt has changed since it was shown")
    func unconfirmed() async throws {
        try await household.settings.choose([.medicineExplainer: "true"])
        let read = try await household.medicines.label(try await household.medicines.takeLabel(house.photograph()).id)
        #expect(
            await house.refusal { _ = try await household.medicines.explain(read, isAgreed: true) }?.code
                == .medicineRefused)
        guard case .open(nil, _) = try await household.medicines.ask(Self.open, about: read, isAgreed: true) else {
            Issue.record("somebody was asked")
            return
        }
        let view = try await view()
        let prompt = try #require(try await household.medicines.prompt(for: view))
        let mark = household.medicines.mark(of: prompt)
        var form = house.form("Amoxicillin", "Take 2 capsules by mouth twice daily")
        form.strength = nil
        let id = try #require(view.label?.confirmed[0])
        _ = try await household.medicines.change(id, to: form, confirmed: house.everything(of: form))
        let error = await house.refusal { _ = try await household.medicines.explain(view, isAgreed: true, mark: mark) }
        #expect(error?.code == .consentMissing && error?.detail == "changed")
        #expect(talker.asked.isEmpty)
        let anew = household.medicines.mark(of: try #require(try await household.medicines.prompt(for: view)))
        _ = try await household.medicines.explain(view, isAgreed: true, mark: anew)
        #expect(talker.asked.count == 1)
    }
}

extension LabelQuestionTests {
    @Test("A prompt contains neither the patient nor the pharmacy, even if the question names them")
    func names() async throws {
        try await household.settings.choose([.medicineExplainer: "true"])
        let label = try await household.medicines.takeLabel(house.photograph())
        var form = house.form("Amoxicillin", "Take 1 capsule by mouth twice daily for 7 days")
        form.person = "Robin Invented"
        try await house.keep(form, from: (label.id, 0))
        let view = try await household.medicines.label(label.id)
        let shown = try #require(try await household.medicines.prompt(for: view)).shown
        _ = try await household.medicines.explain(view, isAgreed: true)
        let question = "Tell Robin Invented something interesting, mail robin@example.com or call 555 014 0199"
        guard
            case .open(let prompt, let masked) = try await household.medicines.ask(
                question, about: view, isAgreed: false)
        else {
            Issue.record("only a model could say more")
            return
        }
        #expect(masked?.contains("left out") == true)
        _ = try await household.medicines.ask(question, about: view, isAgreed: true)
        let sent = talker.asked.map(\.shown) + [shown, try #require(prompt).shown]
        #expect(talker.asked.count == 2)
        for word in ["robin", "invented", "northgate", "014-0199", "0199", "example.com"] {
            for text in sent { #expect(!text.lowercased().contains(word), "\(word)") }
        }
        #expect(sent.allSatisfy { $0.contains("500") && $0.lowercased().contains("amoxicillin") })
    }

    @Test("A prompt does not contain the name of another person of the household")
    func otherNames() async throws {
        var form = house.form("Ibuprofen", "Take 1 tablet daily")
        form.person = "Marlowe Madeup"
        try await house.keep(form)
        _ = try await ask("Tell Marlowe something interesting about this, please")
        #expect(talker.asked.count == 1)
        for prompt in talker.asked { #expect(!prompt.shown.lowercased().contains("marlowe")) }
    }

    @Test("An answer in the wrong form is requested once more, and then the label's own explanation is returned")
    func formless() async throws {
        let talker = Talker(.success("Sure! Take 9 tablets."))
        let house = try MedicineHouse(explainer: talker.service(), given: [.medicineExplainer: "true"])
        let view = try await house.confirmedView()
        guard case .model(let said, _, let note) = try await house.household.medicines.explain(view, isAgreed: true)
        else {
            Issue.record("a model was not asked")
            return
        }
        #expect(talker.asked.count == 2 && note != nil)
        #expect(said == (try await house.household.medicines.explanation(of: view)))
    }

    @Test("Sentences of a model with an invented number or an unsourced instruction are dropped")
    func numbers() async throws {
        let talker = Talker(
            .success(
                """
                {"sections":[{"kind":"general","sentences":[{"text":"Most people need 9 capsules.","source_ids":["L2"],\
                "from_label":true}]},{"kind":"how_to_take","sentences":[{"text":"Swallow it.","source_ids":[],\
                "from_label":false}]}],"cannot_answer":false}
                """))
        let house = try MedicineHouse(explainer: talker.service(), given: [.medicineExplainer: "true"])
        let view = try await house.confirmedView()
        guard case .model(let said, let dropped, _) = try await house.household.medicines.explain(view, isAgreed: true)
        else {
            Issue.record("a model was not asked")
            return
        }
        #expect(dropped == 2 && talker.asked.count == 1)
        #expect(!said.sections.flatMap(\.sentences).contains { $0.text.contains("9") || $0.text == "Swallow it." })
    }

    // MARK: Limits

    @Test("The model is asked up to its daily limit, and the label still answers afterwards")
    func pace() async throws {
        for _ in 0..<3 { _ = try await ask(Self.open) }
        let error = await house.refusal { _ = try await ask(Self.open) }
        #expect(error?.code == .serviceQuotaUsed && error?.hint?.contains("chat.daily-limit") == true)
        #expect(talker.asked.count == 3)
        guard case .own = try await ask("How many refills are left?") else {
            Issue.record("the label says it")
            return
        }
        house.clock.pass(86_400)
        _ = try await ask(Self.open)
        #expect(talker.asked.count == 4)
    }
}

extension LabelQuestionTests {
    @Test(
        "The model is asked one question at a time, and a cancelled caller leaves the queue", .timeLimit(.minutes(10)))
    func oneAtATime() async throws {
        let gate = Gate()
        let talker = Talker(.success(Self.answer), gate: gate)
        let house = try MedicineHouse(explainer: talker.service(), given: [.medicineExplainer: "true"])
        let household = house.household
        let view = try await house.confirmedView()
        let first = Task { try await household.medicines.explain(view, isAgreed: true) }
        await gate.untilWaiting(1)
        let second = Task { try await household.medicines.explain(view, isAgreed: true) }
        let third = Task { try await household.medicines.explain(view, isAgreed: true) }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(talker.asked.count == 1)
        gate.open()
        _ = try await first.value
        _ = try await third.value
        #expect(talker.asked.count == 2)
    }
}
