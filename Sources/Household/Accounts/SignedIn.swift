package import Accounts
package import FoundationEssentials

/// A person who is signed in.
package struct SignedIn: Sendable, Hashable {
    package let account: Account
    /// The session of this request; nil if the person did not come with a session.
    package let session: Session.ID?
    package let permissions: Set<Permission>

    package init(_ account: Account, session: Session.ID?) {
        self.account = account
        self.session = session
        permissions = account.role.permissions
    }

    package func permits(_ permission: Permission) -> Bool { permissions.contains(permission) }
}

/// A session that was begun by this call. Its secret can be read only now.
package struct NewSession: Sendable {
    package let person: SignedIn
    /// 43 characters, the value of the cookie.
    package let secret: Secret
    /// The latest possible end; without use the session ends earlier (`SessionLifetime`).
    package let expires: Date

    package init(person: SignedIn, secret: Secret, expires: Date) {
        self.person = person
        self.secret = secret
        self.expires = expires
    }
}
