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

        package static let all: [Self] = [
            .photographRefused, .darkroomUnavailable, .notFound, .alreadyKept, .tooManyPhotographs, .noSuchCandidate,
            .nameMissing, .modelUnavailable, .recognitionTimedOut, .recognitionFailed, .storageFull, .storageFailed,
            .internalFault,
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
