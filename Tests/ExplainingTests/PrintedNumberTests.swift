import Support
import Testing

@testable import Directions
@testable import Explaining
@testable import Labels

/// A check that reads "1,5" differently from the reader of directions would accept a wrong dose.
@Suite("Printed numbers", .tags(.small))
struct PrintedNumberTests {
    @Test(
        "Printed numbers have the same value for directions, labels and the checks of an answer",
        arguments: [
            ("5", 5), ("0.5", 0.5), (".5", 0.5), ("1,000", 1000), ("12,500.5", 12_500.5), ("1,5", nil), ("1,00", nil),
            ("1.5.2", nil), ("1,0000", nil), ("½", 0.5), ("⅛", 0.125),
        ] as [(String, Double?)])
    func same(text: String, value: Double?) {
        let label = LabelToken.all(in: [text]).first
        #expect(label?.value == value)
        let answer = AnswerCheckQuantity.all(in: "\(text) mg").first
        #expect(answer?.value == value ?? .infinity, "\(String(describing: answer))")
        let read = DirectionsReader.read("Take \(text) mg daily")
        #expect(read.clauses.first?.dose?.low == value, "\(read.flags.map(\.code))")
        #expect((read.status == .refuse) == (value == nil))
    }
}
