package import HTTPTypes

/// The credential of a client. Description and mirror show no secret.
package enum APICredential: Sendable, CustomStringConvertible, CustomReflectable {
    /// No credential.
    case none
    /// A field of the query, added after all others.
    case query(name: String, value: String)
    /// Header fields.
    case fields(HTTPFields)

    /// `Authorization: Bearer …`.
    package static func bearer(_ token: String) -> APICredential { .fields([.authorization: "Bearer \(token)"]) }

    package var description: String {
        switch self {
        case .none: "no credential"
        case .query: "a credential in the query"
        case .fields: "a credential in header fields"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: ["kind": description], displayStyle: .enum) }
}
