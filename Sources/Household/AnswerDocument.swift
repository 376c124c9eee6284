package import Foundation
package import Recognition

/// An answer as the command and the API give it; the fields are a promise to those who build on them (Docs/api.md).
package struct AnswerDocument: Encodable, Sendable {
    package struct Candidate: Encodable, Sendable {
        package let rank: Int
        package let scientificName: String
        package let commonNames: [String]
        package let family: String?
        /// 0–1.
        package let confidence: Double
    }

    package struct RollUp: Encodable, Sendable {
        package let name: String
        package let rank: String
        package let confidence: Double
    }

    package struct Milliseconds: Encodable, Sendable {
        package let decode: Double
        package let inference: Double
        package let total: Double
    }

    package struct Failure: Encodable, Sendable {
        package let code: String
        package let message: String

        package init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    package var file: String?
    package var id: String?
    package var photographs: [String]?
    /// likely, unsure, doubtful, no-clear-match, not-a-plant or error.
    package let verdict: String
    package let reason: String?
    package let candidates: [Candidate]
    package let rollUps: [RollUp]
    package let source: String?
    package let model: String?
    package let milliseconds: Milliseconds?
    package let answeredAt: Date?
    package let error: Failure?

    /// `top` candidates of an answer.
    package init(_ answer: Answer, file: String? = nil, top: Int = .max) {
        self.file = file
        verdict = answer.verdict.rawValue
        reason = answer.reason.rawValue
        candidates = answer.candidates.prefix(top).map {
            Candidate(
                rank: $0.rank, scientificName: $0.taxon.scientificName, commonNames: $0.taxon.commonNames,
                family: $0.taxon.family, confidence: Self.rounded($0.confidence.value, 4))
        }
        rollUps = answer.rollUps.map {
            RollUp(name: $0.name, rank: $0.rank.rawValue, confidence: Self.rounded($0.confidence.value, 4))
        }
        source = answer.source.rawValue
        model = answer.model
        milliseconds = Milliseconds(
            decode: Self.rounded(answer.durations.decode, 1), inference: Self.rounded(answer.durations.inference, 1),
            total: Self.rounded(answer.durations.total, 1))
        answeredAt = answer.answeredAt
        error = nil
    }

    /// A file that could not be answered.
    package init(file: String?, error: Failure) {
        self.file = file
        verdict = "error"
        reason = nil
        candidates = []
        rollUps = []
        source = nil
        model = nil
        milliseconds = nil
        answeredAt = nil
        self.error = error
    }

    /// One line of JSON, the same bytes for the same values.
    package func json(pretty: Bool = false) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting =
            pretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self))
    }

    private static func rounded(_ number: Double, _ places: Int) -> Double {
        let factor = pow(10, Double(places))
        return (number * factor).rounded() / factor
    }
}
