import Crypto
import CryptoExtras
import Foundation
import Household

/// The public keys of a sign-in service (RFC 7517, RFC 7518, RFC 8037).
struct KeySet {
    struct Key {
        /// The name of the key (`kid`).
        let name: String?
        let key: SignatureKey
    }

    /// The most keys that are read of a set.
    private static let limit = 32

    /// The keys for signatures of known kinds; others are left out.
    let keys: [Key]

    /// Throws if the bytes are not a key set.
    init(_ bytes: [UInt8]) throws {
        let set = try JSONDecoder().decode(Document.self, from: Data(bytes))
        keys = set.keys.prefix(Self.limit).compactMap { part in
            guard let written = part.key, written.use == nil || written.use == "sig",
                written.operations?.contains("verify") ?? true, let key = SignatureKey(written)
            else { return nil }
            return Key(name: written.name, key: key)
        }
    }

    private struct Document: Decodable {
        let keys: [Part]
    }

    /// One key; nil if it is of another form.
    private struct Part: Decodable {
        let key: WrittenKey?

        init(from decoder: any Decoder) throws { key = try? WrittenKey(from: decoder) }
    }
}

/// A key as a set contains it (RFC 7517, section 4).
struct WrittenKey: Decodable {
    let kind: String
    let use: String?
    let operations: [String]?
    let algorithm: String?
    let name: String?
    let curve: String?
    let x: String?
    let y: String?
    let n: String?
    let e: String?

    private enum CodingKeys: String, CodingKey {
        case kind = "kty"
        case use
        case operations = "key_ops"
        case algorithm = "alg"
        case name = "kid"
        case curve = "crv"
        case x, y, n, e
    }
}

/// A public key with the one kind of signature that it is accepted for (RFC 7518, section 3.1; RFC 8037).
enum SignatureKey {
    case es256(P256.Signing.PublicKey)
    case edDSA(Curve25519.Signing.PublicKey)
    case rs256(_RSA.Signing.PublicKey)

    /// The name of the kind of signature in a token.
    var algorithm: String {
        switch self {
        case .es256: "ES256"
        case .edDSA: "EdDSA"
        case .rs256: "RS256"
        }
    }

    static let algorithms: Set<String> = ["ES256", "EdDSA", "RS256"]

    /// Returns nil for another kind, an RSA key of fewer than 2,048 or more than 8,192 bits, another exponent than 65537,
    /// and a point that is not on its curve or of small order.
    init?(_ written: WrittenKey) {
        func bytes(_ text: String?) -> [UInt8]? { text.flatMap(Base64URL.bytes) }
        switch (written.kind, written.curve) {
        case ("EC", "P-256"):
            guard let x = bytes(written.x), let y = bytes(written.y), x.count == 32, y.count == 32,
                let key = try? P256.Signing.PublicKey(x963Representation: [4] + x + y)
            else { return nil }
            self = .es256(key)
        case ("OKP", "Ed25519"):
            guard let x = bytes(written.x), x.count == 32, Ed25519Points.isUsable(x),
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
            else { return nil }
            self = .edDSA(key)
        case ("RSA", _):
            guard let e = bytes(written.e), e == [1, 0, 1], let written = bytes(written.n) else { return nil }
            let n = Array(written.drop { $0 == 0 })
            guard (256...1024).contains(n.count), n[0] >= 0x80 || n.count > 256,
                let key = try? _RSA.Signing.PublicKey(n: n, e: e)
            else { return nil }
            self = .rs256(key)
        default: return nil
        }
        if let algorithm = written.algorithm, algorithm != self.algorithm { return nil }
    }

    /// Of ES256 the signature is that of JOSE: two numbers of 32 bytes.
    func isValid(_ signature: [UInt8], for bytes: [UInt8]) -> Bool {
        switch self {
        case .es256(let key):
            guard signature.count == 64, let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: bytes)
        case .edDSA(let key): return signature.count == 64 && key.isValidSignature(signature, for: bytes)
        case .rs256(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes),
                padding: .insecurePKCS1v1_5)
        }
    }
}
