package import Accounts

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
}
