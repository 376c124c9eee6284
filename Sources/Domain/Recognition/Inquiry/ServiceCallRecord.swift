/// Whether the service was called for an inquiry, why or why not, and what the call cost.
public struct ServiceCallRecord: Sendable, Hashable {
    /// Why the service was called, or why not.
    public enum Reason: String, Sendable, CaseIterable {
        // Reasons for a call.
        case underThreshold = "under-threshold"
        case outsideKnowledge = "outside-knowledge"
        case unfamiliar
        case small
        case deviceFailed = "device-failed"
        case byStrategy = "by-strategy"
        case byHand = "by-hand"
        // Reasons against a call.
        case onDeviceOnly = "on-device-only"
        case confident
        case noPlant = "no-plant"
        case cached
        case offline
        case noQuota = "no-quota"
        case notConfigured = "not-configured"
        case keyRefused = "key-refused"
        case paused
    }

    /// The service that was called; nil if none was.
    public let service: Answer.Source?
    /// Why it was called, or why not.
    public let reason: Reason
    /// Why the service was needed if something else prevented the call.
    public let wanted: Reason?
    /// The credits that were spent or may have been spent.
    public let priceUnits: Int
    /// The credits left today; nil if unknown.
    public let remaining: Int?
    /// The threshold below which the local answer does not suffice, 0–1.
    public let threshold: Double
    /// Why a call gave no answer.
    public let failure: Inquiry.Failure?

    public init(
        service: Answer.Source? = nil, reason: Reason, wanted: Reason? = nil, priceUnits: Int = 0,
        remaining: Int? = nil, threshold: Double, failure: Inquiry.Failure? = nil
    ) {
        self.service = service
        self.reason = reason
        self.wanted = wanted
        self.priceUnits = priceUnits
        self.remaining = remaining
        self.threshold = threshold
        self.failure = failure
    }

    /// True if the service may answer later.
    public var isWorthWaiting: Bool {
        switch reason {
        case .offline, .noQuota, .paused: true
        default: failure?.isPassing ?? false
        }
    }
}
