/// Whether the service was asked about an inquiry, why (or why not), and what it cost.
package struct Asked: Sendable, Hashable {
    package enum Reason: String, Sendable, CaseIterable {
        // Why it was asked.
        case underThreshold = "under-threshold"
        case outsideKnowledge = "outside-knowledge"
        case deviceFailed = "device-failed"
        case byStrategy = "by-strategy"
        case byHand = "by-hand"
        // Why it was not.
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

    /// The service that was called; nothing where none was.
    package let service: Answer.Source?
    package let reason: Reason
    /// Why it was wanted, where something else kept it from being called.
    package let wanted: Reason?
    /// Credits that were spent, or may have been.
    package let priceUnits: Int
    /// Credits left today, where they are known.
    package let remaining: Int?
    /// Under this the model's own answer was not enough, 0–1.
    package let threshold: Double
    /// Why the service's answer is missing although it was wanted.
    package let failure: Inquiry.Failure?

    package init(
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

    /// Whether the service may answer later what it could not now.
    package var isWorthWaiting: Bool {
        switch reason {
        case .offline, .noQuota, .paused: true
        default: failure?.isPassing ?? false
        }
    }
}
