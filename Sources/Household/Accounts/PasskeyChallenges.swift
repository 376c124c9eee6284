import Accounts
import FoundationEssentials

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
/// Strangers can therefore ask for any number without taking memory, and without ending those of other people. The store
/// knows the used ones, so that no node of the household accepts one again.
struct PasskeyChallenges: Sendable {
    static let seconds = 300.0
    private static let randomBytes = 32
    private static let timeBytes = 8

    let key: TicketKey
    let services: CredentialServices

    func make(for purpose: PasskeyPurpose, at site: PasskeySite, now: Date) -> [UInt8] {
        let end = UInt64(max(0, (now.timeIntervalSince1970 + Self.seconds) * 1000))
        let start = services.random(Self.randomBytes) + (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - $0 * 8)) }
        return start + mark(start, purpose, site)
    }

    /// Returns whether a node of the household made the challenge for that, and it is not too old.
    func isOwn(_ challenge: [UInt8], for purpose: PasskeyPurpose, at site: PasskeySite, now: Date) -> Bool {
        let length = Self.randomBytes + Self.timeBytes
        guard challenge.count > length, let end = Self.end(of: challenge), now < end,
            end.timeIntervalSince(now) <= Self.seconds + AccountDirectory.clockSeconds
        else { return false }
        let expected = mark(Array(challenge.prefix(length)), purpose, site)
        let given = challenge.dropFirst(length)
        guard given.count == expected.count else { return false }
        // In constant time.
        let difference = zip(given, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0
    }

    static func end(of challenge: [UInt8]) -> Date? {
        guard challenge.count >= randomBytes + timeBytes else { return nil }
        let milliseconds = challenge[randomBytes..<randomBytes + timeBytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// A digest that only the household can make: the digest of a digest, so that nothing can be added to its text.
    private func mark(_ start: [UInt8], _ purpose: PasskeyPurpose, _ site: PasskeySite) -> [UInt8] {
        let key = key.bytes(for: "passkeys")
        let inner = services.digest(key + start + Array("\(purpose.text) \(site.host) \(site.origin)".utf8))
        return services.digest(key + inner)
    }
}
