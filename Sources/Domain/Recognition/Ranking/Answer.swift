public import Foundation

/// The answer of one source about the photographs of one plant.
public struct Answer: Sendable, Hashable {
    /// Where the answer comes from.
    public enum Source: String, Sendable, CaseIterable {
        case device = "on-device"
        case plantNet = "plantnet"
        case cache
    }

    /// How long the parts of an answer took, in milliseconds.
    public struct Durations: Sendable, Hashable {
        /// Milliseconds for reading and preparing the pixels; the others are for the model and in total.
        public let decode: Double
        /// Milliseconds in the model.
        public let inference: Double
        /// Milliseconds from the question to the answer.
        public let total: Double

        public init(decode: Double, inference: Double, total: Double) {
            self.decode = decode
            self.inference = inference
            self.total = total
        }
    }

    /// The answer in a word.
    public let verdict: Verdict
    /// Why the verdict was given.
    public let reason: Reason
    /// Best first, at most as many as the policy allows. Empty if the source sees no plant; in an answer of two sources
    /// the candidates of the other source remain.
    public let candidates: [Candidate]
    /// Groups whose members together are more probable than each of them.
    public let rollUps: [RollUp]
    /// Where the answer comes from.
    public let source: Source
    /// Name and version of the model or the service: "garden-108 1".
    public let model: String
    /// How long it took.
    public let durations: Durations
    /// When the answer was given.
    public let answeredAt: Date
    /// One vector per photograph, in their order.
    public let embeddings: [[Float]]

    /// The band that is shown for a candidate: likely only if the verdict is.
    public func band(of candidate: Candidate, under policy: Policy) -> Confidence.Band {
        let band = candidate.confidence.band(under: policy)
        return band == .likely && verdict != .likely ? .unsure : band
    }

    public init(
        verdict: Verdict, reason: Reason, candidates: [Candidate], rollUps: [RollUp], source: Source, model: String,
        durations: Durations, answeredAt: Date, embeddings: [[Float]] = []
    ) {
        self.verdict = verdict
        self.reason = reason
        self.candidates = candidates
        self.rollUps = rollUps
        self.source = source
        self.model = model
        self.durations = durations
        self.answeredAt = answeredAt
        self.embeddings = embeddings
    }
}
