package import Accounts
import Synchronization

/// The backups of the household, for its owners.
package struct HouseBackups: Sendable {
    let services: BackupServices
    let accounts: AccountDirectory
    let environment: Household.Environment
    private let underWay = UnderWay()

    /// The fewest characters of a passphrase that locks a backup: it can be tried without limits.
    package static let shortest = 12

    init(services: BackupServices, accounts: AccountDirectory, environment: Household.Environment) {
        self.services = services
        self.accounts = accounts
        self.environment = environment
    }

    /// The folder of the daily backups; nil if none are made.
    package var folder: String? { services.folder }
    package var state: BackupState { services.state() }
    package func list() -> [BackupState.Made] { services.list() }

    /// Makes a backup to be downloaded, and notes it in the log of accounts. It contains everything, also the medicines of
    /// other people and the keys of the house. An empty passphrase does not lock it.
    ///
    /// Throws `signInAgain` unless the person has confirmed who it is, `passphraseRefused`, `dataInUse` while one is
    /// being made, and errors of the disk.
    package func download(
        passphrase: String, again: String, by person: SignedIn?, on device: Device
    ) async throws -> BackupDownload {
        if let person {
            guard person.permits(.settings), person.token == nil else { throw HouseholdError.notPermitted }
            try await accounts.requireFresh(person)
        }
        guard passphrase == again else {
            throw HouseholdError(.passphraseRefused, "The two passphrases differ.", hint: "Type the same one twice.")
        }
        guard passphrase.isEmpty || passphrase.count >= Self.shortest else {
            throw HouseholdError(
                .passphraseRefused, "The passphrase has less than \(Self.shortest) characters.",
                hint: "Four words that do not belong together are a good one.")
        }
        guard underWay.begin() else {
            throw HouseholdError(.dataInUse, "A backup is being made.", hint: "Try again when it is done.")
        }
        defer { underWay.end() }
        let made = try await services.make(passphrase.isEmpty ? nil : Array(passphrase.utf8))
        if let person { try await accounts.note(.exported, "a backup of everything", by: person, on: device) }
        return made
    }
}

/// Whether a backup is being made.
private final class UnderWay: Sendable {
    private let state = Mutex(false)

    /// Returns false if one is under way.
    func begin() -> Bool {
        state.withLock { state in
            defer { state = true }
            return !state
        }
    }

    func end() { state.withLock { $0 = false } }
}
