import Concurrency
package import FoundationEssentials
import Logging
import Metrics
package import Recognition

/// The service in an inquiry: stored answers, quota and calls.
extension Inquirer {
    /// The number of bits in which the perceptual hashes of two photographs of the same scene may differ.
    package static let likeness = 2

    /// The longest delay in seconds that the service may request before the second attempt.
    static let longestPause = 10.0

    func name(of key: InquiryKey) -> String { "\(household)|\(key.text)" }

    /// Returns the earliest time of a stored answer that is still valid.
    package func freshFrom(_ policy: Policy) -> Date {
        environment.now().addingTimeInterval(-Double(policy.cacheDays) * 86_400)
    }

    func recollection(_ key: InquiryKey, under policy: Policy) async throws -> Recollection? {
        guard let records else { return nil }
        let found = try await records.remembered(
            key, since: freshFrom(policy), likeness: policy.matchesLookalikes ? Self.likeness : nil, of: household)
        do {
            try await records.noteLookUp(found, at: environment.now(), for: household)
        } catch {
            // An error in the statistics does not fail the answer.
            logger.warning("a look-up was not counted", metadata: ["type": "\(type(of: error))"])
        }
        return found
    }

    /// Checks if the service may be called, and reserves a credit.
    func grant(under policy: Policy) async -> Flight.Grant {
        guard let records, case .present(let account, _) = service.key.state() else {
            return .refused(.notConfigured)
        }
        if desk.isRefused(account, at: environment.now()) { return .refused(.keyRefused) }
        if reachability.link() == nil { return .refused(.offline) }
        // Before the credit is reserved and the time limit of the call begins: waiting in the queue costs nothing.
        do { try await desk.seats.acquire() } catch {
            return .failed(HouseholdError(.serviceFailed, "The question was withdrawn."))
        }
        let grant = await seatedGrant(of: account, in: records, under: policy)
        if case .reserved = grant { return grant }
        desk.seats.release()
        return grant
    }

    /// Releases the credit of a call that was not made.
    func giveBack(_ reservation: Reservation) async {
        desk.forget(at: environment.now())
        desk.seats.release()
        await settle(reservation, Settlement(isSpent: false))
    }

    private func seatedGrant(
        of account: String, in records: any Records, under policy: Policy
    ) async -> Flight.Grant {
        let now = environment.now()
        if let until = desk.admit(at: now) { return .refused(.paused(until: until)) }
        do {
            if let reservation = try await reserve(of: account, under: policy) {
                return .reserved(reservation, account: account)
            }
            desk.forget(at: now)
            let quota = try await records.quota(of: account, within: policy.dailyBudget, at: now)
            return .refused(.noQuota(until: quota.resetsAt(from: now)))
        } catch {
            desk.forget(at: now)
            return .failed(
                error as? HouseholdError ?? HouseholdError(.storageFailed, "The quota cannot be kept.", cause: error))
        }
    }

    private func reserve(of account: String, under policy: Policy) async throws -> Reservation? {
        let now = environment.now()
        guard let records, let id = Reservation.ID(environment.uniqueName()) else {
            throw HouseholdError(.internalFault, "No name could be made for a reservation.")
        }
        let reservation = Reservation(
            id: id, account: account, units: 1, day: UTCDay(of: now),
            deadline: now.addingTimeInterval(policy.serviceSeconds + 60))
        return try await records.reserve(reservation, within: policy.dailyBudget, at: now) == nil ? nil : reservation
    }

    /// Calls the service, and once more if that can help; each call has its own credit.
    func call(
        _ question: OnlineRecogniser.Question, key: InquiryKey, reservation: Reservation, account: String,
        under policy: Policy, onCall: @Sendable () -> Void
    ) async -> Flight.Outcome {
        defer { desk.seats.release() }
        return await desk.counting {
            var reservation = reservation
            var question = question
            var price = 0
            var isSecond = false
            while true {
                guard !Task.isCancelled else { return await withdraw(reservation, price: price) }
                do {
                    onCall()
                    let reply = try await service.ask(question)
                    desk.report(good: true, at: environment.now())
                    price += 1
                    await settle(
                        reservation, Settlement(isSpent: true, remaining: reply.allowance.remaining),
                        // An answer from another flora does not answer this question.
                        remembering: question.policy.project == policy.project
                            ? RememberedAnswer(
                                household: household, key: key, answer: reply.answer, version: reply.version,
                                limit: policy.cacheEntries) : nil)
                    return .answered(reply.answer, price: price, remaining: await remaining(of: account, under: policy))
                } catch let failure as OnlineRecogniser.Failure {
                    price += failure.cost == .spent ? 1 : 0
                    await take(failure, of: reservation, account: account)
                    // If the flora is not available, the question is asked in the complete one, which always exists.
                    let isLost = failure.error.code == .unknownProject && question.policy.project != "all"
                    if isLost {
                        desk.noteUnknown(question.policy.project)
                        logger.warning(
                            "Pl@ntNet does not know the chosen flora; all floras are asked until it is changed")
                        question = question.inAllFloras
                    }
                    let again =
                        !isSecond && (isLost || failure.isWorthRepeating)
                        ? await secondTry(account, policy, after: failure.retryAfter) : nil
                    guard let again else {
                        return .failed(
                            .init(
                                code: failure.error.code.rawValue, message: failure.error.message,
                                isPassing: failure.isPassing || isLost),
                            price: price, remaining: await remaining(of: account, under: policy))
                    }
                    reservation = again
                    isSecond = true
                } catch {
                    // The call was interrupted: the service may have counted it.
                    desk.forget(at: environment.now())
                    await settle(reservation, Settlement(isSpent: true))
                    return .failed(
                        .init(
                            code: HouseholdError.Code.serviceFailed.rawValue, message: "The question was withdrawn.",
                            isPassing: true), price: price + 1, remaining: nil)
                }
            }
        }
    }

    /// The question was cancelled before it was sent: its credit is released.
    private func withdraw(_ reservation: Reservation, price: Int) async -> Flight.Outcome {
        desk.forget(at: environment.now())
        await settle(reservation, Settlement(isSpent: false))
        return .failed(
            .init(
                code: HouseholdError.Code.serviceFailed.rawValue, message: "The question was withdrawn.",
                isPassing: true), price: price, remaining: nil)
    }

    /// Waits 0.5 to 1 second, or as long as the service requested, and reserves a credit. Returns nil if there is no
    /// credit, the requested delay is too long, or all callers have left.
    private func secondTry(
        _ account: String, _ policy: Policy, after asked: Double?
    ) async -> Reservation? {
        if let asked, asked > Self.longestPause { return nil }
        var isAdmitted = false
        do {
            try await environment.pause(
                .milliseconds(Int64(max(500 + 500 * environment.chance(), (asked ?? 0) * 1000))))
            guard desk.admit(at: environment.now()) == nil else { return nil }
            isAdmitted = true
            if let reservation = try await reserve(of: account, under: policy) { return reservation }
        } catch {
            logger.debug("a second try was not made", metadata: ["type": "\(type(of: error))"])
        }
        if isAdmitted { desk.forget(at: environment.now()) }
        return nil
    }

    private func take(_ failure: OnlineRecogniser.Failure, of reservation: Reservation, account: String) async {
        if failure.wasSent {
            desk.report(good: !failure.isServiceAtFault, at: environment.now())
        } else {
            desk.forget(at: environment.now())
        }
        Counter(label: "service_failures_total", dimensions: [("code", failure.error.code.rawValue)]).increment()
        if failure.error.code == .serviceKeyRefused {
            desk.refuse(account, at: environment.now())
            logger.error("Pl@ntNet does not take the key; it is not asked for an hour, or until the key is changed")
        }
        await settle(
            reservation,
            Settlement(
                isSpent: failure.cost == .spent, remaining: failure.allowance.remaining,
                blockedUntil: failure.blockedUntil))
    }

    /// Runs to its end even if the inquiry is cancelled, because a reservation must not stay open.
    func settle(
        _ reservation: Reservation, _ settlement: Settlement, remembering memory: RememberedAnswer? = nil
    ) async {
        let (records, environment, logger) = (records, environment, logger)
        await Task {
            do {
                try await records?.settle(reservation, settlement, remembering: memory, at: environment.now())
            } catch {
                // The credit stays reserved, which counts as spent.
                logger.error("a credit could not be settled", metadata: ["type": "\(type(of: error))"])
            }
        }.value
    }

    private func remaining(of account: String, under policy: Policy) async -> Int? {
        let (records, now) = (records, environment.now())
        return await Task {
            try? await records?.quota(of: account, within: policy.dailyBudget, at: now).remaining(at: now)
        }.value
    }
}
