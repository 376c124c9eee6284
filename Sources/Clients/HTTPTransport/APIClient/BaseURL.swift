package import Foundation

/// The address of a service, taken apart as its pieces are written in a request: percent-encoding stays as it is.
package struct BaseURL: Sendable, Hashable {
    /// `https` if the URL has none.
    package let scheme: String
    /// Host and port.
    package let authority: String
    /// The path as it stands in the URL.
    package let wholePath: String
    /// With its question mark; empty if there is none.
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
    /// A URL that is written in the source.
    package init(constant text: StaticString) {
        guard let url = URL(string: "\(text)") else { preconditionFailure("not a URL: \(text)") }
        self = url
    }

    /// Whether a secret may be sent here: over TLS, or to this machine itself.
    package var isConfidential: Bool {
        let host = host()?.lowercased() ?? ""
        return scheme?.lowercased() == "https" || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    /// Whether this is an address with `http` or `https` and a host.
    package var isWebAddress: Bool {
        ["http", "https"].contains(scheme?.lowercased()) && host()?.isEmpty == false
    }
}
