import Support
import Testing

@testable import Directions
@testable import Explaining
@testable import Labels

/// A check that reads "1,5" differently from the reader of directions would accept a wrong dose.
@Suite("Printed numbers", .tags(.small))
struct PrintedNumberTests {
    /// The value in directions; nil if they are refused.
    private static func inDirections(_ text: String, _ unit: String) -> Double? {
        let read = DirectionsReader.read("Take \(text) \(unit) daily")
        return read.status == .refuse ? nil : read.clauses.first?.dose?.low
    }

    @Test(
        "Printed numbers have the same value for directions, labels and the checks of an answer",
        arguments: [
            ("5", 5), ("0.5", 0.5), (".5", 0.5), ("1.5", 1.5), ("1,000", 1000), ("12,500.5", 12_500.5),
            ("0.125", 0.125),
            ("1.125", 1.125), ("1,5", nil), ("1,00", nil), ("1.5.2", nil), ("1,0000", nil), ("½", 0.5), ("⅛", 0.125),
        ] as [(String, Double?)])
    func same(text: String, value: Double?) {
        #expect(LabelToken.all(in: [text]).first?.value == value)
        let answer = AnswerCheckQuantity.all(in: "\(text) mg").first
        #expect(answer?.value == value ?? .infinity, "\(String(describing: answer))")
        let read = DirectionsReader.read("Take \(text) mg daily")
        #expect(read.clauses.first?.dose?.low == value, "\(read.flags.map(\.code))")
        #expect((read.status == .refuse) == (value == nil))
    }

    @Test(
        "Numbers of several words and signs have the same value for directions and the checks of an answer",
        arguments: [
            ("1 1/2", 1.5), ("1½", 1.5), ("1 and 1/2", 1.5), ("one and a half", 1.5), ("1/2", 0.5), ("half", 0.5),
            ("one", 1), ("two", 2), ("three", 3),
        ] as [(String, Double)])
    func phrases(text: String, value: Double) {
        #expect(Self.inDirections(text, "tablets") == value)
        let answer = AnswerCheckQuantity.all(in: "Your label says \(text) tablets").first
        #expect(answer == AnswerCheckQuantity(value: value, unit: "tablet"))
    }

    @Test(
        "Directions and the checks of an answer do not read a point that may separate thousands",
        arguments: ["1.000", "2.500", "125.000"])
    func thousands(text: String) {
        #expect(PrintedNumber.isPerhapsThousands(text))
        #expect(Self.inDirections(text, "mg") == nil)
        #expect(AnswerCheckQuantity.all(in: "\(text) mg").first?.value == .infinity)
    }

    @Test(
        "An ambiguous number on a label supports no number of an answer, not even another ambiguous one",
        arguments: ["1,5", "1.000"], ["15,0", "1,5", "1.000", "1", "1000"])
    func unsupported(printed: String, said: String) {
        let label = Set(AnswerCheckQuantity.all(in: "Take \(printed) mg daily"))
        let answer = AnswerCheckQuantity.all(in: "\(said) mg")
        #expect(answer.count == 1)
        #expect(!answer.contains { $0.isSupported(by: label) })
    }
}
