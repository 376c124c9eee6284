import HTTPTransport

/// The token's owner. Description and mirror hide personal data. With a client token, name and address are missing.
public struct Account: Codable, Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The person's name.
    public let name: String?
    /// The person's address.
    public let email: String?
    /// The person's picture.
    public let imageURL: String?
    /// The organization that uses the account.
    public let organizationName: String?
    /// The person's web page.
    public let organizationURL: String?
    /// The type of account, as the service names it.
    public let accountType: String?
    /// When the account was created.
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
