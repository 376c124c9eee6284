package import Accounts
package import FoundationEssentials
package import Messages
import Recognition

/// Accounts, their sessions and links, and the log of sensitive acts. A slice of `Records`.
///
/// An account can belong to several households; its name is unique among all of them. Only accounts of this household
/// are found. Digests are texts; the store never receives a secret. Each verb writes its events in its own transaction.
package protocol AccountRecords: Sendable {
    func hasOwner() async throws -> Bool
    /// In the order of joining.
    func accounts() async throws -> [Account]
    /// Sets the language of an account. Throws `notFound` if there is no such account.
    func setLanguage(_ language: DisplayLanguage?, of account: Account.ID) async throws
    /// Sets the language and the habits of an account. Throws `notFound` if there is no such account.
    func set(_ language: DisplayLanguage?, _ habits: LocalHabits.Choice, of account: Account.ID) async throws
    /// Returns events of the log, latest first: those before the event with that number, or the latest ones.
    func events(before number: Int?, limit: Int) async throws -> AccountEventPage
    /// Adds an event to the log, whose rows are bounded. Of exports, removals and sendings, repeats by the same
    /// person from the same address within an hour are counted in one row.
    func note(_ event: AccountEvent) async throws
    /// Adds an event unless the log has one of that kind at that time. Idempotent.
    func noteOnce(_ event: AccountEvent) async throws

    // MARK: - Sessions

    /// Returns the hash of the account with that key of a name, and whether a session of it began at the address; nil if
    /// there is none.
    func credential(name key: String, address: String) async throws -> StoredCredential?
    func credential(of account: Account.ID) async throws -> StoredCredential?
    /// Begins a session and replaces the hash if `rehash` is not nil. Throws `signInRefused` if the account is gone or
    /// its hash is no longer `hash`.
    func signIn(
        _ account: Account.ID, verified hash: String, rehash: String?, session: StoredSession
    ) async throws -> Account
    /// Counts a failed attempt in the log. `account` is nil if no account has the name.
    func countFailure(of account: Account.ID?, address: String, at now: Date) async throws
    /// Counts a refusal in the log in the same way.
    func count(_ kind: AccountEvent.Kind, of account: Account.ID?, address: String, at now: Date) async throws
    /// The failed attempts that were stored.
    func attempts() async throws -> [StoredAttempt]
    /// Those with these keys.
    func attempts(_ keys: [AttemptLimit.Entry.Key], of kind: StoredAttempt.Kind) async throws -> [StoredAttempt]
    /// Passes the stored attempts with these keys to `update`, and stores what it returns. In one transaction, so that
    /// processes that share the store count together. `update` may be called more than once.
    func updateAttempts<Value: Sendable>(
        _ keys: [AttemptLimit.Entry.Key], of kind: StoredAttempt.Kind,
        _ update: @escaping @Sendable ([StoredAttempt]) -> (AttemptUpdate, Value)
    ) async throws -> Value
    /// Marks a ticket or challenge as used until its end. Returns false if it was used before, or if `most` of that kind
    /// are marked: to forget one would make it usable again. Marks that ended an hour ago are removed; other nodes' clocks
    /// may differ.
    func useTicket(
        _ digest: String, kind: UsedTicketKind, until end: Date, keeping most: Int?, at now: Date
    ) async throws -> Bool
    /// Removes the mark.
    func restoreTicket(_ digest: String) async throws
    /// Returns the session with that digest and its account; nil if there is none.
    func session(digest: String) async throws -> (session: Session, account: Account)?
    /// Stores the time of use.
    func touch(_ session: Session.ID, at now: Date) async throws
    /// Latest use first.
    func sessions(of account: Account.ID) async throws -> [Session]
    /// Ends a session that its own person signs out. Idempotent.
    func signOut(_ session: Session.ID, at now: Date) async throws
    /// Throws `notFound` if the account has no such session.
    func end(_ session: Session.ID, of account: Account.ID, at now: Date) async throws
    func endAll(of account: Account.ID, except session: Session.ID?, at now: Date) async throws

    // MARK: - Tokens

    /// Adds a token, and removes those of its account that are over. Throws `notFound` if there is no such account, and
    /// `valueRefused` if it has `AccessToken.limit` tokens.
    func add(_ token: StoredToken) async throws
    /// Returns the token with that digest and its account; nil if there is none.
    func token(digest: String) async throws -> (token: AccessToken, account: Account)?
    /// Stores the time of use.
    func touch(_ token: AccessToken.ID, at now: Date) async throws
    /// Latest first.
    func tokens(of account: Account.ID) async throws -> [AccessToken]
    /// Throws `notFound` if the account has no such token. Nil stands for any account of the household.
    func end(_ token: AccessToken.ID, of account: Account.ID?, at now: Date) async throws
    /// Ends all tokens of an account.
    func endTokens(of account: Account.ID, at now: Date) async throws

    // MARK: - Passkeys

    /// Adds a passkey. Throws `notFound` if there is no such account, and `passkeyRefused` if any account has the
    /// credential, or if this one has `Passkey.limit` passkeys.
    func add(_ passkey: StoredPasskey, from address: String) async throws
    /// Oldest first.
    func passkeys(of account: Account.ID) async throws -> [StoredPasskey]
    /// Returns the passkey with that credential, its account, and whether a session of the account began at the address;
    /// nil if there is none.
    func passkey(credential: String, address: String) async throws -> FoundPasskey?
    func hasPasskeys(host: String) async throws -> Bool
    /// Throws `notFound` if the account has no such passkey.
    func rename(_ passkey: Passkey.ID, of account: Account.ID, to name: String) async throws
    /// Throws `notFound` if the account has no such passkey, and `passkeyRefused` if it is the only one of an account
    /// without a passphrase and without an identity of `issuer`, which is nil if the household has no sign-in service.
    func remove(
        _ passkey: Passkey.ID, of account: Account.ID, issuer: String?, address: String, at now: Date) async throws
    /// Begins a session and stores the counter. Returns nil if the counter went back; then only an event is stored.
    /// Throws `signInRefused` if the passkey is gone.
    func signIn(
        _ account: Account.ID, passkey credential: String, used: VerifiedAssertion, session: StoredSession
    ) async throws -> Account?
    /// Removes the hash, ends all sessions, begins one. Throws `passkeyRefused` if the account has no passkey.
    func removePassphrase(of account: Account.ID, session: StoredSession) async throws -> Account
    func recoveryCodeCount(of account: Account.ID) async throws -> Int
    /// Throws `notFound` if there is no such account.
    func replaceRecoveryCodes(
        _ codes: [String], of account: Account.ID, address: String, at now: Date
    ) async throws

    // MARK: - Identities at the sign-in service

    /// Adds an identity in the transaction that finds the session. Throws `signedOut` if it has ended, `signInAgain` if it
    /// was not confirmed since then, and `openIDRefused` if any account has the identity, or if this one has
    /// `OpenIDIdentity.limit` identities.
    func add(_ identity: OpenIDIdentity, session: Session.ID, since: Date, from address: String) async throws
    /// Oldest first.
    func identities(of account: Account.ID) async throws -> [OpenIDIdentity]
    /// Begins a session of the account that has the identity. Returns nil if none has; then nothing is stored.
    ///
    /// `confirming` is a session whose person confirms: returns nil if the account is another one, and throws `signedOut`
    /// if that session has ended.
    func signIn(
        issuer: String, subject: String, confirming current: Session.ID?, session: StoredSession
    ) async throws -> Account?
    /// Throws `notFound` if the account has no such identity, and `openIDRefused` if the account has no passphrase, no
    /// passkey for `host`, and no other identity of `issuer`.
    func remove(
        _ identity: OpenIDIdentity.ID, of account: Account.ID, issuer: String?, host: String?, address: String,
        at now: Date) async throws

    // MARK: - Links

    /// Adds a link. A set-up link replaces earlier ones; throws `notPermitted` if there is an owner. A reset link
    /// replaces earlier ones of the account; throws `notFound` if there is no such account. An invitation is made by an
    /// account that may grant the role; otherwise throws `notPermitted`. A person has at most `AccountLink.limit` open
    /// invitations; otherwise throws `notPermitted`.
    func add(_ link: AccountLink) async throws
    /// Returns the link that is valid at `now`; nil if there is none. `from` is the name of the person who made it.
    func link(
        _ kind: AccountLink.Kind, digest: String, at now: Date
    ) async throws -> (link: AccountLink, from: AccountName?)?
    func invitations(at now: Date) async throws -> [Invitation]
    /// Throws `notFound` if there is no such invitation, and `notPermitted` if the account may not invite.
    func withdraw(_ invitation: Invitation.ID, by account: Account.ID, at now: Date) async throws

    // MARK: - Uses of links

    /// Uses a set-up link, adds the owner with recovery codes, and begins a session. Throws `linkRefused` if the link is
    /// not valid, and `nameTaken` if an account has the name; then the link stays valid.
    func createOwner(
        _ account: NewAccount, codes: [String], using link: String, session: StoredSession
    ) async throws -> Account
    /// Uses an invitation, adds the account with recovery codes, and begins a session. Throws as `createOwner`, and
    /// `openIDRefused` if any account has the identity.
    func join(
        _ account: NewAccount, identity: OpenIDIdentity?, codes: [String], using link: String, session: StoredSession
    ) async throws -> Account
    /// Uses a reset link: replaces the hash, ends all sessions and tokens, removes all passkeys and identities, begins a session. Throws
    /// `linkRefused`.
    func reset(hash: String, using link: String, session: StoredSession) async throws -> Account
    /// Uses a recovery code in the same way. Throws `signInRefused` if the account has no such code.
    func recover(
        _ account: Account.ID, code: String, hash: String, session: StoredSession
    ) async throws -> Account

    // MARK: - Changes

    /// Replaces the hash, ends all sessions, begins one. Tokens and passkeys stay. Throws `signInRefused` if the hash is
    /// no longer `old`; nil means that there is none.
    func change(
        hash old: String?, to new: String, of account: Account.ID, session: StoredSession
    ) async throws -> Account
    /// Counts what is removed together with the account of a person.
    func belongings(of account: Account.ID) async throws -> Belongings
    /// Removes an account from the household, with its sessions, tokens, links, medicines, labels, channels and calendars.
    /// Throws `notPermitted` if `person` may not do
    /// that, `notFound`, and `lastOwner`.
    func remove(_ account: Account.ID, by person: Account.ID, at now: Date) async throws
    /// Changes a role; ends the sessions of the account and removes its links, and for a guest its channels and calendars.
    /// No-op if the account has the role. Throws the same errors, and `valueRefused` if a person with medicines or labels
    /// would not see them any more.
    func change(
        role: Role, of account: Account.ID, by person: Account.ID, at now: Date
    ) async throws
}

extension AccountRecords {
    /// The same for a person who joins with a passphrase.
    package func join(
        _ account: NewAccount, codes: [String], using link: String, session: StoredSession
    ) async throws -> Account {
        try await join(account, identity: nil, codes: codes, using: link, session: session)
    }

    /// Returns the latest events of the log, latest first.
    package func events(limit: Int) async throws -> [AccountEvent] {
        try await events(before: nil, limit: limit).events
    }
}

/// A part of the log of sensitive acts.
package struct AccountEventPage: Sendable {
    /// Latest first.
    package let events: [AccountEvent]
    /// The number before which the next older events are; nil if there are none.
    package let next: Int?

    package init(events: [AccountEvent], next: Int?) {
        self.events = events
        self.next = next
    }
}

/// An account with the hash of its passphrase.
package struct StoredCredential: Sendable {
    package let account: Account
    /// Nil if the person signs in only with a passkey.
    package let hash: String?
    /// A session of the account began at the address.
    package let isFamiliar: Bool

    package init(account: Account, hash: String?, isFamiliar: Bool) {
        self.account = account
        self.hash = hash
        self.isFamiliar = isFamiliar
    }
}

/// An account that is to be added.
package struct NewAccount: Sendable {
    package let id: Account.ID
    package let name: AccountName
    /// Empty if the person has no passphrase.
    package let hash: String

    package init(id: Account.ID, name: AccountName, hash: String) {
        self.id = id
        self.name = name
        self.hash = hash
    }
}

/// A session that is to be added.
package struct StoredSession: Sendable {
    package let id: Session.ID
    /// The digest of the token.
    package let digest: String
    package let device: Device
    package let at: Date
    package let lifetime: SessionLifetime
    /// See `Session`.
    package let isConfirmed: Bool

    package init(
        id: Session.ID, digest: String, device: Device, at: Date, lifetime: SessionLifetime, isConfirmed: Bool = true
    ) {
        self.id = id
        self.digest = digest
        self.device = device
        self.at = at
        self.lifetime = lifetime
        self.isConfirmed = isConfirmed
    }
}

/// A token that is to be added.
package struct StoredToken: Sendable {
    package let token: AccessToken
    /// The digest of the secret.
    package let digest: String
    /// Where the token was made; nil for the command.
    package let address: String?

    package init(token: AccessToken, digest: String, address: String?) {
        self.token = token
        self.digest = digest
        self.address = address
    }
}

/// A passkey with what is needed to check its use.
package struct StoredPasskey: Sendable, Hashable {
    private static let knownTransports = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal"]

    package let passkey: Passkey
    /// The identifier that the device chose, in base 64 for URLs.
    package let credential: String
    /// A COSE key.
    package let publicKey: [UInt8]
    package let counter: UInt32
    package let transports: [String]

    package init(passkey: Passkey, credential: String, publicKey: [UInt8], counter: UInt32, transports: [String]) {
        self.passkey = passkey
        self.credential = credential
        self.publicKey = publicKey
        self.counter = counter
        self.transports = transports
    }

    package var known: KnownPasskey { KnownPasskey(credential: credential, transports: transports) }

    /// Returns the known ones, each once.
    static func transports(_ texts: [String]) -> [String] { knownTransports.filter(texts.contains) }
}

/// The passkey of a request.
package struct FoundPasskey: Sendable {
    package let stored: StoredPasskey
    package let account: Account
    /// A session of the account began at the address.
    package let isFamiliar: Bool

    package init(stored: StoredPasskey, account: Account, isFamiliar: Bool) {
        self.stored = stored
        self.account = account
        self.isFamiliar = isFamiliar
    }
}

/// A link with a secret, for one use.
package struct AccountLink: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case setup, invitation, reset
    }

    /// The most open invitations of a household.
    package static let limit = 50

    package let id: Invitation.ID
    package let kind: Kind
    /// The digest of the secret.
    package let digest: String
    /// The role that an invitation gives.
    package let role: Role?
    /// The account whose passphrase is reset.
    package let account: Account.ID?
    /// The account that made the link; nil if the command did.
    package let by: Account.ID?
    package let madeAt: Date
    package let expires: Date

    package init(
        id: Invitation.ID, kind: Kind, digest: String, role: Role? = nil, account: Account.ID? = nil,
        by: Account.ID? = nil, madeAt: Date, expires: Date
    ) {
        self.id = id
        self.kind = kind
        self.digest = digest
        self.role = role
        self.account = account
        self.by = by
        self.madeAt = madeAt
        self.expires = expires
    }
}

extension StoredCredential: CustomStringConvertible, CustomReflectable {
    package var description: String { "StoredCredential(\(account.id))" }
    package var customMirror: Mirror { Mirror(self, children: ["account": account.id.rawValue]) }
}

extension NewAccount: CustomStringConvertible, CustomReflectable {
    package var description: String { "NewAccount(\(id))" }
    package var customMirror: Mirror { Mirror(self, children: ["id": id.rawValue]) }
}
