package import Accounts
import FoundationEssentials
import Messages
import Recognition
import Synchronization

extension AccountDirectory {
    /// For how long after a sign-in a session may perform acts that outlive it, in seconds.
    package static let freshSeconds = 600.0
    /// By how much the clocks of two nodes may differ, in seconds.
    static let clockSeconds = 60.0

    /// Returns whether the person gave the passphrase or used a passkey within the last ten minutes.
    package func isFresh(_ person: SignedIn) -> Bool {
        guard person.session != nil, let since = person.signedInAt else { return false }
        return (-Self.clockSeconds...Self.freshSeconds).contains(environment.now().timeIntervalSince(since))
    }

    /// Throws `signInAgain` if a session that performs an act that outlives it is not fresh, and `signedOut` if it has
    /// ended while the request arrived.
    package func requireFresh(_ person: SignedIn) async throws {
        guard let session = person.session else { return }
        guard person.signedInAt == nil || isFresh(person) else { throw HouseholdError.signInAgain }
        try await requireCurrent(session, of: person)
    }

    /// A request can be sent slowly, and its session can end before its last byte.
    func requireCurrent(_ session: Session.ID, of person: SignedIn) async throws {
        guard try await records.sessions(of: person.account.id).contains(where: { $0.id == session }) else {
            throw HouseholdError.signedOut
        }
    }

    /// Returns the session. Throws `notPermitted` without one, and `signInAgain` if it is not fresh.
    func freshSession(of person: SignedIn) throws -> Session.ID {
        guard let session = person.session else { throw HouseholdError.notPermitted }
        guard isFresh(person) else { throw HouseholdError.signInAgain }
        return session
    }

    // MARK: - Lists

    /// The passkeys of an account, oldest first.
    package func passkeys(of account: Account.ID) async throws -> [Passkey] {
        try await records.passkeys(of: account).map(\.passkey)
    }

    /// Returns whether any person of the household can sign in with a passkey under this host name.
    package func hasPasskeys(at site: PasskeySite) async throws -> Bool {
        try await records.hasPasskeys(host: site.host)
    }

    package func hasPassphrase(_ account: Account.ID) async throws -> Bool {
        try await records.credential(of: account)?.hash != nil
    }

    // MARK: - Add

    /// Returns what a browser needs to make a passkey. Throws `signInAgain`, and `passkeyRefused` if the account has too
    /// many.
    package func passkeyCreation(by person: SignedIn, at site: PasskeySite) async throws -> PasskeyCreation {
        let session = try freshSession(of: person)
        await ticketKey.load()
        let known = try await records.passkeys(of: person.account.id)
        guard known.count < Passkey.limit else { throw HouseholdError.tooManyPasskeys }
        return PasskeyCreation(
            challenge: challenges.make(for: .add(session), at: site, now: environment.now()), host: site.host,
            userHandle: Self.userHandle(of: person.account.id), userName: person.account.name.text,
            known: known.filter { $0.passkey.host == site.host }.map(\.known))
    }

    /// Adds a passkey. Throws `signInAgain`, `valueRefused` for the name, and `passkeyRefused`.
    package func add(
        _ registration: PasskeyRegistration, named text: String, by person: SignedIn, at site: PasskeySite,
        on device: Device
    ) async throws -> Passkey {
        let session = try freshSession(of: person)
        let name = try Self.passkeyName(text)
        await ticketKey.load()
        let now = environment.now()
        let verified: VerifiedRegistration
        do throws(PasskeyFault) {
            verified = try services.passkeys.register(registration, expectation(.add(session), site))
        } catch { throw HouseholdError(error) }
        guard try await use(verified.challenge, now: now) else { throw HouseholdError(PasskeyFault.wrongChallenge) }
        try await requireCurrent(session, of: person)
        let passkey = Passkey(
            id: try environment.newIdentifier(), account: person.account.id, name: name, host: site.host,
            isBackedUp: verified.isBackedUp, createdAt: now, lastUse: nil)
        try await records.add(
            StoredPasskey(
                passkey: passkey, credential: Base64URL.text(verified.credential), publicKey: verified.publicKey,
                counter: verified.counter, transports: StoredPasskey.transports(registration.transports)),
            from: device.address)
        return passkey
    }

    // MARK: - Change

    /// Throws `notFound` if the account has no such passkey, and `valueRefused`.
    package func rename(_ passkey: Passkey.ID, to name: String, by person: SignedIn) async throws {
        try await records.rename(passkey, of: person.account.id, to: Self.passkeyName(name))
    }

    /// Removes a passkey. Devices that signed in with it stay signed in. Throws `notFound` if the account has no such
    /// passkey, and `passkeyRefused` if it is the only way to sign in.
    package func remove(_ passkey: Passkey.ID, by person: SignedIn, on device: Device) async throws {
        try await records.remove(
            passkey, of: person.account.id, issuer: services.openID?.issuer, address: device.address,
            at: environment.now())
    }

    /// From now on the person signs in only with a passkey. All other sessions end, and a new one begins. Throws
    /// `signInAgain`, and `passkeyRefused` without a passkey for the name under which the person is here.
    package func removePassphrase(
        by person: SignedIn, at site: PasskeySite?, on device: Device
    ) async throws -> NewSession {
        let current = try freshSession(of: person)
        let known = try await records.passkeys(of: person.account.id)
        if known.isEmpty { throw HouseholdError.noPasskey }
        guard known.contains(where: { $0.passkey.host == site?.host }) else { throw HouseholdError.noPasskeyHere }
        try await requireCurrent(current, of: person)
        let session = try newSession(on: device)
        return begun(try await records.removePassphrase(of: person.account.id, session: session.row), session)
    }

    /// Sets a passphrase for an account without one. All other sessions end, and a new one begins. Throws `signInAgain`,
    /// `passphraseRefused`, and `signInRefused` if the account has one.
    package func setPassphrase(_ new: Passphrase, by person: SignedIn, on device: Device) async throws -> NewSession {
        let current = try freshSession(of: person)
        let hash = try await hash(new, of: person.account.name)
        try await requireCurrent(current, of: person)
        let session = try newSession(on: device)
        return begun(
            try await records.change(hash: nil, to: hash, of: person.account.id, session: session.row), session)
    }

    // MARK: - Sign-in

    /// Returns what a browser needs to sign in with any passkey of this host name.
    package func passkeyRequest(at site: PasskeySite) async -> PasskeyRequest {
        await ticketKey.load()
        return PasskeyRequest(
            challenge: challenges.make(for: .signIn, at: site, now: environment.now()), host: site.host, known: [])
    }

    /// Returns what a browser needs so that a person confirms with a passkey. Throws `notPermitted` without a session.
    package func passkeyRequest(by person: SignedIn, at site: PasskeySite) async throws -> PasskeyRequest {
        guard let session = person.session else { throw HouseholdError.notPermitted }
        await ticketKey.load()
        let known = try await records.passkeys(of: person.account.id).filter { $0.passkey.host == site.host }
        return PasskeyRequest(
            challenge: challenges.make(for: .confirm(session), at: site, now: environment.now()), host: site.host,
            known: known.map(\.known))
    }

    /// Begins a session. Throws `signInRefused` for an unknown passkey, a wrong signature and a counter that went back,
    /// and `tooManyAttempts`.
    package func signIn(
        passkey assertion: PasskeyAssertion, at site: PasskeySite, on device: Device
    ) async throws -> NewSession {
        try await begin(assertion, .signIn, as: nil, at: site, on: device)
    }

    /// Begins a fresh session of a person who is signed in. Throws as `signIn`, also for a passkey of another person.
    package func confirm(
        passkey assertion: PasskeyAssertion, by person: SignedIn, at site: PasskeySite, on device: Device
    ) async throws -> NewSession {
        guard let session = person.session else { throw HouseholdError.notPermitted }
        return try await begin(assertion, .confirm(session), as: person.account.id, at: site, on: device)
    }

    /// Begins a fresh session of a person who is signed in. Throws as `signIn`.
    package func confirm(passphrase: String, by person: SignedIn, on device: Device) async throws -> NewSession {
        guard person.session != nil else { throw HouseholdError.notPermitted }
        return try await signIn(name: person.account.name.text, passphrase: passphrase, on: device)
    }

    private func begin(
        _ assertion: PasskeyAssertion, _ purpose: PasskeyPurpose, as account: Account.ID?, at site: PasskeySite,
        on device: Device
    ) async throws -> NewSession {
        await ticketKey.load()
        let credential = Base64URL.text(Array(assertion.credential.prefix(Passkey.credentialBytes + 1)))
        let found = try await records.passkey(credential: credential, address: device.address)
        let attempt = AttemptLimit.Attempt(address: device.address, isFamiliar: found?.isFamiliar ?? false)
        try await begin(attempt)
        // A signature is checked in any case, so that the time does not reveal whether the passkey is known.
        let publicKey = found?.stored.publicKey ?? services.passkeys.decoy
        let verified = try? services.passkeys.verify(assertion, publicKey, expectation(purpose, site))
        let now = environment.now()
        var isAccepted = false
        if let verified, let found, found.stored.passkey.host == site.host,
            assertion.userHandle == Self.userHandle(of: found.account.id), account == nil || account == found.account.id
        {
            do { isAccepted = try await use(verified.challenge, now: now) } catch {
                await withdraw(attempt)
                throw error
            }
        }
        guard isAccepted, let verified, let found else {
            try await records.countFailure(of: found?.account.id, address: device.address, at: now)
            throw HouseholdError.passkeySignInRefused
        }
        let session = try newSession(on: device)
        let person: Account?
        do {
            person = try await records.signIn(
                found.account.id, passkey: credential, used: verified, session: session.row)
        } catch {
            await withdraw(attempt)
            throw error
        }
        guard let person else { throw HouseholdError.passkeySignInRefused }
        await succeeded(attempt)
        return begun(person, session)
    }

    private func expectation(_ purpose: PasskeyPurpose, _ site: PasskeySite) -> PasskeyExpectation {
        let (challenges, now) = (challenges, environment.now())
        return PasskeyExpectation(site: site) { challenges.isOwn($0, for: purpose, at: site, now: now) }
    }

    /// Marks a challenge as used. Returns false if it was used before.
    private func use(_ challenge: [UInt8], now: Date) async throws -> Bool {
        guard let end = PasskeyChallenges.end(of: challenge) else { return false }
        return try await records.useTicket(
            digest(Base64URL.text(challenge), for: "challenge"), kind: .challenge, until: end, keeping: nil, at: now)
    }

    /// The account as authenticators store it. It contains nothing about the person.
    private static func userHandle(of account: Account.ID) -> [UInt8] { Array(account.rawValue.utf8) }

    private static func passkeyName(_ text: String) throws -> String {
        do throws(AccountNameError) { return try Passkey.name(text) } catch {
            let message =
                switch error {
                case .empty: localized("A passkey needs a name.")
                case .tooLong: localized("The name of a passkey has at most \(AccountName.limit, "number") characters.")
                case .unusableCharacter: localized("The name of a passkey cannot contain control characters.")
                }
            throw HouseholdError(.valueRefused, message, detail: "name", hint: localized("For example “My phone”."))
        }
    }

    // MARK: - Recovery codes

    /// The number of recovery codes that were not used.
    package func recoveryCodeCount(of account: Account.ID) async throws -> Int {
        try await records.recoveryCodeCount(of: account)
    }

    /// Makes recovery codes; earlier ones end. They can be read only now. Throws `signInAgain`.
    package func makeRecoveryCodes(by person: SignedIn, on device: Device) async throws -> [Secret] {
        let current = try freshSession(of: person)
        let codes = newRecoveryCodes()
        try await requireCurrent(current, of: person)
        try await records.replaceRecoveryCodes(
            digests(of: codes), of: person.account.id, address: device.address, at: environment.now())
        return codes
    }

    func newRecoveryCodes() -> [Secret] {
        (0..<RecoveryCode.count).map { _ in Secret(RecoveryCode.text(services.random(RecoveryCode.byteCount))) }
    }

    func digests(of codes: [Secret]) -> [String] {
        codes.map { digest(RecoveryCode.canonical($0.text), for: "recovery") }
    }
}

/// A passkey that a browser may already have.
package struct KnownPasskey: Sendable, Hashable {
    /// Base 64 for URLs.
    package let credential: String
    package let transports: [String]
}

/// What a browser needs to make a passkey.
package struct PasskeyCreation: Sendable {
    package let challenge: [UInt8]
    package let host: String
    package let userHandle: [UInt8]
    package let userName: String
    /// A device that has one of these makes no other one.
    package let known: [KnownPasskey]
}

/// What a browser needs to use a passkey.
package struct PasskeyRequest: Sendable {
    package let challenge: [UInt8]
    package let host: String
    /// Only these; any, if there are none.
    package let known: [KnownPasskey]
}

extension HouseholdError {
    package static var tooManyPasskeys: HouseholdError {
        HouseholdError(
            .passkeyRefused, localized("An account has at most \(Passkey.limit, "number") passkeys."),
            detail: "too-many",
            hint: localized("Remove one that is not needed any more."))
    }

    /// The same if the passkey belongs to another account.
    package static var knownPasskey: HouseholdError {
        HouseholdError(
            .passkeyRefused, localized("This passkey exists already."), detail: "known",
            hint: localized("Use another device."))
    }

    package static var onlyPasskey: HouseholdError {
        HouseholdError(
            .passkeyRefused, localized("This is your only passkey, and you have no other way to sign in."),
            detail: "only",
            hint: localized("Set a passphrase or add another passkey first."))
    }

    static var noPasskeyHere: HouseholdError {
        HouseholdError(
            .passkeyRefused, localized("You have no passkey for the name under which you opened Stillroom."),
            detail: "only",
            hint: localized("Add one here first: without the passphrase you could not sign in here."))
    }

    package static var noPasskey: HouseholdError {
        HouseholdError(
            .passkeyRefused, localized("Without a passphrase you need a passkey, and you have none."), detail: "none",
            hint: localized("Add a passkey first."))
    }

    package init(_ fault: PasskeyFault) {
        let (detail, message, hint) =
            switch fault {
            case .wrongChallenge:
                (
                    "too-late", localized("The request for the passkey is too old."),
                    localized("Try again. You have five minutes.")
                )
            case .notVerified:
                (
                    "not-verified", localized("The device did not check that it is you."),
                    localized("Switch on the fingerprint, the face or the PIN of the device, and try again.")
                )
            case .unusableKey:
                (
                    "key", localized("The device makes a kind of key that is not supported."),
                    localized("Use another device.")
                )
            case .wrongHost, .wrongOrigin:
                (
                    "host", localized("The passkey was made for another address."),
                    localized("Open Stillroom by its name, and try again.")
                )
            case .malformed, .wrongPurpose, .wrongSignature:
                (
                    "malformed", localized("The answer of the device cannot be read."),
                    localized("Try again, or use another device.")
                )
            }
        self.init(.passkeyRefused, message, detail: detail, hint: hint)
    }
}
