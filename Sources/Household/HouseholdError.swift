/// Why a verb could not be done.
package struct HouseholdError: Error, Sendable, CustomStringConvertible {
    /// A word that stays the same from release to release; Docs/errors.md lists them.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// The photograph cannot be used; `photograph` says why.
        package static let photographRefused = Self(rawValue: "photograph-refused")
        /// Pictures cannot be read at the moment.
        package static let darkroomUnavailable = Self(rawValue: "darkroom-unavailable")
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

        // What a remote service came to.
        package static let serviceNotConfigured = Self(rawValue: "service-not-configured")
        package static let serviceOffline = Self(rawValue: "service-offline")
        package static let serviceTimedOut = Self(rawValue: "service-timed-out")
        package static let serviceQuotaUsed = Self(rawValue: "service-quota-used")
        package static let serviceKeyRefused = Self(rawValue: "service-key-refused")
        package static let servicePaused = Self(rawValue: "service-paused")
        package static let serviceFailed = Self(rawValue: "service-failed")
        package static let serviceUnreadable = Self(rawValue: "service-unreadable")
        /// A model has no room for what it is asked.
        package static let promptTooLong = Self(rawValue: "prompt-too-long")
        package static let serviceRefusedUpload = Self(rawValue: "service-refused-upload")
        package static let uploadTooLarge = Self(rawValue: "upload-too-large")
        package static let unknownProject = Self(rawValue: "unknown-project")
        /// Neither the device nor the service answered; the message says why for both.
        package static let nobodyAnswered = Self(rawValue: "nobody-answered")
        /// Another process took over what this one was working on.
        package static let claimLost = Self(rawValue: "claim-lost")
        package static let settingRefused = Self(rawValue: "setting-refused")

        // What an agenda or a plan cannot take.
        package static let dayRefused = Self(rawValue: "day-refused")
        package static let rangeRefused = Self(rawValue: "range-refused")
        package static let choreRefused = Self(rawValue: "chore-refused")
        package static let valueRefused = Self(rawValue: "value-refused")
        package static let collectionRefused = Self(rawValue: "collection-refused")

        // What reminders cannot be.
        /// A reminder was wished for a time that is over.
        package static let reminderPast = Self(rawValue: "reminder-past")
        package static let channelRefused = Self(rawValue: "channel-refused")
        /// A link of a notice that was never made here, or is too old.
        package static let linkRefused = Self(rawValue: "link-refused")

        // What a larder cannot take.
        /// A text or a photograph holds no product's number.
        package static let barcodeRefused = Self(rawValue: "barcode-refused")
        /// This household has answered the question.
        package static let alreadyAnswered = Self(rawValue: "already-answered")
        /// A vote cannot be taken back: it is on its way, or was.
        package static let voteSent = Self(rawValue: "vote-sent")
        /// Name and password of Open Food Facts cannot be used.
        package static let accountRefused = Self(rawValue: "account-refused")

        /// What became of an answer is not known yet.
        package static let outcomeUnknown = Self(rawValue: "outcome-unknown")

        // What a medicine's label cannot be.
        /// A photograph holds no text.
        package static let textMissing = Self(rawValue: "text-missing")
        /// The text of a photograph could not be read.
        package static let readingFailed = Self(rawValue: "reading-failed")
        /// A person has not agreed that something leaves the house.
        package static let consentMissing = Self(rawValue: "consent-missing")
        /// A value of a medicine was not confirmed, or contradicts another one.
        package static let medicineRefused = Self(rawValue: "medicine-refused")
        /// A dose cannot be noted that way.
        package static let doseRefused = Self(rawValue: "dose-refused")
        /// A dose is unusual: it is noted once a person says that it is right; `detail` names what they must be sure of.
        package static let doseUnusual = Self(rawValue: "dose-unusual")

        package static let all: [Self] = [
            .photographRefused, .darkroomUnavailable, .notFound, .alreadyKept, .tooManyPhotographs, .noSuchCandidate,
            .nameMissing, .modelUnavailable, .recognitionTimedOut, .recognitionFailed, .storageFull, .storageFailed,
            .internalFault, .serviceNotConfigured, .serviceOffline, .serviceTimedOut, .serviceQuotaUsed,
            .serviceKeyRefused, .servicePaused, .serviceFailed, .serviceUnreadable, .serviceRefusedUpload,
            .uploadTooLarge, .unknownProject, .nobodyAnswered, .claimLost, .settingRefused,
            .dayRefused, .rangeRefused, .choreRefused, .valueRefused, .collectionRefused, .reminderPast,
            .channelRefused, .linkRefused, .barcodeRefused, .alreadyAnswered, .voteSent, .accountRefused,
            .outcomeUnknown, .textMissing, .readingFailed, .consentMissing, .medicineRefused, .doseRefused,
            .doseUnusual, .promptTooLong,
        ]
    }

    package let code: Code
    /// A narrower word: for `photographRefused` the reason, such as "truncated-or-corrupt".
    package let detail: String?
    /// A sentence for a person.
    package let message: String
    /// What to do now, where there is something to do.
    package let hint: String?
    package let cause: (any Error)?

    package init(
        _ code: Code, _ message: String, detail: String? = nil, hint: String? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.detail = detail
        self.hint = hint
        self.cause = cause
    }

    package var description: String { message }
}
