import Accounts
import Foundation
import Messages

/// What a sign-in service says about itself (OpenID Connect Discovery 1.0, section 3).
struct OpenIDMetadata: Sendable {
    /// How a program names itself at the service (OpenID Connect Core 1.0, section 9).
    enum ClientAuthentication: Sendable {
        case basic, post
    }

    /// The page on which a person signs in.
    let authorization: RemoteAddress
    let token: RemoteAddress
    let keys: RemoteAddress
    /// Nil if the service has none.
    let person: RemoteAddress?
    let authentication: ClientAuthentication

    private struct Document: Decodable {
        let issuer: String
        let authorizationEndpoint: String
        let tokenEndpoint: String
        let jwksURI: String
        let userinfoEndpoint: String?
        let authenticationMethods: [String]?
        let challengeMethods: [String]?

        private enum CodingKeys: String, CodingKey {
            case issuer
            case authorizationEndpoint = "authorization_endpoint"
            case tokenEndpoint = "token_endpoint"
            case jwksURI = "jwks_uri"
            case userinfoEndpoint = "userinfo_endpoint"
            case authenticationMethods = "token_endpoint_auth_methods_supported"
            case challengeMethods = "code_challenge_methods_supported"
        }
    }

    /// The reason why the statement of a service cannot be used, as words for the log and for `doctor`.
    struct Unusable: Error {
        let words: @Sendable () -> String

        init(_ words: @autoclosure @escaping @Sendable () -> String) { self.words = words }
    }

    /// `issuer` is that of the settings; the service must state exactly the same text (section 4.3).
    init(_ bytes: [UInt8], issuer: String) throws(Unusable) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw Unusable(localized("its configuration cannot be read"))
        }
        guard document.issuer == issuer else {
            throw Unusable(localized("it states another issuer than accounts.openid-issuer"))
        }
        guard document.challengeMethods?.contains("S256") ?? true else {
            throw Unusable(localized("it does not support PKCE"))
        }
        guard let authorization = Self.page(document.authorizationEndpoint, of: issuer),
            let token = Self.endpoint(document.tokenEndpoint, of: issuer),
            let keys = Self.endpoint(document.jwksURI, of: issuer)
        else { throw Unusable(localized("it states an address that cannot be used")) }
        self.authorization = authorization
        self.token = token
        self.keys = keys
        person = document.userinfoEndpoint.flatMap { Self.endpoint($0, of: issuer) }
        // Without a list, the first one is meant (section 3).
        let methods = document.authenticationMethods ?? ["client_secret_basic"]
        authentication =
            methods.contains("client_secret_basic") || !methods.contains("client_secret_post") ? .basic : .post
    }

    /// The address with the statement of a service (section 4.1).
    static func address(of issuer: String) -> RemoteAddress? {
        let text = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        return endpoint(text + "/.well-known/openid-configuration", of: issuer)
    }

    /// Returns whether an address can be an issuer: https, or http on this machine; without query and fragment.
    static func isIssuer(_ text: String) -> Bool {
        guard !text.contains("?"), !text.contains("#"), !text.contains("%"), let address = RemoteAddress(text) else {
            return false
        }
        return !address.isForbidden && (address.scheme == "https" || isThisMachine(address.host))
    }

    /// `host` is that of a `RemoteAddress`.
    private static func isThisMachine(_ host: String) -> Bool {
        if host == "localhost" { return true }
        let text = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard let bytes = NetworkAddress(text)?.bytes else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Only browsers open this address. The rule of TLS is the same.
    private static func page(_ text: String, of issuer: String) -> RemoteAddress? {
        guard let address = RemoteAddress(text), let own = RemoteAddress(issuer) else { return nil }
        let isOnThisMachine = own.scheme == "http" && isThisMachine(own.host) && isThisMachine(address.host)
        return address.scheme == "https" || isOnThisMachine ? address : nil
    }

    /// This server opens the address, and sends secrets to it.
    private static func endpoint(_ text: String, of issuer: String) -> RemoteAddress? {
        page(text, of: issuer).flatMap { $0.isForbidden ? nil : $0 }
    }
}

extension OpenIDMetadata {
    /// Returns a text for the query or the body of a form: everything but the unreserved characters is encoded (RFC 3986,
    /// section 2.3).
    static func form(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    }

    static func encoded(_ text: String) -> String {
        var allowed = CharacterSet(charactersIn: "-._~")
        for range in ["a"..."z", "A"..."Z", "0"..."9"] as [ClosedRange<Unicode.Scalar>] {
            allowed.insert(charactersIn: range)
        }
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
