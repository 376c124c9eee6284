import Agenda
package import FoundationEssentials
import Logging
import Metrics
import Recognition

extension NoticePlanner {
    /// Notices are made so long ahead, so that a worker that looks away for a while misses none.
    static let ahead = 48.0 * 3600

    /// What a household's reminders are, from nothing but its rows, the rules of its zone and the time.
    init(_ almanac: Almanac, _ world: Household.World) {
        self.init(
            now: world.now,
            reach: { choices in
                let home = Home(choices: choices, given: almanac.given)
                return Outlook.reach(
                    of: Self.last(of: home, almanac.clock(of: home, at: world.now())), rules: home.rules)
            },
            expected: { choices, lines in
                let home = Home(choices: choices, given: almanac.given)
                let clock = almanac.clock(of: home, at: world.now())
                let lines = lines.sortedByName()
                let outlook = Outlook(
                    of: lines.map(\.chore), today: clock.day, through: Self.last(of: home, clock), rules: home.rules)
                return Reminder.expected(
                    chores: outlook.occurrences.filter(\.isNext).map { DueChore(lines[$0.chore], $0) }, doses: [],
                    wishes: home.reminders, zone: clock.zone, now: clock.instant,
                    through: clock.instant.addingTimeInterval(Self.ahead))
            })
    }

    private static func last(of home: Home, _ clock: WallClock) -> LocalDay {
        clock.day.adding(days: Int(ahead / 86_400) + 1 + Reminder.reach(of: home.reminders))
    }
}

extension DueChore {
    init(_ line: ChoreLine, _ occurrence: Occurrence) {
        self.init(
            chore: line.chore.id, kind: line.chore.kind, title: line.chore.title, plant: line.plant?.id.rawValue,
            plantName: line.plant?.name, due: occurrence.due, day: occurrence.day,
            snoozedUntil: line.chore.snoozedUntil)
    }
}

extension Household {
    /// What one look at the notices that are due came to.
    package struct Telling: Sendable, Hashable {
        package var sent = 0
        /// To be tried again, given up, or of a channel that is gone.
        package var failed = 0
        /// Whether more may be due already.
        package var isFull = false
    }

    /// Brings the notices to what is expected now; for a loop, because time passes too.
    package func reconcileReminders() async throws -> Int { try await records.reconcileNotices(of: id) }

    /// When the next notice is to be sent.
    package func nextReminder() async throws -> Date? { try await records.nextNotice(of: id) }

    /// Sends what is due, at most `limit` of them, each by this worker alone. For a loop. Once `isStopping`, what was
    /// not begun is given back.
    package func tellDue(
        limit: Int = 500, isStopping: @escaping @Sendable () -> Bool = { false }
    ) async throws -> Telling {
        let began = world.steady()
        let now = world.now()
        let claimed = try await records.claimNotices(
            limit: limit, at: now, until: now.addingTimeInterval(post.leaseSeconds), of: id)
        guard !claimed.isEmpty else { return Telling() }
        let composer = try await composer()
        // A lease that is about to end is no licence to send any more.
        let latest = began + .seconds(max(0.5, post.leaseSeconds - Carrier.patience))
        let ledger = NoticeLedger(records: records, household: id, now: world.now)
        var telling = Telling(isFull: claimed.count == limit)
        var rest = claimed[...]
        do {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for notice in rest.prefix(Carrier.atOnce) {
                    group.addTask {
                        try await tell(notice, composer, ledger) { world.steady() < latest && !isStopping() }
                    }
                }
                rest = rest.dropFirst(Carrier.atOnce)
                while let isSent = try await group.next() {
                    if isSent { telling.sent += 1 } else { telling.failed += 1 }
                    guard let notice = rest.popFirst() else { continue }
                    group.addTask {
                        try await tell(notice, composer, ledger) { world.steady() < latest && !isStopping() }
                    }
                }
            }
        } catch {
            // What was not begun is free for the next at once, not only when the lease is over.
            try? await ledger.settle(rest.map { .init($0, .released) })
            throw error
        }
        return telling
    }

    /// Whether it arrived.
    private func tell(
        _ notice: Notice, _ composer: NoticeComposer, _ ledger: NoticeLedger,
        while mayBegin: @Sendable () -> Bool
    ) async throws -> Bool {
        guard mayBegin(), !Task.isCancelled else {
            try await ledger.settle(.init(notice, .released))
            return false
        }
        let outcome = try await outcome(of: notice, composer)
        Counter(label: "notices_total", dimensions: [("outcome", outcome.word)]).increment()
        if outcome == .sent {
            Timer(label: "reminder_lateness_seconds").recordSeconds(
                max(0, world.now().timeIntervalSince(notice.reminder.at)))
        }
        if outcome != .sent {
            logger.warning(
                "a notice was not sent",
                metadata: ["notice": "\(notice.number)", "attempt": "\(notice.attempts)", "why": "\(outcome.words)"])
        }
        try await ledger.settle(.init(notice, outcome))
        return outcome == .sent
    }

    private func outcome(of notice: Notice, _ composer: NoticeComposer) async throws -> Notice.Outcome {
        guard let address = composer.addresses[notice.channel] else {
            return .dead("The channel cannot be read. Remove it and add it again.")
        }
        guard let carrier = post.carriers[address.kind] else { return .dead("This server cannot send over it.") }
        do {
            try await carrier.deliver(composer.message(notice), address, composer.identity)
            return .sent
        } catch let failure as Carrier.Failure {
            switch failure {
            case .gone: return .gone
            case .refused(let reason): return .dead(reason)
            case .later(let reason, let seconds): return later(notice, reason, after: seconds)
            }
        } catch let error as CancellationError {
            // Whether it arrived is not known: once the lease is over it is sent again and takes its own place.
            throw error
        } catch {
            return later(notice, "It could not be sent.", after: nil)
        }
    }

    /// Half a minute after the first try, doubled with each, a quarter of an hour at most; as the other side asked where
    /// it did. It is tried for as long as it is worth telling; then it is given up and shown.
    private func later(_ notice: Notice, _ reason: String, after seconds: Double?) -> Notice.Outcome {
        let usual = min(900, 30 * Double(1 << min(max(0, notice.attempts - 1), 10)))
        let pause = min(Notice.longestPause, max(seconds ?? 0, usual * (0.5 + world.chance() / 2)))
        let next = world.now().addingTimeInterval(pause)
        guard next < notice.reminder.until else { return .dead(reason) }
        return .later(reason, at: next)
    }
}

extension Carrier {
    /// Seconds that one sending may take, and some.
    static let patience = 25.0
    /// Sendings under way at once.
    static let atOnce = 64
}

extension Notice.Outcome {
    /// Of a closed set, for counting.
    var word: String {
        switch self {
        case .sent: "sent"
        case .dead: "dead"
        case .later: "later"
        case .released: "released"
        case .gone: "gone"
        }
    }

    var words: String {
        switch self {
        case .sent: "sent"
        case .dead(let reason): "given up: \(reason)"
        case .later(let reason, _): reason
        case .released: "no time left"
        case .gone: "its channel is gone"
        }
    }
}

/// Settles what was sent as soon as it was, together with whatever else was sent meanwhile: one commit for many.
private actor NoticeLedger {
    private let records: any Records
    private let household: Household.ID
    private let now: @Sendable () -> Date
    private var waiting: [Notice.Settlement] = []
    private var isWriting = false

    init(records: any Records, household: Household.ID, now: @escaping @Sendable () -> Date) {
        self.records = records
        self.household = household
        self.now = now
    }

    func settle(_ settlement: Notice.Settlement) async throws { try await settle([settlement]) }

    func settle(_ settlements: [Notice.Settlement]) async throws {
        waiting += settlements
        guard !isWriting else { return }
        isWriting = true
        defer { isWriting = false }
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            // What was sent is settled also where the worker is told to stop.
            let (records, household, at) = (records, household, now())
            try await Task { _ = try await records.settle(batch, at: at, for: household) }.value
        }
    }
}
