import Crypto
import Foundation
import HTTPTransport
import HTTPTypes
import Household
import OnlineServices
import Support
import Testing

@Suite("Webhooks", .tags(.small))
struct WebhookTests {
    private static let secret = Array("a webhook's SECRET of 32 bytes..".utf8)
    private static let url = "https://home.example:8443/hooks/SECRET?x=1"

    private func failure(
        _ wire: RecordingNoticeTransport, _ message: NoticeMessage = NoticeSample.message(), url: String = url,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> NoticeTransport.Failure? {
        let noticeTransport = WebhookTransport(transport: wire.transport, now: { NoticeSample.now }, clock: clock)
            .noticeTransport
        return try await NoticeSample.failure(noticeTransport, message, to: .webhook(url: url, secret: Self.secret))
    }

    @Test("A webhook request contains the whole notice")
    func event() async throws {
        let wire = RecordingNoticeTransport(status: 204)
        #expect(try await failure(wire) == nil)
        let seen = try #require(wire.seen.first)
        #expect(seen.url == Self.url)
        #expect(seen.header("Content-Type") == "application/json")
        let house = NoticeSample.house
        let expected: StubJSON = [
            "type": "reminder", "timestamp": "2027-01-15T08:00:00Z",
            "data": [
                "tag": "dose_17-a", "sort": "dose", "title": "A dose is due", "body": .string(NoticeSample.body),
                "url": "\(house)/n/secret-done",
                "actions": [
                    ["verb": "done", "title": "Done", "url": "\(house)/n/secret-done"],
                    ["verb": "snooze", "title": "Snooze", "url": "\(house)/n/secret-snooze"],
                ],
                "at": "2027-01-15T08:05:00Z", "until": "2027-01-15T08:20:00Z", "urgent": true, "silent": false,
                "overdue": 3,
            ],
        ]
        #expect(try seen.json() == expected)
    }

    @Test("Without a public address a webhook request contains paths instead of addresses")
    func atHome() async throws {
        let wire = RecordingNoticeTransport(status: 200)
        #expect(try await failure(wire, NoticeSample.message(publicAddress: nil, actions: 1)) == nil)
        let data = try #require(wire.seen.first?.json()["data"])
        #expect(data["url"] == nil)
        #expect(data["actions"] == [["verb": "done", "title": "Done", "path": "/n/secret-done"]])
    }

    @Test("A webhook request is signed as Standard Webhooks requires, and has the same signature when repeated")
    func signature() async throws {
        let wire = RecordingNoticeTransport(status: 200)
        #expect(try await failure(wire) == nil)
        #expect(try await failure(wire) == nil)
        let seen = try #require(wire.seen.first)
        #expect(seen.header("webhook-id") == "dose_17-a")
        #expect(seen.header("Idempotency-Key") == "dose_17-a")
        #expect(seen.header("webhook-timestamp") == "1800000000")
        let text = try #require(seen.header("webhook-signature"))
        #expect(text.hasPrefix("v1,"))
        let code = try #require(Data(base64Encoded: String(text.dropFirst(3))))
        let signed = Data("dose_17-a.1800000000.".utf8) + seen.body
        #expect(
            HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: signed, using: SymmetricKey(data: Self.secret)))
        #expect(wire.seen[1].body == seen.body)
        #expect(wire.seen[1].header("webhook-signature") == text)
    }

    @Test(
        "The webhook's status decides what becomes of the notice",
        arguments: [
            (200, Fate.delivered), (202, .delivered), (204, .delivered), (410, .gone), (400, .refused), (401, .refused),
            (403, .refused), (404, .refused), (413, .refused), (422, .refused), (301, .refused), (308, .refused),
            (408, .later), (425, .later), (429, .later), (500, .later), (502, .later),
        ])
    func statuses(status: Int, fate: Fate) async throws {
        let wire = RecordingNoticeTransport(status: status, fields: [.retryAfter: "7"])
        let failure = try await failure(wire)
        #expect(Fate(failure) == fate)
        #expect(failure?.retryAfter == (fate == .later ? 7 : nil))
        #expect(wire.seen.count == 1)
        var text = "\(String(describing: failure)) \(String(reflecting: failure))"
        dump(failure, to: &text)
        for secret in ["SECRET", "Secretol", "secret-done", "home.example"] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }
}

extension WebhookTests {
    @Test("A webhook that cannot be reached or does not answer is retried later")
    func network() async throws {
        let down = RecordingNoticeTransport { _ in throw HTTPTransportError(.noNetwork, "no") }
        #expect(
            try await failure(down) == .later("The webhook cannot be reached: there is no network.", retryAfter: nil))
        let silent = RecordingNoticeTransport { _ in try await NoticeSample.untilCancelled() }
        let failure = try await failure(silent, clock: PatientClock())
        #expect(failure == .later("The webhook did not answer in time.", retryAfter: nil, isInDoubt: true))
        // The notice may have arrived, unlike when no connection was made.
        for code in [HTTPTransportError.Code.cutOff, .invalidResponse, .tooLarge] {
            let broken = try await self.failure(
                RecordingNoticeTransport { _ in throw HTTPTransportError(code, "broke") })
            guard case .later(_, nil, isInDoubt: true) = broken else {
                Issue.record("\(code): \(String(describing: broken))")
                continue
            }
        }
    }

    /// Metadata addresses of cloud providers, in all notations.
    @Test(
        "A webhook to the metadata services of a cloud provider is refused",
        arguments: [
            "http://169.254.169.254/", "https://169.254.169.254./x", "https://169.254.1.1:8443/",
            "https://metadata.google.internal/", "https://metadata.google.internal./", "https://METADATA./",
            "http://[fd00:ec2::254]/", "http://[FD00:0EC2:0:0:0:0:0:254]/", "https://[fe80::1]/", "https://[febf:1::]/",
            "https://[::ffff:169.254.169.254]/", "https://[::ffff:a9fe:a9fe]/",
            "https://[0:0:0:0:0:ffff:a9fe:a9fe]/", "https://[0000::0:ffff:a9fe:a9fe]/", "https://[0:0::ffff:7f00:1]/",
            // Addresses that are invalid or ambiguous.
            "https://[]/", "https://[:::]/", "https://[1::2::3]/", "https://[1:2:3:4:5:6:7]/", "https://[00001::]/",
            "https://[1:2:3:4:5:6:7:8:9]/", "https://[1:2:3:4::5:6:7:8]/", "https://home.example../x", "https://./x",
            "https://169.254.169.254../",
            "https://0xa9fea9fe/", "https://2852039166/", "https://0251.0376.0251.0376/",
        ])
    func forbidden(url: String) async throws {
        #expect(!NoticeAddress.isUsable(url))
        let wire = RecordingNoticeTransport(status: 200)
        #expect(Fate(try await failure(wire, url: url)) == .refused)
        #expect(wire.seen.isEmpty)
    }

    @Test(
        "A webhook to an address in a home network is accepted",
        arguments: [
            ("https://home.example./x", "https://home.example./x"), ("https://192.168.1.5/", "https://192.168.1.5/"),
            ("https://[fd00:ec2::255]/", "https://[fd00:ec2::255]/"), ("https://[::1]:8443/", "https://[::1]:8443/"),
            ("https://[2001:DB8:0:0:1:2:3:4]/", "https://[2001:db8:0:0:1:2:3:4]/"),
            ("https://[1:2:3:4:5:6:7::]/", "https://[1:2:3:4:5:6:7::]/"),
            ("https://[fec0::1]/", "https://[fec0::1]/"), ("https://169.253.1.1/", "https://169.253.1.1/"),
        ])
    func usable(url: String, requested: String) async throws {
        #expect(NoticeAddress.isUsable(url))
        let wire = RecordingNoticeTransport(status: 200)
        #expect(try await failure(wire, url: url) == nil)
        #expect(wire.seen.first?.url == requested)
    }

    @Test("A webhook with an invalid address is refused", arguments: ["", "home.example/x", "gopher://home.example"])
    func unusable(url: String) async throws {
        let wire = RecordingNoticeTransport(status: 200)
        #expect(Fate(try await failure(wire, url: url)) == .refused)
        #expect(wire.seen.isEmpty)
    }
}
