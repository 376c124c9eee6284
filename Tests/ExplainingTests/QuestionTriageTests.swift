import Support
import Testing

@testable import Explaining
@testable import Wording

@Suite("The triage of questions", .tags(.small))
struct QuestionTriageTests {
    @Test("An emergency is recognised in any spelling", arguments: QuestionCases.emergencies)
    func emergency(question: String) {
        guard case .emergency(let text) = QuestionTriage.triage(question, region: .uk) else {
            Issue.record("no emergency: \(question)")
            return
        }
        #expect(text.contains("999"))
    }

    @Test("A question that needs judgement is referred with its reason", arguments: QuestionCases.referrals)
    func referral(reason: QuestionTriage.Reason, questions: [String]) {
        for question in questions {
            let outcome = QuestionTriage.triage(question, region: .us)
            guard case .refer(let text, let found) = outcome else {
                Issue.record("\(question): \(outcome)")
                continue
            }
            #expect(text == SafetyText.referral(found, region: .us))
            #expect(found == reason, "\(question)")
        }
    }

    @Test("A plain question about the label is answerable", arguments: QuestionCases.harmless)
    func harmless(question: String) {
        #expect(QuestionTriage.triage(question, region: .us) == .answerable)
    }

    @Test(
        "A text that is no question about the label is not answered",
        arguments: [
            "dad took his evening dose in the morning and then again", "my legs are acting up",
            "I noticed something odd",
            "grandpa is not himself", "can I do it another way", "my neighbour wants one", "it got worse",
        ])
    func unclear(question: String) {
        for region in SafetyText.Region.allCases {
            switch QuestionTriage.triage(question, region: region) {
            case .answerable: Issue.record("answerable: \(question)")
            case .refer(let text, _): #expect(text.contains(region.numberWords ?? "your local emergency number"))
            case .emergency: break
            }
        }
    }

    @Test("No emergency is answered, whatever its words", arguments: QuestionCases.stories)
    func stories(question: String) {
        let outcome = QuestionTriage.triage(question, region: .uk)
        switch outcome {
        case .answerable: Issue.record("answerable: \(question)")
        case .emergency(let text), .refer(let text, _): #expect(text.contains("999"))
        }
    }

    @Test("A long story has the same result as a short one")
    func long() {
        let story = String(repeating: "it was a nice day and ", count: 300)
        for question in [story + "I cant breathe", "I cant breathe " + story] {
            guard case .emergency = QuestionTriage.triage(question, region: .eu) else {
                Issue.record("no emergency")
                continue
            }
        }
        #expect(QuestionTriage.triage("", region: .eu) == .answerable)
    }

    @Test("The collection has enough questions of each kind")
    func enough() {
        #expect(QuestionCases.emergencies.count >= 150)
        #expect(QuestionCases.referrals.reduce(0) { $0 + $1.1.count } >= 150)
        #expect(QuestionCases.harmless.count >= 150)
        #expect(Set(QuestionCases.emergencies).count == QuestionCases.emergencies.count)
    }
}
