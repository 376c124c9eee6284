package import Foundation

/// A service's address, split into the parts of a request. Percent-encoding is kept.
package struct BaseURL: Sendable, Hashable {
    /// The scheme; `https` if the URL has none.
    package let scheme: String
    /// Host and port.
    package let authority: String
    /// The URL's path, unchanged.
    package let wholePath: String
    /// The query with its question mark; empty if there is none.
    package let query: String

    package init(_ url: URL) {
        let text = url.absoluteString.prefix { $0 != "#" }
        let address = text.prefix { $0 != "?" }
        let afterScheme = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address
        let authority = afterScheme.prefix { $0 != "/" }
        scheme = url.scheme ?? "https"
        self.authority = String(authority)
        wholePath = String(afterScheme.dropFirst(authority.count))
        query = String(text.dropFirst(address.count))
    }

    /// The path without slashes at its end, so that the path of a call can follow.
    package var path: String {
        var path = wholePath[...]
        while path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}

extension URL {
    /// Parses a URL that is a literal in the source code.
    package init(constant text: StaticString) {
        guard let url = URL(string: "\(text)") else { preconditionFailure("not a URL: \(text)") }
        self = url
    }

    /// Whether a secret may be sent to this address: over TLS, or to this machine.
    package var isConfidential: Bool {
        let host = host()?.lowercased() ?? ""
        return scheme?.lowercased() == "https" || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    /// Whether the address has the scheme `http` or `https` and a host.
    package var isWebAddress: Bool {
        ["http", "https"].contains(scheme?.lowercased()) && host()?.isEmpty == false
    }
}
