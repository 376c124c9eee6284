import Credentials
import Crypto
import CryptoExtras
import Foundation
import Household
import Support
import Testing

@Suite("Statements of a sign-in service", .tags(.medium))
struct IDTokenTests {
    private static let issuer = "https://auth.example"
    private static let client = "stillroom"
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// A key of the service, and how it signs.
    struct Signer: Sendable, CustomTestStringConvertible {
        let algorithm: String
        let key: [String: String]
        let sign: @Sendable ([UInt8]) throws -> [UInt8]
        var testDescription: String { algorithm }

        static func es256(_ name: String? = "one") -> Signer {
            let key = P256.Signing.PrivateKey()
            let point = Array(key.publicKey.x963Representation)
            return Signer(
                algorithm: "ES256",
                key: named(
                    [
                        "kty": "EC", "crv": "P-256", "x": Base64URL.text(Array(point[1...32])),
                        "y": Base64URL.text(Array(point[33...])),
                    ], name)
            ) { Array(try key.signature(for: $0).rawRepresentation) }
        }

        static func edDSA(_ name: String? = "two") -> Signer {
            let key = Curve25519.Signing.PrivateKey()
            return Signer(
                algorithm: "EdDSA",
                key: named(
                    [
                        "kty": "OKP", "crv": "Ed25519",
                        "x": Base64URL.text(Array(key.publicKey.rawRepresentation)),
                    ], name)
            ) { Array(try key.signature(for: $0)) }
        }

        static func rs256(_ name: String? = "three") throws -> Signer {
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            let parts = try key.publicKey.getKeyPrimitives()
            return Signer(
                algorithm: "RS256",
                key: named(
                    [
                        "kty": "RSA", "n": Base64URL.text(Array(parts.modulus)),
                        "e": Base64URL.text(Array(parts.publicExponent)),
                    ], name)
            ) { bytes in
                Array(
                    try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
            }
        }

        private static func named(_ key: [String: String], _ name: String?) -> [String: String] {
            var key = key.merging(["use": "sig"]) { $1 }
            key["kid"] = name
            return key
        }
    }

    private static func keys(_ signers: [Signer]) throws -> [UInt8] {
        Array(try JSONSerialization.data(withJSONObject: ["keys": signers.map(\.key)]))
    }

    private static var usual: [String: Any] {
        [
            "iss": issuer, "sub": "ben-1", "aud": client, "exp": 1_800_000_300, "iat": 1_799_999_999, "nonce": "n",
            "preferred_username": "ben", "email": "ben@example.net",
        ]
    }

    private static func token(
        _ signer: Signer, _ claims: [String: Any?] = [:], header: [String: Any?] = [:]
    ) throws -> String {
        var body = usual
        for (name, value) in claims { body[name] = value }
        var head: [String: Any] = ["alg": signer.algorithm, "typ": "JWT"]
        head["kid"] = signer.key["kid"]
        for (name, value) in header { head[name] = value }
        let parts = try [head, body].map { Base64URL.text(Array(try JSONSerialization.data(withJSONObject: $0))) }
        let signed = parts.joined(separator: ".")
        return signed + "." + Base64URL.text(try signer.sign(Array(signed.utf8)))
    }

    private static func check(
        _ token: String, _ keys: [UInt8], since: Date? = nil, needsTime: Bool = false
    ) throws(OpenIDStatementFault) -> OpenIDStatement {
        try OpenIDStatementCheck.signed.check(
            token, keys, issuer, client,
            OpenIDExpectation(nonce: "n", now: now, since: since, needsTime: needsTime))
    }

    private static func refused(
        _ fault: OpenIDStatementFault, _ token: String, _ keys: [UInt8], since: Date? = nil, needsTime: Bool = false,
        at location: SourceLocation = #_sourceLocation
    ) {
        do throws(OpenIDStatementFault) {
            _ = try check(token, keys, since: since, needsTime: needsTime)
            Issue.record("accepted", sourceLocation: location)
        } catch { #expect(error == fault, sourceLocation: location) }
    }

    // MARK: Signatures

    @Test("A token with RS256, ES256 or EdDSA is accepted with its key, and refused with a changed bit or another key")
    func signatures() throws {
        for (signer, other) in [
            (try Signer.rs256(), try Signer.rs256()), (.es256(), .es256()), (.edDSA(), .edDSA()),
        ] {
            let token = try Self.token(signer)
            let keys = try Self.keys([.es256("x"), signer, .edDSA("y")])
            #expect(try Self.check(token, keys) == OpenIDStatement(subject: "ben-1", name: "ben"))
            Self.refused(.wrongSignature, token, try Self.keys([other]))
            let parts = token.split(separator: ".").map(String.init)
            var signature = Base64URL.bytes(parts[2]) ?? []
            signature[10] ^= 1
            Self.refused(.wrongSignature, "\(parts[0]).\(parts[1]).\(Base64URL.text(signature))", keys)
            let claims = try JSONSerialization.data(withJSONObject: Self.usual.merging(["sub": "ada"]) { $1 })
            Self.refused(.wrongSignature, "\(parts[0]).\(Base64URL.text(Array(claims))).\(parts[2])", keys)
        }
    }
}

extension IDTokenTests {
    @Test(
        "A token without a signature, with a shared key, or of another kind is refused",
        arguments: ["none", "None", "HS256", "HS512", "RS512", "PS256", "ES384", "ES256K", "", "rs256"])
    func algorithms(name: String) throws {
        let signer = Signer.es256()
        let keys = try Self.keys([signer])
        Self.refused(.unusableAlgorithm, try Self.token(signer, header: ["alg": name]), keys)
        let parts = try Self.token(signer, header: ["alg": name]).split(separator: ".")
        Self.refused(.unusableAlgorithm, "\(parts[0]).\(parts[1]).", keys)
    }

    @Test("A key is used for its own kind only: not a public key as a shared secret, and not an RSA key for ES256")
    func confusion() throws {
        let (signer, other) = (Signer.es256(), Signer.edDSA("one"))
        Self.refused(.unknownKey, try Self.token(signer), try Self.keys([other]))
        var encryption = signer.key
        encryption["use"] = "enc"
        let set = try JSONSerialization.data(withJSONObject: ["keys": [encryption]])
        Self.refused(.unknownKey, try Self.token(signer), Array(set))
        var wrong = signer.key
        wrong["alg"] = "ES384"
        Self.refused(
            .unknownKey, try Self.token(signer), Array(try JSONSerialization.data(withJSONObject: ["keys": [wrong]])))
    }

    @Test("An unknown name of a key, or a signature that no key fits if the token names none, asks for new keys")
    func unknownKeys() throws {
        let signer = Signer.es256(nil)
        let token = try Self.token(signer)
        #expect(try Self.check(token, Self.keys([.es256("x"), signer])).subject == "ben-1")
        Self.refused(.unknownKey, token, try Self.keys([.es256("x"), .es256(nil)]))
        Self.refused(.unknownKey, try Self.token(.es256("new")), try Self.keys([.es256("old")]))
        Self.refused(.unknownKey, token, Array("no JSON".utf8))
        #expect(OpenIDStatementCheck.signed.keyCount(try Self.keys([signer, .edDSA()])) == 2)
        #expect(OpenIDStatementCheck.signed.keyCount(Array(#"{"keys":[{"kty":"oct","k":"AAAA"},7]}"#.utf8)) == 0)
    }

    @Test(
        "Keys that are too short, of small order or off their curve are not used",
        arguments: [
            #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#,
            #"{"kty":"OKP","crv":"Ed25519","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
            #"{"kty":"EC","crv":"P-256","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE","y":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"}"#,
            #"{"kty":"oct","k":"c2VjcmV0"}"#, #"{}"#,
        ])
    func weakKeys(key: String) {
        #expect(OpenIDStatementCheck.signed.keyCount(Array(#"{"keys":[\#(key)]}"#.utf8)) == 0)
    }

    @Test(
        "A text that is not a signed token of three parts is refused",
        arguments: ["", ".", "..", "a.b", "a.b.c.d", "e30.e30.", "ä.ö.ü", "e30=.e30=.e30="])
    func malformed(token: String) throws {
        Self.refused(.malformed, token, try Self.keys([.es256()]))
    }
}

extension IDTokenTests {
    @Test("A header with an extension that must be understood is refused, and so is a token that is too long")
    func headers() throws {
        let signer = Signer.es256()
        let keys = try Self.keys([signer])
        Self.refused(.malformed, try Self.token(signer, header: ["crit": ["b64"], "b64": false]), keys)
        Self.refused(.malformed, try Self.token(signer, ["name": String(repeating: "x", count: 40_000)]), keys)
    }

    // MARK: Claims

    @Test("Issuer, audience, authorised party, nonce and subject must be the expected ones")
    func claims() throws {
        let signer = Signer.es256()
        let keys = try Self.keys([signer])
        func fault(_ fault: OpenIDStatementFault, _ claims: [String: Any?]) throws {
            Self.refused(fault, try Self.token(signer, claims), keys)
        }
        for issuer in ["https://auth.example/", "https://AUTH.example", "http://auth.example"] {
            try fault(.wrongIssuer, ["iss": issuer])
        }
        try fault(.wrongAudience, ["aud": "another"])
        try fault(.wrongAudience, ["aud": ["another"]])
        try fault(.wrongAudience, ["aud": [String]()])
        try fault(.wrongAudience, ["aud": [Self.client, "another"]])
        try fault(.wrongAudience, ["azp": "another"])
        try fault(.wrongAudience, ["aud": [Self.client, "another"], "azp": "another"])
        try fault(.wrongNonce, ["nonce": "m"])
        try fault(.wrongNonce, ["nonce": nil])
        try fault(.malformed, ["sub": ""])
        try fault(.malformed, ["sub": 7])
        try fault(.malformed, ["sub": nil])
        try fault(.malformed, ["sub": String(repeating: "s", count: 256)])
        try fault(.malformed, ["exp": nil])
        try fault(.malformed, ["exp": "soon"])
        for good in [
            ["aud": [Self.client]], ["azp": Self.client], ["aud": [Self.client, "another"], "azp": Self.client],
        ] as [[String: Any?]] {
            #expect(try Self.check(Self.token(signer, good), keys).subject == "ben-1")
        }
    }

    @Test("Times are accepted within a minute of difference, and refused beyond")
    func times() throws {
        let signer = Signer.es256()
        let keys = try Self.keys([signer])
        let now = Self.now.timeIntervalSince1970
        for claims in [
            ["exp": now - 59], ["iat": now + 59], ["nbf": now + 59], ["auth_time": 0], ["auth_time": now + 59],
        ] {
            #expect(try Self.check(Self.token(signer, claims), keys).subject == "ben-1", "\(claims)")
        }
        for claims in [
            ["exp": now - 61], ["iat": now + 61], ["nbf": now + 61], ["auth_time": now + 61], ["auth_time": -1],
            ["iat": -1], ["nbf": -1], ["exp": -1e300],
        ] {
            Self.refused(.wrongTime, try Self.token(signer, claims), keys)
        }
    }

    @Test(
        "A time that no integer holds is refused and does not stop the process",
        arguments: ["auth_time", "iat", "nbf", "exp"], ["-1e300", "1e300", "1e999", "-1e999", "9e18", "1e19"])
    func hugeTimes(claim: String, number: String) throws {
        let signer = Signer.es256()
        let head = Base64URL.text(Array(#"{"alg":"ES256","kid":"one"}"#.utf8))
        let rest = ["exp": "1800000300", "iat": "1799999999"].filter { $0.key != claim }
            .map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
        let body =
            #"{"iss":"\#(Self.issuer)","sub":"b","aud":"\#(Self.client)","nonce":"n","\#(claim)":\#(number),\#(rest)}"#
        let signed = head + "." + Base64URL.text(Array(body.utf8))
        let token = signed + "." + Base64URL.text(try signer.sign(Array(signed.utf8)))
        let keys = try Self.keys([signer])
        do throws(OpenIDStatementFault) {
            _ = try Self.check(token, keys, since: Self.now, needsTime: true)
            Issue.record("accepted")
        } catch {
            // A far end is a time; the missing time of the sign-in is the reason then.
            #expect([.wrongTime, .malformed, .notRecent].contains(error))
        }
    }

    @Test("If the person had to sign in again, the time of that must be there and not before the request")
    func recent() throws {
        let signer = Signer.es256()
        let keys = try Self.keys([signer])
        let now = Self.now.timeIntervalSince1970
        let since = Self.now - 100
        Self.refused(.notRecent, try Self.token(signer), keys, since: since, needsTime: true)
        Self.refused(
            .notRecent, try Self.token(signer, ["auth_time": now - 161]), keys, since: since, needsTime: true)
        Self.refused(.notRecent, try Self.token(signer, ["auth_time": now - 161]), keys, since: since)
        #expect(try Self.check(Self.token(signer), keys, since: since).subject == "ben-1")
        for time in [now - 159, now] {
            let token = try Self.token(signer, ["auth_time": time])
            #expect(try Self.check(token, keys, since: since, needsTime: true).subject == "ben-1")
        }
    }
}

extension IDTokenTests {
    @Test("The name is the first of user name, mail address and name that can be shown")
    func names() throws {
        let signer = Signer.es256()
        let keys = try Self.keys([signer])
        for (claims, name) in [
            (["preferred_username": "b\u{202E}en"], "ben"), (["preferred_username": nil], "ben@example.net"),
            (["preferred_username": " ", "email": nil, "name": "Ben"], "Ben"),
            (["preferred_username": nil, "email": nil], nil),
        ] as [([String: Any?], String?)] {
            #expect(try Self.check(Self.token(signer, claims), keys).name == name)
        }
    }
}
