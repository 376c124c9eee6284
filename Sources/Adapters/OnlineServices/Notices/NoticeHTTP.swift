import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Messages

/// The common part of the notice transports: one POST with a limit of ten seconds, and the result as a
/// `NoticeTransport.Failure`. Logs nothing, and no message contains an address, a key or a notice, because each of them
/// is a secret. The messages are stored.
struct NoticeHTTP: Sendable {
    /// To whom a notice is posted.
    enum Party: Sendable {
        case pushService, ntfyServer, webhook

        /// The name at the beginning of a message.
        var title: String {
            switch self {
            case .pushService: localized("The push service", context: "at the beginning of a sentence")
            case .ntfyServer: localized("The ntfy server", context: "at the beginning of a sentence")
            case .webhook: localized("The webhook", context: "at the beginning of a sentence")
            }
        }

        /// The name within a message.
        var name: String {
            switch self {
            case .pushService: localized("the push service", context: "within a sentence")
            case .ntfyServer: localized("the ntfy server", context: "within a sentence")
            case .webhook: localized("the webhook", context: "within a sentence")
            }
        }
    }

    private let party: Party
    private let transport: HTTPTransport
    private let now: @Sendable () -> Date

    static let timeLimit: Duration = .seconds(10)
    /// Answers are not needed; this is enough for a service's error text.
    private static let answerLimit = 64 * 1024

    init(_ party: Party, transport: HTTPTransport, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
        self.party = party
        self.transport = transport.timingOut(after: Self.timeLimit, clock: clock)
        self.now = now
    }

    /// Throws `NoticeTransport.Failure` if there is no answer, and `CancellationError`.
    func post(_ body: [UInt8], to address: RemoteAddress, headers: [(name: String, value: String)]) async throws
        -> HTTPResponse
    {
        var fields = HTTPFields()
        for header in headers {
            if let name = HTTPField.Name(header.name) { fields.append(.init(name: name, value: header.value)) }
        }
        let head = HTTPRequest(
            method: .post, scheme: address.scheme, authority: address.authority, path: address.path,
            headerFields: fields)
        do {
            return try await transport.send(
                .init(head: head, body: .init(body), isRepeatable: false, responseLimit: Self.answerLimit)
            ).head
        } catch let error as HTTPTransportError {
            throw storedText { failure(error) }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw storedText {
                NoticeTransport.Failure.later(
                    localized("\(party.title, "service") could not be reached."), retryAfter: nil, isInDoubt: true)
            }
        }
    }

    private func failure(_ error: HTTPTransportError) -> NoticeTransport.Failure {
        switch error.code {
        case .noNetwork:
            .later(localized("\(party.title, "service") cannot be reached: there is no network."), retryAfter: nil)
        case .connectionFailed: .later(localized("\(party.title, "service") cannot be reached."), retryAfter: nil)
        case .timedOut:
            .later(localized("\(party.title, "service") did not answer in time."), retryAfter: nil, isInDoubt: true)
        case .invalidRequest: .refused(localized("\(party.title, "service") has an address that cannot be used."))
        case .tooLarge, .invalidResponse:
            .later(
                localized("What \(party.name, "service") answered cannot be read."), retryAfter: nil, isInDoubt: true)
        default:
            .later(localized("The connection to \(party.name, "service") broke off."), retryAfter: nil, isInDoubt: true)
        }
    }

    /// The usual meaning of a status; a transport first handles the statuses with a special meaning.
    func failure(_ response: HTTPResponse) -> NoticeTransport.Failure {
        storedText { meaning(of: response) }
    }

    private func meaning(of response: HTTPResponse) -> NoticeTransport.Failure {
        let status = response.status.code
        switch status {
        case 429:
            return .later(
                localized("\(party.title, "service") asks Stillroom to wait for a while (429)."),
                retryAfter: pause(response))
        case 408, 425, 500...:
            return .later(
                localized("\(party.title, "service") is in trouble (\(status, "status"))."), retryAfter: pause(response)
            )
        case 300..<400:
            return .refused(
                localized(
                    """
                    \(party.title, "service") is somewhere else now (\(status, "status")), and redirects are not \
                    followed.
                    """))
        default: return .refused(localized("\(party.title, "service") does not take the notice (\(status, "status"))."))
        }
    }

    private func pause(_ response: HTTPResponse) -> Double? {
        RetryAfter(response.headerFields).map { min($0.seconds(from: now()), Notice.longestPause) }
    }
}

extension HTTPResponse {
    var isSuccess: Bool { (200..<300).contains(status.code) }
}

/// How the services write a notice: JSON, times, and texts within a limit.
enum NoticeEncoding {
    /// The longest prefix of whole characters within the limit. The caller measures a character, because some limits
    /// are in bytes and others in letters.
    static func cut(_ text: String, to limit: Int, counting size: (Character) -> Int) -> String {
        guard text.reduce(0, { $0 + size($1) }) > limit else { return text }
        let end: Character = "…"
        var left = limit - size(end)
        var kept = ""
        for character in text {
            left -= size(character)
            guard left >= 0 else { break }
            kept.append(character)
        }
        kept.append(end)
        return kept
    }

    /// Counts Unicode scalars, because a letter can carry any number of combining marks.
    static func cut(_ text: String, letters: Int) -> String { cut(text, to: letters) { $0.unicodeScalars.count } }

    static func cut(_ text: String, bytes: Int) -> String { cut(text, to: bytes) { $0.utf8.count } }

    static func moment(_ date: Date) -> String { date.formatted(.iso8601) }

    static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }
}
