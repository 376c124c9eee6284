package import Accounts
import FoundationEssentials
import Messages
import Synchronization

/// The people of a household: accounts, sign-in, sessions, tokens of programs, links.
///
/// The secret of a session, a token or a link is 256 random bits as text of 43 characters; a recovery code, which is for
/// paper, has 80 bits. Only digests are stored, and a secret is compared by looking its digest up.
package struct AccountDirectory: Sendable {
    /// How long links are valid, in seconds.
    package static let setupSeconds = 3600.0
    package static let resetSeconds = 3600.0
    package static let invitationSeconds = 7 * 86_400.0

    let records: any AccountRecords
    let services: CredentialServices
    package let lifetime: SessionLifetime
    let environment: Household.Environment
    let memory: AccountMemory
    let ticketKey: TicketKey
    let challenges: PasskeyChallenges
    let tickets: OpenIDTickets
    let attempts: AttemptLedger

    init(
        records: any AccountRecords, services: CredentialServices, secrets: HouseholdSecrets,
        environment: Household.Environment, lifetime: SessionLifetime = SessionLifetime(),
        limit: AttemptLimit = AttemptLimit()
    ) {
        self.records = records
        self.services = services
        self.lifetime = lifetime
        self.environment = environment
        memory = AccountMemory(limit)
        let ticketKey = TicketKey(secrets: secrets, services: services)
        self.ticketKey = ticketKey
        challenges = PasskeyChallenges(key: ticketKey, services: services)
        tickets = OpenIDTickets(key: ticketKey, services: services)
        attempts = AttemptLedger(memory: memory, records: records, secrets: secrets, environment: environment)
    }
}

/// Without the dependencies: the store's statements contain the latest values, such as typed names.
extension AccountDirectory: CustomStringConvertible, CustomReflectable {
    package var description: String { "AccountDirectory" }
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// What a process remembers about the accounts of a household.
final class AccountMemory: Sendable {
    /// Set as soon as an owner was seen: the last owner cannot be removed.
    let hasOwner = Atomic(false)
    let limit: Mutex<AttemptLimit>
    /// Of programs with unknown tokens. Apart from sign-ins: a program whose token is over must not hold people up.
    let tokenLimit: Mutex<AttemptLimit>
    /// Of guest links that do not exist, which must not write. Apart from tokens, whose attempts are stored.
    let guestLimit: Mutex<AttemptLimit>
    /// Of codes of the sign-in service. Apart from passphrases, so that neither holds the other up. It is not stored: the
    /// service decides about each code, and a ticket is good for one.
    let openIDLimit: Mutex<AttemptLimit>
    /// How many hashes of attempts from unfamiliar places may be in progress at the same time. The services have places for
    /// twice as many, so that a stranger with many addresses leaves some for the people at home.
    static let unfamiliarPlaces = 16
    private let unfamiliar = Atomic(0)

    init(_ limit: AttemptLimit) {
        self.limit = Mutex(limit)
        tokenLimit = Mutex(limit)
        guestLimit = Mutex(limit)
        openIDLimit = Mutex(limit)
    }

    func takeUnfamiliarPlace() -> Bool {
        if unfamiliar.wrappingAdd(1, ordering: .relaxed).newValue <= Self.unfamiliarPlaces { return true }
        returnUnfamiliarPlace()
        return false
    }

    func returnUnfamiliarPlace() { unfamiliar.wrappingSubtract(1, ordering: .relaxed) }
}

extension AccountDirectory {
    /// Returns whether the household has an owner. Without one, every request from this machine is served.
    package func hasOwner() async throws -> Bool {
        if memory.hasOwner.load(ordering: .relaxed) { return true }
        let hasOwner = try await records.hasOwner()
        if hasOwner { memory.hasOwner.store(true, ordering: .relaxed) }
        return hasOwner
    }

    /// The accounts of the household, in the order of joining.
    package func people() async throws -> [Account] { try await records.accounts() }

    /// Returns the name of a new account. Throws `valueRefused`.
    package static func name(_ text: String) throws(HouseholdError) -> AccountName {
        do { return try AccountName(text) } catch { throw HouseholdError(error) }
    }

    /// Returns a new passphrase. Throws `passphraseRefused`.
    package static func passphrase(_ text: String) throws(HouseholdError) -> Passphrase {
        do { return try Passphrase(text) } catch { throw HouseholdError(error) }
    }

    // MARK: - Secrets

    func secret() -> Secret { Secret(Base64URL.text(services.random(Secret.byteCount))) }

    /// Returns the digest of a secret. `use` is part of it, so that a secret is good for one use only.
    func digest(_ secret: String, for use: String) -> String {
        Base64URL.text(services.digest(Array("\(use) \(secret)".utf8)))
    }

    /// Returns the row of a new session and its token; for `isConfirmed` see `Session`.
    func newSession(
        on device: Device, isConfirmed: Bool = true
    ) throws -> (row: StoredSession, secret: Secret) {
        let secret = secret()
        let row = StoredSession(
            id: try environment.newIdentifier(), digest: digest(secret.text, for: "session"), device: device,
            at: environment.now(), lifetime: lifetime, isConfirmed: isConfirmed)
        return (row, secret)
    }

    func begun(_ account: Account, _ session: (row: StoredSession, secret: Secret)) -> NewSession {
        NewSession(
            person: SignedIn(
                account, session: session.row.id,
                since: Session.confirmed(at: session.row.at, session.row.isConfirmed)),
            secret: session.secret,
            expires: lifetime.latestEnd(from: session.row.at))
    }

    /// Throws `passphraseRefused` if the passphrase is easy to guess.
    func check(_ passphrase: Passphrase, of name: AccountName) throws {
        let common = try services.common()
        do throws(PassphraseError) { try common.check(passphrase, of: name) } catch { throw HouseholdError(error) }
    }

    /// Hashes a new passphrase. Throws `passphraseRefused` if it is easy to guess.
    func hash(_ passphrase: Passphrase, of name: AccountName) async throws -> String {
        try check(passphrase, of: name)
        return try await services.hash(passphrase)
    }

    /// Throws `notPermitted` unless the person has the permission. The store checks the role again in its transaction.
    func require(_ permission: Permission, of person: SignedIn) throws {
        guard person.permits(permission) else { throw HouseholdError.notPermitted }
    }
}

extension HouseholdError {
    package static var notPermitted: HouseholdError {
        HouseholdError(
            .notPermitted, localized("Your role does not allow this."),
            hint: localized("Ask an owner of the household."))
    }

    /// The same for an unknown name and a wrong passphrase.
    package static var signInRefused: HouseholdError {
        HouseholdError(
            .signInRefused, localized("Name and passphrase do not match."),
            hint: localized("Check both. An owner can make a new link with “stillroom accounts reset NAME”."))
    }

    package static var accountLinkRefused: HouseholdError {
        HouseholdError(
            .linkRefused, localized("This link was used already, or it is too old."), detail: "account",
            hint: localized("Ask for a new link."))
    }

    package static var nameTaken: HouseholdError {
        HouseholdError(.nameTaken, localized("Another account has this name."), hint: localized("Choose another name."))
    }

    /// For the command.
    static var noSuchName: HouseholdError {
        HouseholdError(
            .notFound, localized("No account has this name."),
            hint: localized("stillroom accounts list shows the names."))
    }

    /// A person with medicines or labels would lose them and their reminders as a guest.
    package static func ownsMedicines(_ name: AccountName) -> HouseholdError {
        HouseholdError(
            .valueRefused, localized("\(name.text, "person") has medicines or labels, and a guest sees none."),
            detail: "role",
            hint: localized(
                "The person removes them or gives them to everyone in the household first, or keeps the role."))
    }

    package static var lastOwner: HouseholdError {
        HouseholdError(
            .lastOwner, localized("A household needs an owner, and this is the only one."),
            hint: localized("Make another person owner first."))
    }

    /// The person signed in too long ago for an act that a stolen session must not perform.
    package static var signInAgain: HouseholdError {
        HouseholdError(
            .signInAgain, localized("Confirm first that it is you."),
            hint: localized("Sign in once more, and then do this within ten minutes."))
    }

    /// The same for an unknown passkey, a wrong signature, and a signature counter that went back.
    package static var passkeySignInRefused: HouseholdError {
        HouseholdError(
            .signInRefused, localized("This passkey is not accepted."),
            hint: localized("It may have been removed here. Sign in with your passphrase or a recovery code."))
    }

    package static var signedOut: HouseholdError {
        HouseholdError(.signedOut, localized("You are not signed in."), hint: localized("Sign in."))
    }

    /// The same for an unknown, an ended and an expired token.
    package static var tokenRefused: HouseholdError {
        HouseholdError(
            .tokenRefused, localized("The token is unknown, ended or expired."),
            hint: localized("Make a new one: Your account, Access for programs."))
    }

    /// A token without the scope that has the permission.
    package static func scopeMissing(_ scope: TokenScope) -> HouseholdError {
        HouseholdError(
            .scopeMissing, localized("This needs the scope \(scope.rawValue, "scope"), which the token does not have."),
            detail: scope.rawValue,
            hint: localized("Make a new token with this scope: Your account, Access for programs."))
    }

    /// A token at an address for people.
    package static var tokenNotAccepted: HouseholdError {
        HouseholdError(
            .notPermitted, localized("A token is not accepted here."),
            hint: localized("Tokens work for the API, the metrics and the pictures of photographs."))
    }

    /// `seconds` is how long to wait at least.
    package static func tooManyAttempts(_ seconds: Int) -> HouseholdError {
        HouseholdError(
            .tooManyAttempts,
            localized(
                seconds, one: "Too many attempts. Wait 1 second.",
                other: "Too many attempts. Wait \(seconds, "count") seconds."),
            retryAfter: seconds)
    }

    package init(_ error: PassphraseError) {
        let (detail, message, hint) =
            switch error {
            case .tooShort:
                (
                    "too-short",
                    localized("A passphrase has at least \(Passphrase.characters.lowerBound, "number") characters."),
                    localized("Four words that do not belong together are long and easy to remember.")
                )
            case .tooLong:
                (
                    "too-long",
                    localized("A passphrase has at most \(Passphrase.characters.upperBound, "number") characters."),
                    localized("Choose a shorter one.")
                )
            case .unusableCharacter:
                (
                    "unusable-character", localized("A passphrase cannot contain control characters."),
                    localized("Type it instead of pasting it.")
                )
            case .common:
                (
                    "common", localized("This passphrase is easy to guess."),
                    localized("Four words that do not belong together are long and easy to remember.")
                )
            case .isName: ("is-name", localized("The passphrase is the name."), localized("Choose another passphrase."))
            }
        self.init(.passphraseRefused, message, detail: detail, hint: hint)
    }

    package init(_ error: AccountNameError) {
        let message =
            switch error {
            case .empty: localized("An account needs a name.")
            case .tooLong: localized("A name has at most \(AccountName.limit, "number") characters.")
            case .unusableCharacter: localized("A name cannot contain control characters.")
            }
        self.init(.valueRefused, message, detail: "name", hint: localized("A first name is enough."))
    }
}
