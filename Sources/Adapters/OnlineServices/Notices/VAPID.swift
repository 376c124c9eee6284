import Crypto
import Foundation
import Household
import Synchronization

/// Identifies this server to a push service (RFC 8292): a token signed with the key that the browser received at its
/// subscription, and a contact address for problems.
final class VAPID: Sendable {
    private struct Place: Hashable {
        let origin: String
        let key: [UInt8]
    }

    private struct Header {
        let text: String
        let madeAt: Date
    }

    private let contact: String
    private let now: @Sendable () -> Date
    private let made = Mutex<[Place: Header]>([:])

    /// The time in seconds for which a token is reused; services prefer a stable token, and refuse one that is valid
    /// for more than a day.
    private static let reuse: Double = 3600
    private static let life: Double = 12 * 3600

    /// `contact` is a `mailto:` or `https:` address.
    init(contact: String, now: @escaping @Sendable () -> Date) {
        self.contact = contact
        self.now = now
    }

    /// Returns the value of `Authorization`. Throws if the key is not a private key on P-256.
    func authorization(for address: RemoteAddress, signingKey: [UInt8]) throws -> String {
        let place = Place(origin: address.origin, key: signingKey)
        let now = now()
        func isFresh(_ header: Header) -> Bool { (0..<Self.reuse).contains(now.timeIntervalSince(header.madeAt)) }
        if let known = made.withLock({ $0[place] }), isFresh(known) { return known.text }
        let header = Header(text: try header(origin: address.origin, signingKey: signingKey, now: now), madeAt: now)
        made.withLock { made in
            made = made.filter { isFresh($0.value) }
            made[place] = header
        }
        return header.text
    }

    private func header(origin: String, signingKey: [UInt8], now: Date) throws -> String {
        struct Kind: Encodable {
            let alg = "ES256"
            let typ = "JWT"
        }
        struct Claims: Encodable {
            let aud: String
            let exp: Int
            let sub: String
        }
        let key = try P256.Signing.PrivateKey(rawRepresentation: signingKey)
        let claims = Claims(aud: origin, exp: Int(now.timeIntervalSince1970 + Self.life), sub: contact)
        let signed = try [NoticeEncoding.json(Kind()), NoticeEncoding.json(claims)].map(Base64URL.text)
            .joined(separator: ".")
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        let token = signed + "." + Base64URL.text([UInt8](signature))
        return "vapid t=\(token), k=\(Base64URL.text([UInt8](key.publicKey.x963Representation)))"
    }
}
