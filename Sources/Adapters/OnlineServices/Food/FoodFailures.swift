import Foundation
import HTTPTransport
import Household
import OpenFoodFacts

/// The service that an error message is about.
enum FoodParty: String, Sendable {
    case products = "Open Food Facts"
    case robotoff = "Robotoff"
}

extension OpenFoodFactsLarder {
    /// Runs a call and converts its errors. Throws `FoodService.Failure` and `CancellationError`.
    ///
    /// Set `isVote` for a vote, because it matters whether a vote has arrived.
    func asking<Value>(
        _ party: FoodParty, isVote: Bool = false, _ call: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await call()
        } catch let failure as FoodService.Failure {
            throw failure
        } catch let error as OpenFoodFactsError {
            throw failure(error, of: party, isVote: isVote)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The error's text is from a third party, so it is not kept.
            throw FoodService.Failure(
                HouseholdError(.serviceFailed, "\(party.rawValue) could not be asked."), mayHaveArrived: isVote)
        }
    }

    func failure(_ error: OpenFoodFactsError, of party: FoodParty, isVote: Bool = false) -> FoodService.Failure {
        let (code, message, hint) = Self.meaning(of: error, party)
        return .init(
            HouseholdError(code, message, detail: error.code.rawValue, hint: hint, cause: error),
            retryAfter: Self.seconds(error.retryAfter, from: now()), mayHaveArrived: isVote && error.mayHaveArrived)
    }

    /// If the service requests a pause longer than one day, the pause is one day.
    static func seconds(_ asked: RetryAfter?, from now: Date) -> Double? {
        asked.map { min($0.seconds(from: now), 86_400) }
    }

    private static func meaning(
        of error: OpenFoodFactsError, _ party: FoodParty
    ) -> (HouseholdError.Code, String, hint: String?) {
        let name = party.rawValue
        let status = error.status.map { " (\($0))" } ?? ""
        switch error.code {
        case .noNetwork: return (.serviceOffline, "\(name) cannot be reached: there is no network.", nil)
        case .connectionFailure: return (.serviceOffline, "\(name) cannot be reached.", nil)
        case .timedOut: return (.serviceTimedOut, "\(name) did not answer in time.", nil)
        case .cutOff: return (.serviceFailed, "The connection to \(name) ended before its answer did.", nil)
        case .rateLimited: return (.serviceQuotaUsed, "\(name) asks Stillroom to wait for a while.", nil)
        case .unavailable: return (.servicePaused, "\(name) is overloaded at the moment.", nil)
        case .authenticationRequired, .loginMaybeRefused: return login(error, party)
        case .notAllowed: return (.serviceFailed, "\(name) does not allow this from here\(status).", nil)
        case .insightUnknown: return (.notFound, "\(name) has no such question any more.", nil)
        case .dataCorrupted, .noBody, .keyNotFound, .valueNotFound, .typeMismatch, .unsupportedSuccessResponse:
            return (.serviceUnreadable, "What \(name) answered cannot be read.", nil)
        case .barcodeInvalid: return (.barcodeRefused, "\(name) takes no such number.", nil)
        case .invalidRequest where error.rule == .tls:
            return (.accountRefused, "Name and password go to \(name) over an encrypted connection only.", nil)
        case .invalidRequest: return (.valueRefused, "\(name) was not asked: \(error.message).", nil)
        case .serverError: return (.serviceFailed, "\(name) failed\(status).", nil)
        case .transportFailed: return (.serviceFailed, "\(name) could not be asked.", nil)
        default: return (.serviceFailed, "\(name) does not take the question\(status).", nil)
        }
    }

    private static func login(
        _ error: OpenFoodFactsError, _ party: FoodParty
    ) -> (HouseholdError.Code, String, hint: String?) {
        guard party == .robotoff else {
            return (
                .serviceKeyRefused, "Open Food Facts needs a name and a password.",
                "Look at its address on the settings page."
            )
        }
        return (
            .serviceKeyRefused,
            error.code == .loginMaybeRefused
                ? "Robotoff failed; most likely Open Food Facts refused the name and password."
                : "Robotoff takes this with name and password of Open Food Facts only.",
            "Log in again on the settings page."
        )
    }
}
