import Support
import Testing

@testable import Explaining
@testable import Wording

@Suite("Simple questions without a model", .tags(.small))
struct QuestionAnswerTests {
    private func answer(_ question: String) -> QuestionAnswer? {
        QuestionAnswer.deterministic(question, label: ExplanationLabels.confirmed)
    }

    @Test(
        "A simple question is answered from the label with its sources",
        arguments: [
            ("how often do I take it", "morning", "M1.frequency"), ("how much do I take?", "1 tablet", "M1.dose"),
            ("how many refills are left", "5 refills", "M1.refills"),
            ("how many tablets are in the bottle", "30", "M1.quantity"),
            ("what is it for", "blood pressure", "M1.reason"), ("what is it called", "Zestalin", "M1.name"),
            ("what strength is it", "10 MG", "M1.strength"), ("any warnings?", "DROWSINESS", "M1.warning1"),
            ("when do i take it", "morning", "M1.frequency"), ("how do i take it", "1 tablet", "M1.dose"),
            ("does it make me drowsy", "DROWSINESS", "M1.warning1"), ("what does the label say", "1 tablet", "M1.dose"),
        ])
    func answered(question: String, part: String, source: String) throws {
        let answer = try #require(self.answer(question))
        #expect(answer.isOnLabel)
        #expect(
            answer.sentences.contains { $0.text.contains(part) && $0.sources.contains(SourceID(rawValue: source)) },
            "\(answer)")
        #expect(!answer.sentences.contains { $0.text == SafetyText.notOnLabel })
    }

    @Test(
        "A question that the label does not answer is referred to the pharmacist",
        arguments: [
            "how long do I take it", "for how many days", "with food?", "what is the maximum per day",
            "how do I store it",
            "can I crush it", "do I shake it",
        ])
    func unsaid(question: String) throws {
        let answer = try #require(self.answer(question))
        #expect(!answer.isOnLabel)
        #expect(answer.sentences.map(\.text) == [SafetyText.notOnLabel])
    }

    @Test("An abbreviation is explained, with both meanings if it has two")
    func shortForms() {
        #expect(answer("what does PRN mean?")?.sentences.first?.text.contains("as needed") == true)
        #expect(answer("what does p.r.n. mean")?.sentences.first?.text.contains("as needed") == true)
        #expect(answer("what does OD mean")?.sentences.first?.text.contains("right eye") == true)
        #expect(answer("what does as directed mean")?.topics != [.meaning])
    }

    @Test(
        "A question that is not simple has no answer without a model",
        arguments: ["hello", "thanks", "is the moon made of cheese", ""])
    func other(question: String) {
        #expect(answer(question) == nil)
    }

    @Test("An answer names the medicine if there are several")
    func several() throws {
        let answer = try #require(QuestionAnswer.deterministic("what strength is it", label: ExplanationLabels.typed))
        #expect(
            answer.sentences.map(\.text) == [
                "Your label says for Zestalin: 10 MG.", "Your label says for Ibuprofen: 400 mg.",
            ])
        #expect(answer.sentences.map(\.sources) == [[.medicine(0, "strength")], [.medicine(1, "strength")]])
    }

    @Test("Lines of the label stand beside a referral")
    func quoted() {
        let quoted = QuestionAnswer.quoted(for: .alcohol, label: ExplanationLabels.confirmed)
        #expect(quoted.map(\.text) == ["“DO NOT DRINK ALCOHOL”"])
        #expect(QuestionAnswer.quoted(for: .missedDose, label: ExplanationLabels.confirmed).isEmpty)
    }

    @Test("An answer has the telephone numbers of the region, and none without a region")
    func regions() {
        let numbers = [
            "eu": "112", "uk": "999", "us": "911", "ca": "911", "au": "000", "at": "112", "jp": "119", "ch": "144",
        ]
        for region in SafetyText.Region.allCases {
            for text in [SafetyText.emergency(region), SafetyText.crisis(region)] {
                if let number = numbers[region.rawValue] ?? region.emergencyNumber {
                    #expect(text.contains("call \(number)") || text.contains("Call \(number)"))
                } else {
                    #expect(text.contains("your local emergency number"))
                    #expect(!text.contains { $0.isNumber })
                }
            }
        }
        #expect(SafetyText.emergency(.uk).contains("111") && SafetyText.emergency(.us).contains("1-800-222-1222"))
    }
}
