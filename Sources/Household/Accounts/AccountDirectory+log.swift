package import Accounts
import Calendar

extension AccountDirectory {
    /// Adds a sensitive act of a person to the log.
    package func note(
        _ kind: AccountEvent.Kind, _ subject: String? = nil, by person: SignedIn, on device: Device
    ) async throws {
        try await records.note(
            AccountEvent(
                at: environment.now(), kind: kind, name: person.account.name.text, address: device.address,
                subject: subject))
    }

    /// Adds what became of a restore to the log of the data that the household has now. Without an owner there is no log.
    /// Idempotent.
    package func note(_ outcome: RestoreOutcome) async throws {
        guard outcome.failure == nil, outcome.kind != .forget, try await hasOwner() else { return }
        let day = outcome.madeAt.map { Zone.utc.day(at: $0).description }
        try await records.noteOnce(
            AccountEvent(
                at: outcome.at, kind: outcome.kind == .restore ? .backupRestored : .restoreUndone, name: nil,
                subject: day))
    }
}
