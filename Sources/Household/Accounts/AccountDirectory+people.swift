package import Accounts
import FoundationEssentials

extension AccountDirectory {
    // MARK: - The first owner

    /// Makes a link with which the first owner is created. Earlier ones end. Throws `notPermitted` if there is an owner.
    package func makeSetupLink() async throws -> Secret {
        try await link(.setup, lasting: Self.setupSeconds)
    }

    package func isSetupLink(_ secret: String) async throws -> Bool { try await known(.setup, secret) != nil }

    /// Creates the first owner. The recovery codes can be read only now. Throws `linkRefused`, `nameTaken` and
    /// `passphraseRefused`; the link stays valid for the latter two.
    package func createOwner(
        _ secret: String, name: AccountName, passphrase: Passphrase, on device: Device
    ) async throws -> (session: NewSession, recoveryCodes: [Secret]) {
        guard try await isSetupLink(secret) else { throw HouseholdError.accountLinkRefused }
        let codes = newRecoveryCodes()
        let session = try newSession(on: device)
        let owner = try await hashing(passphrase, of: name, with: secret) { hash in
            try await records.createOwner(
                NewAccount(id: try environment.newIdentifier(), name: name, hash: hash), codes: digests(of: codes),
                using: digest(secret, for: AccountLink.Kind.setup.rawValue), session: session.row)
        }
        let begun = begun(owner, session)
        await rememberLanguage(of: begun)
        return (begun, codes)
    }

    // MARK: - Invitations

    /// Makes an invitation, for one use within seven days. Throws `notPermitted` and `signInAgain`.
    package func invite(as role: Role, by person: SignedIn) async throws -> Secret {
        try require(.people, of: person)
        try await requireFresh(person)
        return try await link(.invitation, role: role, by: person.account.id, lasting: Self.invitationSeconds)
    }

    /// Returns an invitation that can be accepted; nil if there is none.
    package func invitation(_ secret: String) async throws -> Invitation? {
        guard let (link, from) = try await known(.invitation, secret), let role = link.role, let from else {
            return nil
        }
        return Invitation(id: link.id, role: role, from: from, madeAt: link.madeAt, expires: link.expires)
    }

    /// The invitations that can be accepted, latest first. Throws `notPermitted`.
    package func invitations(by person: SignedIn) async throws -> [Invitation] {
        try require(.people, of: person)
        return try await records.invitations(at: environment.now())
    }

    /// Withdraws an invitation. Throws `notPermitted` and `notFound`.
    package func withdraw(_ invitation: Invitation.ID, by person: SignedIn) async throws {
        try require(.people, of: person)
        try await records.withdraw(invitation, by: person.account.id, at: environment.now())
    }

    /// Creates the account of an invited person. The recovery codes can be read only now. Throws as `createOwner`.
    package func accept(
        _ secret: String, name: AccountName, passphrase: Passphrase, on device: Device
    ) async throws -> (session: NewSession, recoveryCodes: [Secret]) {
        guard try await known(.invitation, secret) != nil else { throw HouseholdError.accountLinkRefused }
        let session = try newSession(on: device)
        let codes = newRecoveryCodes()
        let joined = try await hashing(passphrase, of: name, with: secret) { hash in
            try await records.join(
                NewAccount(id: try environment.newIdentifier(), name: name, hash: hash), codes: digests(of: codes),
                using: digest(secret, for: AccountLink.Kind.invitation.rawValue), session: session.row)
        }
        let begun = begun(joined, session)
        await rememberLanguage(of: begun)
        return (begun, codes)
    }

    // MARK: - Changes

    /// Counts what is removed together with each account. Throws `notPermitted`.
    package func belongings(by person: SignedIn) async throws -> [Account.ID: Belongings] {
        try require(.people, of: person)
        var belongings: [Account.ID: Belongings] = [:]
        for account in try await people() { belongings[account.id] = try await records.belongings(of: account.id) }
        return belongings
    }

    /// Removes an account from the household with everything that belongs to it; its sessions and open invitations end.
    /// Throws `notPermitted`, `notFound`, `lastOwner` and `signInAgain`.
    package func remove(_ account: Account.ID, by person: SignedIn) async throws {
        try require(.people, of: person)
        try await requireFresh(person)
        try await records.remove(account, by: person.account.id, at: environment.now())
    }

    /// Changes the role of an account; its sessions and open invitations end, so that no device keeps the earlier
    /// permissions. A guest has no channels, calendars, guest links and shares of medicines any more. No-op if the account
    /// has the role. Throws `notPermitted`, `notFound`, `lastOwner`, `signInAgain`, and `valueRefused` if a person with
    /// medicines or labels is to become a guest.
    package func change(role: Role, of account: Account.ID, by person: SignedIn) async throws {
        try require(.people, of: person)
        try await requireFresh(person)
        try await records.change(role: role, of: account, by: person.account.id, at: environment.now())
    }

    /// The log of sensitive acts, latest first. Throws `notPermitted`.
    package func events(limit: Int = 200, by person: SignedIn) async throws -> [AccountEvent] {
        try require(.people, of: person)
        return try await records.events(limit: limit)
    }

    /// Returns a part of the log of sensitive acts: the events before the one with that number, or the latest ones.
    /// Throws `notPermitted`.
    package func events(before number: Int?, limit: Int = 200, by person: SignedIn) async throws -> AccountEventPage {
        try require(.people, of: person)
        return try await records.events(before: number, limit: limit)
    }

    // MARK: - Reset links

    /// Makes a link with which the person of that name sets a new passphrase, for one use within an hour. Earlier ones
    /// end. For the command: a page must not offer it. Throws `notFound` if no account has the name.
    package func makeResetLink(name: String) async throws -> Secret {
        let key = AccountName.key(of: name)
        guard let found = try await records.credential(name: key, address: "") else {
            throw HouseholdError.noSuchName
        }
        return try await link(.reset, account: found.account.id, lasting: Self.resetSeconds)
    }

    package func isResetLink(_ secret: String) async throws -> Bool { try await known(.reset, secret) != nil }

    /// Sets a new passphrase. All sessions of the account end, and a new one begins. Throws `linkRefused` and
    /// `passphraseRefused`; the link stays valid for the latter.
    package func reset(
        _ secret: String, passphrase: Passphrase, on device: Device
    ) async throws -> NewSession {
        guard let id = try await known(.reset, secret)?.link.account,
            let found = try await records.credential(of: id)
        else { throw HouseholdError.accountLinkRefused }
        let session = try newSession(on: device)
        let account = try await hashing(passphrase, of: found.account.name, with: secret) { hash in
            try await records.reset(
                hash: hash, using: digest(secret, for: AccountLink.Kind.reset.rawValue), session: session.row)
        }
        return begun(account, session)
    }

    // MARK: - Links

    /// Hashes the passphrase that a person with a link has chosen, and performs `work` with the hash. Hashes are expensive,
    /// so each use of a link counts as an attempt, for the link alone: failed sign-ins at the same address must not stop
    /// somebody who has a link. Throws `passphraseRefused`, which counts nowhere, and `tooManyAttempts`.
    private func hashing<Value>(
        _ passphrase: Passphrase, of name: AccountName, with link: String,
        _ work: (_ hash: String) async throws -> Value
    ) async throws -> Value {
        try check(passphrase, of: name)
        let link = digest(link, for: "attempts")
        let attempt = AttemptLimit.Attempt(name: link, address: link, isFamiliar: false)
        try await begin(attempt)
        let value = try await work(deciding(attempt) { try await services.hash(passphrase) })
        await succeeded(attempt)
        return value
    }

    private func link(
        _ kind: AccountLink.Kind, role: Role? = nil, account: Account.ID? = nil, by person: Account.ID? = nil,
        lasting seconds: Double
    ) async throws -> Secret {
        let secret = secret()
        let now = environment.now()
        try await records.add(
            AccountLink(
                id: try environment.newIdentifier(), kind: kind, digest: digest(secret.text, for: kind.rawValue),
                role: role, account: account, by: person, madeAt: now, expires: now.addingTimeInterval(seconds)))
        return secret
    }

    private func known(
        _ kind: AccountLink.Kind, _ secret: String
    ) async throws -> (link: AccountLink, from: AccountName?)? {
        guard secret.utf8.count == Secret.length else { return nil }
        return try await records.link(kind, digest: digest(secret, for: kind.rawValue), at: environment.now())
    }
}
