public import Foundation
import Messages

/// The sequence of an inquiry as a pure state machine: events in, actions out. The shell (`Inquirer`) performs the
/// actions and reports their results. No clock, disk or network is read here.
///
/// The local model and the service are two lanes; each goes from idle to an end. The strategy decides when a lane
/// starts and when the inquiry ends.
public struct Inquiry: Sendable, Hashable {
    /// How the inquiry started.
    public enum Mode: Sendable, Hashable {
        /// New photographs.
        case fresh(Strategy)
        /// Only the service, for photographs that the local model has processed before.
        case secondOpinion(device: Answer?, because: ServiceCallRecord.Reason)
    }

    /// Why a source gave no answer.
    public struct Failure: Sendable, Hashable {
        /// An error code of Docs/errors.md.
        public let code: String
        /// A sentence. Of a failure that is stored it is English.
        public let message: String
        /// True if the same question may be answered later.
        public let isPassing: Bool

        public init(code: String, message: String, isPassing: Bool = false) {
            self.code = code
            self.message = message
            self.isPassing = isPassing
        }

        /// The message in the language of the current task.
        public var words: String { Localization.current.pattern(message) }

        /// The service exceeded its time limit.
        public static var timedOut: Failure {
            Failure(
                code: "service-timed-out", message: localized("The service did not answer in time."), isPassing: true)
        }
    }

    /// Why the service must not be called now.
    public enum Refusal: Sendable, Hashable {
        case offline
        /// No credits are left until then.
        case noQuota(until: Date)
        case notConfigured
        /// The service rejects the key.
        case keyRefused
        /// The circuit breaker is open until then.
        case paused(until: Date)

        /// The same as a reason of a record.
        public var reason: ServiceCallRecord.Reason {
            switch self {
            case .offline: .offline
            case .noQuota: .noQuota
            case .notConfigured: .notConfigured
            case .keyRefused: .keyRefused
            case .paused: .paused
            }
        }
    }

    /// How the question to the service ended.
    public enum ServiceOutcome: Sendable, Hashable {
        /// The cache has an answer of the service to the same question.
        case cached(Answer)
        /// The service must not be called now.
        case refused(Refusal)
        /// An error prevented the call. Nothing was sent.
        case notAsked(Failure)
        case answered(Answer, price: Int, remaining: Int?)
        /// The service was called and did not answer. `price` is the number of credits that were or may have been spent.
        case failed(Failure, price: Int, remaining: Int?)

        /// The same for a caller that shares the question of another one, which pays for it.
        public var withoutPrice: Self {
            switch self {
            case .answered(let answer, _, let remaining): .answered(answer, price: 0, remaining: remaining)
            case .failed(let failure, _, let remaining): .failed(failure, price: 0, remaining: remaining)
            case .cached, .refused, .notAsked: self
            }
        }
    }

    /// What has happened.
    public enum Event: Sendable, Hashable {
        case began
        case deviceAnswered(Answer)
        case deviceFailed
        case serviceEnded(ServiceOutcome)
    }

    /// What the caller must do next.
    public enum Action: Sendable, Hashable {
        case askDevice
        /// Answer from the cache, or reserve a credit and call the service.
        case askService
        case finish(InquiryResult)
        /// No source answered, with the failure of the service.
        case fail(service: Failure?, ServiceCallRecord)
    }

    enum Device: Sendable, Hashable {
        case idle, asked
        case answered(Answer)
        case failed

        var isPending: Bool { self == .asked }
    }

    enum Service: Sendable, Hashable {
        case idle, asked
        case answered(Answer)
        case failed, refused

        var isPending: Bool { self == .asked }
    }

    /// How the inquiry started.
    public let mode: Mode
    let policy: Policy
    private(set) var device = Device.idle
    private(set) var service = Service.idle
    private(set) var hasBegun = false
    private(set) var isOver = false
    private var asked: ServiceCallRecord

    public init(_ mode: Mode, under policy: Policy) {
        self.mode = mode
        self.policy = policy
        let reason: ServiceCallRecord.Reason =
            switch mode {
            case .fresh(.onDeviceOnly): .onDeviceOnly
            case .fresh(.onDeviceFirst): .confident
            case .fresh: .byStrategy
            case .secondOpinion(_, let because): because
            }
        asked = ServiceCallRecord(reason: reason, threshold: policy.askBelow)
        if case .secondOpinion(let answer?, _) = mode { device = .answered(answer) }
    }

    /// Processes an event and returns the actions to perform. An event that does not match the state has no effect.
    public mutating func handle(_ event: Event) -> [Action] {
        if isOver { return [] }
        switch event {
        case .began:
            guard !hasBegun else { return [] }
            hasBegun = true
            return begin()
        case .deviceAnswered(let answer): return deviceEnded(.answered(answer))
        case .deviceFailed: return deviceEnded(.failed)
        case .serviceEnded(let outcome): return serviceEnded(outcome)
        }
    }

    private mutating func begin() -> [Action] {
        switch mode {
        case .fresh(.onDeviceOnly), .fresh(.onDeviceFirst):
            device = .asked
            return [.askDevice]
        case .fresh(.parallel):
            device = .asked
            service = .asked
            return [.askDevice, .askService]
        case .fresh(.serviceOnly), .secondOpinion:
            service = .asked
            return [.askService]
        }
    }

    private mutating func deviceEnded(_ end: Device) -> [Action] {
        guard device == .asked else { return [] }
        device = end
        if mode == .fresh(.onDeviceFirst), let reason = reasonToAsk {
            asked = ServiceCallRecord(reason: reason, threshold: asked.threshold)
            service = .asked
            return [.askService]
        }
        return settled()
    }

    /// Why the result of the local model does not suffice; nil if it does.
    private var reasonToAsk: ServiceCallRecord.Reason? {
        // A threshold of 0 disables automatic service calls.
        if policy.askBelow <= 0 { return nil }
        guard case .answered(let answer) = device else { return .deviceFailed }
        if answer.verdict == .notAPlant { return nil }
        if answer.reason == .outsideKnowledge { return .outsideKnowledge }
        if answer.reason == .unfamiliar { return .unfamiliar }
        if answer.reason == .small { return .small }
        return (answer.candidates.first?.confidence.value ?? 0) < policy.askBelow ? .underThreshold : nil
    }

    private mutating func serviceEnded(_ outcome: ServiceOutcome) -> [Action] {
        guard service == .asked else { return [] }
        switch outcome {
        case .cached(let answer):
            service = .answered(answer)
            asked = ServiceCallRecord(reason: .cached, wanted: asked.reason, threshold: asked.threshold)
        case .refused(let refusal):
            service = .refused
            asked = ServiceCallRecord(reason: refusal.reason, wanted: asked.reason, threshold: asked.threshold)
        case .notAsked(let failure):
            service = .failed
            asked = ServiceCallRecord(reason: asked.reason, threshold: asked.threshold, failure: failure)
        case .answered(let answer, let price, let remaining):
            service = .answered(answer)
            asked = ServiceCallRecord(
                service: .plantNet, reason: asked.reason, priceUnits: price, remaining: remaining,
                threshold: asked.threshold)
        case .failed(let failure, let price, let remaining):
            service = .failed
            asked = ServiceCallRecord(
                service: .plantNet, reason: asked.reason, priceUnits: price, remaining: remaining,
                threshold: asked.threshold, failure: failure)
        }
        return settled()
    }

    /// Ends the inquiry if no lane is pending.
    private mutating func settled() -> [Action] {
        guard !device.isPending, !service.isPending else { return [] }
        isOver = true
        var ownAnswer: Answer?
        var itsAnswer: Answer?
        if case .answered(let answer) = device { ownAnswer = answer }
        if case .answered(let answer) = service { itsAnswer = answer }
        if mode == .fresh(.onDeviceFirst), service == .idle, ownAnswer?.verdict == .notAPlant {
            asked = ServiceCallRecord(reason: .noPlant, threshold: asked.threshold)
        }
        if let findings = InquiryResult(device: ownAnswer, service: itsAnswer, asked: asked, under: policy) {
            return [.finish(findings)]
        }
        return [.fail(service: asked.failure ?? Self.failure(asked.reason, when: service), asked)]
    }

    private static func failure(_ reason: ServiceCallRecord.Reason, when service: Service) -> Failure? {
        guard service == .refused else { return nil }
        switch reason {
        case .offline:
            return Failure(
                code: "service-offline", message: localized("There is no network connection."), isPassing: true)
        case .noQuota:
            return Failure(
                code: "service-quota-used", message: localized("No requests are left today."), isPassing: true)
        case .notConfigured:
            return Failure(code: "service-not-configured", message: localized("There is no key for the service."))
        case .keyRefused:
            return Failure(code: "service-key-refused", message: localized("The service refused the key."))
        default:
            return Failure(
                code: "service-paused", message: localized("The service failed several times."), isPassing: true)
        }
    }
}
