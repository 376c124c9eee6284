import Accounts

/// What an authenticator states and signs (WebAuthn, section 6.1).
struct AuthenticatorData {
    struct Credential {
        let id: [UInt8]
        /// A COSE key.
        let publicKey: [UInt8]
    }

    /// The SHA-256 of the host name.
    let hostDigest: [UInt8]
    let isUserPresent: Bool
    let isUserVerified: Bool
    let isBackedUp: Bool
    let counter: UInt32
    /// Only after a registration.
    let credential: Credential?

    /// Throws if the bytes are not exactly such a statement.
    init(_ bytes: [UInt8]) throws(CBOR.Malformed) {
        guard bytes.count >= 37 else { throw CBOR.Malformed() }
        let flags = bytes[32]
        hostDigest = Array(bytes[..<32])
        isUserPresent = flags & 0x01 != 0
        isUserVerified = flags & 0x04 != 0
        isBackedUp = flags & 0x10 != 0
        // A copy exists only of a key that may be copied.
        guard flags & 0x08 != 0 || !isBackedUp else { throw CBOR.Malformed() }
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        if flags & 0x40 != 0 {
            // 16 bytes name the model of the device. They are not used.
            guard rest.count >= 18 else { throw CBOR.Malformed() }
            let start = rest.startIndex
            let length = Int(rest[start + 16]) << 8 | Int(rest[start + 17])
            rest = rest.dropFirst(18)
            guard (1...Passkey.credentialBytes).contains(length), rest.count >= length else {
                throw CBOR.Malformed()
            }
            let id = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
            var reader = CBORReader(rest)
            _ = try reader.value()
            credential = Credential(id: id, publicKey: Array(rest.prefix(rest.count - reader.rest.count)))
            rest = reader.rest
        } else {
            credential = nil
        }
        if flags & 0x80 != 0 {
            var reader = CBORReader(rest)
            guard case .map = try reader.value() else { throw CBOR.Malformed() }
            rest = reader.rest
        }
        guard rest.isEmpty else { throw CBOR.Malformed() }
    }
}
