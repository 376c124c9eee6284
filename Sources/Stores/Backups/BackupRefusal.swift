import Household

/// The reasons for which a backup cannot be used.
enum BackupRefusal {
    static func damaged(_ reason: String) -> HouseholdError {
        HouseholdError(
            .backupRefused, "This backup is damaged, or it is no backup of Stillroom: \(reason).",
            hint: "Use another backup. Nothing was changed.")
    }

    static var truncated: HouseholdError { damaged("its end is missing") }

    static var wrongKey: HouseholdError {
        HouseholdError(
            .backupRefused, "This backup cannot be opened with that passphrase or identity.",
            hint: "Use the passphrase or the identity with which it was made.")
    }
}
