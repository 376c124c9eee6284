import Foundation
import HTTPTransport
import HTTPTypes
import Household
import OnlineServices
import Support
import Testing

@Suite("ntfy", .tags(.small))
struct NtfyTests {
    private static let token = "tk_SECRETtoken"

    private func failure(
        _ wire: RecordingNoticeTransport, _ message: NoticeMessage = NoticeSample.message(),
        server: String = "https://ntfy.sh",
        token: String? = token, isInHomeNetwork: Bool = false, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> NoticeTransport.Failure? {
        let noticeTransport = NtfyTransport(
            transport: wire.transport, isInHomeNetwork: { _ in isInHomeNetwork }, now: { NoticeSample.now },
            clock: clock
        ).noticeTransport
        return try await NoticeSample.failure(
            noticeTransport, message, to: .ntfy(server: server, topic: "our-SECRET-topic", token: token))
    }

    @Test("A notice on a public ntfy server reveals nothing about the household")
    func open() async throws {
        let wire = RecordingNoticeTransport(status: 200)
        #expect(try await failure(wire, token: nil) == nil)
        let seen = try #require(wire.seen.last)
        let json = try seen.json()
        #expect(json["title"] == "You have something to do")
        #expect(json["click"] == nil && json["actions"] == nil)
        #expect(!String(decoding: seen.body, as: UTF8.self).contains("Secretol"))
        // In the household's own network no other person reads.
        #expect(try await failure(wire, token: nil, isInHomeNetwork: true) == nil)
        let own = try #require(wire.seen.last).json()
        #expect(own["title"] == "A dose is due")
        #expect(own["actions"] != nil)
    }

    @Test(
        "A notice is sent as JSON to the root address of the ntfy server, with buttons that lead to the household's server"
    )
    func publication() async throws {
        let wire = RecordingNoticeTransport(status: 200)
        #expect(try await failure(wire) == nil)
        let seen = try #require(wire.seen.first)
        #expect(seen.url == "https://ntfy.sh/")
        #expect(seen.header("Authorization") == "Bearer \(Self.token)")
        #expect(seen.header("Content-Type") == "application/json")
        func button(_ label: StubJSON, _ url: StubJSON) -> StubJSON {
            ["action": "http", "label": label, "url": url, "method": "POST", "clear": true]
        }
        let expected: StubJSON = [
            "topic": "our-SECRET-topic", "title": "A dose is due", "message": .string(NoticeSample.body), "priority": 5,
            "tags": ["pill"], "click": "https://stillroom.example/n/secret-done", "sequence_id": "dose_17-a",
            "actions": [
                button("Done", "https://stillroom.example/n/secret-done"),
                button("Snooze", "https://stillroom.example/n/secret-snooze"),
            ],
        ]
        #expect(try seen.json() == expected)
    }

    @Test("Without a public address an ntfy notice has no links, and without a token none is sent")
    func atHome() async throws {
        let wire = RecordingNoticeTransport(status: 200)
        let message = NoticeSample.message(body: "", publicAddress: nil, isUrgent: false)
        #expect(try await failure(wire, message, token: nil, isInHomeNetwork: true) == nil)
        let seen = try #require(wire.seen.first)
        #expect(seen.header("Authorization") == nil)
        let json = try seen.json()
        #expect(json["click"] == nil && json["actions"] == nil)
        #expect(json["priority"] == 3)
        #expect(json["message"] == "A dose is due")
    }

    @Test("A quiet notice has a low ntfy priority", arguments: [true, false])
    func quiet(isUrgent: Bool) async throws {
        let wire = RecordingNoticeTransport(status: 200)
        #expect(try await failure(wire, NoticeSample.message(isSilent: true, isUrgent: isUrgent)) == nil)
        #expect(try wire.seen.first?.json()["priority"] == 2)
    }

    @Test(
        "The root of an ntfy server is found for every form of its address",
        arguments: [
            ("https://ntfy.home.example/", "https://ntfy.home.example/"),
            ("http://192.168.1.5:8080", "http://192.168.1.5:8080/"),
            ("http://127.0.0.1:9123/_ntfy", "http://127.0.0.1:9123/_ntfy/"),
            ("https://NTFY.sh:443/?x=y#z", "https://ntfy.sh/"),
        ])
    func root(server: String, url: String) async throws {
        let wire = RecordingNoticeTransport(status: 200)
        #expect(try await failure(wire, server: server) == nil)
        #expect(wire.seen.first?.url == url)
    }
}

extension NtfyTests {
    @Test(
        "An invalid ntfy address or token is refused", arguments: ["ntfy.sh", "ftp://ntfy.sh", "https://a:b@ntfy.sh"])
    func unusable(server: String) async throws {
        let wire = RecordingNoticeTransport(status: 200)
        #expect(Fate(try await failure(wire, server: server)) == .refused)
        #expect(Fate(try await failure(wire, token: "two words")) == .refused)
        #expect(Fate(try await failure(wire, token: "tk\r\nX-Forged: yes")) == .refused)
        #expect(wire.seen.isEmpty)
    }

    @Test(
        "The ntfy server's status decides what becomes of the notice",
        arguments: [
            (200, Fate.delivered), (400, .refused), (401, .refused), (403, .refused), (404, .refused), (302, .refused),
            (429, .later), (500, .later), (503, .later), (507, .later),
        ])
    func statuses(status: Int, fate: Fate) async throws {
        let failure = try await failure(RecordingNoticeTransport(status: status, fields: [.retryAfter: "30"]))
        #expect(Fate(failure) == fate)
        #expect(failure?.retryAfter == (fate == .later ? 30 : nil))
        var text = "\(String(describing: failure)) \(String(reflecting: failure))"
        dump(failure, to: &text)
        for secret in ["SECRET", "Secretol", "secret-done", "ntfy.sh"] { #expect(!text.contains(secret), "\(secret)") }
    }

    @Test("A notice is sent again later if the ntfy server cannot be reached or does not answer")
    func network() async throws {
        let down = RecordingNoticeTransport { _ in throw HTTPTransportError(.connectionFailed, "no") }
        #expect(try await failure(down) == .later("The ntfy server cannot be reached.", retryAfter: nil))
        let silent = RecordingNoticeTransport { _ in try await NoticeSample.untilCancelled() }
        let failure = try await failure(silent, clock: PatientClock())
        #expect(failure == .later("The ntfy server did not answer in time.", retryAfter: nil, isInDoubt: true))
    }

    @Test("An ntfy message has at most 4096 bytes and the request 8192, and fewer after a refusal")
    func tooLarge() async throws {
        let wire = RecordingNoticeTransport { number in RecordingNoticeTransport.answer(number == 1 ? 413 : 200) }
        #expect(try await failure(wire, NoticeSample.message(body: String(repeating: "Gießen. ", count: 900))) == nil)
        let messages = try wire.seen.map { try $0.json()["message"]?.string ?? "" }
        #expect(messages.map(\.utf8.count).allSatisfy { $0 <= 4096 })
        #expect(messages.count == 2 && messages[1].utf8.count <= 120 && messages[1].hasSuffix("…"))
        let quotes = RecordingNoticeTransport(status: 200)
        #expect(try await failure(quotes, NoticeSample.message(body: String(repeating: "\u{1}\"", count: 4000))) == nil)
        #expect(try #require(quotes.seen.first).body.count <= 8192)
        let refusing = RecordingNoticeTransport(status: 413)
        #expect(Fate(try await failure(refusing)) == .refused)
        #expect(refusing.seen.count == 2)
    }
}
