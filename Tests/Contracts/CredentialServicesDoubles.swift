import Accounts
package import Household
import Synchronization

extension CredentialServices {
    /// Fast and predictable: random bytes count upwards, and a hash is the passphrase's bytes in base 64 behind a word for
    /// its cost. `onHash` is called for every hash and every comparison.
    package static func drawn(
        cost: String = "drawn", common: [String] = ["password1", "correct horse"],
        openID: OpenIDServices? = nil, onHash: @escaping @Sendable () async throws -> Void = {}
    ) -> CredentialServices {
        let last = Mutex<UInt64>(0)
        return CredentialServices(
            random: { count in
                let number = last.withLock { last in
                    last += 1
                    return last
                }
                // Spread over all bytes, so that the first ones differ.
                return (0..<count).map {
                    UInt8(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15 &+ UInt64($0) &* 0x1_0000_01B3) >> 24)
                }
            },
            digest: { bytes in
                // Not SHA-256; four sums with different starts, so that different bytes have different digests.
                (0..<4 as Range<UInt64>).flatMap { start in
                    var sum = 14_695_981_039_346_656_037 &+ start
                    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
                    return (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
                }
            },
            hash: { passphrase in
                try await onHash()
                return "\(cost) \(Base64URL.text(passphrase.bytes))"
            },
            verify: { passphrase, hash in
                try await onHash()
                let parts = hash.split(separator: " ", omittingEmptySubsequences: false)
                return .init(
                    matches: parts.count == 2 && parts[1] == Base64URL.text(passphrase.bytes),
                    needsRehash: parts.first.map(String.init) != cost)
            },
            decoy: "\(cost) ?", common: { CommonPassphrases(common) }, passkeys: .drawn,
            openID: openID)
    }
}
