import Support
import Testing

@testable import Medicines

@Suite("The triage of questions", .tags(.small))
struct QuestionTriageTests {
    @Test("knows an emergency however it is typed", arguments: QuestionCases.emergencies)
    func emergency(question: String) {
        guard case .emergency(let text) = QuestionTriage.triage(question, region: .uk) else {
            Issue.record("no emergency: \(question)")
            return
        }
        #expect(text.contains("999"))
    }

    @Test("sends judgement back, for the reason it is", arguments: QuestionCases.referrals)
    func referral(reason: QuestionTriage.Reason, questions: [String]) {
        for question in questions {
            let outcome = QuestionTriage.triage(question, region: .us)
            guard case .refer(let text, let found) = outcome else {
                Issue.record("MISS \(question): \(outcome)")
                continue
            }
            #expect(text == SafetyText.referral(found))
            #expect(found == reason, "\(question)")
        }
    }

    @Test("lets a plain question about the label through", arguments: QuestionCases.harmless)
    func harmless(question: String) {
        #expect(QuestionTriage.triage(question, region: .us) == .answerable)
    }

    @Test("is asked enough")
    func enough() {
        #expect(QuestionCases.emergencies.count >= 150)
        #expect(QuestionCases.referrals.reduce(0) { $0 + $1.1.count } >= 150)
        #expect(QuestionCases.harmless.count >= 150)
        #expect(Set(QuestionCases.emergencies).count == QuestionCases.emergencies.count)
    }
}
