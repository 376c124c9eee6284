package import Accounts
import Foundation
import Messages
import Synchronization

/// The backups of the household, for its owners.
package struct HouseBackups: Sendable {
    let services: BackupServices
    let accounts: AccountDirectory
    let environment: Household.Environment
    private let underWay = UnderWay()

    /// The fewest characters of a passphrase that locks a backup: it can be tried without limits.
    package static let shortest = 12
    /// What the log of accounts stores about a download. It is English; the page of the log translates it.
    package static let logSubject = "a backup of everything"
    /// The seconds after which a download ends, complete or not: no other backup is made before it has ended.
    package static let longest: Double = 6 * 3600

    init(services: BackupServices, accounts: AccountDirectory, environment: Household.Environment) {
        self.services = services
        self.accounts = accounts
        self.environment = environment
    }

    /// The folder of the daily backups; nil if none are made.
    package var folder: String? { services.folder }
    package var state: BackupState { services.state() }
    package func list() async -> [BackupState.Made] { await services.list() }

    /// Makes a backup to be downloaded, and notes it in the log of accounts. It contains everything, also the medicines of
    /// other people and the keys of the house. An empty passphrase does not lock it.
    ///
    /// Throws `signInAgain` unless the person has confirmed who it is, `signedOut` if the session ended while the backup
    /// was made, `passphraseRefused`, `dataInUse` while one is being made or downloaded, and errors of the disk.
    package func download(
        passphrase: String, again: String, by person: SignedIn?, on device: Device
    ) async throws -> BackupDownload {
        if let person {
            guard person.permits(.settings), person.token == nil else { throw HouseholdError.notPermitted }
            try await accounts.requireFresh(person)
        }
        guard passphrase == again else {
            throw HouseholdError(
                .passphraseRefused, localized("The two passphrases differ."),
                hint: localized("Type the same one twice."))
        }
        guard passphrase.isEmpty || passphrase.count >= Self.shortest else {
            throw HouseholdError(
                .passphraseRefused, localized("The passphrase has less than \(Self.shortest, "number") characters."),
                hint: localized("Four words that do not belong together are a good one."))
        }
        let deadline = environment.now().addingTimeInterval(Self.longest)
        guard let turn = underWay.begin(at: environment.now(), until: deadline) else {
            throw HouseholdError(
                .dataInUse, localized("A backup is being made or downloaded."),
                hint: localized("Try again when that is done."))
        }
        let made = try await services.make(passphrase.isEmpty ? nil : Array(passphrase.utf8))
        if let person {
            // The making takes minutes, and the session may have ended since.
            if let session = person.session { try await accounts.requireCurrent(session, of: person) }
            try await accounts.note(.exported, Self.logSubject, by: person, on: device)
        }
        return BackupDownload(fileName: made.fileName, size: made.size) { [environment] in
            try await turn.take {
                guard environment.now() < deadline else {
                    throw HouseholdError(
                        .dataInUse, localized("The download of the backup took too long."),
                        hint: localized("Try again."))
                }
                return try await made.read()
            }
        }
    }
}

/// Whether a backup is being made or downloaded.
private final class UnderWay: Sendable {
    /// The number of turns that have begun, and the last moment of the one that is under way.
    private let state = Mutex<(count: Int, until: Date?)>((0, nil))

    /// Returns nil while another turn is under way and its last moment has not come.
    func begin(at now: Date, until: Date) -> Turn? {
        state.withLock { state in
            if let last = state.until, now < last { return nil }
            state = (state.count + 1, until)
            return Turn(self, number: state.count)
        }
    }

    private func end(_ number: Int) { state.withLock { if $0.count == number { $0.until = nil } } }

    /// The making and the download of one backup; it ends with the value.
    final class Turn: Sendable {
        private let number: Int
        private let owner: UnderWay

        fileprivate init(_ owner: UnderWay, number: Int) {
            self.owner = owner
            self.number = number
        }

        deinit { owner.end(number) }

        /// Does a part of the work. A closure that calls it holds the turn.
        func take(_ work: () async throws -> [UInt8]) async throws -> [UInt8] { try await work() }
    }
}
