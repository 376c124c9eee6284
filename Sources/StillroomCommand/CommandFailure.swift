import ArgumentParser
import Foundation
import Household
import Imaging
import LocalRecognition
import Messages

/// The reason why a command ends with a status other than 0.
struct CommandFailure: Error {
    /// The exit statuses of the program; Docs/cli.md lists them.
    enum Status: Int32, CaseIterable {
        case nothingAboveThreshold = 1
        case usage = 64
        case badData = 65
        case noInput = 66
        case unavailable = 69
        case inputOutput = 74
        case quota = 75
        case authentication = 77
        case configuration = 78
        case interrupted = 130

        /// The name of the status in answers, as "no-input".
        var word: String {
            "\(self)".reduce(into: "") { text, character in
                if character.isUppercase { text.append("-") }
                text.append(character.lowercased())
            }
        }
    }

    let status: Status
    let message: String
    let hint: String?

    init(_ status: Status, _ message: String, hint: String? = nil) {
        self.status = status
        self.message = message
        self.hint = hint
    }

    init(_ error: any Error) {
        switch error {
        case let error as CommandFailure: self = error
        case let error as HouseAPIError: self = error.failure
        case let error as ModelFolderError:
            self.init(.configuration, "\(error.file): \(error.message)", hint: error.remedy)
        case let error as HouseholdError:
            self.init(
                Self.status(of: error.code), error.message, hint: error.code == .doseUnusual ? Self.yes : error.hint)
        case is CancellationError: self.init(.interrupted, localized("Interrupted."))
        default: self.init(.inputOutput, "\(error)")
        }
    }

    /// Returns whether the error says that a file is not a picture, which is normal for files in a folder.
    static func isNoPicture(_ error: any Error) -> Bool {
        (error as? HouseholdError)?.detail.map { noPicture.contains($0) } ?? false
    }

    /// The hint if a person has to confirm an unusual dose.
    static var yes: String { localized("Nothing is logged. Use --yes to log it anyway.") }

    /// The codes of a file that is not a picture.
    static let noPicture: Set = [ImagingError.Code.notAnImage.rawValue, ImagingError.Code.unsupportedFormat.rawValue]

    static func status(of code: HouseholdError.Code) -> Status {
        switch code {
        case .photographRefused: .badData
        case .notFound, .linkRefused: .noInput
        case .modelUnavailable, .serviceNotConfigured, .unknownProject, .certificateUnusable: .configuration
        case .serviceOffline, .serviceTimedOut, .serviceFailed, .serviceUnreadable, .servicePaused,
            .serviceRefusedUpload, .noAnswer, .networkUnavailable, .openIDUnavailable, .dataInUse:
            .unavailable
        case .serviceQuotaUsed, .tooManyAttempts: .quota
        case .serviceKeyRefused, .accountRefused, .signInRefused, .signedOut, .notPermitted, .tokenRefused,
            .scopeMissing, .signInAgain, .openIDRefused:
            .authentication
        case .settingRefused, .dayRefused, .rangeRefused, .choreRefused, .valueRefused, .nameMissing, .speciesUnclear,
            .reminderPast,
            .channelRefused, .stockRefused, .doseUnusual, .nameTaken, .passphraseRefused, .passkeyRefused:
            .usage
        case .uploadTooLarge, .collectionRefused, .barcodeRefused, .alreadyAnswered, .voteSent,
            .outcomeUnknown, .medicineRefused, .doseRefused, .answeredSince, .consentMissing, .promptTooLong,
            .lastOwner, .backupRefused:
            .badData
        case .examplesRefused: .usage
        case .textMissing: .nothingAboveThreshold
        default: .inputOutput
        }
    }
}

extension AsyncParsableCommand {
    /// Runs `body`; writes a failure to standard error and throws its exit status.
    func reporting(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as ExitCode {
            throw error
        } catch {
            let failure = CommandFailure(error)
            Terminal.error(Terminal.styled("stillroom:", .red, isError: true) + " \(failure.message)")
            if let hint = failure.hint { Terminal.error(hint) }
            throw ExitCode(failure.status.rawValue)
        }
    }
}
