import Accounts
import Foundation
import Messages
import Synchronization

/// Restoring a backup on the page: choose or upload it, look at what it holds, confirm. One at a time.
package struct HouseRestore: Sendable {
    /// What permits a restore: an owner who has confirmed who it is, or, as long as there is no owner, the set-up link.
    package enum Authority: Sendable {
        case person(SignedIn?)
        case setup(String)
    }

    /// What the page shows.
    package struct View: Sendable {
        /// There is an owner, so a signed-in owner restores, and not the set-up link.
        package let hasOwner: Bool
        package let isAvailable: Bool
        /// What became of the last change.
        package let outcome: RestoreOutcome?
        package let hasKept: Bool
        package let ordered: RestoreOutcome.Kind?
        package let uploaded: Uploaded?
        package let staged: StagedBackup?
        /// Names what is staged; the confirmation must have it.
        package let ticket: String
        package let isBusy: Bool
        package let listed: [BackupState.Made]
    }

    package struct Uploaded: Sendable, Hashable {
        package let size: Int
        package let isLocked: Bool
    }

    private struct State {
        var uploaded: Uploaded?
        var staged: StagedBackup?
        var ticket = ""
        var isBusy = false
    }

    private final class Progress: Sendable {
        let state = Mutex(State())
    }

    let services: RestoreServices
    let backups: BackupServices
    let accounts: AccountDirectory
    let environment: Household.Environment
    private let progress = Progress()

    /// The largest upload in bytes.
    package static let longest = 1 << 40

    init(
        services: RestoreServices, backups: BackupServices, accounts: AccountDirectory,
        environment: Household.Environment
    ) {
        self.services = services
        self.backups = backups
        self.accounts = accounts
        self.environment = environment
    }

    /// Throws `notPermitted`, `signInAgain`, `signedOut` or `linkRefused` unless a restore is permitted.
    package func require(_ authority: Authority) async throws {
        let hasOwner = try await accounts.hasOwner()
        switch authority {
        case .person(let person):
            guard hasOwner else {
                throw HouseholdError(
                    .linkRefused, localized("There is no owner yet, so the set-up link is needed to restore a backup."),
                    detail: "account",
                    hint: localized("“stillroom setup-link” on the machine of the server prints one."))
            }
            guard let person, person.permits(.settings), person.token == nil else {
                throw HouseholdError.notPermitted
            }
            try await accounts.requireFresh(person)
        case .setup(let secret):
            guard !hasOwner, try await accounts.isSetupLink(secret) else { throw HouseholdError.accountLinkRefused }
        }
    }

    /// Throws `signedOut` or `linkRefused` if what permitted the restore has ended meanwhile.
    private func requireStill(_ authority: Authority) async throws {
        guard case .person(let person?) = authority, let session = person.session else {
            return try await require(authority)
        }
        try await accounts.requireCurrent(session, of: person)
    }

    /// Adds the last restore to the log of accounts; called at the start, because the log came with the restored data.
    package func noteOutcome() async throws {
        if let outcome = backups.state().restored { try await accounts.note(outcome) }
    }

    /// Returns what the page shows. Writes nothing.
    package func view() async throws -> View {
        let hasOwner = try await accounts.hasOwner()
        let (ordered, hasKept, listed) = (await services.ordered(), await services.hasKept(), await backups.list())
        let state = progress.state.withLock(\.self)
        return View(
            hasOwner: hasOwner, isAvailable: services.isAvailable, outcome: backups.state().restored, hasKept: hasKept,
            ordered: ordered,
            uploaded: state.uploaded, staged: state.staged, ticket: state.ticket, isBusy: state.isBusy, listed: listed)
    }

    /// Receives a backup: `body` gets a function that writes its bytes. Throws `dataInUse` while another one is received or
    /// checked, `storageFull`, and what `body` throws.
    package func receive(
        _ expected: Int?, by authority: Authority,
        _ body: (_ write: @Sendable ([UInt8]) async throws -> Void) async throws -> Void
    ) async throws {
        try await require(authority)
        try await alone {
            progress.state.withLock { ($0.uploaded, $0.staged) = (nil, nil) }
            let upload = try await services.receive(expected)
            try await body(upload.write)
            let (size, isLocked) = try await upload.finish()
            // The upload may take hours, and the session may have ended since.
            try await requireStill(authority)
            progress.state.withLock { $0.uploaded = Uploaded(size: size, isLocked: isLocked) }
        }
    }

    /// Unpacks a backup beside the data and checks it. Nothing of the data changes. Throws `dataInUse`, `backupRefused`,
    /// `notFound`, `storageFull`.
    package func stage(_ source: RestoreSource, _ key: RestoreKey?, by authority: Authority) async throws {
        try await require(authority)
        if case .uploaded = source, progress.state.withLock({ $0.uploaded == nil }) {
            throw HouseholdError(
                .notFound, localized("No backup was uploaded."),
                hint: localized("Upload one, or choose one of the list."))
        }
        try await alone {
            progress.state.withLock { $0.staged = nil }
            let staged = try await services.stage(source, key)
            let ticket = environment.uniqueName()
            progress.state.withLock {
                $0.staged = staged
                $0.ticket = ticket
                $0.uploaded = nil
            }
        }
    }

    /// Orders the change and restarts the server. `ticket` names the backup that the person was shown; it is not needed
    /// for the other kinds. Throws `valueRefused` if another one was checked meanwhile.
    package func start(_ kind: RestoreOutcome.Kind, ticket: String, by authority: Authority) async throws {
        try await require(authority)
        guard services.isAvailable else { throw Self.unavailable }
        try await alone {
            var madeAt: Date?
            if kind == .restore {
                let state = progress.state.withLock(\.self)
                guard let staged = state.staged, state.ticket == ticket else {
                    throw HouseholdError(
                        .valueRefused, localized("This is not the backup that was checked last."), detail: "ticket",
                        hint: localized("Look at the page again."))
                }
                madeAt = staged.madeAt
            }
            try await services.order(kind, madeAt)
            progress.state.withLock { ($0.staged, $0.uploaded) = (nil, nil) }
        }
        services.restart()
    }

    /// Restarts the server once more for a change that waits.
    package func restart(by authority: Authority) async throws {
        try await require(authority)
        guard await services.ordered() != nil else { return }
        services.restart()
    }

    /// Forgets what was uploaded, checked or ordered. Idempotent.
    package func withdraw(by authority: Authority) async throws {
        try await require(authority)
        try await alone {
            progress.state.withLock { ($0.staged, $0.uploaded) = (nil, nil) }
            try await services.withdraw()
        }
    }

    private static var unavailable: HouseholdError {
        HouseholdError(
            .storageFailed, localized("This server cannot restore a backup itself."),
            hint: localized("Use stillroom restore FILE."))
    }

    /// Throws `dataInUse` while another request is under way.
    private func alone(_ body: () async throws -> Void) async throws {
        let isFree = progress.state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard isFree else {
            throw HouseholdError(
                .dataInUse, localized("A backup is being uploaded or checked."),
                hint: localized("Try again when that is done."))
        }
        defer { progress.state.withLock { $0.isBusy = false } }
        try await body()
    }
}
