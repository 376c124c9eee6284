import HTTPTransport

/// Whose token it is. Its description and mirror hide the person. A token for web pages is told no name and no address.
public struct Account: Codable, Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The person's name.
    public let name: String?
    /// The person's address.
    public let email: String?
    /// The person's picture.
    public let imageURL: String?
    /// For whom it is used.
    public let organizationName: String?
    /// Where they are on the web.
    public let organizationURL: String?
    /// What kind of account it is, in the service's word.
    public let accountType: String?
    /// Since when the account is there.
    public let createdAt: String?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, email
        case imageURL = "image_url"
        case organizationName = "organization_name"
        case organizationURL = "organization_url"
        case accountType = "account_type"
        case createdAt = "created_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard CodingKeys.allCases.contains(where: { container.contains($0) }) else {
            throw DecodingError.missing("email", decoder)
        }
        name = container.text(.name)
        email = container.text(.email)
        imageURL = container.text(.imageURL)
        organizationName = container.text(.organizationName)
        organizationURL = container.text(.organizationURL)
        accountType = container.text(.accountType)
        createdAt = container.text(.createdAt)
    }

    public var description: String { "Account(••••)" }

    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
