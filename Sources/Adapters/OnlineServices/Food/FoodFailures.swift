import Foundation
import HTTPTransport
import Household
import Messages
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
            throw FoodService.Failure(Self.unasked(party, isVote: isVote), mayHaveArrived: isVote)
        }
    }

    func failure(_ error: OpenFoodFactsError, of party: FoodParty, isVote: Bool = false) -> FoodService.Failure {
        // The result of a vote is stored.
        let (code, message, hint) =
            isVote ? storedText { Self.meaning(of: error, party) } : Self.meaning(of: error, party)
        return .init(
            HouseholdError(code, message, detail: error.code.rawValue, hint: hint, cause: error),
            retryAfter: Self.seconds(error.retryAfter, from: now()), mayHaveArrived: isVote && error.mayHaveArrived)
    }

    /// If the service requests a pause longer than one day, the pause is one day.
    static func seconds(_ asked: RetryAfter?, from now: Date) -> Double? {
        asked.map { min($0.seconds(from: now), 86_400) }
    }

    private static func unasked(_ party: FoodParty, isVote: Bool) -> HouseholdError {
        func error() -> HouseholdError {
            HouseholdError(.serviceFailed, localized("\(party.rawValue, "service") could not be asked."))
        }
        return isVote ? storedText { error() } : error()
    }

    private static func meaning(
        of error: OpenFoodFactsError, _ party: FoodParty
    ) -> (HouseholdError.Code, String, hint: String?) {
        let name = party.rawValue
        switch error.code {
        case .noNetwork:
            return (.serviceOffline, localized("\(name, "service") cannot be reached: there is no network."), nil)
        case .connectionFailure: return (.serviceOffline, localized("\(name, "service") cannot be reached."), nil)
        case .timedOut: return (.serviceTimedOut, localized("\(name, "service") did not answer in time."), nil)
        case .cutOff:
            return (.serviceFailed, localized("The connection to \(name, "service") ended before its answer did."), nil)
        case .rateLimited:
            return (.serviceQuotaUsed, localized("\(name, "service") asks Stillroom to wait for a while."), nil)
        case .unavailable: return (.servicePaused, localized("\(name, "service") is overloaded at the moment."), nil)
        case .authenticationRequired, .loginMaybeRefused: return login(error, party)
        case .notAllowed:
            let message =
                error.status.map { localized("\(name, "service") does not allow this from here (\($0, "status")).") }
                ?? localized("\(name, "service") does not allow this from here.")
            return (.serviceFailed, message, nil)
        case .insightUnknown: return (.notFound, localized("\(name, "service") has no such question any more."), nil)
        case .dataCorrupted, .noBody, .keyNotFound, .valueNotFound, .typeMismatch, .unsupportedSuccessResponse:
            return (.serviceUnreadable, localized("What \(name, "service") answered cannot be read."), nil)
        case .barcodeInvalid: return (.barcodeRefused, localized("\(name, "service") takes no such number."), nil)
        case .invalidRequest where error.rule == .tls:
            return (
                .accountRefused,
                localized("Name and password go to \(name, "service") over an encrypted connection only."), nil
            )
        case .invalidRequest:
            return (.valueRefused, localized("\(name, "service") was not asked: \(error.message, "reason")."), nil)
        case .serverError:
            let message =
                error.status.map { localized("\(name, "service") failed (\($0, "status")).") }
                ?? localized("\(name, "service") failed.")
            return (.serviceFailed, message, nil)
        case .transportFailed: return (.serviceFailed, localized("\(name, "service") could not be asked."), nil)
        default:
            let message =
                error.status.map { localized("\(name, "service") does not take the question (\($0, "status")).") }
                ?? localized("\(name, "service") does not take the question.")
            return (.serviceFailed, message, nil)
        }
    }

    private static func login(
        _ error: OpenFoodFactsError, _ party: FoodParty
    ) -> (HouseholdError.Code, String, hint: String?) {
        guard party == .robotoff else {
            return (
                .serviceKeyRefused, localized("Open Food Facts needs a name and a password."),
                localized("Look at its address on the settings page.")
            )
        }
        return (
            .serviceKeyRefused,
            error.code == .loginMaybeRefused
                ? localized("Robotoff failed; most likely Open Food Facts refused the name and password.")
                : localized("Robotoff takes this with name and password of Open Food Facts only."),
            localized("Log in again on the settings page.")
        )
    }
}
