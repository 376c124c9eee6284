package import Accounts
import FoundationEssentials
import Messages
import Recognition
import Synchronization

extension AccountDirectory {
    /// What people call the sign-in service; nil if the household has none.
    package var openIDName: String? { services.openID?.name }

    /// The identities of an account at sign-in services, oldest first.
    package func identities(of account: Account.ID) async throws -> [OpenIDIdentity] {
        try await records.identities(of: account)
    }

    /// Returns whether the person can sign in through the service now.
    package func canUseOpenID(_ account: Account.ID) async throws -> Bool {
        guard let issuer = services.openID?.issuer else { return false }
        return try await records.identities(of: account).contains { $0.issuer == issuer }
    }

    // MARK: - To the service

    /// Returns the address at the service and the ticket of the browser. `person` is the person who is signed in: none for
    /// a sign-in and to join, because a ticket of another person must not replace a session. Throws `openIDRefused`,
    /// `openIDUnavailable`, `linkRefused`, and `signInAgain` to connect.
    package func openIDRequest(
        for purpose: OpenIDPurpose, by person: SignedIn?, at site: OpenIDSite
    ) async throws -> (address: String, ticket: Secret) {
        guard let openID = services.openID else { throw HouseholdError.noOpenID }
        try check(purpose, by: person)
        switch purpose {
        case .signIn, .confirm: break
        case .connect:
            guard let person else { throw HouseholdError.signedOut }
            _ = try freshSession(of: person)
            guard try await records.identities(of: person.account.id).count < OpenIDIdentity.limit else {
                throw HouseholdError.tooManyIdentities
            }
        case .join(let invitation):
            guard try await self.invitation(invitation) != nil else { throw HouseholdError.accountLinkRefused }
        }
        await ticketKey.load()
        let (text, ticket) = tickets.make(for: purpose, at: site.origin, now: environment.now())
        let request = OpenIDRequest(
            redirect: site.redirect, state: ticket.state, nonce: ticket.nonce,
            challenge: Base64URL.text(services.digest(Array(ticket.verifier.utf8))), asksAgain: purpose.asksAgain)
        do throws(OpenIDFault) {
            return (try await openID.address(request), Secret(text))
        } catch { throw HouseholdError(error, of: openID.name) }
    }

    private func check(_ purpose: OpenIDPurpose, by person: SignedIn?) throws {
        guard let session = purpose.session else {
            if person != nil { throw HouseholdError.signedInAlready }
            return
        }
        guard person?.session == session else { throw HouseholdError.otherSession }
    }

    // MARK: - Back from the service

    /// Returns the one valid ticket of a browser. `presented` are the values of its cookie. Throws `openIDRefused`: without
    /// a valid one, with several, because a program at another port of this host may have set one of them, and if the
    /// ticket has another state. None of that counts as an attempt. `state` is nil for an error without a state, which
    /// some services send if a person declines.
    package func openIDTicket(
        _ presented: [String], state: String?, at site: OpenIDSite
    ) async throws -> OpenIDTicket {
        await ticketKey.load()
        let now = environment.now()
        let valid = Set(presented).compactMap { tickets.open($0, at: site.origin, now: now) }
        guard let ticket = valid.first else { throw HouseholdError.noTicket }
        guard valid.count == 1 else { throw HouseholdError.severalTickets }
        guard state == nil || ticket.state == state else { throw HouseholdError.noTicket }
        return ticket
    }

    /// Ends a sign-in at the service: begins a session, or returns the person who is to be shown before anything is stored.
    /// Throws `openIDRefused`, `openIDUnavailable` and `tooManyAttempts`.
    package func finish(
        _ ticket: OpenIDTicket, with answer: OpenIDAnswer, by person: SignedIn?, at site: OpenIDSite, on device: Device
    ) async throws -> OpenIDOutcome {
        guard let openID = services.openID else { throw HouseholdError.noOpenID }
        try check(ticket.purpose, by: person)
        guard answer.issuer == nil || answer.issuer == openID.issuer else { throw HouseholdError.otherService }
        // The ticket stays good: any page can lead a browser here with an error.
        if answer.isError { throw HouseholdError.notSignedIn(at: openID.name) }
        guard let code = answer.code, OpenIDCode.isCode(code) else { throw HouseholdError.codeRefused(by: openID.name) }
        let attempt = try beginAttempt(person, device)
        let stated = try await redeem(code, ticket, openID, person, site, device, attempt)
        switch ticket.purpose {
        case .signIn(let back):
            // The service may know the browser from days before, so this is no confirmation.
            let session = try newSession(on: device, isConfirmed: false)
            guard let account = try await begin(session, stated, confirming: nil) else {
                try await records.countFailure(of: nil, address: device.address, at: environment.now())
                throw HouseholdError.unknownPerson(stated, at: openID.name)
            }
            succeed(attempt)
            return .signedIn(begun(account, session), back: back)
        case .confirm(let current, let back):
            let session = try newSession(on: device)
            guard let account = try await begin(session, stated, confirming: current) else {
                try await records.countFailure(of: person?.account.id, address: device.address, at: environment.now())
                throw HouseholdError.otherPerson(stated, at: openID.name)
            }
            succeed(attempt)
            return .signedIn(begun(account, session), back: back)
        case .connect(let session):
            succeed(attempt)
            let proof = OpenIDProof(person: stated, binding: Self.binding(session))
            return .connecting(stated, proof: Secret(tickets.seal(proof, now: environment.now())))
        case .join(let invitation):
            succeed(attempt)
            let proof = OpenIDProof(person: stated, binding: binding(ticket.digest, invitation))
            return .joining(
                stated, proof: Secret(tickets.seal(proof, now: environment.now())), invitation: Secret(invitation))
        }
    }

    private func begin(
        _ session: (row: StoredSession, secret: Secret), _ stated: OpenIDPerson, confirming current: Session.ID?
    ) async throws -> Account? {
        try await records.signIn(
            issuer: stated.issuer, subject: stated.subject, confirming: current, session: session.row)
    }

    /// Counts an attempt until it succeeds. Throws `tooManyAttempts`.
    private func beginAttempt(_ person: SignedIn?, _ device: Device) throws -> AttemptLimit.Attempt {
        // The attempts of a person who is signed in count for the account, so that strangers at the same address do not
        // hold the person up.
        let attempt =
            person.map {
                AttemptLimit.Attempt(name: $0.account.id.rawValue, address: device.address, isFamiliar: true)
            } ?? AttemptLimit.Attempt(address: device.address)
        let wait = memory.openIDLimit.withLock { limit in
            let wait = limit.begin(attempt, at: environment.steady())
            // These attempts are not stored, so the list of changes must not grow.
            _ = limit.takeChanges()
            return wait
        }
        if let wait { throw HouseholdError.tooManyAttempts(Int((wait / .seconds(1)).rounded(.up))) }
        return attempt
    }

    private func succeed(_ attempt: AttemptLimit.Attempt) { memory.openIDLimit.withLock { $0.succeed(attempt) } }

    /// Exchanges the code and checks the statement. The ticket is used up, and the attempt counts, unless nothing was sent.
    private func redeem(
        _ code: String, _ ticket: OpenIDTicket, _ openID: OpenIDServices, _ person: SignedIn?, _ site: OpenIDSite,
        _ device: Device, _ attempt: AttemptLimit.Attempt
    ) async throws -> OpenIDPerson {
        let now = environment.now()
        do {
            guard try await use(ticket.digest, until: ticket.end, now: now) else { throw HouseholdError.noTicket }
        } catch {
            memory.openIDLimit.withLock { $0.withdraw(attempt) }
            throw error
        }
        let expectation = OpenIDExpectation(
            nonce: ticket.nonce, now: now, since: ticket.purpose.asksAgain ? ticket.madeAt : nil,
            needsTime: ticket.purpose.needsTime)
        do throws(OpenIDFault) {
            return try await openID.redeem(
                OpenIDCode(code: code, verifier: ticket.verifier, redirect: site.redirect), expectation)
        } catch {
            switch error {
            case .unavailable(wasSent: false):
                memory.openIDLimit.withLock { $0.withdraw(attempt) }
                try? await records.restoreTicket(ticket.digest)
            case .codeRefused, .statementRefused:
                try await records.countFailure(of: person?.account.id, address: device.address, at: now)
            case .unavailable, .clientRefused: break
            }
            throw HouseholdError(error, of: openID.name)
        }
    }

    // MARK: - Connect and join

    /// Connects the account with the person of the service who was shown. Throws `signInAgain`, `signedOut`, and
    /// `openIDRefused` if the proof is not that of this session, is too old, or if any account has the identity.
    package func connect(_ proof: String, by person: SignedIn, on device: Device) async throws {
        let session = try freshSession(of: person)
        await ticketKey.load()
        let stated = try stated(proof) { $0 == Self.binding(session) }
        let now = environment.now()
        let end = now.addingTimeInterval(OpenIDTickets.seconds)
        guard try await use(tickets.digest(ofProof: proof), until: end, now: now) else { throw HouseholdError.noTicket }
        try await records.add(
            try identity(stated, of: person.account.id), session: session,
            since: now.addingTimeInterval(-Self.freshSeconds), from: device.address)
    }

    /// Creates the account of an invited person who signs in through the service and has no passphrase. `presented` are
    /// the values of the cookie of the browser: its ticket is the one of the proof. Throws as `createOwner`, and
    /// `openIDRefused`.
    package func accept(
        _ secret: String, name: AccountName, proof: String, tickets presented: [String], by person: SignedIn?,
        on device: Device
    ) async throws -> (session: NewSession, recoveryCodes: [Secret]) {
        if person != nil { throw HouseholdError.signedInAlready }
        guard try await invitation(secret) != nil else { throw HouseholdError.accountLinkRefused }
        await ticketKey.load()
        let own = Set(presented.map { binding(tickets.digest(of: $0), secret) })
        let stated = try stated(proof) { own.contains($0) }
        let account = NewAccount(id: try environment.newIdentifier(), name: name, hash: "")
        let session = try newSession(on: device)
        let codes = newRecoveryCodes()
        let joined = try await records.join(
            account, identity: try identity(stated, of: account.id), codes: digests(of: codes),
            using: digest(secret, for: AccountLink.Kind.invitation.rawValue), session: session.row)
        let begun = begun(joined, session)
        await rememberLanguage(of: begun)
        return (begun, codes)
    }

    /// Returns the person of the service on a page of this browser; nil if the proof is not good any more.
    package func person(proof: String, invitation: String, tickets presented: [String]) async -> OpenIDPerson? {
        await ticketKey.load()
        let own = Set(presented.map { binding(tickets.digest(of: $0), invitation) })
        return try? stated(proof) { own.contains($0) }
    }

    /// Disconnects the account from a person of the service. Devices that signed in stay signed in. Throws `notFound`, and
    /// `openIDRefused` if the person could not sign in any more at this place.
    package func remove(
        _ identity: OpenIDIdentity.ID, by person: SignedIn, at site: PasskeySite?, on device: Device
    ) async throws {
        try await records.remove(
            identity, of: person.account.id, issuer: services.openID?.issuer, host: site?.host,
            address: device.address, at: environment.now())
    }

    /// Marks a ticket or a proof as used. Returns false if it was used before.
    private func use(_ digest: String, until end: Date, now: Date) async throws -> Bool {
        try await records.useTicket(
            digest, kind: .ticket, until: end, keeping: OpenIDTickets.capacity, at: now)
    }

    private func stated(_ proof: String, isOwn: (_ binding: String) -> Bool) throws -> OpenIDPerson {
        guard let proof = tickets.proof(proof, now: environment.now()), isOwn(proof.binding),
            proof.person.issuer == services.openID?.issuer
        else { throw HouseholdError.noTicket }
        return proof.person
    }

    private func identity(_ stated: OpenIDPerson, of account: Account.ID) throws -> OpenIDIdentity {
        OpenIDIdentity(
            id: try environment.newIdentifier(), account: account, issuer: stated.issuer, subject: stated.subject,
            name: stated.name, createdAt: environment.now(), lastUse: nil)
    }

    private static func binding(_ session: Session.ID) -> String { "connect \(session)" }

    private func binding(_ ticket: String, _ invitation: String) -> String {
        "join \(ticket) \(digest(invitation, for: AccountLink.Kind.invitation.rawValue))"
    }
}

extension OpenIDPurpose {
    /// Whether the statement must have the time of the sign-in at the service. To connect and to join, a person sees the
    /// name before anything is stored, and some services state no time.
    fileprivate var needsTime: Bool { if case .confirm = self { true } else { false } }
}

/// The place to which the service sends a browser back.
package struct OpenIDSite: Sendable, Hashable {
    /// "https://home.example:8443", in lower case, without a default port.
    package let origin: String
    /// The whole address, which is entered at the service.
    package let redirect: String

    package init(origin: String, redirect: String) {
        self.origin = origin
        self.redirect = redirect
    }
}

/// With what the service sent a browser back (RFC 6749, section 4.1.2, and RFC 9207).
package struct OpenIDAnswer: Sendable {
    package let code: String?
    /// Whether the service sent an error instead of a code.
    package let isError: Bool
    /// The service that answers; nil if it does not say so.
    package let issuer: String?

    package init(code: String?, isError: Bool = false, issuer: String? = nil) {
        self.code = code
        self.isError = isError
        self.issuer = issuer
    }
}

/// Without the code, which is a secret.
extension OpenIDAnswer: CustomStringConvertible, CustomReflectable {
    package var description: String { "OpenIDAnswer" }
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// What comes after a sign-in at the service.
package enum OpenIDOutcome: Sendable {
    case signedIn(NewSession, back: String)
    /// The person is to be shown, and then to be connected.
    case connecting(OpenIDPerson, proof: Secret)
    /// The person is to be shown, and then to join with the invitation.
    case joining(OpenIDPerson, proof: Secret, invitation: Secret)
}

extension HouseholdError {
    static func refused(_ detail: String, _ message: String, hint: String) -> HouseholdError {
        HouseholdError(.openIDRefused, message, detail: detail, hint: hint)
    }

    static var noOpenID: HouseholdError {
        refused(
            "none", localized("This household has no sign-in service."),
            hint: localized("The person who runs the server can set one: accounts.openid-issuer."))
    }

    static var signedInAlready: HouseholdError {
        refused(
            "signed-in", localized("You are signed in already."),
            hint: localized("Sign out first to use another account."))
    }

    static var otherSession: HouseholdError {
        refused(
            "session", localized("This was started in another session."),
            hint: localized("Try again from your account."))
    }

    static var noTicket: HouseholdError {
        refused(
            "too-late", localized("This sign-in was not started in this browser, was already used, or is too old."),
            hint: localized("Try again. You have ten minutes."))
    }

    static var severalTickets: HouseholdError {
        refused(
            "several",
            localized("This browser has started several sign-ins, and it is not certain which one is yours."),
            hint: localized("Wait ten minutes, or delete the cookies of this site, and try again."))
    }

    static var otherService: HouseholdError {
        refused("service", localized("Another sign-in service has answered."), hint: localized("Try again."))
    }

    static func notSignedIn(at name: String) -> HouseholdError {
        refused(
            "declined", localized("\(name, "service") did not sign you in."),
            hint: localized("Try again, or choose another way."))
    }

    static func codeRefused(by name: String) -> HouseholdError {
        refused("code", localized("\(name, "service") does not confirm this sign-in."), hint: localized("Try again."))
    }

    static func unknownPerson(_ person: OpenIDPerson, at name: String) -> HouseholdError {
        refused(
            "unknown",
            localized("No account of this household is connected with \(person.name, "person") at \(name, "service")."),
            hint:
                localized(
                    """
                    Sign in in another way and connect it: Your account, \(name, "service"). Without an account, ask an \
                    owner for an invitation link.
                    """))
    }

    static func otherPerson(_ person: OpenIDPerson, at name: String) -> HouseholdError {
        refused(
            "other-person",
            localized("Your account is not connected with \(person.name, "person") at \(name, "service")."),
            hint: localized("Sign in there as the person with whom it is connected, or choose another way."))
    }

    package static var tooManyIdentities: HouseholdError {
        refused(
            "too-many",
            localized(
                "An account is connected with at most \(OpenIDIdentity.limit, "number") people of sign-in services."),
            hint: localized("Disconnect one first."))
    }

    /// The same if it is another account.
    package static var knownIdentity: HouseholdError {
        refused(
            "known", localized("This person of the sign-in service is connected with an account already."),
            hint: localized("Sign in there as another person."))
    }

    package static var onlyIdentity: HouseholdError {
        refused(
            "only", localized("This is your only way to sign in here."),
            hint: localized("Set a passphrase, or add a passkey under this address, first."))
    }

    init(_ fault: OpenIDFault, of name: String) {
        switch fault {
        case .unavailable:
            self.init(
                .openIDUnavailable, localized("\(name, "service") cannot be reached, or its answer cannot be used."),
                hint: localized("Try again later, or sign in in another way."))
        case .clientRefused:
            self.init(
                .openIDUnavailable, localized("\(name, "service") does not accept this server."),
                hint:
                    localized(
                        "The person who runs the server can compare the settings accounts.openid-… with those of the service."
                    )
            )
        case .codeRefused: self = .codeRefused(by: name)
        case .statementRefused(.notRecent):
            self = .refused(
                "not-recent", localized("\(name, "service") did not ask again who you are."),
                hint: localized("Sign in there again, or choose another way."))
        case .statementRefused:
            self = .refused(
                "statement", localized("The answer of \(name, "service") is not valid."), hint: localized("Try again."))
        }
    }
}
