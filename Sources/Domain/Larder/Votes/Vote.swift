package import Foundation
import Messages

/// An answer to a question. It is stored before it is sent, and sent at most once.
package struct Vote: Sendable, Hashable {
    package enum Choice: String, Sendable, Hashable, Codable, CaseIterable {
        case yes, no
        /// The voter is not asked again; the answer decides nothing.
        case skip
    }

    package enum State: String, Sendable, Hashable, CaseIterable {
        /// Not sent yet: it can be withdrawn.
        case waiting
        /// Being sent.
        case sending
        /// The service accepted it.
        case counted
        /// Too late: the question is closed.
        case closed
        /// It may have arrived; it is not sent again.
        case unknown
        /// It did not arrive or was refused; the question is open again.
        case lost

        /// True if the vote cannot change any more.
        package var isSettled: Bool { [.counted, .closed, .lost].contains(self) }
        /// True if the same person may answer the question again.
        package var isOpen: Bool { self == .lost }
    }

    /// Ascending within the household.
    package let number: Int
    package let question: FoodQuestion
    /// The product's name when the question was asked.
    package let productName: String?
    package let choice: Choice
    /// The voter as the service sees it: `VoterIdentity.mark`.
    package let voter: String
    package let state: State
    package let askedAt: Date
    /// The earliest time to send: at first the end of the time for withdrawal. While it is being sent, the end of the
    /// sender's lease.
    package let notBefore: Date
    /// The number of failed attempts; an attempt that may have arrived is not counted.
    package let attempts: Int
    package let sentAt: Date?
    package let settledAt: Date?
    /// Why it waits, or is lost, closed or unknown: one sentence. It is stored, so it is English.
    package let remark: String?
    /// Incremented by each claim. Settling an older claim has no effect.
    package let fence: Int

    package init(
        number: Int, question: FoodQuestion, productName: String?, choice: Choice, voter: String,
        state: State = .waiting, askedAt: Date, notBefore: Date, attempts: Int = 0, sentAt: Date? = nil,
        settledAt: Date? = nil, remark: String? = nil, fence: Int = 0
    ) {
        self.number = number
        self.question = question
        self.productName = productName
        self.choice = choice
        self.voter = voter
        self.state = state
        self.askedAt = askedAt
        self.notBefore = notBefore
        self.attempts = attempts
        self.sentAt = sentAt
        self.settledAt = settledAt
        self.remark = remark
        self.fence = fence
    }

    /// The time for withdrawal, in seconds.
    package static let undoSeconds = 5.0

    /// The remark in the language of the current task.
    package var remarkWords: String? { remark.map { Localization.current.pattern($0) } }
}

// MARK: - Transitions

extension Vote {
    /// The result of sending a vote, or of checking it later.
    package enum Event: Sendable, Hashable {
        case counted
        /// The question is closed: answered, out of date, or deleted.
        case closed(String)
        /// Certainly not counted; another attempt may succeed.
        case notSent(String, until: Date)
        /// Certainly not counted; another attempt would fail, too.
        case refused(String)
        /// It may have been counted.
        case uncertain(String)
        /// The state found by a later check.
        case seen(InsightState)
    }

    /// The state of an insight for the voter.
    package enum InsightState: Sendable, Hashable {
        /// Decided with this answer; `byVoter` is true if the voter's account decided it.
        case decided(Choice?, byVoter: Bool)
        /// Not decided; the service still asks the voter.
        case stillAsked
        /// Not decided; the service does not ask the voter again.
        case noLongerAsked
        /// The insight does not exist any more.
        case gone
    }

    package struct Outcome: Sendable, Hashable {
        package let state: State
        package let remark: String?
        /// When the vote is sent or checked next.
        package let notBefore: Date?

        package init(state: State, remark: String?, notBefore: Date?) {
            self.state = state
            self.remark = remark
            self.notBefore = notBefore
        }
    }

    /// Returns the outcome; nil if the event does not apply. Only a vote that is being sent can have a result, and only
    /// an unknown vote can be checked.
    ///
    /// The remark of the outcome is stored, so the caller binds English.
    ///
    /// `patience` is in seconds: an interrupted request may still be in progress at the service. Until this time has
    /// passed since sending, `stillAsked` does not show that the vote is lost.
    package func outcome(of event: Event, at now: Date, patience: Double = 300) -> Outcome? {
        switch (state, event) {
        case (.sending, .counted): .init(state: .counted, remark: nil, notBefore: nil)
        case (.sending, .closed(let why)): .init(state: .closed, remark: why, notBefore: nil)
        case (.sending, .notSent(let why, let next)): .init(state: .waiting, remark: why, notBefore: next)
        case (.sending, .refused(let why)): .init(state: .lost, remark: why, notBefore: nil)
        case (.sending, .uncertain(let why)):
            .init(state: .unknown, remark: why, notBefore: now.addingTimeInterval(Self.firstLook))
        case (.unknown, .seen(let insight)): seen(insight, at: now, patience: patience)
        default: nil
        }
    }

    private func seen(_ insight: InsightState, at now: Date, patience: Double) -> Outcome {
        switch insight {
        case .decided(let choice, byVoter: true) where choice == self.choice:
            .init(state: .counted, remark: nil, notBefore: nil)
        case .decided:
            .init(
                state: .closed,
                remark: localized("The question is decided. It is not known whether your answer was counted."),
                notBefore: nil)
        case .noLongerAsked: .init(state: .counted, remark: nil, notBefore: nil)
        case .gone:
            .init(state: .closed, remark: localized("The question does not exist any more."), notBefore: nil)
        case .stillAsked where now.timeIntervalSince(sentAt ?? askedAt) >= patience:
            .init(
                state: .lost, remark: localized("The answer did not arrive. You can answer again."), notBefore: nil)
        case .stillAsked:
            .init(
                state: .unknown, remark: remark,
                notBefore: max(now.addingTimeInterval(Self.firstLook), (sentAt ?? askedAt).addingTimeInterval(patience))
            )
        }
    }

    /// The time until an unknown vote is first checked, in seconds.
    static let firstLook = 30.0
}

/// The voter as the service sees it.
package enum VoterIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// A random name of this household, without personal data.
    case device(String)
    case account(name: String, password: String)

    /// The key of stored votes, without a secret. Votes with the same mark are of one voter.
    package var mark: String {
        switch self {
        // A new device name does not make a new voter.
        case .device: "device"
        case .account(let name, _): "account \(name)"
        }
    }

    package var accountName: String? {
        if case .account(let name, _) = self { name } else { nil }
    }

    package var description: String { "a voter" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
