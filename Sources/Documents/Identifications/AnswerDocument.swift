package import Foundation
package import Recognition

/// An answer as JSON, for the command and the API. The fields are a stable interface (Docs/api.md).
package struct AnswerDocument: Codable, Sendable {
    package struct Candidate: Codable, Sendable {
        package let rank: Int
        package let scientificName: String
        package let commonNames: [String]
        package let family: String?
        /// 0–1.
        package let confidence: Double
        /// The confidences of the local model and of Pl@ntNet, in an answer of both.
        package let onDevice: Double?
        package let plantnet: Double?
        package let powo: String?
        package let gbif: String?

        init(_ candidate: Recognition.Candidate) {
            rank = candidate.rank
            scientificName = candidate.taxon.scientificName
            commonNames = candidate.taxon.commonNames
            family = candidate.taxon.family
            confidence = AnswerDocument.rounded(candidate.confidence.value, 4)
            onDevice = candidate.device.map { AnswerDocument.rounded($0.value, 4) }
            plantnet = candidate.service.map { AnswerDocument.rounded($0.value, 4) }
            powo = candidate.taxon.powo
            gbif = candidate.taxon.gbif
        }
    }

    /// Whether the service was called, why or why not, and what the call cost.
    package struct ServiceCallRecord: Codable, Sendable {
        /// `null` if it was not called.
        package let service: String?
        package let reason: String
        package let wanted: String?
        package let priceUnits: Int
        /// `null` if unknown.
        package let remaining: Int?
        package let threshold: Double
        package let failure: Failure?

        init(_ asked: Recognition.ServiceCallRecord) {
            service = asked.service?.rawValue
            reason = asked.reason.rawValue
            wanted = asked.wanted?.rawValue
            priceUnits = asked.priceUnits
            remaining = asked.remaining
            threshold = asked.threshold
            failure = asked.failure.map { Failure(code: $0.code, message: $0.words) }
        }

        private enum CodingKeys: String, CodingKey {
            case service, reason, wanted, priceUnits, remaining, threshold, failure
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(service, forKey: .service)
            try container.encode(reason, forKey: .reason)
            try container.encodeIfPresent(wanted, forKey: .wanted)
            try container.encode(priceUnits, forKey: .priceUnits)
            try container.encode(remaining, forKey: .remaining)
            try container.encode(threshold, forKey: .threshold)
            try container.encodeIfPresent(failure, forKey: .failure)
        }
    }

    /// The answer of one source.
    package struct Opinion: Codable, Sendable {
        package let verdict: String
        package let reason: String
        package let candidates: [Candidate]
        package let source: String
        package let model: String
        package let milliseconds: Double
        package let answeredAt: Date

        init(_ answer: Answer, top: Int) {
            verdict = answer.verdict.rawValue
            reason = answer.reason.rawValue
            candidates = answer.candidates.prefix(top).map(Candidate.init)
            source = answer.source.rawValue
            model = answer.model
            milliseconds = AnswerDocument.rounded(answer.durations.total, 1)
            answeredAt = answer.answeredAt
        }
    }

    /// The answers of the device and, if there is one, of the service.
    package struct Answers: Codable, Sendable {
        package let onDevice: Opinion?
        package let plantnet: Opinion
    }

    package struct RollUp: Codable, Sendable {
        package let name: String
        package let rank: String
        package let confidence: Double
    }

    package struct Milliseconds: Codable, Sendable {
        package let decode: Double
        package let inference: Double
        package let total: Double
    }

    /// A plant of the household that the photographs may show.
    package struct OwnPlant: Codable, Sendable {
        package let id: String
        package let name: String
        /// The cosine of the most similar photographs, 0–1.
        package let similarity: Double

        package init(id: String, name: String, similarity: Double) {
            self.id = id
            self.name = name
            self.similarity = AnswerDocument.rounded(similarity, 4)
        }
    }

    package struct Failure: Codable, Sendable {
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
    package var organs: [String]?
    package var asked: ServiceCallRecord?
    package var answers: Answers?
    /// The level at which both agree: species, genus or none.
    package var agreement: String?
    /// True if the identification is on the waiting list for the service.
    package var waiting: Bool?
    /// The plants of the household that the photographs may show, the most similar first.
    package var ownPlants: [OwnPlant]?
    /// likely, unsure, doubtful, no-clear-match, not-a-plant or error.
    package let verdict: String
    package let reason: String?
    package let candidates: [Candidate]
    package let rollUps: [RollUp]
    /// The plants among the candidates that injure the skin: toxicodendron, giant-hogweed.
    /// Nil in an error and in an answer of an older server.
    package private(set) var contactHazards: [String]?
    package let source: String?
    package let model: String?
    package let milliseconds: Milliseconds?
    package let answeredAt: Date?
    package let error: Failure?

    /// Uses the first `top` candidates of the result of an inquiry.
    package init(_ findings: InquiryResult, file: String? = nil, top: Int = .max) {
        self.init(findings.answer, file: file, top: top)
        contactHazards = findings.contactHazards(under: Policy()).map(\.rawValue)
        asked = ServiceCallRecord(findings.asked)
        agreement = findings.agreement?.rawValue
        answers = findings.service.map { service in
            Answers(onDevice: findings.device.map { Opinion($0, top: top) }, plantnet: Opinion(service, top: top))
        }
    }

    /// Uses the first `top` candidates of an answer.
    package init(_ answer: Answer, file: String? = nil, top: Int = .max) {
        self.file = file
        verdict = answer.verdict.rawValue
        reason = answer.reason.rawValue
        candidates = answer.candidates.prefix(top).map(Candidate.init)
        rollUps = answer.rollUps.map {
            RollUp(name: $0.name, rank: $0.rank.rawValue, confidence: Self.rounded($0.confidence.value, 4))
        }
        contactHazards = answer.contactHazards(under: Policy()).map(\.rawValue)
        source = answer.source.rawValue
        model = answer.model
        milliseconds = Milliseconds(
            decode: Self.rounded(answer.durations.decode, 1), inference: Self.rounded(answer.durations.inference, 1),
            total: Self.rounded(answer.durations.total, 1))
        answeredAt = answer.answeredAt
        error = nil
    }

    /// A file without an answer.
    package init(file: String?, error: Failure) {
        self.file = file
        verdict = "error"
        reason = nil
        candidates = []
        rollUps = []
        contactHazards = nil
        source = nil
        model = nil
        milliseconds = nil
        answeredAt = nil
        self.error = error
    }

    /// Returns one line of JSON. Equal values have equal bytes.
    package func json(pretty: Bool = false) throws -> [UInt8] {
        let encoder = JSONEncoder.documents
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return [UInt8](try encoder.encode(self))
    }

    private static func rounded(_ number: Double, _ places: Int) -> Double {
        let factor = pow(10, Double(places))
        return (number * factor).rounded() / factor
    }
}
