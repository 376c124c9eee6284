package import Plants

/// The reason why a verb failed.
package struct HouseholdError: Error, Sendable, CustomStringConvertible {
    /// A stable code that does not change between releases; Docs/errors.md lists all of them.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// The photograph cannot be used; `detail` has the reason.
        package static let photographRefused = Self(rawValue: "photograph-refused")
        /// Pictures cannot be decoded at the moment.
        package static let pictureProcessorUnavailable = Self(rawValue: "darkroom-unavailable")
        package static let notFound = Self(rawValue: "not-found")
        package static let alreadyKept = Self(rawValue: "already-kept")
        package static let tooManyPhotographs = Self(rawValue: "too-many-photographs")
        package static let noSuchCandidate = Self(rawValue: "no-such-candidate")
        package static let nameMissing = Self(rawValue: "name-missing")
        package static let modelUnavailable = Self(rawValue: "model-unavailable")
        package static let recognitionTimedOut = Self(rawValue: "recognition-timed-out")
        package static let recognitionFailed = Self(rawValue: "recognition-failed")
        package static let storageFull = Self(rawValue: "storage-full")
        package static let storageFailed = Self(rawValue: "storage-failed")
        package static let internalFault = Self(rawValue: "internal-fault")
        /// Another attempt of a request with the same `Idempotency-Key` is being performed.
        package static let requestUnderWay = Self(rawValue: "request-under-way")

        // Errors of remote services.
        package static let serviceNotConfigured = Self(rawValue: "service-not-configured")
        package static let serviceOffline = Self(rawValue: "service-offline")
        package static let serviceTimedOut = Self(rawValue: "service-timed-out")
        package static let serviceQuotaUsed = Self(rawValue: "service-quota-used")
        package static let serviceKeyRefused = Self(rawValue: "service-key-refused")
        package static let servicePaused = Self(rawValue: "service-paused")
        package static let serviceFailed = Self(rawValue: "service-failed")
        package static let serviceUnreadable = Self(rawValue: "service-unreadable")
        /// The input is too long for the model.
        package static let promptTooLong = Self(rawValue: "prompt-too-long")
        package static let serviceRefusedUpload = Self(rawValue: "service-refused-upload")
        package static let uploadTooLarge = Self(rawValue: "upload-too-large")
        package static let unknownProject = Self(rawValue: "unknown-project")
        /// Neither the device nor the service answered; the message has both reasons.
        package static let noAnswer = Self(rawValue: "nobody-answered")
        /// Another process has claimed the work of this one.
        package static let claimLost = Self(rawValue: "claim-lost")
        package static let settingRefused = Self(rawValue: "setting-refused")

        // Invalid input to the agenda or a plan.
        package static let dayRefused = Self(rawValue: "day-refused")
        package static let rangeRefused = Self(rawValue: "range-refused")
        package static let choreRefused = Self(rawValue: "chore-refused")
        package static let valueRefused = Self(rawValue: "value-refused")
        package static let collectionRefused = Self(rawValue: "collection-refused")
        /// A typed species may mean several plants; `choices` has them.
        package static let speciesUnclear = Self(rawValue: "species-unclear")

        // Reminders.
        /// The requested time of a reminder is in the past.
        package static let reminderPast = Self(rawValue: "reminder-past")
        package static let channelRefused = Self(rawValue: "channel-refused")
        /// The link of a notice was not made by this household, or is too old; or a link to an account was used already,
        /// or is too old.
        package static let linkRefused = Self(rawValue: "link-refused")

        // Larder.
        /// A text or a photograph contains no product number.
        package static let barcodeRefused = Self(rawValue: "barcode-refused")
        /// This household has already answered the question.
        package static let alreadyAnswered = Self(rawValue: "already-answered")
        /// A vote cannot be undone: it is being sent or has been sent.
        package static let voteSent = Self(rawValue: "vote-sent")
        /// The name and password for Open Food Facts cannot be used.
        package static let accountRefused = Self(rawValue: "account-refused")

        /// An item of the stock or of the shopping list cannot be stored; `detail` names the value.
        package static let stockRefused = Self(rawValue: "stock-refused")
        /// The result of a vote is not known yet.
        package static let outcomeUnknown = Self(rawValue: "outcome-unknown")

        // Medicines.
        /// A photograph contains no text.
        package static let textMissing = Self(rawValue: "text-missing")
        /// The text of a photograph could not be read.
        package static let readingFailed = Self(rawValue: "reading-failed")
        /// The person has not consented to sending the data to a service.
        package static let consentMissing = Self(rawValue: "consent-missing")
        /// A value of a medicine was not confirmed, or contradicts another one.
        package static let medicineRefused = Self(rawValue: "medicine-refused")
        /// The dose cannot be logged in this way.
        package static let doseRefused = Self(rawValue: "dose-refused")
        /// The dose is unusual and is logged only after a confirmation; `detail` names what must be confirmed.
        package static let doseUnusual = Self(rawValue: "dose-unusual")
        /// The dose was answered on another device after the action was made.
        package static let answeredSince = Self(rawValue: "answered-since")

        // Accounts.
        /// Name and passphrase do not match, or the recovery code is wrong.
        package static let signInRefused = Self(rawValue: "sign-in-refused")
        /// Too many attempts to sign in; `retryAfter` is set.
        package static let tooManyAttempts = Self(rawValue: "too-many-attempts")
        package static let nameTaken = Self(rawValue: "name-taken")
        /// The new passphrase is too short, too long, or easy to guess; `detail` has the reason.
        package static let passphraseRefused = Self(rawValue: "passphrase-refused")
        /// The role of the person does not allow this.
        package static let notPermitted = Self(rawValue: "not-permitted")
        /// The last owner cannot be removed, and keeps the role.
        package static let lastOwner = Self(rawValue: "last-owner")
        /// The request has no valid session.
        package static let signedOut = Self(rawValue: "signed-out")
        /// The person must confirm first who it is, with the passphrase or a passkey.
        package static let signInAgain = Self(rawValue: "sign-in-again")
        /// A passkey cannot be added; `detail` has the reason.
        package static let passkeyRefused = Self(rawValue: "passkey-refused")
        /// A sign-in through the sign-in service (OpenID Connect) is refused; `detail` has the reason.
        package static let openIDRefused = Self(rawValue: "openid-refused")
        /// The sign-in service cannot be reached, or its answer cannot be used.
        package static let openIDUnavailable = Self(rawValue: "openid-unavailable")
        /// The token of the request is unknown, was ended, or is over.
        package static let tokenRefused = Self(rawValue: "token-refused")
        /// The token of the request does not have the scope in `detail`.
        package static let scopeMissing = Self(rawValue: "scope-missing")

        // Example data.
        /// The household has data of its own.
        package static let examplesRefused = Self(rawValue: "examples-refused")

        // The home network.
        /// The certificate of the server, or its key, is missing, damaged or expired.
        package static let certificateUnusable = Self(rawValue: "certificate-unusable")
        /// The server cannot listen in the home network.
        package static let networkUnavailable = Self(rawValue: "network-unavailable")

        // Backups.
        /// A backup cannot be used: it is damaged, locked with something else, of a newer release, or no backup at all.
        package static let backupRefused = Self(rawValue: "backup-refused")
        /// Another process uses the data folder, or restores it.
        package static let dataInUse = Self(rawValue: "data-in-use")

        package static let all: [Self] = [
            .photographRefused, .pictureProcessorUnavailable, .notFound, .alreadyKept, .tooManyPhotographs,
            .noSuchCandidate,
            .nameMissing, .modelUnavailable, .recognitionTimedOut, .recognitionFailed, .storageFull, .storageFailed,
            .internalFault, .requestUnderWay,
            .serviceNotConfigured, .serviceOffline, .serviceTimedOut, .serviceQuotaUsed,
            .serviceKeyRefused, .servicePaused, .serviceFailed, .serviceUnreadable, .serviceRefusedUpload,
            .uploadTooLarge, .unknownProject, .noAnswer, .claimLost, .settingRefused,
            .dayRefused, .rangeRefused, .choreRefused, .valueRefused, .collectionRefused, .reminderPast,
            .speciesUnclear,
            .channelRefused, .linkRefused, .barcodeRefused, .alreadyAnswered, .voteSent, .accountRefused,
            .stockRefused,
            .outcomeUnknown, .textMissing, .readingFailed, .consentMissing, .medicineRefused, .doseRefused,
            .doseUnusual, .answeredSince,
            .promptTooLong, .signInRefused, .tooManyAttempts, .nameTaken, .passphraseRefused,
            .notPermitted, .lastOwner, .signedOut, .tokenRefused, .scopeMissing, .signInAgain, .passkeyRefused,
            .openIDRefused, .openIDUnavailable,
            .certificateUnusable, .networkUnavailable, .backupRefused, .dataInUse,
            .examplesRefused,
        ]
    }

    package let code: Code
    /// A more specific code: for `photographRefused` the reason, such as "truncated-or-corrupt".
    package let detail: String?
    /// A sentence for the user.
    package let message: String
    /// What the user can do; nil if there is no advice.
    package let hint: String?
    package let cause: (any Error)?
    /// The seconds after which the verb can succeed; nil if that is unknown.
    package let retryAfter: Int?
    /// For `speciesUnclear` the plants that may be meant, the best first.
    package let choices: [SpeciesMatch]

    package init(
        _ code: Code, _ message: String, detail: String? = nil, hint: String? = nil, cause: (any Error)? = nil,
        retryAfter: Int? = nil, choices: [SpeciesMatch] = []
    ) {
        self.code = code
        self.message = message
        self.detail = detail
        self.hint = hint
        self.cause = cause
        self.retryAfter = retryAfter
        self.choices = choices
    }

    package var description: String { message }
}
