import Contracts
import Foundation
import Household
import Recognition
import Support
import Testing

@testable import StillroomCommand

@Suite("Answers of the command for people", .tags(.small))
struct AnswerSheetTests {
    private func table(_ reason: Reason, _ verdict: Verdict, candidates: Int = 5) -> String {
        let names = ["Rosa canina", "Rosa gallica", "Rosa rugosa", "Rosa arvensis", "Rosa glauca"]
        let answer = Answer(
            verdict: verdict, reason: reason,
            candidates: names.prefix(candidates).enumerated().map { place, name in
                Candidate(
                    rank: place + 1, taxon: Taxon(scientificName: name, commonNames: ["Rose \(place + 1)"]),
                    confidence: Confidence(0.9 / Double(place + 1)))
            },
            rollUps: [RollUp(name: "Rosa", rank: .genus, confidence: Confidence(0.99))], source: .device,
            model: "tiny 1", durations: .init(decode: 1, inference: 1, total: 2),
            answeredAt: Date(timeIntervalSince1970: 0))
        let findings = InquiryResult(
            answer: answer, device: answer, service: nil,
            asked: ServiceCallRecord(reason: .onDeviceOnly, threshold: Policy().askBelow))
        return AnswerSheet.table(findings, name: "a.jpg", top: 10, under: Policy())
    }

    @Test("An unknown plant has at most three guesses on one line, without bars, words of confidence and sums")
    func unknown() {
        let text = table(.outsideKnowledge, .noClearMatch)
        #expect(text.contains("a.jpg: not identified: the model does not know this plant\n"))
        #expect(
            text.contains(
                "Only guesses, probably wrong: Rosa canina (Rose 1), Rosa gallica (Rose 2), Rosa rugosa (Rose 3)\n"))
        for word in ["█", "·", "Likely", "Unsure", "Doubtful", "together", "arvensis"] {
            #expect(!text.contains(word), "\(word)")
        }
        #expect(!table(.outsideKnowledge, .noClearMatch, candidates: 0).contains("guesses"))
    }

    @Test("A known plant has bars, words of confidence and sums")
    func known() {
        let text = table(.confident, .likely)
        for word in ["█", "Likely", "together: 99 % genus Rosa", "Rosa arvensis"] {
            #expect(text.contains(word), "\(word)")
        }
    }
}
