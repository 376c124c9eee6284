import Contracts
import Crypto
import Foundation
import HTTPTransport
import HTTPTypes
import Household
import OnlineServices
import Reminders
import Support
import Synchronization
import Testing

/// A fake server for a notice transport: a closure answers, and the requests are recorded.
final class RecordingNoticeTransport: Sendable {
    struct Seen: Sendable {
        let head: HTTPRequest
        let body: [UInt8]

        var url: String { "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")" }

        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }

        func json() throws -> StubJSON { try StubJSON(body) }
    }

    private let came = Mutex<[Seen]>([])
    private let answer: @Sendable (_ number: Int) async throws -> HTTPTransport.Response

    init(_ answer: @escaping @Sendable (_ number: Int) async throws -> HTTPTransport.Response) { self.answer = answer }

    /// Returns the same response to all requests.
    convenience init(status: Int = 201, fields: HTTPFields = [:]) {
        self.init { _ in Self.answer(status, fields) }
    }

    static func answer(_ status: Int, _ fields: HTTPFields = [:]) -> HTTPTransport.Response {
        .init(head: .init(status: .init(code: status), headerFields: fields))
    }

    var seen: [Seen] { came.withLock { $0 } }

    var transport: HTTPTransport {
        HTTPTransport { request in
            let body = request.body.map { Array($0.segments().joined()) } ?? []
            let number = self.came.withLock { came in
                came.append(Seen(head: request.head, body: body))
                return came.count
            }
            return try await self.answer(number)
        }
    }
}

enum NoticeSample {
    /// Decodes base64url, as used in a token or in the Push API.
    static func bytes(base64URL text: some StringProtocol) throws -> [UInt8] {
        let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        let padded = plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)
        return [UInt8](try #require(Data(base64Encoded: padded)))
    }

    static let now = Sample().time(0)
    static let house = "https://stillroom.example"
    /// A long text that occurs nowhere else, so that a leak is detected.
    static let body = "Take 1 tablet of Secretol before dinner"

    static func message(
        title: String = "A dose is due", body: String = body, publicAddress: String? = house, secondsLeft: Int = 900,
        isSilent: Bool = false, isUrgent: Bool = true, actions: Int = 2
    ) -> NoticeMessage {
        let verbs = Array(NoticeVerb.allCases.prefix(actions))
        return NoticeMessage(
            tag: "dose_17-a", sort: .dose, title: title, body: body, path: "/agenda?day=2027-01-15",
            publicAddress: publicAddress, outsidePath: "/n/secret-done",
            actions: verbs.map { .init(verb: $0, title: $0.rawValue.capitalized, path: "/n/secret-\($0.rawValue)") },
            at: Sample().time(5), until: Sample().time(20), secondsLeft: secondsLeft, isSilent: isSilent,
            isUrgent: isUrgent, badge: 3, sentAt: now)
    }

    /// The error of a delivery; nil if it succeeds.
    static func failure(
        _ noticeTransport: NoticeTransport, _ message: NoticeMessage = message(), to address: Channel.Address,
        identity: [UInt8] = []
    ) async throws -> NoticeTransport.Failure? {
        do {
            try await noticeTransport.deliver(message, address, identity)
            return nil
        } catch let failure as NoticeTransport.Failure {
            return failure
        }
    }

    /// Waits until the task is cancelled.
    static func untilCancelled() async throws -> HTTPTransport.Response {
        let (stream, end) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        end.finish()
        throw CancellationError()
    }
}

/// The kind of a failure, for tables.
enum Fate: String, Sendable {
    case delivered, gone, refused, later

    init(_ failure: NoticeTransport.Failure?) {
        self =
            switch failure {
            case nil: .delivered
            case .gone: .gone
            case .refused: .refused
            case .later: .later
            }
    }
}

extension NoticeTransport.Failure {
    var text: String {
        switch self {
        case .gone(let text), .refused(let text), .later(let text, _, _): text
        }
    }

    var retryAfter: Double? { if case .later(_, let seconds, _) = self { seconds } else { nil } }
}

/// A browser with its keys; it decrypts a message. Written from RFC 8188 and RFC 8291, independently of the encryption.
struct PushDevice: Sendable {
    struct Unreadable: Error {}

    let key: P256.KeyAgreement.PrivateKey
    let authentication: [UInt8]

    init(key: P256.KeyAgreement.PrivateKey = .init(), authentication: [UInt8] = Array(100..<116)) {
        self.key = key
        self.authentication = authentication
    }

    static let endpoint = "https://fcm.googleapis.com/fcm/send/device-SECRET:1"

    func subscription(_ endpoint: String = endpoint) -> WebPushSubscription {
        WebPushSubscription(
            endpoint: endpoint, publicKey: Array(key.publicKey.x963Representation), authentication: authentication)
    }

    /// The message with its delimiter and padding.
    func record(_ body: [UInt8]) throws -> [UInt8] {
        guard body.count > 86 + 17, body[20] == 65, body[16..<20].elementsEqual([0, 0, 16, 0]) else {
            throw Unreadable()
        }
        let sender = Data(body[21..<86])
        let secret = try key.sharedSecretFromKeyAgreement(with: .init(x963Representation: sender))
        let material = secret.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: authentication,
            sharedInfo: Data("WebPush: info".utf8) + [0] + key.publicKey.x963Representation + sender,
            outputByteCount: 32)
        func part(_ name: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material, salt: body[..<16], info: Data("Content-Encoding: \(name)".utf8) + [0],
                outputByteCount: count)
        }
        let nonce = part("nonce", 12).withUnsafeBytes { Data($0) }
        return Array(try AES.GCM.open(.init(combined: nonce + body[86...]), using: part("aes128gcm", 16)))
    }

    func open(_ body: [UInt8]) throws -> [UInt8] {
        let record = try record(body)
        guard let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2 else { throw Unreadable() }
        return Array(record[..<end])
    }
}
