import FoundationEssentials
import Larder
import Messages
import Recognition

/// A vote answers the question that was shown. Robotoff may change an insight under its identifier, so the question is
/// read again directly before the vote is sent. The reasons of the events are stored, so the caller binds English.
extension ProductLarder {
    /// How long a question that was read is valid, in seconds.
    private static let readFresh = 60.0

    /// Returns nil if the vote may be sent, otherwise the event that prevents it. Sends no vote.
    func obstacle(to vote: Vote, by voter: VoterIdentity) async throws -> Vote.Event? {
        let question = vote.question
        var read = question.readAt
        if let kept = try await records.question(question.id) {
            guard kept.asksTheSame(as: question) else { return Self.changed }
            read = [read, try await records.readAt(question.id)].compactMap(\.self).max()
        }
        // A time in the future was written by a clock that has been put back since.
        if let read, abs(environment.now().timeIntervalSince(read)) < Self.readFresh { return nil }
        do { return try await reread(question, as: voter) } catch let obstacle as ServiceObstacle {
            if obstacle.error.code == .notFound { return .closed(localized("The question does not exist any more.")) }
            return .notSent(obstacle.error.message, until: obstacle.notBefore ?? votePause(after: vote.attempts))
        }
    }

    private static var changed: Vote.Event {
        .refused(
            localized(
                """
                The question has changed since it was shown, so the answer was not sent. You can answer the new \
                question.
                """))
    }

    private func reread(_ question: FoodQuestion, as voter: VoterIdentity) async throws -> Vote.Event? {
        let language = try await settings.home().larder.language
        var query = QuestionQuery(code: question.code)
        query.kinds = [question.kind]
        query.count = 100
        query.language = language
        let asked = try await read(services.questions) { [services, query] in
            try await services.service.readers.questions(query, voter)
        }.value
        if let now = asked.first(where: { $0.id == question.id }) {
            try await records.remember([now], about: nil, in: language, at: environment.now())
            return now.asksTheSame(as: question) ? nil : Self.changed
        }
        // The question is no longer asked of this voter: it was decided, or has changed.
        let report = try await read(services.questions) { [services] in
            try await services.service.readers.insight(question, voter)
        }.value
        if report.isDecided { return .closed(localized("Another person has already answered the question.")) }
        if report.isAbout(question) { return nil }
        try await forget(question, in: language)
        return Self.changed
    }

    /// Removes the question, so that it is requested again when a page needs it.
    private func forget(_ question: FoodQuestion, in language: String) async throws {
        let kept = try await records.questions(about: question.code, in: language)
        try await records.remember(
            (kept?.questions ?? []).filter { $0.id != question.id }, about: question.code, in: language,
            at: environment.now().addingTimeInterval(-FoodServices.questionsFresh))
    }
}

extension FoodService.InsightReport {
    /// Returns true if the insight certainly has the same subject as the question: the same tag or value. An insight
    /// with neither is not certain.
    func isAbout(_ question: FoodQuestion) -> Bool {
        guard kind == question.kind else { return false }
        if let tag = question.valueTag { return valueTag == tag }
        guard let asked = question.value else { return value == nil && valueTag == nil }
        return value ?? valueTag == asked
    }
}
