package import FoundationEssentials
package import Recognition

/// The access of a program in the name of a person, limited to some scopes. The secret is not part of it; only its digest
/// is stored.
package struct AccessToken: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<AccessToken>

    /// The first characters of each secret, by which a scanner finds one that was published by mistake.
    package static let prefix = "sr_"
    /// The number of characters of a secret with its prefix.
    package static let length = prefix.utf8.count + Secret.length
    /// The most tokens of an account.
    package static let limit = 20
    /// The allowed number of days for which a token is valid. Every token expires.
    package static let days = 1...365
    package static let usualDays = 90
    /// The time of use is stored at most once in this many seconds.
    private static let touch = 3600.0

    package let id: ID
    package let account: Account.ID
    /// The name of the program, in the words of the person.
    package let name: String
    package let scopes: Set<TokenScope>
    package let createdAt: Date
    package let expires: Date
    package let lastUse: Date?

    package init(
        id: ID, account: Account.ID, name: String, scopes: Set<TokenScope>, createdAt: Date, expires: Date,
        lastUse: Date? = nil
    ) {
        self.id = id
        self.account = account
        self.name = name
        self.scopes = scopes
        self.createdAt = createdAt
        self.expires = expires
        self.lastUse = lastUse
    }

    /// Returns the name of a program in the form that is stored; the rules are those of the names of people.
    package static func name(_ text: String) throws(AccountNameError) -> String { try AccountName(text).text }

    package func isValid(at now: Date) -> Bool { now < expires }

    /// Returns whether the time of use is to be stored at `now`. A stored time in the future is replaced, too.
    package func needsTouch(at now: Date) -> Bool {
        guard let lastUse else { return true }
        return abs(now.timeIntervalSince(lastUse)) >= Self.touch
    }

    /// Returns what the token permits while its account has the role: never more than the role does.
    package func permissions(as role: Role) -> Set<Permission> { TokenScope.permissions(of: scopes, as: role) }
}

/// A part of the permissions of a person that a token can have.
package enum TokenScope: String, Sendable, Hashable, CaseIterable {
    case read, write, photographs, medicines, admin

    /// The permissions of the scope for an owner. This is the only table of scopes and permissions. No scope has
    /// `people`: a token must not make an account that outlives it.
    package var permissions: Set<Permission> {
        switch self {
        case .read: [.read]
        case .write: [.change]
        case .photographs: [.photograph]
        case .medicines: [.readMedicines, .changeMedicines]
        case .admin: [.settings, .keys, .export]
        }
    }

    package static func permissions(of scopes: Set<TokenScope>, as role: Role) -> Set<Permission> {
        scopes.reduce(into: Set<Permission>()) { $0.formUnion($1.permissions) }.intersection(role.permissions)
    }

    /// Returns the scope that has the permission; nil if none has it.
    package static func with(_ permission: Permission) -> TokenScope? {
        allCases.first { $0.permissions.contains(permission) }
    }

    /// The scopes that permit something to an account with the role.
    package static func useful(to role: Role) -> [TokenScope] {
        allCases.filter { !permissions(of: [$0], as: role).isEmpty }
    }
}
