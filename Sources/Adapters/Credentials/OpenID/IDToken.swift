import Accounts
import Foundation
package import Household

extension OpenIDStatementCheck {
    /// The checks of ID tokens with swift-crypto.
    package static let signed = OpenIDStatementCheck(
        check: { token, keys, issuer, client, expectation throws(OpenIDStatementFault) in
            try IDToken(token).statement(keys, issuer: issuer, client: client, expectation)
        },
        keyCount: { (try? KeySet($0))?.keys.count ?? 0 })
}

/// A statement about a person in the compact form (RFC 7515, section 7.1), and its checks (OpenID Connect Core 1.0,
/// section 3.1.3.7).
struct IDToken {
    private static let byteLimit = 32 << 10

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        /// Names of extensions that must be understood; none is.
        let crit: [String]?
    }

    private struct Claims: Decodable {
        let iss: String
        let sub: String
        let aud: Audience
        let azp: String?
        let exp: Double
        let iat: Double
        let nbf: Double?
        let nonce: String?
        let authTime: Double?
        let preferredUsername: Words?
        let email: Words?
        let name: Words?

        private enum CodingKeys: String, CodingKey {
            case iss, sub, aud, azp, exp, iat, nbf, nonce, email, name
            case authTime = "auth_time"
            case preferredUsername = "preferred_username"
        }
    }

    /// A text that is only shown; nil if it is of another type, which is no reason to refuse a person.
    private struct Words: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    /// One name or a list of names.
    private struct Audience: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            names = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
        }
    }

    private let header: Header
    private let claims: [UInt8]
    private let signed: [UInt8]
    private let signature: [UInt8]

    init(_ text: String) throws(OpenIDStatementFault) {
        guard text.utf8.count <= Self.byteLimit else { throw .malformed }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !text.contains("="), let head = Base64URL.bytes(parts[0]),
            let claims = Base64URL.bytes(parts[1]), let signature = Base64URL.bytes(parts[2]),
            let header = try? JSONDecoder().decode(Header.self, from: Data(head)), header.crit == nil
        else { throw .malformed }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    func statement(
        _ keys: [UInt8], issuer: String, client: String, _ expectation: OpenIDExpectation
    ) throws(OpenIDStatementFault) -> OpenIDStatement {
        guard SignatureKey.algorithms.contains(header.alg) else { throw .unusableAlgorithm }
        try checkSignature(keys)
        guard let claims = try? JSONDecoder().decode(Claims.self, from: Data(claims)) else { throw .malformed }
        guard claims.iss == issuer else { throw .wrongIssuer }
        guard OpenIDIdentity.isSubject(claims.sub) else { throw .malformed }
        // With several audiences the token must say for which one it was made.
        guard claims.aud.names.contains(client), claims.azp ?? (claims.aud.names.count == 1 ? client : "") == client
        else { throw .wrongAudience }
        try checkTimes(claims, expectation)
        guard claims.nonce == expectation.nonce else { throw .wrongNonce }
        let names = [claims.preferredUsername, claims.email, claims.name].compactMap { $0?.text }
        return OpenIDStatement(subject: claims.sub, name: names.lazy.compactMap(OpenIDIdentity.shownName).first)
    }

    private func checkSignature(_ bytes: [UInt8]) throws(OpenIDStatementFault) {
        guard let set = try? KeySet(bytes) else { throw .unknownKey }
        let fitting = set.keys.filter { key in
            key.key.algorithm == header.alg && (header.kid == nil || key.name == header.kid)
        }
        guard !fitting.isEmpty else { throw .unknownKey }
        guard fitting.contains(where: { $0.key.isValid(signature, for: signed) }) else {
            throw header.kid == nil ? .unknownKey : .wrongSignature
        }
    }

    /// Every time is compared as it is: a number of the service can be larger than any integer.
    private func checkTimes(_ claims: Claims, _ expectation: OpenIDExpectation) throws(OpenIDStatementFault) {
        let now = expectation.now.timeIntervalSince1970
        let skew = OpenIDExpectation.skew
        let past = 0...now + skew
        guard claims.exp.isFinite, claims.exp > now - skew, past.contains(claims.iat),
            claims.nbf.map(past.contains) ?? true, claims.authTime.map(past.contains) ?? true
        else { throw .wrongTime }
        guard let since = expectation.since?.timeIntervalSince1970 else { return }
        guard let time = claims.authTime else {
            if expectation.needsTime { throw .notRecent }
            return
        }
        guard time >= since - skew else { throw .notRecent }
    }
}
