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
    /// Throws `valueRefused` for values that the call does not take, `serviceNotConfigured` if the household switched
    /// questions off, and the error of the service.
    package func explore(_ call: RobotoffCall, _ values: [String: String]) async throws -> RobotoffAnswer {
        let request: RobotoffRequest
        do { request = try RobotoffRequest(call, values) } catch {
            throw HouseholdError(.valueRefused, error.sentence, detail: error.parameter)
        }
        guard try await settings.home().larder.asks else {
            throw HouseholdError(
                .serviceNotConfigured, localized("Questions of Robotoff are switched off."),
                hint: localized("Switch them on in the settings of the larder."))
        }
        do {
            let report = try await read(services.questions) { [services] in
                try await services.service.readers.explore(request)
            }
            return RobotoffAnswer(request: request, raw: report.raw)
        } catch let obstacle as ServiceObstacle {
            throw obstacle.error
        }
    }
}
