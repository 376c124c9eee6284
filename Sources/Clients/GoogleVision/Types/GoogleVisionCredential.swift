import Foundation
import HTTPTypes

/// The credential of the paying account. Description and mirror do not show it.
public struct GoogleVisionCredential: Sendable, CustomStringConvertible, CustomReflectable {
    private enum Kind: Sendable {
        case key(String)
        case token(String, project: String)
    }

    private let kind: Kind

    /// An API key of the paying project, created in the Cloud console. Restrict the key to the Vision API there.
    ///
    /// - Parameter key: the key; white space around it is removed.
    /// - Returns: a credential.
    public static func key(_ key: String) -> GoogleVisionCredential {
        GoogleVisionCredential(kind: .key(key.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// An OAuth access token of a user of the project; it expires after about an hour.
    ///
    /// - Parameters:
    ///   - token: the token, without the word `Bearer`.
    ///   - project: the paying project, for the header field `x-goog-user-project`.
    /// - Returns: a credential.
    public static func token(_ token: String, project: String) -> GoogleVisionCredential {
        GoogleVisionCredential(
            kind: .token(
                token.trimmingCharacters(in: .whitespacesAndNewlines),
                project: project.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    public var description: String {
        switch kind {
        case .key: "a key"
        case .token: "a token"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["kind": description], displayStyle: .struct) }

    private var parts: [String] {
        switch kind {
        case .key(let key): [key]
        case .token(let token, let project): [token, project]
        }
    }

    var isEmpty: Bool { parts.contains("") }

    /// Whether the credential can be written in a header field: a line break would begin another field.
    var isWritable: Bool { parts.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } } }

    /// The text that no error may contain.
    var secret: String { parts.first ?? "" }

    /// The header fields with the credential; none if it cannot be written in a header field.
    var fields: HTTPFields {
        guard isWritable else { return [:] }
        var fields = HTTPFields()
        switch kind {
        case .key(let key):
            if let name = HTTPField.Name("x-goog-api-key") { fields[name] = key }
        case .token(let token, let project):
            fields[.authorization] = "Bearer \(token)"
            if let name = HTTPField.Name("x-goog-user-project") { fields[name] = project }
        }
        return fields
    }
}
