package import FoundationEssentials
import Larder
import Logging
import Messages
import Metrics
import Recognition

/// Sends votes, each at most once, and finds out the result of votes that may have arrived.
extension ProductLarder {
    /// The result of one round.
    package struct VoteRound: Sendable, Hashable {
        package var counted = 0
        package var closed = 0
        /// Failed attempts; these votes are still waiting.
        package var waiting = 0
        package var lost = 0
        package var unknown = 0

        /// True if nothing could be done: no network, or the service is paused.
        package var isFruitless: Bool { self == VoteRound() }
    }

    /// Returns when the next vote is to be sent or checked.
    package func nextVote() async throws -> Date? { try await records.nextVote() }

    /// Sends the due votes one after the other, and checks unknown ones. Called in a loop. What is stored of a vote is
    /// In English; it is translated when it is shown.
    package func sendVotes(isStopping: @Sendable () -> Bool = { false }) async throws -> VoteRound {
        try await Localization.$current.withValue(.english) { try await sendDueVotes(isStopping: isStopping) }
    }

    private func sendDueVotes(isStopping: @Sendable () -> Bool) async throws -> VoteRound {
        var round = VoteRound()
        while !isStopping(), !Task.isCancelled {
            let now = environment.now()
            let isPaused = try await records.readPause(of: services.questions.service, at: now) != nil
            let lease = now.addingTimeInterval(FoodServices.voteLease)
            let began = environment.steady()
            // Also called with a limit of 0: votes with an expired lease become unknown here.
            let limit = isFoodReachable && !isPaused && !services.health.isInDoubt(at: began) ? 1 : 0
            // One at a time, so that a killed process leaves one unknown vote, not several.
            guard let vote = try await records.claimVotes(limit: limit, at: now, until: lease).first else {
                break
            }
            // After half the lease the vote must not be sent: another worker may have claimed it.
            let isStillMine = { [environment] in environment.steady() - began < .seconds(FoodServices.voteLease / 2) }
            round.note(try await send(vote, while: isStillMine))
        }
        try await look(&round, isStopping: isStopping)
        return round
    }

    /// Makes all waiting votes sendable at once, because the network is available again.
    package func hastenVotes() async throws {
        services.health.clearDoubts()
        try await records.hastenVotes(at: environment.now())
    }

    /// Returns nil if another worker has claimed the vote.
    private func send(_ vote: Vote, while isStillMine: () -> Bool) async throws -> Vote.State? {
        let found: VoterIdentity?
        do { found = try await voter(of: vote.voter) } catch {
            // The vote has not been sent, so it can be tried again.
            _ = try await settle(
                vote,
                .notSent(
                    localized("The name to send it under could not be read."), until: votePause(after: vote.attempts)))
            throw error
        }
        guard let voter = found else {
            return try await settle(
                vote,
                .notSent(
                    localized("It waits for your account. Log in again."),
                    until: environment.now().addingTimeInterval(3600)))
        }
        let obstacle: Vote.Event?
        do { obstacle = try await self.obstacle(to: vote, by: voter) } catch {
            // The vote has not been sent, so it can be tried again.
            _ = try await Task {
                try await settle(
                    vote,
                    .notSent(
                        localized("Sending was interrupted before it began."), until: votePause(after: vote.attempts)))
            }.value
            throw error
        }
        if let obstacle { return try await settle(vote, obstacle) }
        guard isStillMine() else {
            return try await settle(vote, .notSent(localized("It was not sent in time."), until: environment.now()))
        }
        let event: Vote.Event
        var isCut = false
        do {
            event = self.event(of: try await services.service.vote(vote.question, vote.choice, voter).value, vote)
        } catch let failure as FoodService.Failure {
            event = try await Task { try await self.event(of: failure, vote) }.value
        } catch {
            // After a cancellation the result is unknown.
            isCut = error is CancellationError
            event = .uncertain(localized("Sending was interrupted."))
        }
        let state = try await settle(vote, await doubted(event, of: vote, by: voter))
        if isCut { throw CancellationError() }
        return state
    }

    private func event(of receipt: FoodService.Receipt, _ vote: Vote) -> Vote.Event {
        if case .uncertain = receipt {} else { services.health.clearDoubts() }
        return switch receipt {
        case .counted: .counted
        case .closed(let why): .closed(why)
        // A vote of an account has been rolled back completely. A vote of a device may have been stored, and a second
        // one would count as another person's, so its result is checked first.
        case .later(let why) where vote.voter == VoterIdentity.device("").mark: .uncertain(why)
        case .later(let why): .notSent(why, until: votePause(after: vote.attempts))
        case .refused(let why): .refused(why)
        case .uncertain(let why): .uncertain(why)
        }
    }

    private func event(of failure: FoodService.Failure, _ vote: Vote) async throws -> Vote.Event {
        let until = try await heed(failure, of: services.questions)
        if failure.mayHaveArrived { return .uncertain(failure.error.message) }
        switch failure.error.code {
        case .serviceOffline, .serviceTimedOut, .serviceQuotaUsed, .servicePaused:
            return .notSent(failure.error.message, until: until ?? votePause(after: vote.attempts))
        case .serviceKeyRefused:
            return .notSent(
                localized("Open Food Facts refused the name and the password."),
                until: environment.now().addingTimeInterval(3600))
        case .notFound: return .closed(localized("The question does not exist any more."))
        default: return .refused(failure.error.message)
        }
    }

    func votePause(after attempts: Int) -> Date {
        let usual = min(900, 30 * Double(1 << min(max(0, attempts), 10)))
        return environment.now().addingTimeInterval(usual * (0.5 + environment.chance() / 2))
    }

    /// A vote in doubt holds others back. It is closed if its result can be checked only under a device name that is no
    /// longer in use.
    private func doubted(_ event: Vote.Event, of vote: Vote, by voter: VoterIdentity) async -> Vote.Event {
        guard case .uncertain = event else { return event }
        services.health.noteDoubt(at: environment.steady())
        guard voter.accountName == nil else { return event }
        let now = await Task { try? await self.voter(of: vote.voter) }.value
        guard let now, now != voter else { return event }
        return .closed(
            localized("Your answers have a new name since then, so it is not known whether this one was counted."))
    }

    /// Returns nil if another worker has claimed the vote.
    private func settle(_ vote: Vote, _ event: Vote.Event) async throws -> Vote.State? {
        guard let outcome = vote.outcome(of: event, at: environment.now()) else {
            throw HouseholdError(.internalFault, localized("An answer cannot become that."))
        }
        // Runs even if the task is cancelled; otherwise a known result would become unknown.
        let isOwn = try await Task { try await records.settle(vote, outcome, at: environment.now()) }.value
        guard isOwn else { return nil }
        Counter(label: "votes_total", dimensions: [("outcome", outcome.state.rawValue)]).increment()
        if [.unknown, .lost, .waiting].contains(outcome.state) {
            logger.notice(
                "an answer was not counted, or that is not known",
                metadata: ["vote": "\(vote.number)", "state": "\(outcome.state.rawValue)"])
        }
        return outcome.state
    }

    // MARK: Unknown votes

    private func look(_ round: inout VoteRound, isStopping: @Sendable () -> Bool) async throws {
        while !isStopping(), !Task.isCancelled, isFoodReachable {
            let now = environment.now()
            let lease = now.addingTimeInterval(FoodServices.voteLease)
            let claimed = try await records.claimUnknownVotes(limit: 1, at: now, until: lease)
            guard let vote = claimed.first else { return }
            guard let voter = try await voter(of: vote.voter) else {
                // The vote stays unknown until its account is available; others can be checked.
                round.unknown += 1
                continue
            }
            do {
                round.note(try await settle(vote, .seen(try await insightState(of: vote, for: voter))))
            } catch is ServiceObstacle {
                // It is checked again when the lease is over.
                round.unknown += 1
                return
            }
        }
    }

    private func insightState(of vote: Vote, for voter: VoterIdentity) async throws -> Vote.InsightState {
        let services = services
        do {
            let report = try await read(services.questions) {
                try await services.service.readers.insight(vote.question, voter)
            }.value
            if report.isDecided {
                return .decided(
                    report.decision, byVoter: voter.accountName != nil && report.username == voter.accountName)
            }
        } catch let obstacle as ServiceObstacle where obstacle.error.code == .notFound {
            return .gone
        }
        // A voter who has answered is not asked again, so the questions for this voter show if the vote was counted.
        var query = QuestionQuery(code: vote.question.code)
        query.kinds = [vote.question.kind]
        query.count = 100
        let asked = try await read(services.questions) { [query] in
            try await services.service.readers.questions(query, voter)
        }
        return asked.value.contains { $0.id == vote.question.id } ? .stillAsked : .noLongerAsked
    }
}

extension ProductLarder.VoteRound {
    mutating func note(_ state: Vote.State?) {
        switch state {
        case .counted: counted += 1
        case .closed: closed += 1
        case .waiting: waiting += 1
        case .lost: lost += 1
        case .unknown, .sending: unknown += 1
        case nil: break
        }
    }
}
