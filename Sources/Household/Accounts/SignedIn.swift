package import Accounts
package import FoundationEssentials

/// A person who is signed in.
package struct SignedIn: Sendable, Hashable {
    package let account: Account
    /// The session of this request; nil if the person did not come with a session.
    package let session: Session.ID?
    /// The token of this request; nil if the person did not come with a token.
    package let token: AccessToken.ID?
    package let permissions: Set<Permission>
    /// When the person of the session gave the passphrase, used a passkey or confirmed at the sign-in service; the distant
    /// past if none of these was needed. Nil without a session.
    package let signedInAt: Date?

    package init(_ account: Account, session: Session.ID?, since signedInAt: Date? = nil) {
        self.account = account
        self.session = session
        self.signedInAt = signedInAt
        token = nil
        permissions = account.role.permissions
    }

    /// A program with a token of the person. It has the permissions that both the token and the role have now.
    package init(_ account: Account, token: AccessToken) {
        self.account = account
        session = nil
        signedInAt = nil
        self.token = token.id
        permissions = token.permissions(as: account.role)
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

/// A token that was made by this call. Its secret can be read only now.
package struct NewToken: Sendable {
    package let token: AccessToken
    /// 46 characters: `AccessToken.prefix` and 256 random bits.
    package let secret: Secret

    package init(token: AccessToken, secret: Secret) {
        self.token = token
        self.secret = secret
    }
}
