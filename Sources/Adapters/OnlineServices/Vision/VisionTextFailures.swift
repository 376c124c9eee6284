import Foundation
import GoogleVision
import HTTPTransport
import Household

/// Converts errors into household errors. The local reading stays valid in all cases.
extension VisionText {
    func failure(_ error: GoogleVisionError) -> HouseholdError {
        let (code, message, hint) = meaning(of: error)
        return HouseholdError(code, message, detail: error.code.rawValue, hint: hint, cause: error)
    }

    private func meaning(of error: GoogleVisionError) -> (HouseholdError.Code, String, hint: String?) {
        let status = error.status.map { " (\($0))" } ?? ""
        switch error.code {
        case .keyMissing:
            return (
                .serviceNotConfigured, "There is no key for Google Vision.",
                "The setting google-vision.api-key-file names its file."
            )
        case .keyRefused:
            return (
                .serviceKeyRefused, "Google Vision does not take the key.",
                "Look at the key here and in Google's Cloud console."
            )
        case .notAllowed:
            return (
                .serviceKeyRefused, "Google Vision does not allow this with the key.",
                "In Google's Cloud console: is the Vision API on, is billing on, is the key restricted?"
            )
        case .tooLarge: return (.uploadTooLarge, "The photo is too large for Google Vision.", nil)
        case .badImage: return (.serviceRefusedUpload, "Google Vision cannot read this photograph.", nil)
        case .invalidRequest where error.rule == .tls:
            return (
                .settingRefused, "The photograph goes to Google Vision over an encrypted connection only.",
                "Look at google-vision.base-url."
            )
        case .invalidRequest:
            return (.serviceRefusedUpload, "Google Vision was not asked: \(error.message).", nil)
        case .badRequest, .imageUnavailable, .imageFailed:
            return (.serviceRefusedUpload, "Google Vision did not take the photograph\(status).", nil)
        case .rateLimited: return (.serviceQuotaUsed, "Google Vision asks Stillroom to wait for a while.", later(error))
        case .unavailable: return (.servicePaused, "Google Vision is away at the moment.", later(error))
        case .noNetwork: return (.serviceOffline, "Google Vision cannot be reached: there is no network.", nil)
        case .connectionFailed: return (.serviceOffline, "Google Vision cannot be reached.", nil)
        case .timedOut: return (.serviceTimedOut, "Google Vision did not answer in time.", nil)
        case .cutOff: return (.serviceFailed, "The connection to Google Vision ended before its answer did.", nil)
        case .invalidResponse, .decodingFailed, .notFound:
            return (
                .serviceUnreadable, "What Google Vision answered cannot be read.", "Look at google-vision.base-url."
            )
        default: return (.serviceFailed, "Google Vision failed\(status).", nil)
        }
    }

    /// The pause that the service stated, at most one day.
    private func later(_ error: GoogleVisionError) -> String? {
        error.retryAfter.map { "Try again in \(Int(min($0.seconds(from: now()), 86_400).rounded(.up))) seconds." }
    }
}
