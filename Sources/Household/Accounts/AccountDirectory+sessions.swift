package import Accounts
import FoundationEssentials

extension AccountDirectory {
    /// Returns the person whose session has the token; nil if it is unknown, ended or expired. Stores the time of use at
    /// most once an hour.
    package func person(session token: String) async throws -> SignedIn? {
        guard token.utf8.count == Secret.length,
            let found = try await records.session(digest: digest(token, for: "session"))
        else { return nil }
        let now = environment.now()
        guard lifetime.isValid(found.session, at: now) else { return nil }
        // With a full disk pages can still be read.
        if lifetime.needsTouch(found.session, at: now) { try? await records.touch(found.session.id, at: now) }
        return SignedIn(
            found.account, session: found.session.id,
            since: Session.confirmed(at: found.session.createdAt, found.session.isConfirmed))
    }

    /// Ends the session of a person who signs out. Idempotent.
    package func signOut(_ session: Session.ID) async throws {
        try await records.signOut(session, at: environment.now())
    }

    /// The valid sessions of an account, latest use first.
    package func sessions(of account: Account.ID) async throws -> [Session] {
        let now = environment.now()
        return try await records.sessions(of: account).filter { lifetime.isValid($0, at: now) }
    }

    /// Ends a session from another device of the same account. Throws `notFound` if the account has no such session.
    package func end(_ session: Session.ID, of account: Account.ID) async throws {
        try await records.end(session, of: account, at: environment.now())
    }

    /// Ends all sessions of an account, except one.
    package func endAll(of account: Account.ID, except session: Session.ID?) async throws {
        try await records.endAll(of: account, except: session, at: environment.now())
    }
}
