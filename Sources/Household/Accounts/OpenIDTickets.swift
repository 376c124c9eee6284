package import Accounts
import FoundationEssentials
import Recognition

/// What a sign-in at the service is for.
package enum OpenIDPurpose: Sendable, Hashable {
    /// `back` is the page to which the person returns.
    case signIn(back: String)
    /// The person of the session confirms who it is.
    case confirm(Session.ID, back: String)
    /// The person of the session connects the account.
    case connect(Session.ID)
    /// A person joins with the secret of an invitation.
    case join(invitation: String)

    /// Whether the person must sign in at the service now: otherwise the account of the person who used the browser
    /// before could be connected.
    var asksAgain: Bool { if case .signIn = self { false } else { true } }

    var session: Session.ID? {
        switch self {
        case .confirm(let session, _), .connect(let session): session
        case .signIn, .join: nil
        }
    }

    fileprivate var fields: [String] {
        switch self {
        case .signIn(let back): ["sign-in", back]
        case .confirm(let session, let back): ["confirm", session.rawValue, back]
        case .connect(let session): ["connect", session.rawValue]
        case .join(let invitation): ["join", invitation]
        }
    }

    fileprivate init?(_ fields: ArraySlice<String>) {
        let fields = Array(fields)
        switch (fields.first, fields.count) {
        case ("sign-in", 2): self = .signIn(back: fields[1])
        case ("confirm", 3):
            guard let session = Session.ID(fields[1]) else { return nil }
            self = .confirm(session, back: fields[2])
        case ("connect", 2):
            guard let session = Session.ID(fields[1]) else { return nil }
            self = .connect(session)
        case ("join", 2): self = .join(invitation: fields[1])
        default: return nil
        }
    }
}

/// The ticket of a browser that was sent to the service, as it comes back. Its text is a secret of the browser.
package struct OpenIDTicket: Sendable, Hashable {
    package let purpose: OpenIDPurpose
    let madeAt: Date
    let end: Date
    /// The digest of the text, under which it is known as used.
    let digest: String
    let state: String
    let nonce: String
    let verifier: String
}

/// A person at the service who is shown to the person in front of the browser before anything is stored.
struct OpenIDProof: Hashable {
    let person: OpenIDPerson
    /// What it is bound to: the session that connects, or the ticket and the invitation of the person who joins.
    let binding: String
}

/// The tickets of browsers that were sent to the service, and the proofs of those that came back. A ticket is valid for
/// ten minutes, under one origin, for one use.
///
/// A ticket contains its purpose and a keyed digest, so the server stores nothing until one comes back with a code.
/// Strangers can therefore ask for any number without taking memory, and without ending those of other people. `state`,
/// `nonce` and the verifier are keyed digests over the ticket, so the browser does not have them all. The store knows the
/// used ones, so that no node of the household accepts one again.
struct OpenIDTickets: Sendable {
    static let seconds = 600.0
    /// The most used tickets of a household that are remembered.
    static let capacity = 4096
    private static let longest = 4096

    let key: TicketKey
    let services: CredentialServices

    // MARK: - Tickets

    func make(for purpose: OpenIDPurpose, at origin: String, now: Date) -> (text: String, ticket: OpenIDTicket) {
        let text = seal([Base64URL.text(services.random(32))] + purpose.fields, "ticket \(origin)", now: now)
        return (text, ticket(text, purpose, end: now.addingTimeInterval(Self.seconds), at: origin))
    }

    /// Returns the ticket if a node of the household made it for that origin, and it is not too old.
    func open(_ text: String, at origin: String, now: Date) -> OpenIDTicket? {
        guard let (fields, end) = unseal(text, "ticket \(origin)", now: now),
            let purpose = OpenIDPurpose(fields.dropFirst())
        else { return nil }
        return ticket(text, purpose, end: end, at: origin)
    }

    private func ticket(_ text: String, _ purpose: OpenIDPurpose, end: Date, at origin: String) -> OpenIDTicket {
        OpenIDTicket(
            purpose: purpose, madeAt: end.addingTimeInterval(-Self.seconds), end: end, digest: digest(of: text),
            state: mark(text, "state"), nonce: mark(text, "nonce"), verifier: mark(text, "verifier"))
    }

    /// Returns the digest of a proof, under which it is known as used.
    func digest(ofProof text: String) -> String { mark(text, "used proof") }

    /// Returns the digest of the text of a ticket.
    func digest(of text: String) -> String { mark(text, "digest") }

    // MARK: - Proofs

    /// Returns a text that only the household can make, for ten minutes.
    func seal(_ proof: OpenIDProof, now: Date) -> String {
        let person = proof.person
        return seal([person.issuer, person.subject, person.name, proof.binding], "proof", now: now)
    }

    /// Returns nil if the household did not seal the text, or if it is over.
    func proof(_ text: String, now: Date) -> OpenIDProof? {
        guard let fields = unseal(text, "proof", now: now)?.fields, fields.count == 4 else { return nil }
        return OpenIDProof(
            person: OpenIDPerson(issuer: fields[0], subject: fields[1], name: fields[2]), binding: fields[3])
    }

    // MARK: - Sealing

    /// Returns the fields, the end and a keyed digest, each in base 64 for URLs and with points between them.
    private func seal(_ fields: [String], _ use: String, now: Date) -> String {
        let end = String(Int64(((now.timeIntervalSince1970 + Self.seconds) * 1000).rounded()))
        let text = ([end] + fields).map { Base64URL.text(Array($0.utf8)) }.joined(separator: ".")
        return text + "." + mark(text, use)
    }

    /// Returns nil if the household did not seal the text for that use, or if it is over.
    private func unseal(_ text: String, _ use: String, now: Date) -> (fields: [String], end: Date)? {
        guard text.utf8.count <= Self.longest, let point = text.lastIndex(of: ".") else { return nil }
        let sealed = String(text[..<point])
        guard Self.isSame(String(text[text.index(after: point)...]), mark(sealed, use)) else { return nil }
        let fields = sealed.split(separator: ".", omittingEmptySubsequences: false).compactMap { part in
            Base64URL.bytes(String(part)).map { String(decoding: $0, as: UTF8.self) }
        }
        guard let milliseconds = fields.first.flatMap({ Int64($0) }) else { return nil }
        let end = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        guard now < end, end.timeIntervalSince(now) <= Self.seconds + AccountDirectory.clockSeconds else { return nil }
        return (Array(fields.dropFirst()), end)
    }

    /// A digest that only the household can make: the digest of a digest, so that nothing can be added to its text.
    private func mark(_ text: String, _ use: String) -> String {
        let key = key.bytes(for: "openid")
        let inner = services.digest(key + Array("\(use)\n\(text)".utf8))
        return Base64URL.text(services.digest(key + inner))
    }

    /// In constant time.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
