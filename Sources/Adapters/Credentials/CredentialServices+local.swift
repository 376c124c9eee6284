import Accounts
import Concurrency
import Crypto
import Dispatch
import Foundation
package import Household
import Messages
import Synchronization

extension CredentialServices {
    /// The services of this machine: scrypt on threads of its own, two hashes at the same time; the system's randomness.
    package static func local(
        _ cost: Scrypt.Cost = .current, openID: OpenIDServices? = nil
    ) -> CredentialServices {
        let scrypt = Scrypt(cost) { random($0) }
        let line = HashLine()
        let list = CommonPassphrasesOnce()
        return CredentialServices(
            random: { random($0) }, digest: { Array(SHA256.hash(data: $0)) },
            hash: { passphrase in try await line.run { try scrypt.hash(passphrase) } },
            verify: { passphrase, hash in try await line.run { try scrypt.verify(passphrase, hash) } },
            decoy: scrypt.decoy(), common: { try list.value() }, passkeys: .webAuthn, openID: openID)
    }

    private static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}

/// Runs hashes, which block and need much memory: two at the same time, and a bounded number that wait; twice as many as
/// `AccountDirectory` permits for attempts from unfamiliar places.
private final class HashLine: Sendable {
    private static let longest = 32

    private let semaphore = AsyncSemaphore(2)
    private let queue = DispatchQueue(label: "stillroom.credentials", attributes: .concurrent)

    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard semaphore.waiting < Self.longest else { throw HouseholdError.tooManyAttempts(5) }
        // The queue runs no task, so the language of this one is bound there.
        let localization = Localization.current
        return try await semaphore.withPermit {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Result { try Localization.$current.withValue(localization) { try work() } })
                }
            }
        }
    }
}

/// The bundled list, read at the first new passphrase.
private final class CommonPassphrasesOnce: Sendable {
    private let list = Mutex<CommonPassphrases?>(nil)

    func value() throws -> CommonPassphrases {
        try list.withLock { list in
            if let list { return list }
            do {
                let read = try CommonPassphraseList.read()
                list = read
                return read
            } catch {
                throw HouseholdError(
                    .internalFault, localized("The list of common passphrases cannot be read."),
                    hint: localized("Install Stillroom again."),
                    cause: error)
            }
        }
    }
}
