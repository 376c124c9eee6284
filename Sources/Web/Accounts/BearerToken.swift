import HTTPTypes

/// The token in the header field `Authorization: Bearer …` (RFC 6750). Descriptions do not contain it.
struct BearerToken: CustomStringConvertible, CustomReflectable {
    let secret: String

    /// Returns nil if the request does not use this scheme. Every other value is a token, if only one that no program has.
    init?(_ headers: HTTPFields) {
        guard let field = headers[.authorization] else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard let scheme = parts.first, scheme.lowercased() == "bearer" else { return nil }
        secret = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
    }

    var description: String { "BearerToken(••••)" }
    var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The challenge of RFC 6750 with the reason why a token is not enough. `scope` is the one that is missing.
    static func challenge(_ error: String, scope: String? = nil) -> String {
        #"Bearer realm="Stillroom", error="\#(error)""# + (scope.map { #", scope="\#($0)""# } ?? "")
    }
}
