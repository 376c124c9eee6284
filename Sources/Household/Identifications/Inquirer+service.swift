import Concurrency
import FoundationEssentials
import Logging
import Messages
import Metrics
import Recognition

/// The service in an inquiry. `answer` is the sequence of one question: cache, permission, credit, call, settlement.
extension Inquirer {
    /// The number of bits in which the perceptual hashes of two photographs of the same scene may differ.
    static let likeness = 2

    /// The longest delay in seconds that the service may request before the second call.
    static let longestPause = 10.0

    /// Asks the service about the pictures. Callers with the same question at the same time share one `answer`; the one
    /// that started it pays. Returns nil if the task was cancelled. A failure is stored, so its message is English.
    func askService(_ pictures: [Picture], under policy: Policy) async -> Ended? {
        let ended = await Localization.$current.withValue(.english) { await askInEnglish(pictures, under: policy) }
        // A refused picture is reported to the person who sent it, and not stored.
        guard case .pictureRefused(let error)? = ended else { return ended }
        return .pictureRefused(error.translated)
    }

    private func askInEnglish(_ pictures: [Picture], under policy: Policy) async -> Ended? {
        guard records != nil, case .present(let account, _) = service.key.state() else {
            return .service(.refused(.notConfigured))
        }
        let question: OnlineRecogniser.Question
        do {
            question = try await prepare(pictures, under: policy)
        } catch is CancellationError {
            return nil
        } catch let error as HouseholdError where error.isAboutThePicture {
            return .pictureRefused(error)
        } catch {
            return .service(
                .notAsked(Self.failure(error, or: .internalFault, localized("The request cannot be made."))))
        }
        let name = question.key.text
        let shared = health.questions.join(name)
        let ended = await shared.value {
            let outcome = await answer(question, account: account, under: policy)
            // Later callers start a new question.
            health.questions.close(shared, name)
            return outcome
        }
        // The last caller that leaves has cancelled the question. Its credit is settled before the quota is read again.
        if health.questions.leave(shared, name) { _ = await shared.end() }
        guard let (outcome, isOwn) = ended else { return nil }
        return .service(isOwn ? outcome : outcome.withoutPrice)
    }

    /// Answers one question: from the cache, or by a call for which a credit was reserved. If the task is cancelled, the
    /// credit is settled nevertheless.
    private func answer(
        _ question: OnlineRecogniser.Question, account: String, under policy: Policy
    ) async -> Inquiry.ServiceOutcome {
        // 1. A stored answer costs nothing.
        do {
            if let stored = try await storedAnswer(to: question.key, under: policy) { return .cached(stored) }
        } catch {
            return .notAsked(Self.failure(error, or: .storageFailed, localized("The saved answers cannot be read.")))
        }

        // 2. Conditions that are known without waiting.
        if health.isRefused(account, at: environment.now()) { return .refused(.keyRefused) }
        if reachability.link() == nil { return .refused(.offline) }

        // 3. A permit, because few calls run at the same time, and the question itself, because other processes may ask
        // it, too. Waiting for them costs nothing: no credit is reserved yet, and the time limit has not begun.
        let holder: String
        switch await claim(question.key, under: policy) {
        case .claimed(let name): holder = name
        case .ended(let outcome): return outcome
        }
        let renewal = Task { await renew(question.key, holder) }
        let outcome = await askWithClaim(question, account: account, under: policy)
        renewal.cancel()
        health.permits.release()
        // A renewal that has begun would store the claim again after its release.
        await renewal.value
        await release(question.key, holder)
        return outcome
    }

    /// Asks the service, unless it is paused or no credit is left. The caller has a permit and the claim of the question.
    private func askWithClaim(
        _ question: OnlineRecogniser.Question, account: String, under policy: Policy
    ) async -> Inquiry.ServiceOutcome {
        // 4. The circuit breaker. After this the result of the admitted call is reported, or the call is forgotten.
        let now = environment.now()
        if let until = health.admit(at: now) { return .refused(.paused(until: until)) }

        // 5. A credit, reserved in the database for all processes.
        let credit: Reservation
        do {
            guard let reserved = try await reserve(of: account, under: policy) else {
                health.forget(at: now)
                return .refused(.noQuota(until: try await quota(of: account, under: policy).resetsAt(from: now)))
            }
            credit = reserved
        } catch {
            health.forget(at: now)
            return .notAsked(Self.failure(error, or: .storageFailed, localized("The quota cannot be saved.")))
        }

        // 6. The call, and once more if that can help. It settles the credit and stores the answer.
        return await health.counting {
            await callWithinLimit(question, credit: credit, account: account, under: policy)
        }
    }
}

// MARK: - The steps

extension Inquirer {
    func prepare(_ pictures: [Picture], under policy: Policy) async throws -> OnlineRecogniser.Question {
        var uploads: [OnlineRecogniser.Question.Picture] = []
        for picture in pictures {
            uploads.append(.init(upload: try await pictureProcessor.upload(picture.bytes), organ: picture.organ))
        }
        return .init(pictures: uploads, policy: policy)
    }

    /// Returns the earliest time of a stored answer that is still valid.
    func freshFrom(_ policy: Policy) -> Date {
        environment.now().addingTimeInterval(-Double(policy.cacheDays) * 86_400)
    }

    /// With `isAgain`, only an answer that is found is counted.
    private func storedAnswer(
        to key: InquiryKey, under policy: Policy, isAgain: Bool = false
    ) async throws -> Answer? {
        guard let records else { return nil }
        let found = try await records.remembered(
            key, since: freshFrom(policy), likeness: policy.matchesLookalikes ? Self.likeness : nil)
        if isAgain, found == nil { return nil }
        do {
            try await records.noteLookUp(found, at: environment.now())
        } catch {
            // An error in the statistics does not fail the answer.
            logger.warning("a look-up was not counted", metadata: ["type": "\(type(of: error))"])
        }
        return found?.answer.remembered
    }

    private enum Claim {
        /// This process asks, under that name of the holder, and has a permit.
        case claimed(String)
        case ended(Inquiry.ServiceOutcome)
    }

    /// Returns when this process may ask the question, or when another process has stored the answer. Waits for another
    /// process as long as a call may take.
    private func claim(_ key: InquiryKey, under policy: Policy) async -> Claim {
        guard let records else { return .ended(.refused(.notConfigured)) }
        let changes = health.listener()
        let holder = environment.uniqueName()
        var latest: Date?
        while true {
            do { try await health.permits.acquire() } catch { return .ended(.notAsked(Self.withdrawn)) }
            let now = environment.now()
            let last = latest ?? now.addingTimeInterval(policy.serviceSeconds)
            latest = last
            do {
                if try await records.claimQuestion(
                    key.text, holder: holder, until: now.addingTimeInterval(Self.claimSeconds), at: now)
                {
                    // Another process may have asked since the answer was looked for.
                    guard let stored = try await storedAnswer(to: key, under: policy, isAgain: true) else {
                        return .claimed(holder)
                    }
                    health.permits.release()
                    await release(key, holder)
                    return .ended(.cached(stored))
                }
            } catch {
                health.permits.release()
                await release(key, holder)
                if Task.isCancelled { return .ended(.notAsked(Self.withdrawn)) }
                return .ended(
                    .notAsked(Self.failure(error, or: .storageFailed, localized("The quota cannot be saved."))))
            }
            health.permits.release()
            if now >= last { return .ended(.failed(.timedOut, price: 0, remaining: nil)) }
            // After each change the answer is looked for; the question is claimed at most once a second.
            var isSignalled = true
            while isSignalled {
                isSignalled = await !changes.wait(atMost: .seconds(1)) { try await environment.pause($0) }.isEmpty
                if Task.isCancelled { return .ended(.notAsked(Self.withdrawn)) }
                if let stored = try? await storedAnswer(to: key, under: policy, isAgain: true) {
                    return .ended(.cached(stored))
                }
                if environment.now() >= now.addingTimeInterval(1) { isSignalled = false }
            }
        }
    }

    /// How long a claim lasts without renewal, in seconds: so long others wait for a process that has ended.
    private static let claimSeconds = 20.0

    /// Renews a claim until the task is cancelled.
    private func renew(_ key: InquiryKey, _ holder: String) async {
        while !Task.isCancelled {
            guard (try? await environment.pause(.seconds(Self.claimSeconds / 2))) != nil, !Task.isCancelled else {
                return
            }
            let now = environment.now()
            // If this fails, another process may ask, too; the budget holds nevertheless.
            _ = try? await records?.claimQuestion(
                key.text, holder: holder, until: now.addingTimeInterval(Self.claimSeconds), at: now)
        }
    }

    /// Runs to its end even if the inquiry is cancelled, because others may wait for the question.
    private func release(_ key: InquiryKey, _ holder: String) async {
        let records = records
        await Task { try? await records?.releaseQuestion(key.text, holder: holder) }.value
    }

    /// Reserves a credit. Returns nil if none is left.
    func reserve(of account: String, under policy: Policy) async throws -> Reservation? {
        let now = environment.now()
        guard let records, let id = Reservation.ID(environment.uniqueName()) else {
            throw HouseholdError(.internalFault, localized("No name could be made for a reservation."))
        }
        let reservation = Reservation(
            id: id, account: account, units: 1, day: UTCDay(of: now),
            deadline: now.addingTimeInterval(policy.serviceSeconds + 60))
        return try await records.reserve(reservation, within: policy.dailyBudget, at: now) == nil ? nil : reservation
    }

    private func quota(of account: String, under policy: Policy) async throws -> Quota {
        guard let records else {
            throw HouseholdError(.internalFault, localized("There are no records of the quota."))
        }
        return try await records.quota(of: account, within: policy.dailyBudget, at: environment.now())
    }

    /// Calls the service within its time limit. At its end the call is cancelled, and may have cost what was sent.
    private func callWithinLimit(
        _ question: OnlineRecogniser.Question, credit: Reservation, account: String, under policy: Policy
    ) async -> Inquiry.ServiceOutcome {
        let calls = SharedCount()
        return await withTaskGroup(of: Inquiry.ServiceOutcome?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                await call(question, reservation: credit, account: account, under: policy, counting: calls)
            }
            group.addTask {
                guard (try? await environment.pause(.seconds(policy.serviceSeconds))) != nil else { return nil }
                return .failed(.timedOut, price: calls.value, remaining: nil)
            }
            for await case let outcome? in group { return outcome }
            return .failed(Self.withdrawn, price: calls.value, remaining: nil)
        }
    }

    /// Calls the service, and once more if that can help; each call has its own credit, which is settled when it ends.
    func call(
        _ question: OnlineRecogniser.Question, reservation: Reservation, account: String, under policy: Policy,
        counting calls: SharedCount
    ) async -> Inquiry.ServiceOutcome {
        let key = question.key
        var (question, reservation) = (question, reservation)
        var price = 0
        var isSecond = false
        while true {
            guard !Task.isCancelled else {
                // Nothing was sent, so the credit is released.
                health.forget(at: environment.now())
                await settle(reservation, Settlement(isSpent: false))
                return .failed(Self.withdrawn, price: price, remaining: nil)
            }
            do {
                calls.increment()
                let reply = try await service.ask(question)
                health.report(good: true, at: environment.now())
                price += 1
                await settle(
                    reservation, Settlement(isSpent: true, remaining: reply.allowance.remaining),
                    // An answer from another flora does not answer this question.
                    remembering: question.policy.project == policy.project
                        ? RememberedAnswer(
                            key: key, answer: reply.answer, version: reply.version,
                            limit: policy.cacheEntries) : nil)
                return .answered(reply.answer, price: price, remaining: await remaining(of: account, under: policy))
            } catch let failure as OnlineRecogniser.Failure {
                price += failure.cost == .spent ? 1 : 0
                await settle(reservation, after: failure, account: account)
                // If the flora is not available, the question is asked in the complete one, which always exists.
                let isLost = failure.error.code == .unknownProject && question.policy.project != "all"
                if isLost {
                    health.noteUnknown(question.policy.project)
                    logger.warning("Pl@ntNet does not know the chosen flora; all floras are asked until it is changed")
                    question = question.inAllFloras
                }
                let canHelp = !isSecond && (isLost || failure.isWorthRepeating)
                guard canHelp, let again = await secondCredit(account, policy, after: failure.retryAfter) else {
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
                health.forget(at: environment.now())
                await settle(reservation, Settlement(isSpent: true))
                return .failed(Self.withdrawn, price: price + 1, remaining: nil)
            }
        }
    }

    /// Waits 0.5 to 1 second, or as long as the service requested, and reserves a credit. Returns nil if there is no
    /// credit, the requested delay is too long, the service is paused, or all callers have left.
    private func secondCredit(_ account: String, _ policy: Policy, after asked: Double?) async -> Reservation? {
        if let asked, asked > Self.longestPause { return nil }
        var isAdmitted = false
        do {
            try await environment.pause(
                .milliseconds(Int64(max(500 + 500 * environment.chance(), (asked ?? 0) * 1000))))
            guard health.admit(at: environment.now()) == nil else { return nil }
            isAdmitted = true
            if let reservation = try await reserve(of: account, under: policy) { return reservation }
        } catch {
            logger.debug("a second try was not made", metadata: ["type": "\(type(of: error))"])
        }
        if isAdmitted { health.forget(at: environment.now()) }
        return nil
    }

    /// Settles the credit of a failed call, and updates the health of the service.
    private func settle(
        _ reservation: Reservation, after failure: OnlineRecogniser.Failure, account: String
    ) async {
        if failure.wasSent {
            health.report(good: !failure.isServiceAtFault, at: environment.now())
        } else {
            health.forget(at: environment.now())
        }
        Counter(label: "service_failures_total", dimensions: [("code", failure.error.code.rawValue)]).increment()
        if failure.error.code == .serviceKeyRefused {
            health.refuse(account, at: environment.now())
            logger.error("Pl@ntNet does not take the key; it is not asked for an hour, or until the key is changed")
        }
        await settle(
            reservation,
            Settlement(
                isSpent: failure.cost == .spent, remaining: failure.allowance.remaining,
                blockedUntil: failure.blockedUntil))
    }

    /// Runs to its end even if the inquiry is cancelled, because a reservation must not stay open.
    private func settle(
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
        let now = environment.now()
        return await Task { try? await quota(of: account, under: policy).remaining(at: now) }.value
    }

    /// All callers left before the service answered.
    private static var withdrawn: Inquiry.Failure {
        .init(
            code: HouseholdError.Code.serviceFailed.rawValue, message: localized("The request was cancelled."),
            isPassing: true)
    }

    /// Returns an error that prevented the call, as a failure of the service.
    private static func failure(
        _ error: any Error, or code: HouseholdError.Code, _ message: String
    ) -> Inquiry.Failure {
        guard let error = error as? HouseholdError else { return .init(code: code.rawValue, message: message) }
        return .init(code: error.code.rawValue, message: error.message, isPassing: error.code == .photographRefused)
    }
}
