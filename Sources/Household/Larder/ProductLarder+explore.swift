import Accounts
package import Larder
import Messages

/// The answer of Robotoff to a request that a person composed.
package struct RobotoffAnswer: Sendable, Hashable {
    package let request: RobotoffRequest
    /// As the service sent it.
    package let raw: [UInt8]
}

extension ProductLarder {
    /// Sends a call that reads, with the limits of all requests to Robotoff, and returns its answer unchanged. Neither the
    /// name of the device nor an account is sent with it.
    ///
    /// `sent` gets the number of the call among the last calls, also if the service answers with an error. Half of the
    /// limit of requests is for such calls, so that they do not hold up the questions of others.
    ///
    /// Throws `valueRefused` for values that the call does not take, `serviceNotConfigured` if the household switched
    /// questions off, `serviceQuotaUsed`, and the error of the service.
    package func explore(
        _ call: RobotoffCall, _ values: [String: String], sent: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> RobotoffAnswer {
        try ActingPerson.require(.change)
        let request: RobotoffRequest
        do { request = try RobotoffRequest(call, values) } catch {
            throw HouseholdError(.valueRefused, error.sentence, detail: error.parameter)
        }
        guard try await settings.home().larder.asks else {
            throw HouseholdError(
                .serviceNotConfigured, localized("Questions of Robotoff are switched off."),
                hint: localized("Switch them on in the settings of the larder."))
        }
        let (limit, now) = (services.questions.limit / 2, environment.now())
        let next = try await records.acquireRead(
            of: services.questions.service + "-composed", limit: limit, seconds: services.questions.seconds, at: now)
        guard next == nil else {
            throw HouseholdError(
                .serviceQuotaUsed,
                localized("At most \(limit, "count") of your own requests to Robotoff are sent in a minute."),
                hint: localized("Try again in a minute."))
        }
        do {
            let report = try await read(services.questions) { [services] in
                try await services.service.readers.explore(request, sent)
            }
            return RobotoffAnswer(request: request, raw: report.raw)
        } catch let obstacle as ServiceObstacle {
            throw obstacle.error
        }
    }
}
