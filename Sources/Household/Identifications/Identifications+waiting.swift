package import FoundationEssentials
import Logging
package import Plants
import Recognition

extension Identifications {
    /// What became of one look at those that wait.
    package enum Round: Sendable, Hashable {
        /// Nothing can be done now; worth another look then, where that is known.
        case idle(until: Date?)
        /// This one has its answer, or needs to wait no more.
        case settled(Identification.ID)
        case postponed(Identification.ID)
    }

    /// Longest waiting first, without those whose inquiry is under way.
    package func waiting() async throws -> [Waiting] {
        let now = environment.now()
        return try await records.waiting(of: id).filter { $0.obstacle != Waiting.underWay || $0.notBefore <= now }
    }

    /// It waits no longer; the answer stays as it is.
    package func stopWaiting(_ identification: Identification.ID) async throws {
        try await records.stopWaiting(identification, claim: nil, for: id)
        try await countWaiting()
    }

    /// Asks the service about the identification that has waited longest, if it may be asked. For a loop.
    package func sendNextWaiting() async throws -> Round {
        let now = environment.now()
        let idle = try await obstacle(at: now)
        // As long as two calls may take, and some.
        let lease = now.addingTimeInterval(inquirer.desk.policy.serviceSeconds * 2 + 60)
        // What was cut short may need nobody but the model here.
        let only = idle == nil ? nil : Waiting.underWay
        guard let claim = try await records.claimWaiting(of: id, obstacle: only, at: now, until: lease) else {
            try await countWaiting()
            if let idle { return idle }
            return .idle(until: try await records.waiting(of: id).map(\.notBefore).filter { $0 > now }.min())
        }
        let round = try await sent(claim)
        try await countWaiting()
        return round
    }

    private func sent(_ claim: Waiting) async throws -> Round {
        do {
            return try await worked(off: claim)
        } catch is CancellationError {
            // Free for the next process at once.
            await putBack(claim, obstacle: claim.obstacle, notBefore: environment.now(), isTry: false)
            throw CancellationError()
        } catch let error as HouseholdError where error.code == .claimLost {
            // Somebody else asked meanwhile, and their answer stands.
            logger.debug("a waiting photograph was answered by somebody else")
            return .settled(claim.identification)
        } catch let error as HouseholdError where error.code == .notFound || error.isAboutThePicture {
            // Its photographs are gone or cannot be read: nothing to wait for.
            try await records.stopWaiting(claim.identification, claim: claim, for: id)
            return .settled(claim.identification)
        } catch let error as HouseholdError {
            logger.warning("a waiting photograph could not be sent", metadata: ["code": "\(error.code.rawValue)"])
            await putBack(claim, obstacle: .paused, notBefore: pause(after: claim.attempts), isTry: true)
            return .postponed(claim.identification)
        }
    }

    private func worked(off claim: Waiting) async throws -> Round {
        let identification = try await identification(claim.identification)
        // Cut short, or never answered by anybody: looked at anew, as the settings are now.
        let isAnew = claim.because != .byHand && identification.answer.reason == .unanswered
        var isWanted = isAnew || claim.because == .byHand || inquirer.desk.policy.strategy != .onDeviceOnly
        if case .kept = identification.outcome { isWanted = false }
        guard isWanted else {
            // Kept meanwhile, or to be sent under another strategy than the one that holds.
            try await records.stopWaiting(claim.identification, claim: claim, for: id)
            return .settled(claim.identification)
        }
        let answered: Identification
        do {
            answered = try await secondOpinion(
                identification, isAnew ? .fresh(inquirer.desk.policy.strategy) : nil, because: claim.because)
        } catch let error as HouseholdError {
            // Nobody answered, and the service will not: told on the page, and asked no more.
            guard let failure = error.cause as? InquiryFailure, failure.asked.service != nil else { throw error }
            answered = identification.with(unanswered(failure.asked))
        }
        let again = answered.findings.service == nil ? postponed(claim, answered.findings.asked) : nil
        guard let again else {
            try await records.amend(answered, claim: claim, waiting: nil, for: id)
            return .settled(claim.identification)
        }
        if isAnew, answered.findings.device != nil {
            // The model's answer is shown meanwhile.
            try await records.amend(
                answered, claim: claim,
                waiting: Waiting(
                    identification: claim.identification,
                    because: answered.findings.asked.wanted ?? answered.findings.asked.reason,
                    obstacle: again.obstacle, since: claim.since, notBefore: again.notBefore), for: id)
        } else {
            await putBack(claim, obstacle: again.obstacle, notBefore: again.notBefore, isTry: again.isTry)
        }
        return .postponed(claim.identification)
    }

    private struct Postponement {
        let obstacle: ServiceCallRecord.Reason
        let notBefore: Date
        /// Whether the service was really called.
        let isTry: Bool
    }

    /// How an entry goes back that may be answered later. Nothing where waiting does not help: the service took the
    /// question and refused it for good, or is not needed after all.
    private func postponed(_ claim: Waiting, _ asked: ServiceCallRecord) -> Postponement? {
        let isKeyRefused =
            asked.reason == .keyRefused || asked.failure?.code == HouseholdError.Code.serviceKeyRefused.rawValue
        let isOurs = asked.service == nil && asked.failure != nil
        guard asked.isWorthWaiting || isKeyRefused || isOurs else { return nil }
        if asked.service == nil, !isOurs {
            // Nothing was sent. The obstacle is looked at before the next claim, so this one may be first again then.
            let obstacle = [.offline, .noQuota, .keyRefused].contains(asked.reason) ? asked.reason : .paused
            return Postponement(obstacle: obstacle, notBefore: environment.now(), isTry: false)
        }
        // A call that failed is not repeated at once, whatever it failed of: the way out may be there and lead nowhere.
        let isFree = asked.priceUnits == 0 && !isOurs
        return Postponement(
            obstacle: isKeyRefused ? .keyRefused : Self.obstacle(asked),
            notBefore: pause(after: isFree ? 1 : claim.attempts), isTry: !isFree)
    }

    /// To its end even where the task is cancelled; where it fails, the lease ends by itself.
    private func putBack(_ claim: Waiting, obstacle: ServiceCallRecord.Reason, notBefore: Date, isTry: Bool) async {
        let (records, id) = (records, id)
        await Task {
            try? await records.release(claim, obstacle: obstacle, notBefore: notBefore, isTry: isTry, for: id)
        }.value
    }

    private func obstacle(at now: Date) async throws -> Round? {
        guard case .present(let account, _) = inquirer.service.key.state(), !inquirer.desk.isRefused(account, at: now)
        else {
            return .idle(until: nil)
        }
        if inquirer.reachability.link() == nil { return .idle(until: nil) }
        if let until = inquirer.desk.pausedUntil(now) { return .idle(until: until) }
        let quota = try await records.quota(of: account, within: inquirer.desk.policy.dailyBudget, at: now)
        return quota.remaining(at: now) == 0 ? .idle(until: quota.resetsAt(from: now)) : nil
    }

    /// Two minutes after the first try, doubled with each, at most a day. Nothing that waits is ever given up for it.
    private func pause(after attempts: Int) -> Date {
        environment.now().addingTimeInterval(min(86_400, 60 * Double(1 << min(attempts, 11))))
    }

    /// Whether and why it is to wait; nothing where it is not.
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

    /// What is in the way, whether it was seen before the call or was the call's answer.
    private static func obstacle(_ asked: ServiceCallRecord) -> ServiceCallRecord.Reason {
        switch asked.failure?.code {
        case HouseholdError.Code.serviceQuotaUsed.rawValue: .noQuota
        case HouseholdError.Code.serviceOffline.rawValue: .offline
        case nil where [.offline, .noQuota].contains(asked.reason): asked.reason
        default: .paused
        }
    }

    func countWaiting() async throws {
        inquirer.desk.waiting = try await waiting().count
    }
}

extension HouseholdError {
    /// Whether the picture is at fault, and not a decoder that had no time or memory just then.
    var isAboutThePicture: Bool {
        code == .photographRefused && !["took-too-long", "decoder-died"].contains(detail)
    }
}
