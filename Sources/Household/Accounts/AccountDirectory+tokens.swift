package import Accounts
import FoundationEssentials
import Messages
import Synchronization

extension AccountDirectory {
    /// Makes a token for a program. Its secret can be read only now. Throws `valueRefused` if the name, the scopes or the
    /// number of days cannot be used, or if the account has too many tokens; and `notPermitted` if the person came with a
    /// token, because the new one would outlive it; and `signInAgain`.
    package func makeToken(
        named name: String, scopes: Set<TokenScope>, days: Int, by person: SignedIn, on device: Device
    ) async throws -> NewToken {
        guard person.session != nil else { throw HouseholdError.notPermitted }
        try await requireFresh(person)
        return try await makeToken(named: name, scopes, days, of: person.account, address: device.address)
    }

    /// Makes a token in the name of the person with that name, for the command. Throws `notFound` if no account has the
    /// name, and `valueRefused`.
    package func makeToken(
        named name: String, scopes: Set<TokenScope>, days: Int, inTheNameOf person: String
    ) async throws -> NewToken {
        try await makeToken(named: name, scopes, days, of: account(named: person), address: nil)
    }

    /// The tokens of an account, latest first. One that is over stays in the list until another one is made.
    package func tokens(of account: Account.ID) async throws -> [AccessToken] {
        try await records.tokens(of: account)
    }

    /// The tokens of the person with that name, for the command. Throws `notFound` if no account has the name.
    package func tokens(ofPersonNamed name: String) async throws -> [AccessToken] {
        try await records.tokens(of: account(named: name).id)
    }

    /// Ends a token of an account, or, for the command, of any. Throws `notFound` if there is no such token.
    package func end(_ token: AccessToken.ID, of account: Account.ID?) async throws {
        try await records.end(token, of: account, at: environment.now())
    }

    package func endTokens(of account: Account.ID) async throws {
        try await records.endTokens(of: account, at: environment.now())
    }

    /// Returns the person whose token has the secret, with the permissions of the token. Stores the time of use at most
    /// once an hour. Throws `tokenRefused` if the token is unknown, ended or over, and `tooManyAttempts` if such tokens
    /// came from the address too often. A valid token never waits: 256 bits cannot be guessed, and another program at
    /// the same address may have one that is over.
    package func person(bearer secret: String, from address: String) async throws -> SignedIn {
        let now = environment.now()
        guard secret.utf8.count == AccessToken.length, secret.hasPrefix(AccessToken.prefix),
            let found = try await records.token(digest: digest(secret, for: "token")), found.token.isValid(at: now)
        else { throw try await unknownSecret(from: address, .tokenRefused) }
        // With a full disk data can still be read.
        if found.token.needsTouch(at: now) { try? await records.touch(found.token.id, at: now) }
        return SignedIn(found.account, token: found.token)
    }

    /// Counts an unknown token or guest link by its address. Returns `error`, or `tooManyAttempts`.
    func unknownSecret(from address: String, _ error: HouseholdError) async throws -> HouseholdError {
        // A page that is opened with an unknown link must not write.
        let mayWrite = error.code == .tokenRefused
        let attempt = AttemptLimit.Attempt(address: address)
        let now = environment.steady()
        var wait: Duration?
        if mayWrite {
            try await attempts.restore()
            wait = await attempts.wait(.token, for: attempt)
            if wait == nil { wait = try await attempts.update(.token, for: attempt) { $0.begin(attempt, at: now) } }
            if wait == nil { try await records.count(.tokenRefused, of: nil, address: address, at: environment.now()) }
        } else {
            wait = memory.guestLimit.withLock { limit in
                defer { _ = limit.takeChanges() }
                return limit.begin(attempt, at: now)
            }
        }
        return wait.map { .tooManyAttempts(Int(($0 / .seconds(1)).rounded(.up))) } ?? error
    }

    private func makeToken(
        named text: String, _ scopes: Set<TokenScope>, _ days: Int, of account: Account, address: String?
    ) async throws -> NewToken {
        let name = try Self.tokenName(text)
        guard !scopes.isEmpty else {
            throw HouseholdError(
                .valueRefused, localized("A token needs at least one scope."), detail: "scope",
                hint: localized("Choose what it may do."))
        }
        if let useless = scopes.subtracting(TokenScope.useful(to: account.role)).map(\.rawValue).min() {
            throw HouseholdError(
                .valueRefused,
                localized(
                    "The scope \(useless, "scope") allows nothing that the role of \(account.name.text, "person") allows."
                ),
                detail: "scope", hint: localized("Leave it out."))
        }
        guard AccessToken.days.contains(days) else {
            throw HouseholdError(
                .valueRefused,
                localized(
                    """
                    A token is valid for \(AccessToken.days.lowerBound, "least") to \
                    \(AccessToken.days.upperBound, "most") days.
                    """),
                detail: "days", hint: localized("\(AccessToken.usualDays, "number") days are usual."))
        }
        let (secret, now) = (Secret(AccessToken.prefix + secret().text), environment.now())
        let token = AccessToken(
            id: try environment.newIdentifier(), account: account.id, name: name, scopes: scopes, createdAt: now,
            expires: now.addingTimeInterval(Double(days) * 86_400))
        try await records.add(
            StoredToken(token: token, digest: digest(secret.text, for: "token"), address: address))
        return NewToken(token: token, secret: secret)
    }

    private static func tokenName(_ text: String) throws -> String {
        do throws(AccountNameError) { return try AccessToken.name(text) } catch {
            let message =
                switch error {
                case .empty: localized("A token needs the name of the program.")
                case .tooLong: localized("The name of a program has at most \(AccountName.limit, "number") characters.")
                case .unusableCharacter: localized("The name of a program cannot contain control characters.")
                }
            throw HouseholdError(
                .valueRefused, message, detail: "name", hint: localized("For example “Home Assistant”."))
        }
    }

    private func account(named name: String) async throws -> Account {
        let key = AccountName.key(of: name)
        guard let found = try await records.credential(name: key, address: "") else {
            throw HouseholdError.noSuchName
        }
        return found.account
    }
}
