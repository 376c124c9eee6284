package import Agenda
package import Calendar
package import FoundationEssentials
package import Larder
import Recognition
package import Reminders

/// The delivery of one reminder over one channel. It is stored until it is settled and some weeks after.
package struct Notice: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable {
        case pending
        case sent
        /// Failed after many attempts, or refused; shown on the settings page.
        case dead
        /// Its time was over before it could be sent.
        case expired
        /// Sent as a part of another one.
        case folded
    }

    /// Unique and increasing over all households.
    package let number: Int
    package let channel: Channel.ID
    package let reminder: Reminder
    package let state: State
    /// The number of attempts that have begun.
    package let attempts: Int
    /// Incremented with each claim; a settlement must have the current value.
    package let fence: Int
    /// Why the last attempt failed.
    package let failure: String?
    /// A worker is sending it, or ended while sending it.
    package let isLeased: Bool
    /// When it is tried next; for a claimed one, the end of the lease.
    package let nextAt: Date
    package let settledAt: Date?
    /// True if it was folded because the person who made it due knows about it.
    package var isFoldedSilently: Bool { state == .folded && failure == Self.foldedSilently }
    /// The value of `failure` in that case.
    package static let foldedSilently = "untold"
    /// True if an attempt has begun and its result is unknown: the worker has ended, or there was no reply.
    package var isInDoubt: Bool { isLeased || failure?.hasSuffix(Self.doubt) == true }
    /// The end of `failure` in that case, until the notice is settled.
    package static let doubt = "The notification may have arrived."
    /// True for the notice of all chores of a day that has no chores yet, because its time has not come.
    package var awaitsSubjects: Bool { state == .pending && reminder.isOfDay && reminder.subjects.isEmpty }

    /// Returns the notice with these subjects.
    package func with(_ subjects: [Reminder.Subject]) -> Notice {
        Notice(
            number: number, channel: channel,
            reminder: Reminder(
                key: reminder.key, sort: reminder.sort, at: reminder.at, until: reminder.until, subjects: subjects,
                meantAt: reminder.meantAt, wait: reminder.wait),
            state: state, attempts: attempts, fence: fence, failure: failure, isLeased: isLeased, nextAt: nextAt,
            settledAt: settledAt)
    }

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
    /// The longest delay between two attempts in seconds, whatever the other side requested.
    package static let longestPause = 86_400.0

    /// The result of the delivery of a claimed notice.
    package enum Outcome: Sendable, Hashable {
        case sent
        case dead(String)
        /// To be tried again at that time.
        case later(String, at: Date)
        /// Not tried; available to the next worker at once.
        case released
        /// The channel no longer exists: a browser's is removed with its waiting notices, another one is turned off.
        case gone

        /// True if the notices must be planned again after this outcome.
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

/// A filter for notices.
package struct NoticeQuery: Sendable, Hashable {
    package var states: Set<Notice.State>
    package var channel: Channel.ID?
    package var number: Int?
    /// Due at that time or before.
    package var through: Date?
    package var limit: Int
    /// False if notices whose time has not come are wanted without their chores, which have to be computed.
    package var hasContents = true

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

/// Computes the expected notices, so that a store can update them in the transaction of any change that affects them.
package struct NoticePlanner: Sendable {
    /// The last day of the due chores that the planner needs.
    package let reach: @Sendable (_ choices: [String: String]) -> LocalDay
    /// Returns the expected reminders, soonest first, without a limit.
    package let expected:
        @Sendable (_ choices: [String: String], _ chores: [ChoreLine], _ courses: [Course]) -> [Reminder]
    /// Returns the expected reminders of food, soonest first.
    package let ofFood: @Sendable (_ choices: [String: String], _ stock: [StockItem]) -> [Reminder]
    /// Returns what a change of a few chores means for the notices, without the other chores; nil if that depends on them.
    package let effect:
        @Sendable (_ choices: [String: String], _ before: [ChoreLine], _ after: [ChoreLine]) -> ChoreEffect?
    package let now: @Sendable () -> Date

    package init(
        now: @escaping @Sendable () -> Date, reach: @escaping @Sendable (_ choices: [String: String]) -> LocalDay,
        expected:
            @escaping @Sendable (_ choices: [String: String], _ chores: [ChoreLine], _ courses: [Course]) -> [Reminder],
        ofFood: @escaping @Sendable (_ choices: [String: String], _ stock: [StockItem]) -> [Reminder] = { _, _ in [] },
        effect:
            @escaping @Sendable (_ choices: [String: String], _ before: [ChoreLine], _ after: [ChoreLine]) ->
            ChoreEffect? =
            { _, _, _ in nil }
    ) {
        self.now = now
        self.reach = reach
        self.expected = expected
        self.ofFood = ofFood
        self.effect = effect
    }

    /// Returns the changes to the notices of one channel. If a person changed something, `before` contains the
    /// reminders that were expected until then: new ones whose time is over are not sent.
    package func changes(
        for channel: Channel, expected: [Reminder], before: [Reminder]? = nil, known: [Notice]
    ) -> [Reminder.Change] {
        let instant = now()
        let due = Dictionary(expected.map { ($0.key, $0) }) { first, _ in first }
        let earlier = before.map { Dictionary($0.map { ($0.key, $0) }) { first, _ in first } }
        var filled: [Reminder] = []
        let known = known.map { notice in
            // The notice is sent again if a person has moved it, but not if a clock was put back.
            let wasOver = earlier.map { $0[notice.reminder.key].map { $0.meantAt <= instant } ?? true } ?? false
            var notice = notice
            // It came due before this change, and gets the subjects of then.
            if notice.awaitsSubjects, let then = earlier?[notice.reminder.key], then.meantAt <= instant {
                notice = notice.with(then.subjects)
                filled.append(notice.reminder)
            }
            return status(of: notice, wasOver ? due[notice.reminder.key] : nil, at: instant)
        }
        guard channel.isOn else {
            // A requested test is sent in any case.
            return known.filter { $0.state == .pending && $0.reminder.sort != .test }.map { .drop($0.reminder.key) }
        }
        let expected = Reminder.joined(expected, known: known).map { $0.stored(at: instant) }
        let past = before.map { hushed(expected, Reminder.joined($0, known: known), known, at: instant) } ?? []
        let keys = Set(past.map(\.key))
        let changes =
            past.map { .hush($0) }
            + Reminder.changes(
                expected: expected.filter { !keys.contains($0.key) },
                known: known.filter { !keys.contains($0.reminder.key) }, limit: channel.kind.pendingLimit,
                now: instant)
        // The subjects of then are stored even if nothing else changes.
        let changed = Set(changes.map(\.key))
        return changes + filled.filter { !changed.contains($0.key) }.map { .alter($0) }
    }

    /// Returns the reminders that a change has made due in the past: they were not expected before, or later than now.
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
        if notice.isFoldedSilently, let expected, expected.meantAt > instant {
            // To be sent again, with its current content.
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

/// What a change of a few chores means for the notices of a household.
package struct ChoreEffect: Sendable {
    /// The chores that reminders say something else about since the change, or not at all.
    package let changed: Set<Chore.ID>
    /// The days whose reminder has one reason more or less.
    package let days: [Reminder.DayEffect]
    /// Returns those of the chores that the reminder with this key contains since the change; nil if it is not expected any
    /// more.
    package let contained: @Sendable (Reminder.Key) -> [DueChore]?
    /// Returns true if one of these other chores is a reason for the reminder of that day.
    package let isReason: @Sendable ([ChoreLine], Reminder.DayEffect) -> Bool

    package init(
        changed: Set<Chore.ID>, days: [Reminder.DayEffect],
        contained: @escaping @Sendable (Reminder.Key) -> [DueChore]?,
        isReason: @escaping @Sendable ([ChoreLine], Reminder.DayEffect) -> Bool
    ) {
        self.changed = changed
        self.days = days
        self.contained = contained
        self.isReason = isReason
    }

    /// Nothing in the notices depends on the change.
    package static let none = ChoreEffect(changed: [], days: [], contained: { _ in [] }, isReason: { _, _ in false })
}

/// A link that was used, and its effect.
package struct SpentLink: Sendable, Hashable {
    /// The digest of the whole link.
    package let digest: String
    /// The expiry of the link. Later the link is refused in any case, so it does not have to be stored.
    package let until: Date

    package init(digest: String, until: Date) {
        self.digest = digest
        self.until = until
    }
}

/// The version of a calendar event in the last feed.
package struct EventStamp: Sendable, Hashable {
    package let sequence: Int
    package let modified: Date

    package init(sequence: Int, modified: Date) {
        self.sequence = sequence
        self.modified = modified
    }
}
