import Explaining
import Foundation
import Support
import Testing
import Wording

/// 300 questions in German and French, written and judged by a reader who knew neither rules nor tests. Docs/medicines.md
/// has the score of their first run; here they are held, and prove nothing about new questions.
@Suite("Questions in German and French that another reader judged", .tags(.small))
struct QuestionExamTests {
    private struct Case: Decodable {
        let text: String
        let language: String
        let expect: String
    }

    private static func cases() throws -> [Case] {
        let text = try String(
            contentsOfFile: Fixture.path("questions/emergencies-german-french.jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Case.self, from: Data($0.utf8)) }
    }

    @Test("Emergencies are found, few ordinary questions are taken for one, and none is answered as if it were English")
    func exam() throws {
        let cases = try Self.cases()
        #expect(cases.count == 300)
        var missed: [String] = []
        var alarms: [String] = []
        var answered: [String] = []
        for entry in cases {
            let outcome = QuestionTriage.triage(entry.text, region: .eu)
            let isEmergency = if case .emergency = outcome { true } else { false }
            if entry.expect == "emergency", !isEmergency { missed.append(entry.text) }
            if entry.expect == "ordinary", isEmergency { alarms.append(entry.text) }
            if outcome == .answerable { answered.append(entry.text) }
        }
        // The first run missed 10 of 150 and took 21 of 150 ordinary questions for emergencies.
        #expect(missed.count <= 10, "\(missed)")
        #expect(alarms.count <= 21, "\(alarms)")
        #expect(answered.isEmpty)
    }
}
