package import FoundationEssentials
import Logging
package import Plants
import Recognition

extension Household {
    /// What became of one look at those that wait.
    package enum Round: Sendable, Hashable {
        /// Nothing can be done now; worth another look then, where that is known.
        case idle(until: Date?)
        /// This one has its answer, or needs to wait no more.
        case settled(Identification.ID)
        case postponed(Identification.ID)
    }

    /// Longest waiting first.
    package func waiting() async throws -> [Waiting] { try await records.waiting(of: id) }

    /// It waits no longer; the answer stays as it is.
    package func stopWaiting(_ identification: Identification.ID) async throws {
        try await records.stopWaiting(identification, for: id)
        try await countWaiting()
    }

    /// Asks the service about the identification that has waited longest, if it may be asked. For a loop.
    package func sendNextWaiting() async throws -> Round {
        let now = world.now()
        if let idle = try await obstacle(at: now) { return idle }
        // As long as two calls may take, and some.
        let lease = now.addingTimeInterval(policy.serviceSeconds * 2 + 60)
        guard let claim = try await records.claimWaiting(of: id, at: now, until: lease) else {
            let later = try await waiting().map(\.notBefore).filter { $0 > now }.min()
            try await countWaiting()
            return .idle(until: later)
        }
        do {
            if policy.strategy == .onDeviceOnly, claim.because != .byHand {
                // It was to be sent under another strategy; this one sends nothing by itself.
                try await records.stopWaiting(claim.identification, for: id)
                try await countWaiting()
                return .settled(claim.identification)
            }
            let identification = try await identification(claim.identification)
            let answered = try await secondOpinion(identification, because: claim.because)
            let asked = answered.findings.asked
            if answered.findings.service == nil, asked.isWorthWaiting, claim.attempts < Self.attempts {
                try await postpone(claim, asked)
                return .postponed(claim.identification)
            }
            try await records.amend(answered, claim: claim, waiting: nil, for: id)
        } catch let error as HouseholdError where [.notFound, .photographRefused].contains(error.code) {
            // Its photographs are gone or were never readable: nothing to wait for.
            try await records.stopWaiting(claim.identification, for: id)
        } catch is CancellationError {
            // Free for the next process at once.
            await give(back: claim)
            throw CancellationError()
        } catch let error as HouseholdError {
            logger.warning("a waiting photograph could not be sent", metadata: ["code": "\(error.code.rawValue)"])
            if claim.attempts < Self.attempts {
                try await records.release(
                    claim, obstacle: .paused, notBefore: pause(after: claim.attempts), for: id)
                return .postponed(claim.identification)
            }
            try await records.stopWaiting(claim.identification, for: id)
        }
        try await countWaiting()
        return .settled(claim.identification)
    }

    /// Tries of one waiting identification before it is left as it is.
    static let attempts = 12

    private func obstacle(at now: Date) async throws -> Round? {
        guard case .present(let account, _) = inquirer.service.key.state(), !inquirer.desk.isRefused(account) else {
            return .idle(until: nil)
        }
        if inquirer.reachability.link() == nil { return .idle(until: nil) }
        if let until = inquirer.desk.pausedUntil(now) { return .idle(until: until) }
        let quota = try await records.quota(of: account, within: policy.dailyBudget, at: now)
        return quota.remaining(at: now) == 0 ? .idle(until: quota.resetsAt(from: now)) : nil
    }

    private func postpone(_ claim: Waiting, _ asked: Asked) async throws {
        let now = world.now()
        var notBefore = now
        let obstacle = Self.obstacle(asked)
        // The network and the quota are looked at before the next claim; a failing service is given time.
        if obstacle == .paused { notBefore = pause(after: claim.attempts) }
        try await records.release(claim, obstacle: obstacle, notBefore: notBefore, for: id)
    }

    /// Two minutes, doubled with each try, at most an hour.
    private func pause(after attempts: Int) -> Date {
        world.now().addingTimeInterval(min(3600, 60 * Double(1 << min(attempts, 6))))
    }

    private func give(back claim: Waiting) async {
        let (records, id, now) = (records, id, world.now())
        await Task {
            try? await records.release(claim, obstacle: claim.obstacle, notBefore: now, for: id)
        }.value
    }

    /// Whether and why it is to wait; nothing where it is not.
    func waiting(_ identification: Identification) -> Waiting? {
        let findings = identification.findings
        guard findings.service == nil, findings.asked.isWorthWaiting else { return nil }
        let now = world.now()
        let isObstacle = [.offline, .noQuota, .paused].contains(findings.asked.reason)
        let obstacle = Self.obstacle(findings.asked)
        return Waiting(
            identification: identification.id,
            because: findings.asked.wanted ?? (isObstacle ? .byStrategy : findings.asked.reason),
            obstacle: obstacle, since: now,
            notBefore: isObstacle || obstacle != .paused ? now : now.addingTimeInterval(60))
    }

    /// What is in the way, whether it was seen before the call or was the call's answer.
    private static func obstacle(_ asked: Asked) -> Asked.Reason {
        switch asked.failure?.code {
        case HouseholdError.Code.serviceQuotaUsed.rawValue: .noQuota
        case HouseholdError.Code.serviceOffline.rawValue: .offline
        case nil where [.offline, .noQuota].contains(asked.reason): asked.reason
        default: .paused
        }
    }

    func countWaiting() async throws {
        inquirer.desk.waiting = try await records.waiting(of: id).count
    }
}
