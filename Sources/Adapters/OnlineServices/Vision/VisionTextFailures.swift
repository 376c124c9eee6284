import Foundation
import GoogleVision
import HTTPTransport
import Household
import Messages

/// Converts errors into household errors. The local reading stays valid in all cases.
extension VisionText {
    func failure(_ error: GoogleVisionError) -> HouseholdError {
        let (code, message, hint) = meaning(of: error)
        return HouseholdError(code, message, detail: error.code.rawValue, hint: hint, cause: error)
    }

    private func meaning(of error: GoogleVisionError) -> (HouseholdError.Code, String, hint: String?) {
        switch error.code {
        case .keyMissing:
            return (
                .serviceNotConfigured, localized("There is no key for Google Vision."),
                localized("The setting google-vision.api-key-file names its file.")
            )
        case .keyRefused:
            return (
                .serviceKeyRefused, localized("Google Vision does not take the key."),
                localized("Look at the key here and in Google's Cloud console.")
            )
        case .notAllowed:
            return (
                .serviceKeyRefused, localized("Google Vision does not allow this with the key."),
                localized("In Google's Cloud console: is the Vision API on, is billing on, is the key restricted?")
            )
        case .tooLarge: return (.uploadTooLarge, localized("The photo is too large for Google Vision."), nil)
        case .badImage: return (.serviceRefusedUpload, localized("Google Vision cannot read this photograph."), nil)
        case .invalidRequest where error.rule == .tls:
            return (
                .settingRefused, localized("The photograph goes to Google Vision over an encrypted connection only."),
                localized("Look at google-vision.base-url.")
            )
        case .invalidRequest:
            return (.serviceRefusedUpload, localized("Google Vision was not asked: \(error.message, "reason")."), nil)
        case .badRequest, .imageUnavailable, .imageFailed:
            let message =
                error.status.map { localized("Google Vision did not take the photograph (\($0, "status")).") }
                ?? localized("Google Vision did not take the photograph.")
            return (.serviceRefusedUpload, message, nil)
        case .rateLimited:
            return (.serviceQuotaUsed, localized("Google Vision asks Stillroom to wait for a while."), later(error))
        case .unavailable: return (.servicePaused, localized("Google Vision is away at the moment."), later(error))
        case .noNetwork:
            return (.serviceOffline, localized("Google Vision cannot be reached: there is no network."), nil)
        case .connectionFailed: return (.serviceOffline, localized("Google Vision cannot be reached."), nil)
        case .timedOut: return (.serviceTimedOut, localized("Google Vision did not answer in time."), nil)
        case .cutOff:
            return (.serviceFailed, localized("The connection to Google Vision ended before its answer did."), nil)
        case .invalidResponse, .decodingFailed, .notFound:
            return (
                .serviceUnreadable, localized("What Google Vision answered cannot be read."),
                localized("Look at google-vision.base-url.")
            )
        default:
            let message =
                error.status.map { localized("Google Vision failed (\($0, "status")).") }
                ?? localized("Google Vision failed.")
            return (.serviceFailed, message, nil)
        }
    }

    /// The pause that the service stated, at most one day.
    private func later(_ error: GoogleVisionError) -> String? {
        error.retryAfter.map { pause in
            let seconds = Int(min(pause.seconds(from: now()), 86_400).rounded(.up))
            return localized(
                seconds, one: "Try again in 1 second.", other: "Try again in \(seconds, "count") seconds.")
        }
    }
}
