import Accounts
import FoundationEssentials
import Synchronization

/// What a challenge is for. The answer to one is not accepted for another.
enum PasskeyPurpose: Hashable, Sendable {
    case signIn
    /// The person of the session confirms who it is.
    case confirm(Session.ID)
    case add(Session.ID)

    var text: String {
        switch self {
        case .signIn: "sign-in"
        case .confirm(let session): "confirm \(session)"
        case .add(let session): "add \(session)"
        }
    }
}

/// The challenges of passkeys: each has 256 random bits, is valid for five minutes, for one purpose under one origin, and
/// for one success.
///
/// A challenge contains its end and a keyed digest, so the server stores nothing until one was used successfully.
/// Strangers can therefore ask for any number without taking memory, and without ending those of other people. The key is
/// made at the start of the process.
final class PasskeyChallenges: Sendable {
    static let seconds = 300.0
    private static let randomBytes = 32
    private static let timeBytes = 8

    private let key: [UInt8]
    private let services: CredentialServices
    /// The challenges that were used, with their ends.
    private let spent = Mutex<[[UInt8]: Date]>([:])

    init(_ services: CredentialServices) {
        self.services = services
        key = services.random(Self.randomBytes)
    }

    func make(for purpose: PasskeyPurpose, at site: PasskeySite, now: Date) -> [UInt8] {
        let end = UInt64(max(0, (now.timeIntervalSince1970 + Self.seconds) * 1000))
        let start = services.random(Self.randomBytes) + (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - $0 * 8)) }
        return start + mark(start, purpose, site)
    }

    /// Returns whether this process made the challenge for that, it is not too old, and it was not used.
    func isOwn(_ challenge: [UInt8], for purpose: PasskeyPurpose, at site: PasskeySite, now: Date) -> Bool {
        let length = Self.randomBytes + Self.timeBytes
        guard challenge.count > length, let end = Self.end(of: challenge), now < end,
            end.timeIntervalSince(now) <= Self.seconds
        else { return false }
        let expected = mark(Array(challenge.prefix(length)), purpose, site)
        let given = challenge.dropFirst(length)
        guard given.count == expected.count else { return false }
        // In constant time.
        let difference = zip(given, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 && spent.withLock { $0[challenge] == nil }
    }

    /// Marks a challenge as used. Returns false if it was used before.
    func spend(_ challenge: [UInt8], now: Date) -> Bool {
        guard let end = Self.end(of: challenge) else { return false }
        return spent.withLock { spent in
            spent = spent.filter { $0.value > now }
            return spent.updateValue(end, forKey: challenge) == nil
        }
    }

    private static func end(of challenge: [UInt8]) -> Date? {
        guard challenge.count >= randomBytes + timeBytes else { return nil }
        let milliseconds = challenge[randomBytes..<randomBytes + timeBytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// A digest that only this process can make: the digest of a digest, so that nothing can be added to its text.
    private func mark(_ start: [UInt8], _ purpose: PasskeyPurpose, _ site: PasskeySite) -> [UInt8] {
        let inner = services.digest(key + start + Array("\(purpose.text) \(site.host) \(site.origin)".utf8))
        return services.digest(key + inner)
    }
}
