import Foundation
import HTTPTransport

/// The address of a service, read from a setting.
struct ServiceAddress: Sendable {
    let scheme: String
    let authority: String
    let host: String
    private let path: String
    private let query: String

    /// Accepts `https://host` and `http://host:11434/v1`, also with `/chat/completions` at the end. Without a path,
    /// `/v1` is used.
    init(_ url: URL) throws(ChatCompletionsError) {
        let scheme = url.scheme?.lowercased() ?? ""
        guard scheme == "http" || scheme == "https", let host = url.host(), !host.isEmpty, url.user() == nil,
            url.password() == nil
        else {
            throw ChatCompletionsError(refusing: .address, "the service's address needs http or https and a host alone")
        }
        let base = BaseURL(url)
        var path = base.path
        if path.hasSuffix("/chat/completions") { path.removeLast("/chat/completions".count) }
        self.scheme = scheme
        self.host = host.lowercased()
        self.path = path.isEmpty ? "/v1" : path
        authority = base.authority
        query = base.query
    }

    /// Whether this is OpenAI's own service, which has fields that others lack.
    var isOpenAI: Bool { host == "api.openai.com" }

    func target(_ end: String) -> String { path + end + query }

    /// Whether a key may be sent there: over TLS, to this machine, or to the local network.
    var keepsSecrets: Bool {
        if scheme == "https" { return true }
        let name = host.trimmingCharacters(in: ["[", "]"])
        if let address = Self.numbers(name) { return Self.isPrivate(address) }
        if name.contains(":") {
            return name == "::1" || ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains { name.hasPrefix($0) }
        }
        return !name.contains(".")
            || [".localhost", ".local", ".lan", ".internal", ".home.arpa"].contains { name.hasSuffix($0) }
    }

    private static func numbers(_ name: String) -> [Int]? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        let numbers = parts.compactMap { $0 }
        return parts.count == 4 && numbers.count == 4 && numbers.allSatisfy { (0...255).contains($0) } ? numbers : nil
    }

    private static func isPrivate(_ address: [Int]) -> Bool {
        switch (address[0], address[1]) {
        case (10, _), (127, _), (192, 168), (172, 16...31), (169, 254), (100, 64...127): true
        default: false
        }
    }
}
