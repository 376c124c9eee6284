import Accounts
package import FoundationEssentials
import Logging
import Messages
package import Plants
import Recognition

extension Identifications {
    /// The result of one attempt to process the waiting list.
    package enum Round: Sendable, Hashable {
        /// Nothing can be done now; `until` is the time of the next attempt, if known.
        case idle(until: Date?)
        /// This identification has its answer, or is no longer waiting.
        case settled(Identification.ID)
        case postponed(Identification.ID)
    }

    /// Returns the waiting list, longest waiting first, without entries whose inquiry is running.
    package func waiting() async throws -> [Waiting] {
        let now = environment.now()
        return try await records.waiting().filter { $0.obstacle != Waiting.underWay || $0.notBefore <= now }
    }

    /// Removes an identification from the waiting list; its answer stays unchanged.
    package func stopWaiting(_ identification: Identification.ID) async throws {
        try ActingPerson.require(.change)
        try await records.stopWaiting(identification, claim: nil)
        try await countWaiting()
    }

    /// Calls the service for the longest waiting identification, if a call is allowed. Called in a loop.
    package func sendNextWaiting() async throws -> Round {
        let now = environment.now()
        let idle = try await obstacle(at: now)
        // The longest duration of two calls, plus a margin.
        let lease = now.addingTimeInterval(livePolicy.current.serviceSeconds * 2 + 60)
        // An interrupted inquiry may need only the local model.
        let only = idle == nil ? nil : Waiting.underWay
        guard let claim = try await records.claimWaiting(obstacle: only, at: now, until: lease) else {
            try await countWaiting()
            if let idle { return idle }
            return .idle(until: try await records.waiting().map(\.notBefore).filter { $0 > now }.min())
        }
        let round = try await sent(claim)
        try await countWaiting()
        return round
    }

    private func sent(_ claim: Waiting) async throws -> Round {
        do {
            return try await worked(off: claim)
        } catch is CancellationError {
            // Available to another process at once.
            await putBack(claim, obstacle: claim.obstacle, notBefore: environment.now(), isTry: false)
            throw CancellationError()
        } catch let error as HouseholdError where error.code == .claimLost {
            // Another worker has processed the entry meanwhile; its answer stays.
            logger.debug("a waiting photograph was answered by somebody else")
            return .settled(claim.identification)
        } catch let error as HouseholdError where error.code == .notFound || error.isAboutThePicture {
            // The photographs are gone or cannot be decoded: waiting does not help.
            try await records.stopWaiting(claim.identification, claim: claim)
            return .settled(claim.identification)
        } catch let error as HouseholdError {
            logger.warning("a waiting photograph could not be sent", metadata: ["code": "\(error.code.rawValue)"])
            await putBack(claim, obstacle: .paused, notBefore: pause(after: claim.attempts), isTry: true)
            return .postponed(claim.identification)
        }
    }

    private func worked(off claim: Waiting) async throws -> Round {
        let identification = try await identification(claim.identification)
        // The inquiry was interrupted or never had an answer: it is repeated with the current settings.
        let isAnew = claim.because != .byHand && identification.answer.reason == .unanswered
        var isWanted = isAnew || claim.because == .byHand || livePolicy.current.strategy != .onDeviceOnly
        if case .kept = identification.outcome { isWanted = false }
        guard isWanted else {
            // Kept meanwhile, or required by a strategy that is no longer in force.
            try await records.stopWaiting(claim.identification, claim: claim)
            return .settled(claim.identification)
        }
        // If the service will never answer, the page shows the reason, and there are no more calls.
        let answered = try await secondOpinion(
            identification, isAnew ? .fresh(livePolicy.current.strategy) : nil, because: claim.because, isFinal: true)
        let again = answered.findings.service == nil ? postponed(claim, answered.findings.asked) : nil
        guard let again else {
            try await records.amend(answered, claim: claim, waiting: nil)
            return .settled(claim.identification)
        }
        if isAnew, answered.findings.device != nil {
            // The answer of the model is shown meanwhile.
            try await records.amend(
                answered, claim: claim,
                waiting: Waiting(
                    identification: claim.identification,
                    because: answered.findings.asked.wanted ?? answered.findings.asked.reason,
                    obstacle: again.obstacle, since: claim.since, notBefore: again.notBefore))
        } else {
            await putBack(claim, obstacle: again.obstacle, notBefore: again.notBefore, isTry: again.isTry)
        }
        return .postponed(claim.identification)
    }

    private struct Postponement {
        let obstacle: ServiceCallRecord.Reason
        let notBefore: Date
        /// True if the service was called.
        let isTry: Bool
    }

    /// Returns how to put back an entry that may be answered later. Returns nil if waiting does not help: the service
    /// refused the question permanently, or is not needed after all.
    private func postponed(_ claim: Waiting, _ asked: ServiceCallRecord) -> Postponement? {
        let isKeyRefused =
            asked.reason == .keyRefused || asked.failure?.code == HouseholdError.Code.serviceKeyRefused.rawValue
        let isOurs = asked.service == nil && asked.failure != nil
        guard asked.isWorthWaiting || isKeyRefused || isOurs else { return nil }
        if asked.service == nil, !isOurs {
            // Nothing was sent. The obstacle is checked before the next claim, so this entry may be the first one
            // again.
            let obstacle = [.offline, .noQuota, .keyRefused].contains(asked.reason) ? asked.reason : .paused
            return Postponement(obstacle: obstacle, notBefore: environment.now(), isTry: false)
        }
        // A failed call is not repeated at once, whatever its error: a connection may exist and not reach the service.
        let isFree = asked.priceUnits == 0 && !isOurs
        return Postponement(
            obstacle: isKeyRefused ? .keyRefused : Self.obstacle(asked),
            notBefore: pause(after: isFree ? 1 : claim.attempts), isTry: !isFree)
    }

    /// Runs to its end even if the task is cancelled; if it fails, the lease expires.
    private func putBack(_ claim: Waiting, obstacle: ServiceCallRecord.Reason, notBefore: Date, isTry: Bool) async {
        await Task {
            try? await records.release(claim, obstacle: obstacle, notBefore: notBefore, isTry: isTry)
        }.value
    }

    private func obstacle(at now: Date) async throws -> Round? {
        guard case .present(let account, _) = inquirer.service.key.state(), !inquirer.health.isRefused(account, at: now)
        else {
            return .idle(until: nil)
        }
        if inquirer.reachability.link() == nil { return .idle(until: nil) }
        if let until = inquirer.health.pausedUntil(now) { return .idle(until: until) }
        let quota = try await records.quota(of: account, within: livePolicy.current.dailyBudget, at: now)
        return quota.remaining(at: now) == 0 ? .idle(until: quota.resetsAt(from: now)) : nil
    }

    /// Returns the time of the next attempt: two minutes after the first one, doubled with each attempt, at most a day.
    /// An entry is never removed because of failed attempts.
    private func pause(after attempts: Int) -> Date {
        environment.now().addingTimeInterval(min(86_400, 60 * Double(1 << min(attempts, 11))))
    }

    /// Returns the entry for the waiting list; nil if the identification does not have to wait.
    func waiting(_ identification: Identification) -> Waiting? {
        let findings = identification.findings
        guard findings.service == nil, findings.asked.isWorthWaiting else { return nil }
        let now = environment.now()
        let isObstacle = [.offline, .noQuota, .paused].contains(findings.asked.reason)
        let obstacle = Self.obstacle(findings.asked)
        return Waiting(
            identification: identification.id,
            because: findings.asked.wanted ?? (isObstacle ? .byStrategy : findings.asked.reason),
            obstacle: obstacle, since: now,
            notBefore: isObstacle || obstacle != .paused ? now : now.addingTimeInterval(60))
    }

    /// Returns the obstacle, whether it was found before the call or reported by it.
    private static func obstacle(_ asked: ServiceCallRecord) -> ServiceCallRecord.Reason {
        switch asked.failure?.code {
        case HouseholdError.Code.serviceQuotaUsed.rawValue: .noQuota
        case HouseholdError.Code.serviceOffline.rawValue: .offline
        case nil where [.offline, .noQuota].contains(asked.reason): asked.reason
        default: .paused
        }
    }

    func countWaiting() async throws {
        lastWaitingCount.value = try await waiting().count
    }
}

extension HouseholdError {
    /// True if the picture itself is the cause, and not a decoder that had no time or memory.
    var isAboutThePicture: Bool {
        code == .photographRefused && !["took-too-long", "decoder-died"].contains(detail)
    }

    /// The same error with its English sentences in the language of the current task.
    var translated: HouseholdError {
        HouseholdError(
            code, Localization.current.pattern(message), detail: detail,
            hint: hint.map { Localization.current.pattern($0) }, cause: cause, retryAfter: retryAfter, choices: choices)
    }
}
