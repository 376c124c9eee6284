import Crypto
import CryptoExtras
import Foundation

/// The public key of a passkey (RFC 9052, RFC 8812, RFC 9053): ES256, EdDSA with Ed25519, or RS256.
enum COSEKey {
    case es256(P256.Signing.PublicKey)
    case edDSA(Curve25519.Signing.PublicKey)
    case rs256(_RSA.Signing.PublicKey)

    /// Throws if the bytes are not one key of these kinds, or if the point is not on its curve.
    init(_ bytes: [UInt8]) throws(CBOR.Malformed) { self = try Self.key(CBOR.value(bytes)) }

    private static func key(_ value: CBOR) throws(CBOR.Malformed) -> COSEKey {
        guard case .map(let map) = value else { throw CBOR.Malformed() }
        func bytes(_ label: Int64) -> [UInt8]? {
            guard case .bytes(let bytes)? = map[.integer(label)] else { return nil }
            return bytes
        }
        switch (map[.integer(1)], map[.integer(3)]) {
        case (.integer(2), .integer(-7)):
            guard map[.integer(-1)] == .integer(1), let x = bytes(-2), let y = bytes(-3), x.count == 32, y.count == 32,
                let key = try? P256.Signing.PublicKey(x963Representation: [4] + x + y)
            else { throw CBOR.Malformed() }
            return .es256(key)
        case (.integer(1), .integer(-8)):
            guard map[.integer(-1)] == .integer(6), let x = bytes(-2), x.count == 32, Ed25519Points.isUsable(x),
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
            else { throw CBOR.Malformed() }
            return .edDSA(key)
        case (.integer(3), .integer(-257)):
            guard let n = bytes(-1), let e = bytes(-2), (256...512).contains(n.count), n[0] >= 0x80,
                e == [1, 0, 1], let key = try? _RSA.Signing.PublicKey(n: n, e: e)
            else { throw CBOR.Malformed() }
            return .rs256(key)
        default: throw CBOR.Malformed()
        }
    }

    func isValid(_ signature: [UInt8], for bytes: [UInt8]) -> Bool {
        switch self {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: bytes)
        case .edDSA(let key): return signature.count == 64 && key.isValidSignature(signature, for: bytes)
        case .rs256(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes),
                padding: .insecurePKCS1v1_5)
        }
    }
}

/// Points of Ed25519 that no honest key has: those of small order, for which a signature can be made without a key.
enum Ed25519Points {
    private static let small: Set<[UInt8]> = Set(
        [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ].map(bytes))

    /// The sign of a point does not change its order.
    static func isUsable(_ point: [UInt8]) -> Bool {
        guard point.count == 32 else { return false }
        return !small.contains(point.dropLast() + [point[31] & 0x7F])
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap { $0.hexDigitValue.map(UInt8.init) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
