import Contracts
import Explaining
import Household
import Labels
import Support
import Testing

@Suite("A label that was not read reliably", .tags(.small))
struct LabelUnsureTests {
    private static func label(isAgreed: Bool) -> RecognisedText {
        let lines = ["LISINOPRIL 10 MG TABLET", "TAKE 7 TABLETS BY MOUTH DAILY", "QTY: 30"]
        return RecognisedText(
            reader: .local,
            lines: lines.map { line in
                RecognisedText.Line(
                    words: line.split(separator: " ").map {
                        RecognisedText.Word(text: String($0), confidence: 0.96, place: nil, isAgreed: isAgreed)
                    }, place: nil)
            }, isHandwritten: false, confidence: 0.96, turns: 0)
    }

    private func household(isAgreed: Bool) -> Household {
        .drawn(
            labelServices: LabelServices(reader: .constant(Self.label(isAgreed: isAgreed)), names: { .empty }))
    }

    private func words(isAgreed: Bool, asking question: String) async throws -> String {
        let household = household(isAgreed: isAgreed)
        let view = try await household.medicines.readLabel([])
        var sentences = try await household.medicines.explanation(of: view).sections.flatMap(\.sentences)
        if case .own(let answer) = try await household.medicines.ask(question, about: view, isAgreed: false) {
            sentences += answer.sentences
        }
        return sentences.map(\.text).joined(separator: "\n")
    }

    @Test(
        "Numbers on which the two passes differ are neither explained nor given in an answer",
        arguments: ["How much do I take?", "How often?", "How many?"])
    func unspoken(question: String) async throws {
        let unsure = try await words(isAgreed: false, asking: question)
        #expect(!unsure.contains("7") && !unsure.contains("30") && !unsure.contains("10 MG"))
    }

    @Test("Numbers on which the two passes agree are explained")
    func spoken() async throws {
        #expect(try await words(isAgreed: true, asking: "How much do I take?").contains("Take 7 tablets"))
    }
}
