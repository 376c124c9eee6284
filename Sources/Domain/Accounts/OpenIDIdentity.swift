package import FoundationEssentials
package import Recognition

/// A person at a sign-in service (OpenID Connect) who is connected with an account and signs in through the service.
package struct OpenIDIdentity: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<OpenIDIdentity>

    /// The most identities of an account.
    package static let limit = 5
    /// The most characters of a subject (OpenID Connect Core 1.0, section 2).
    package static let subjectLimit = 255
    /// The most characters of the name that is shown.
    package static let nameLimit = 120

    package let id: ID
    package let account: Account.ID
    /// The service, as it names itself: "https://auth.example.net".
    package let issuer: String
    /// The person at the service. It never changes and is never given to another person; a mail address may be both.
    package let subject: String
    /// What the service called the person when the identity was connected. It is only shown, and never compared.
    package let name: String
    package let createdAt: Date
    /// Nil if it was never used.
    package let lastUse: Date?

    package init(
        id: ID, account: Account.ID, issuer: String, subject: String, name: String, createdAt: Date, lastUse: Date?
    ) {
        self.id = id
        self.account = account
        self.issuer = issuer
        self.subject = subject
        self.name = name
        self.createdAt = createdAt
        self.lastUse = lastUse
    }

    /// Returns whether a text can be a subject: 1 to 255 visible ASCII characters or spaces.
    package static func isSubject(_ text: String) -> Bool {
        (1...subjectLimit).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Returns what is shown of a name that a service sent: one line, without invisible characters, which could turn the
    /// direction of other words, and shortened; nil if nothing is left.
    package static func shownName(_ text: String) -> String? {
        let visible = String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(4 * nameLimit).filter { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                        false
                    default: true
                    }
                }))
        let words = visible.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // Scalars, because a character can carry any number of marks.
        let name = String(String.UnicodeScalarView(words.unicodeScalars.prefix(nameLimit)))
        return name.isEmpty ? nil : name
    }
}
