package import Calendar
package import FoundationEssentials
import Recognition
package import Reminders

/// One sending of a reminder over one channel, as it is kept until it is settled and some weeks after.
package struct Notice: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable {
        case pending
        case sent
        /// Given up after many tries, or refused: told on the settings page.
        case dead
        /// Its time was over before it could be sent.
        case expired
        /// Told as part of another one.
        case folded
    }

    /// Counted up over all households.
    package let number: Int
    package let channel: Channel.ID
    package let reminder: Reminder
    package let state: State
    /// Sendings begun.
    package let attempts: Int
    /// Goes up with each claim: who settles must know the latest.
    package let fence: Int
    /// Why the last try failed.
    package let failure: String?
    /// Somebody is sending it, or died over it.
    package let isLeased: Bool
    /// When it is tried next; for one that is being sent, until when it is nobody else's.
    package let nextAt: Date
    package let settledAt: Date?
    /// Folded because whoever made it due knew of it.
    package var isUntold: Bool { state == .folded && failure == Self.untold }
    /// What stands in the place of a failure then.
    package static let untold = "untold"
    /// A try was begun of which nobody knows whether it arrived: whoever made it died over it, or heard nothing.
    package var isInDoubt: Bool { isLeased || failure?.hasSuffix(Self.doubt) == true }
    /// What ends the failure then, until it is settled.
    package static let doubt = "The notice may have arrived all the same."

    package init(
        number: Int, channel: Channel.ID, reminder: Reminder, state: State = .pending, attempts: Int = 0,
        fence: Int = 0, failure: String? = nil, isLeased: Bool = false, nextAt: Date, settledAt: Date? = nil
    ) {
        self.number = number
        self.channel = channel
        self.reminder = reminder
        self.state = state
        self.attempts = attempts
        self.fence = fence
        self.failure = failure
        self.isLeased = isLeased
        self.nextAt = nextAt
        self.settledAt = settledAt
    }
}

extension Notice {
    /// Seconds between two tries at most, however long the other side asked to be left alone.
    package static let longestPause = 86_400.0

    /// What became of a claimed notice.
    package enum Outcome: Sendable, Hashable {
        case sent
        case dead(String)
        /// To be tried again then.
        case later(String, at: Date)
        /// Not tried at all: free for the next at once.
        case released
        /// Its channel says that it is gone: a browser's is forgotten with all that waits for it, another is turned off.
        case gone

        /// Whether what waits may be another after it.
        package var wantsAnotherLook: Bool {
            switch self {
            case .later, .released, .gone: true
            case .sent, .dead: false
            }
        }
    }

    package struct Settlement: Sendable, Hashable {
        package let notice: Notice
        package let outcome: Outcome

        package init(_ notice: Notice, _ outcome: Outcome) {
            self.notice = notice
            self.outcome = outcome
        }
    }
}

/// Which notices.
package struct NoticeQuery: Sendable, Hashable {
    package var states: Set<Notice.State>
    package var channel: Channel.ID?
    package var number: Int?
    /// Told at that time or before.
    package var through: Date?
    package var limit: Int

    package init(
        states: Set<Notice.State>, channel: Channel.ID? = nil, number: Int? = nil, through: Date? = nil,
        limit: Int = 200
    ) {
        self.states = states
        self.channel = channel
        self.number = number
        self.through = through
        self.limit = limit
    }
}

/// Says which notices should wait, so that a store can bring that about in the transaction that changes anything it
/// depends on.
package struct NoticePlanner: Sendable {
    /// Chores due up to that day must be given.
    package let reach: @Sendable (_ choices: [String: String]) -> LocalDay
    /// Soonest first, without a limit.
    package let expected:
        @Sendable (_ choices: [String: String], _ chores: [ChoreLine], _ courses: [Course]) -> [Reminder]
    package let now: @Sendable () -> Date

    package init(
        now: @escaping @Sendable () -> Date, reach: @escaping @Sendable (_ choices: [String: String]) -> LocalDay,
        expected:
            @escaping @Sendable (_ choices: [String: String], _ chores: [ChoreLine], _ courses: [Course]) -> [Reminder]
    ) {
        self.now = now
        self.reach = reach
        self.expected = expected
    }

    /// What changes the notices of one channel. Where a person changed something, `before` is what was expected until
    /// then: what is new and should have been told by now rings for nobody.
    package func changes(
        for channel: Channel, expected: [Reminder], before: [Reminder]? = nil, known: [Notice]
    ) -> [Reminder.Change] {
        let instant = now()
        let due = Dictionary(expected.map { ($0.key, $0) }) { first, _ in first }
        let earlier = before.map { Dictionary($0.map { ($0.key, $0.meantAt) }) { first, _ in first } }
        let known = known.map { notice in
            // It comes again where a person has moved it, and not for a clock that was put back.
            let wasOver = earlier.map { $0[notice.reminder.key].map { $0 <= instant } ?? true } ?? false
            return status(of: notice, wasOver ? due[notice.reminder.key] : nil, at: instant)
        }
        guard channel.isOn else {
            // What was asked for a test is sent all the same.
            return known.filter { $0.state == .pending && $0.reminder.sort != .test }.map { .drop($0.reminder.key) }
        }
        let expected = Reminder.joined(expected, known: known)
        let past = before.map { hushed(expected, Reminder.joined($0, known: known), known, at: instant) } ?? []
        let keys = Set(past.map(\.key))
        return past.map { .hush($0) }
            + Reminder.changes(
                expected: expected.filter { !keys.contains($0.key) },
                known: known.filter { !keys.contains($0.reminder.key) }, limit: channel.kind.pendingLimit,
                now: instant)
    }

    /// What a change brought into the past: it was not there before, or was still to come.
    private func hushed(
        _ expected: [Reminder], _ before: [Reminder], _ known: [Reminder.Status], at instant: Date
    ) -> [Reminder] {
        let earlier = Dictionary(before.map { ($0.key, $0.meantAt) }) { first, _ in first }
        let states = Dictionary(known.map { ($0.reminder.key, $0.state) }) { first, _ in first }
        return expected.filter { reminder in
            guard reminder.meantAt <= instant, states[reminder.key] ?? .pending == .pending else { return false }
            return earlier[reminder.key].map { $0 > instant } ?? true
        }
    }

    private func status(of notice: Notice, _ expected: Reminder?, at instant: Date) -> Reminder.Status {
        if notice.isUntold, let expected, expected.meantAt > instant {
            // It is to come again, with whatever it is about by then.
            return .init(
                Reminder(
                    key: expected.key, sort: expected.sort, at: .distantFuture, until: .distantFuture, subjects: []),
                .pending)
        }
        let isUnderWay = notice.isLeased && notice.nextAt > instant
        return .init(
            notice.reminder, notice.state != .pending ? .settled : isUnderWay ? .underWay : .pending,
            isInDoubt: notice.isInDoubt)
    }
}

/// A link that was used, and what it did.
package struct SpentLink: Sendable, Hashable {
    /// The digest of the whole link.
    package let digest: String
    /// From then on it is refused anyway, so that nobody needs to remember it.
    package let until: Date

    package init(digest: String, until: Date) {
        self.digest = digest
        self.until = until
    }
}

/// How an event of the calendar was last written.
package struct EventStamp: Sendable, Hashable {
    package let sequence: Int
    package let modified: Date

    package init(sequence: Int, modified: Date) {
        self.sequence = sequence
        self.modified = modified
    }
}
