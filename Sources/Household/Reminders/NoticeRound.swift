import FoundationEssentials
import Logging
import Metrics
import Reminders

/// Sends claimed notices: channels in parallel, so that a slow one does not delay the others, and a few notices per
/// channel at once.
struct NoticeRound: Sendable {
    let noticeTransports: [Channel.Kind: NoticeTransport]
    let composer: NoticeComposer
    let ledger: NoticeLedger
    let environment: Household.Environment
    let logger: Logger
    /// Returns true while there is time for another delivery.
    let mayBegin: @Sendable () -> Bool

    func run(_ claimed: [Notice]) async throws -> ReminderCenter.DeliveryReport {
        var report = ReminderCenter.DeliveryReport()
        do {
            try await withThrowingTaskGroup(of: ReminderCenter.DeliveryReport.self) { group in
                for (_, notices) in Dictionary(grouping: claimed, by: \.channel) {
                    group.addTask { try await send(notices) }
                }
                for try await part in group {
                    report.sent += part.sent
                    report.failed += part.failed
                    report.released += part.released
                }
            }
        } catch {
            // Delivered notices are settled even if others failed.
            try? await ledger.finish()
            throw error
        }
        try await ledger.finish()
        return report
    }

    /// Delivers the notices of one channel.
    private func send(_ notices: [Notice]) async throws -> ReminderCenter.DeliveryReport {
        var report = ReminderCenter.DeliveryReport()
        var rest = notices[...]
        do {
            try await withThrowingTaskGroup(of: Notice.Outcome.self) { group in
                func begin() {
                    guard let notice = rest.first, mayBegin(), !Task.isCancelled else { return }
                    rest.removeFirst()
                    group.addTask { try await send(notice) }
                }
                for _ in 0..<NoticeTransport.atOnce { begin() }
                while let outcome = try await group.next() {
                    switch outcome {
                    case .sent: report.sent += 1
                    case .released: report.released += 1
                    case .later, .dead, .gone: report.failed += 1
                    }
                    if case .later(let reason, let next) = outcome {
                        // The channel cannot accept the other notices now either, and may have requested a delay.
                        report.failed += rest.count
                        let reason = reason.replacing(" " + Notice.doubt, with: "")
                        await ledger.settle(rest.map { .init($0, postponed($0, reason, until: next)) })
                        rest = []
                    }
                    if outcome == .gone {
                        // The channel is gone, so the other notices cannot be delivered.
                        report.released += rest.count
                        await ledger.settle(rest.map { .init($0, .released) })
                        rest = []
                    }
                    begin()
                }
            }
        } catch {
            // Notices that were not started are available to the next worker at once, not only at the end of the lease.
            await ledger.settle(rest.map { .init($0, .released) })
            throw error
        }
        report.released += rest.count
        await ledger.settle(rest.map { .init($0, .released) })
        return report
    }

    private func send(_ notice: Notice) async throws -> Notice.Outcome {
        let outcome = try await outcome(of: notice)
        Counter(label: "notices_total", dimensions: [("outcome", outcome.word)]).increment()
        if outcome == .sent {
            Timer(label: "reminder_lateness_seconds").recordSeconds(
                max(0, environment.now().timeIntervalSince(notice.reminder.at)))
        } else if outcome != .released {
            logger.warning(
                "a notice was not sent",
                metadata: ["notice": "\(notice.number)", "attempt": "\(notice.attempts)", "why": "\(outcome.words)"])
        }
        await ledger.settle([.init(notice, outcome)])
        return outcome
    }

    private func outcome(of notice: Notice) async throws -> Notice.Outcome {
        guard let address = composer.addresses[notice.channel] else {
            // A channel that was added a moment ago is included in the next round.
            guard composer.channels.contains(notice.channel) else { return .released }
            return .dead(NoticeFailure.unreadableChannel)
        }
        guard let noticeTransport = noticeTransports[address.kind] else {
            return .dead(NoticeFailure.noTransport)
        }
        do {
            try await composer.inLanguage(of: notice.channel) {
                try await noticeTransport.deliver(composer.message(notice), address, composer.identity)
            }
            return .sent
        } catch let failure as NoticeTransport.Failure {
            switch failure {
            case .gone: return .gone
            case .refused(let reason): return .dead(reason)
            case .later(let reason, let seconds, let isInDoubt):
                return later(notice, isInDoubt ? "\(reason) \(Notice.doubt)" : reason, after: seconds)
            }
        } catch let error as CancellationError {
            // The result is unknown. At the end of the lease the notice is sent again and replaces this delivery.
            throw error
        } catch {
            return later(notice, "\(NoticeFailure.notSent) \(Notice.doubt)", after: nil)
        }
    }

    /// Returns the time of the next attempt: half a minute after the first one, doubled with each attempt, at most a
    /// quarter of an hour, or as the other side requested. Attempts continue while the notice is useful; then it has
    /// failed and is shown.
    private func later(_ notice: Notice, _ reason: String, after seconds: Double?) -> Notice.Outcome {
        let usual = min(900, 30 * Double(1 << min(max(0, notice.attempts - 1), 10)))
        let pause = min(Notice.longestPause, max(seconds ?? 0, usual * (0.5 + environment.chance() / 2)))
        return postponed(notice, reason, until: environment.now().addingTimeInterval(pause))
    }

    /// A notice that was in doubt stays in doubt.
    private func postponed(_ notice: Notice, _ reason: String, until next: Date) -> Notice.Outcome {
        let wasInDoubt = notice.failure?.hasSuffix(Notice.doubt) == true && !reason.hasSuffix(Notice.doubt)
        let reason = wasInDoubt ? "\(reason) \(Notice.doubt)" : reason
        return next < notice.reminder.until ? .later(reason, at: next) : .dead(reason)
    }
}

extension NoticeTransport {
    /// The maximum duration of one delivery with a margin, in seconds.
    static let patience = 25.0
    /// The number of concurrent deliveries over one channel.
    static let atOnce = 8
}

extension Notice.Outcome {
    /// A word of a closed set, for metrics.
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

/// Settles deliveries soon after they end, several in one commit. A settlement that fails is kept and tried again,
/// because otherwise the notice would be sent twice.
actor NoticeLedger {
    private let records: any NoticeRecords
    private let now: @Sendable () -> Date
    private var waiting: [Notice.Settlement] = []
    private var isWriting = false
    private static let tries = 3

    init(records: any NoticeRecords, now: @escaping @Sendable () -> Date) {
        self.records = records
        self.now = now
    }

    func settle(_ settlements: [Notice.Settlement]) async {
        waiting += settlements
        try? await write()
    }

    /// Throws if some deliveries could not be settled.
    func finish() async throws {
        for _ in 1..<Self.tries {
            if (try? await write()) != nil { return }
        }
        try await write()
    }

    private func write() async throws {
        guard !isWriting else { return }
        isWriting = true
        defer { isWriting = false }
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            // Deliveries are settled even if the worker is stopping.
            let (records, at) = (records, now())
            do {
                try await Task { _ = try await records.settle(batch, at: at) }.value
            } catch {
                waiting = batch + waiting
                throw error
            }
        }
    }
}
