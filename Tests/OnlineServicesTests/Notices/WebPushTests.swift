import Contracts
import Crypto
import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Support
import Synchronization
import Testing

@testable import OnlineServices

@Suite("Web push", .tags(.small))
struct WebPushTests {
    let device = PushDevice()
    let house = Array(P256.Signing.PrivateKey().rawRepresentation)

    private func noticeTransport(
        _ wire: RecordingNoticeTransport, services: [String] = WebPushTransport.usualServices,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> WebPushTransport {
        WebPushTransport(
            transport: wire.transport, contact: "mailto:anna@stillroom.example", services: services,
            now: { NoticeSample.now }, clock: clock)
    }

    private func failure(_ wire: RecordingNoticeTransport, _ message: NoticeMessage = NoticeSample.message())
        async throws
        -> NoticeTransport.Failure?
    {
        try await NoticeSample.failure(
            noticeTransport(wire).noticeTransport, message, to: .webPush(device.subscription()), identity: house)
    }

    @Test("A push message carries what the page's worker needs, sealed for the device")
    func payload() async throws {
        let wire = RecordingNoticeTransport()
        #expect(try await failure(wire) == nil)
        let seen = try #require(wire.seen.first)
        #expect(seen.url == PushDevice.endpoint)
        #expect(seen.head.method == .post)
        let expected: StubJSON = [
            "title": "A dose is due", "body": .string(NoticeSample.body), "tag": "dose_17-a",
            "path": "/agenda?day=2027-01-15", "silent": false, "badge": 3, "at": "2027-01-15T08:05:00Z",
            "sort": "dose", "urgent": true,
            "actions": [
                ["verb": "done", "title": "Done", "path": "/n/secret-done"],
                ["verb": "snooze", "title": "Snooze", "path": "/n/secret-snooze"],
            ],
        ]
        #expect(try StubJSON(device.open(seen.body)) == expected)
        #expect(seen.body.firstRange(of: Array("Secretol".utf8)) == nil)
    }

    @Test("A push request tells the service only what it may know")
    func headers() async throws {
        let wire = RecordingNoticeTransport()
        #expect(try await failure(wire) == nil)
        let seen = try #require(wire.seen.first)
        #expect(seen.header("TTL") == "900")
        #expect(seen.header("Urgency") == "high")
        #expect(seen.header("Topic") == "dose_17-a")
        #expect(seen.header("Content-Encoding") == "aes128gcm")
        #expect(seen.header("Content-Type") == "application/octet-stream")
        #expect(seen.header("Authorization")?.hasPrefix("vapid t=ey") == true)
        #expect(seen.head.headerFields.count == 6)
    }

    @Test(
        "A push message expires when the notice is no longer useful",
        arguments: [(-5, "0"), (0, "0"), (9_999_999, "2419200")])
    func life(left: Int, header: String) async throws {
        let wire = RecordingNoticeTransport()
        #expect(try await failure(wire, NoticeSample.message(secondsLeft: left, isUrgent: false)) == nil)
        #expect(wire.seen.first?.header("TTL") == header)
        #expect(wire.seen.first?.header("Urgency") == "normal")
    }

    @Test(
        "The push service's status decides what becomes of the notice",
        arguments: [
            (200, Fate.delivered), (201, .delivered), (202, .delivered), (204, .delivered), (404, .gone), (410, .gone),
            (400, .refused), (401, .refused), (403, .refused), (405, .refused), (301, .refused), (307, .refused),
            (408, .later), (429, .later), (500, .later), (503, .later), (507, .later),
        ])
    func statuses(status: Int, fate: Fate) async throws {
        let wire = RecordingNoticeTransport(status: status)
        let failure = try await failure(wire)
        #expect(Fate(failure) == fate)
        #expect(wire.seen.count == 1)
        var text = "\(String(describing: failure)) \(String(reflecting: failure))"
        dump(failure, to: &text)
        for secret in ["device-SECRET", "Secretol", "secret-done", "vapid", "dose_17"] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }

    @Test(
        "A pause requested by the push service is obeyed, in seconds or as a date, up to a limit",
        arguments: [
            ("120", 120.0), ("Fri, 15 Jan 2027 08:02:00 GMT", 120), ("Fri, 15 Jan 2027 07:00:00 GMT", 0),
            ("99999999999999999999", 86_400), ("soon", nil),
        ])
    func retryAfter(header: String, seconds: Double?) async throws {
        for status in [429, 503] {
            let failure = try await failure(RecordingNoticeTransport(status: status, fields: [.retryAfter: header]))
            #expect(Fate(failure) == .later)
            #expect(failure?.retryAfter == seconds)
        }
    }
}

extension WebPushTests {
    @Test(
        "A network failure of a push message is retried",
        arguments: [HTTPTransportError.Code.noNetwork, .connectionFailed, .timedOut, .cutOff, .invalidResponse])
    func network(code: HTTPTransportError.Code) async throws {
        let failure = try await failure(
            RecordingNoticeTransport { _ in throw HTTPTransportError(code, "at https://device-SECRET") })
        #expect(Fate(failure) == .later)
        #expect(failure?.retryAfter == nil)
        #expect(failure?.text.contains("device-SECRET") == false)
    }

    @Test("A push service that does not answer for ten seconds is given up, and a cancelled delivery ends at once")
    func silence() async throws {
        let wire = RecordingNoticeTransport { _ in try await NoticeSample.untilCancelled() }
        let clock = PatientClock()
        let failure = try await NoticeSample.failure(
            noticeTransport(wire, clock: clock).noticeTransport, to: .webPush(device.subscription()), identity: house)
        #expect(failure == .later("The push service did not answer in time.", retryAfter: nil, isInDoubt: true))
        #expect(clock.slept == [.seconds(10)])
        let delivery = Task { try await self.failure(wire) }
        delivery.cancel()
        await #expect(throws: CancellationError.self) { try await delivery.value }
    }

    @Test("A push message that is too large is sent once more with a shorter text and all its actions")
    func tooLarge() async throws {
        let wire = RecordingNoticeTransport { number in RecordingNoticeTransport.answer(number == 1 ? 413 : 201) }
        let message = NoticeSample.message(body: String(repeating: "Water the fern. ", count: 40))
        #expect(try await failure(wire, message) == nil)
        #expect(wire.seen.count == 2)
        let first = try StubJSON(device.open(wire.seen[0].body))
        let second = try StubJSON(device.open(wire.seen[1].body))
        #expect(first["body"]?.string == message.body)
        let short = try #require(second["body"]?.string)
        #expect(short.count == 60 && short.hasPrefix("Water the fern.") && short.hasSuffix("…"))
        #expect(second["actions"] == first["actions"])
        #expect(wire.seen[1].body.count < wire.seen[0].body.count)
        let refusing = RecordingNoticeTransport(status: 413)
        #expect(Fate(try await failure(refusing, message)) == .refused)
        #expect(refusing.seen.count == 2)
    }

    @Test("Texts that do not fit into one record are cut before sending")
    func fits() async throws {
        let wire = RecordingNoticeTransport()
        let long = String(repeating: "🪴 \"quoted\" ", count: 900)
        #expect(try await failure(wire, NoticeSample.message(title: long, body: long)) == nil)
        let body = try #require(wire.seen.first?.body)
        #expect(body.count <= 4096)
        #expect(try StubJSON(device.open(body))["tag"]?.string == "dose_17-a")
        // Combining marks on one letter do not circumvent the limit.
        let heap = "a" + String(repeating: "\u{301}", count: 9000)
        #expect(try await failure(wire, NoticeSample.message(title: heap, body: heap)) == nil)
    }

    @Test("A device with invalid keys, a household without a key and another channel are refused")
    func unusable() async throws {
        let noticeTransport = noticeTransport(RecordingNoticeTransport()).noticeTransport
        let good = device.subscription()
        for (key, secret) in [
            ([], good.authentication), (good.publicKey, []),
            ([4] + Array(repeating: 1, count: 64), good.authentication),
        ] {
            let bad = WebPushSubscription(endpoint: good.endpoint, publicKey: key, authentication: secret)
            #expect(
                Fate(try await NoticeSample.failure(noticeTransport, to: .webPush(bad), identity: house)) == .refused)
        }
        for identity in [[], Array(repeating: 0, count: 32), Array(repeating: 255, count: 32)] as [[UInt8]] {
            #expect(
                Fate(try await NoticeSample.failure(noticeTransport, to: .webPush(good), identity: identity))
                    == .refused)
        }
        #expect(Fate(try await NoticeSample.failure(noticeTransport, to: .page, identity: house)) == .refused)
    }
}

extension WebPushTests {
    @Test(
        "Push messages are sent only to the browsers' own services",
        arguments: [
            ("https://fcm.googleapis.com/fcm/send/x", true), ("https://FCM.GoogleAPIs.com/fcm/send/x", true),
            ("HTTPS://fcm.googleapis.com/x", true), ("https://fcm.googleapis.com:443/x", true),
            ("https://updates.push.services.mozilla.com/wpush/v2/x", true), ("https://web.push.apple.com/x", true),
            ("https://wns2-par02p.notify.windows.com/w/?token=a%2Fb%3D", true),
            ("https://android.googleapis.com/gcm/send/x", true), ("http://fcm.googleapis.com/x", false),
            ("https://fcm.googleapis.com:8443/x", false), ("https://evil.fcm.googleapis.com.attacker.org/x", false),
            ("https://notfcm.googleapis.com/x", false), ("https://googleapis.com/x", false),
            ("https://storage.googleapis.com/x", false), ("https://fcm.googleapis.com@attacker.org/x", false),
            ("https://anna:x@fcm.googleapis.com/x", false), ("https://@fcm.googleapis.com/x", false),
            ("https://attacker.org/fcm.googleapis.com", false), ("https://attacker.org?fcm.googleapis.com", false),
            ("https://attacker.org#fcm.googleapis.com", false),
            ("https://attacker.org\\@fcm.googleapis.com/x", false),
            ("https://attacker.org\\.fcm.googleapis.com", false),
            ("https://fcm.googleapis.com\\@attacker.org/x", false), ("https://fcm%2Egoogleapis.com/x", false),
            ("https://attacker.org%2F.fcm.googleapis.com/x", false), ("https://fcm.googleapis.com./x", false),
            ("https://fcm。googleapis。com/x", false), ("https://127.0.0.1/x", false), ("https://[::1]/x", false),
            ("https://[::ffff:10.0.0.1]/x", false), ("https://2130706433/x", false), ("https://0x7f.1/x", false),
            ("https://169.254.169.254/latest/meta-data", false), ("https://localhost/x", false),
            ("http://127.0.0.1:9123/x", false), ("ftp://fcm.googleapis.com/x", false), ("file:///etc/passwd", false),
            ("//fcm.googleapis.com/x", false), ("fcm.googleapis.com", false), ("", false),
            (" https://fcm.googleapis.com/x", false), ("https://fcm.googleapis.com/x\r\nX: y", false),
            ("https://fcm.googleapis.com/\(String(repeating: "x", count: 3000))", false),
        ])
    func allowed(endpoint: String, isAllowed: Bool) async throws {
        let wire = RecordingNoticeTransport()
        #expect(noticeTransport(wire).isAllowed(endpoint) == isAllowed)
        let address = Channel.Address.webPush(device.subscription(endpoint))
        let failure = try await NoticeSample.failure(
            noticeTransport(wire).noticeTransport, to: address, identity: house)
        #expect(Fate(failure) == (isAllowed ? .delivered : .refused))
        #expect(wire.seen.count == (isAllowed ? 1 : 0))
    }

    @Test("An own push service is configured as an origin, and is matched exactly")
    func ownService() {
        let noticeTransport = noticeTransport(
            RecordingNoticeTransport(), services: ["http://127.0.0.1:9123", "https://push.home.example/", ""])
        for endpoint in [
            "http://127.0.0.1:9123/_push/a", "https://push.home.example/a", "https://PUSH.home.example:443",
        ] {
            #expect(noticeTransport.isAllowed(endpoint), "\(endpoint)")
        }
        for endpoint in [
            "http://127.0.0.1:9124/_push/a", "http://127.0.0.1/_push/a", "https://127.0.0.1:9123/_push/a",
            "http://push.home.example/a", "https://a.push.home.example/a", "https://fcm.googleapis.com/x",
        ] {
            #expect(!noticeTransport.isAllowed(endpoint), "\(endpoint)")
        }
    }
}
