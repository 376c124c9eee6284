import Household
import Messages

/// The reasons for which a backup cannot be used.
enum BackupRefusal {
    static func damaged(_ reason: String) -> HouseholdError {
        HouseholdError(
            .backupRefused, localized("This backup is damaged, or it is no backup of Stillroom: \(reason, "reason")."),
            hint: localized("Use another backup. Nothing was changed."))
    }

    static var truncated: HouseholdError { damaged(localized("its end is missing")) }

    static var wrongKey: HouseholdError {
        HouseholdError(
            .backupRefused, localized("This backup cannot be opened with that passphrase or identity."),
            hint: localized("Use the passphrase or the identity with which it was made."))
    }
}
