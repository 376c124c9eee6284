package import FoundationEssentials
package import Messages
package import Recognition

/// A person who can sign in, with the role in one household.
package struct Account: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Account>

    package let id: ID
    package let name: AccountName
    package let role: Role
    package let createdAt: Date
    /// The language of the person's pages and notices; nil if none was chosen.
    package var language: DisplayLanguage?
    /// How times, weeks and units are written for the person.
    package var habits: LocalHabits.Choice

    package init(
        id: ID, name: AccountName, role: Role, createdAt: Date, language: DisplayLanguage? = nil,
        habits: LocalHabits.Choice = .init()
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.createdAt = createdAt
        self.language = language
        self.habits = habits
    }

    package func permits(_ permission: Permission) -> Bool { role.permits(permission) }
}

/// An invitation to a household that was not used yet.
package struct Invitation: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Invitation>

    package let id: ID
    package let role: Role
    /// The name of the person who invites.
    package let from: AccountName
    package let madeAt: Date
    package let expires: Date

    package init(id: ID, role: Role, from: AccountName, madeAt: Date, expires: Date) {
        self.id = id
        self.role = role
        self.from = from
        self.madeAt = madeAt
        self.expires = expires
    }
}
