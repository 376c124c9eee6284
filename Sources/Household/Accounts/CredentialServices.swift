package import Accounts

/// Randomness, digests and hashes for accounts.
package struct CredentialServices: Sendable {
    package struct Verification: Sendable, Hashable {
        package let matches: Bool
        /// The hash was made with less effort than a new one is.
        package let needsRehash: Bool

        package init(matches: Bool, needsRehash: Bool) {
            self.matches = matches
            self.needsRehash = needsRehash
        }
    }

    /// Returns that many random bytes of the system.
    package let random: @Sendable (Int) -> [UInt8]
    /// Returns the SHA-256 of the bytes.
    package let digest: @Sendable ([UInt8]) -> [UInt8]
    /// Returns a slow, salted hash as text, with its cost parameters. Not on the threads that tasks share; at most two at
    /// the same time. Throws `tooManyAttempts` if too many callers wait.
    package let hash: @Sendable (Passphrase) async throws -> String
    /// Compares a passphrase with a hash, under the same conditions. Throws `storageFailed` if the hash is damaged.
    package let verify: @Sendable (Passphrase, _ hash: String) async throws -> Verification
    /// A hash that no passphrase matches. Its verification takes as long as that of a new hash.
    package let decoy: String
    /// Returns the passphrases that are refused.
    package let common: @Sendable () throws -> CommonPassphrases
    package let passkeys: PasskeyServices
    /// Nil if the household has no sign-in service.
    package let openID: OpenIDServices?

    package init(
        random: @escaping @Sendable (Int) -> [UInt8], digest: @escaping @Sendable ([UInt8]) -> [UInt8],
        hash: @escaping @Sendable (Passphrase) async throws -> String,
        verify: @escaping @Sendable (Passphrase, _ hash: String) async throws -> Verification,
        decoy: String, common: @escaping @Sendable () throws -> CommonPassphrases, passkeys: PasskeyServices,
        openID: OpenIDServices? = nil
    ) {
        self.random = random
        self.digest = digest
        self.hash = hash
        self.verify = verify
        self.decoy = decoy
        self.common = common
        self.passkeys = passkeys
        self.openID = openID
    }
}
