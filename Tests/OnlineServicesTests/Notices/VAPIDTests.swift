import Crypto
import Foundation
import Support
import Synchronization
import Testing

@testable import OnlineServices

@Suite("VAPID", .tags(.small))
struct VAPIDTests {
    private final class Wall: Sendable {
        private let time = Mutex(NoticeSample.now)
        var now: Date { time.withLock { $0 } }
        func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
    }

    private let wall = Wall()
    private let key = P256.Signing.PrivateKey()
    private let vapid: VAPID

    init() {
        vapid = VAPID(contact: "mailto:anna@stillroom.example", now: { [wall] in wall.now })
    }

    private func header(_ address: String, key: P256.Signing.PrivateKey? = nil) throws -> String {
        try vapid.authorization(
            for: #require(RemoteAddress(address)), signingKey: Array((key ?? self.key).rawRepresentation))
    }

    /// The three parts of the token, decoded, and the key beside it.
    private func parts(_ header: String) throws -> (token: [Substring], key: [UInt8]) {
        let match = try #require(header.wholeMatch(of: /vapid t=([A-Za-z0-9_.-]+), k=([A-Za-z0-9_-]+)/))
        return (match.1.split(separator: "."), try NoticeSample.bytes(base64URL: match.2))
    }

    @Test("A VAPID token is signed with its own key, is for the service's origin, and expires in twelve hours")
    func token() throws {
        let (token, key) = try parts(header("https://Updates.push.services.mozilla.com:443/wpush/v2/secret"))
        #expect(key == Array(self.key.publicKey.x963Representation))
        #expect(token.count == 3)
        #expect(try StubJSON(NoticeSample.bytes(base64URL: token[0])) == ["alg": "ES256", "typ": "JWT"])
        let end = Int(NoticeSample.now.timeIntervalSince1970) + 12 * 3600
        #expect(
            try StubJSON(NoticeSample.bytes(base64URL: token[1])) == [
                "aud": "https://updates.push.services.mozilla.com", "exp": .int(end),
                "sub": "mailto:anna@stillroom.example",
            ])
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: NoticeSample.bytes(base64URL: token[2]))
        let shown = try P256.Signing.PublicKey(x963Representation: key)
        #expect(shown.isValidSignature(signature, for: Data("\(token[0]).\(token[1])".utf8)))
        #expect(!shown.isValidSignature(signature, for: Data("\(token[0]).\(token[1])x".utf8)))
    }

    @Test("The origin in a VAPID token contains the port if it is not the default")
    func origin() throws {
        let (token, _) = try parts(header("http://127.0.0.1:9123/_push/a"))
        #expect(try StubJSON(NoticeSample.bytes(base64URL: token[1]))["aud"]?.string == "http://127.0.0.1:9123")
    }

    @Test("A VAPID token is reused for an hour, for one origin and one key")
    func reuse() throws {
        let first = try header("https://a.push.apple.com/1")
        wall.pass(3599)
        #expect(try header("https://a.push.apple.com/2") == first)
        #expect(try header("https://b.push.apple.com/2") != first)
        #expect(try header("https://a.push.apple.com/2", key: .init()) != first)
        wall.pass(1)
        let second = try header("https://a.push.apple.com/2")
        #expect(second != first)
        // The clock was set back: a token from the future would be valid for longer than a day.
        wall.pass(-7200)
        #expect(try header("https://a.push.apple.com/2") != second)
    }

    @Test("A VAPID token requires a valid key")
    func damaged() throws {
        let address = try #require(RemoteAddress("https://a.push.apple.com/1"))
        #expect(throws: (any Error).self) { try vapid.authorization(for: address, signingKey: [1, 2, 3]) }
    }
}
