package import FoundationEssentials

/// An answer to a question, on its way: written down before it is sent, and sent once at most.
package struct Vote: Sendable, Hashable {
    package enum Choice: String, Sendable, Hashable, Codable, CaseIterable {
        case yes, no
        /// Not asked again of whoever said it; it decides nothing.
        case skip
    }

    package enum State: String, Sendable, Hashable, CaseIterable {
        /// Nothing was sent: it can be taken back.
        case waiting
        /// It may be on its way at this moment.
        case sending
        /// The service has it.
        case counted
        /// It came too late: the question is closed.
        case closed
        /// It may have arrived or not; it is not sent again.
        case unknown
        /// It did not arrive, or the service would not take it; the question is open again.
        case lost

        /// Whether nothing comes of it any more.
        package var isSettled: Bool { [.counted, .closed, .lost].contains(self) }
        /// Whether the same person may answer the same question anew.
        package var isOpen: Bool { self == .lost }
    }

    /// Counts up with every vote of the household.
    package let number: Int
    package let question: FoodQuestion
    /// Of the product, when it was asked.
    package let productName: String?
    package let choice: Choice
    /// Who the service takes the voter for: see `VoterIdentity.mark`.
    package let voter: String
    package let state: State
    package let askedAt: Date
    /// Not sent before: at first the time to think better of it. While it is being sent, when its sender's lease ends.
    package let notBefore: Date
    /// How often it was tried in vain; never one that may have arrived.
    package let attempts: Int
    package let sentAt: Date?
    package let settledAt: Date?
    /// Why it waits, is lost, closed or unknown: a sentence.
    package let remark: String?
    /// Who claims it raises it; the settling of an older claim changes nothing.
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

    /// Seconds to think better of it.
    package static let undoSeconds = 5.0
}

// MARK: - What becomes of it

extension Vote {
    /// What came of sending a vote, or of looking what had become of one.
    package enum Event: Sendable, Hashable {
        case counted
        /// The question is closed: answered, out of date, gone.
        case closed(String)
        /// Surely not counted, and worth another try then.
        case notSent(String, until: Date)
        /// Surely not counted, and another try would end alike.
        case refused(String)
        /// It may have been counted.
        case uncertain(String)
        /// Looked at afterwards.
        case seen(Standing)
    }

    /// How an insight stands for whoever voted.
    package enum Standing: Sendable, Hashable {
        /// It was decided, with this answer; by the voter's own account where that is told.
        case decided(Choice?, byVoter: Bool)
        /// Nobody has decided it, and the voter is still asked.
        case stillAsked
        /// Nobody has decided it, and the voter is not asked any more.
        case notAskedAnyMore
        /// There is no such insight any more.
        case gone
    }

    package struct Outcome: Sendable, Hashable {
        package let state: State
        package let remark: String?
        /// When it is tried, or looked at, again.
        package let notBefore: Date?

        package init(state: State, remark: String?, notBefore: Date?) {
            self.state = state
            self.remark = remark
            self.notBefore = notBefore
        }
    }

    /// Only a vote that is being sent can be anything but looked at, and only an unknown one is looked at.
    ///
    /// `patience`: a request that was cut off may still be under way at the other side. That it is still asked says
    /// nothing until so long after it was sent.
    package func outcome(of event: Event, at now: Date, patience: Double = 300) -> Outcome? {
        switch (state, event) {
        case (.sending, .counted): .init(state: .counted, remark: nil, notBefore: nil)
        case (.sending, .closed(let why)): .init(state: .closed, remark: why, notBefore: nil)
        case (.sending, .notSent(let why, let next)): .init(state: .waiting, remark: why, notBefore: next)
        case (.sending, .refused(let why)): .init(state: .lost, remark: why, notBefore: nil)
        case (.sending, .uncertain(let why)):
            .init(state: .unknown, remark: why, notBefore: now.addingTimeInterval(Self.firstLook))
        case (.unknown, .seen(let standing)): seen(standing, at: now, patience: patience)
        default: nil
        }
    }

    private func seen(_ standing: Standing, at now: Date, patience: Double) -> Outcome {
        switch standing {
        case .decided(let choice, byVoter: true) where choice == self.choice:
            .init(state: .counted, remark: nil, notBefore: nil)
        case .decided:
            .init(
                state: .closed, remark: "The question is decided. Whether your answer was part of it cannot be told.",
                notBefore: nil)
        case .notAskedAnyMore: .init(state: .counted, remark: nil, notBefore: nil)
        case .gone: .init(state: .closed, remark: "The question does not exist any more.", notBefore: nil)
        case .stillAsked where now.timeIntervalSince(sentAt ?? askedAt) >= patience:
            .init(state: .lost, remark: "It did not arrive. You can answer again.", notBefore: nil)
        case .stillAsked:
            .init(
                state: .unknown, remark: remark,
                notBefore: max(now.addingTimeInterval(Self.firstLook), (sentAt ?? askedAt).addingTimeInterval(patience))
            )
        }
    }

    /// Seconds after which an unknown one is first looked at.
    static let firstLook = 30.0
}

/// Who a service takes a voter for.
package enum VoterIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// A random name of this house, which says nothing of anybody.
    case device(String)
    case account(name: String, password: String)

    /// What votes are kept under, without a secret: votes of the same mark are one voter's.
    package var mark: String {
        switch self {
        // A device that was given a new name is still the same people.
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
