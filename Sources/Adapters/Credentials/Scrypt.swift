package import Accounts
import Crypto
import CryptoExtras
import Foundation
package import Household
import Messages

/// Hashes passphrases with scrypt (RFC 7914). The text of a hash contains its cost and its salt:
/// `$scrypt$ln=15,r=8,p=3$SALT$KEY`, where `ln` is the binary logarithm of N, and SALT and KEY are base 64 for URLs.
package struct Scrypt: Sendable {
    /// How much work one hash is. It takes `128 · r · 2^ln` bytes of memory, and time in proportion to `p · r · 2^ln`.
    package struct Cost: Sendable, Hashable {
        package let logN: Int
        package let blockSize: Int
        package let parallelism: Int

        package init(logN: Int, blockSize: Int, parallelism: Int) {
            self.logN = logN
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// The cost of new hashes: 32 MiB. Decision 42 has the measured times.
        package static let current = Cost(logN: 15, blockSize: 8, parallelism: 3)

        /// A hash in the database with a cost beyond these bounds was not written by Stillroom.
        fileprivate var isPlausible: Bool {
            (1...18).contains(logN) && (1...16).contains(blockSize) && (1...16).contains(parallelism)
        }
    }

    private struct Hash {
        let cost: Cost
        let salt: [UInt8]
        let key: [UInt8]
    }

    private static let saltBytes = 16
    private static let keyBytes = 32

    let cost: Cost
    let random: @Sendable (Int) -> [UInt8]

    package init(_ cost: Cost = .current, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.cost = cost
        self.random = random
    }

    /// Blocks for the time of one hash.
    package func hash(_ passphrase: Passphrase) throws -> String {
        let salt = random(Self.saltBytes)
        let key = try Self.key(of: passphrase, salt, cost)
        return Self.text(Hash(cost: cost, salt: salt, key: unsafe key.withUnsafeBytes { unsafe Array($0) }))
    }

    /// Blocks for the time of one hash. Compares in constant time.
    package func verify(_ passphrase: Passphrase, _ text: String) throws -> CredentialServices.Verification {
        guard let hash = Self.hash(text) else {
            throw HouseholdError(
                .storageFailed, localized("A passphrase's hash in the database is damaged."),
                hint: localized("stillroom accounts reset NAME makes a link for a new passphrase."))
        }
        let key = try Self.key(of: passphrase, hash.salt, hash.cost)
        return .init(matches: key == SymmetricKey(data: hash.key), needsRehash: hash.cost != cost)
    }

    /// Returns a hash that no known passphrase matches, without computing one.
    package func decoy() -> String {
        Self.text(Hash(cost: cost, salt: random(Self.saltBytes), key: random(Self.keyBytes)))
    }

    private static func key(of passphrase: Passphrase, _ salt: [UInt8], _ cost: Cost) throws -> SymmetricKey {
        // swift-crypto stops the process at an empty passphrase. No account has one, nor one of a single NUL.
        let bytes = passphrase.bytes.isEmpty ? [0] : passphrase.bytes
        do {
            return try KDF.Scrypt.deriveKey(
                from: bytes, salt: salt, outputByteCount: keyBytes, rounds: 1 << cost.logN, blockSize: cost.blockSize,
                parallelism: cost.parallelism, maxMemory: 1 << 29)
        } catch {
            throw HouseholdError(
                .internalFault, localized("The passphrase could not be checked: there may be too little memory."),
                hint: localized("Try again."))
        }
    }

    // MARK: - Text

    private static func text(_ hash: Hash) -> String {
        "$scrypt$ln=\(hash.cost.logN),r=\(hash.cost.blockSize),p=\(hash.cost.parallelism)"
            + "$\(Base64URL.text(hash.salt))$\(Base64URL.text(hash.key))"
    }

    private static func hash(_ text: String) -> Hash? {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
        let numbers = parts[2].split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard numbers.count == 3, numbers.allSatisfy({ $0.count == 2 }), numbers.map({ $0[0] }) == ["ln", "r", "p"],
            let logN = Int(numbers[0][1]), let blockSize = Int(numbers[1][1]), let parallelism = Int(numbers[2][1]),
            let salt = Base64URL.bytes(parts[3]), let key = Base64URL.bytes(parts[4])
        else { return nil }
        let cost = Cost(logN: logN, blockSize: blockSize, parallelism: parallelism)
        guard cost.isPlausible, salt.count == saltBytes, key.count == keyBytes else { return nil }
        return Hash(cost: cost, salt: salt, key: key)
    }
}
