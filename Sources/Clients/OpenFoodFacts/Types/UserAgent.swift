/// The application that sends the requests, as Open Food Facts requires it: `App/1.0 (mail@example.org)`. Requests
/// without it may be blocked.
///
/// Source: <https://openfoodfacts.github.io/openfoodfacts-server/api/>, "Authentication".
public struct UserAgent: Sendable, Hashable, CustomStringConvertible {
    /// The form that is sent.
    public let text: String

    /// - Parameters:
    ///   - app: the program's name, without spaces or slashes.
    ///   - version: its version.
    ///   - contact: a mail address or a web page of the person responsible.
    /// - Throws: ``OpenFoodFactsError`` with ``OpenFoodFactsError/Rule/userAgent`` if one of them is empty or not
    ///   allowed in a header.
    public init(app: String, version: String, contact: String) throws {
        func isToken(_ text: String) -> Bool {
            !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !Array("()/\"\\".utf8).contains($0) }
        }
        let isContact =
            contact.contains { !$0.isWhitespace }
            && contact.utf8.allSatisfy { (0x20...0x7E).contains($0) && !Array("()\\".utf8).contains($0) }
        guard isToken(app), isToken(version), isContact else {
            throw OpenFoodFactsError(refusing: .userAgent, "a user agent has a name, a version and a contact")
        }
        text = "\(app)/\(version) (\(contact))"
    }

    public var description: String { text }
}
