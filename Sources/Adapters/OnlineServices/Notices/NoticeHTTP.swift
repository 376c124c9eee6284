import Foundation
import HTTPTransport
import HTTPTypes
import Household

/// What the carriers have in common: one POST within ten seconds, and what came of it as a `NoticeTransport.Failure`. Nothing
/// here is logged, and no sentence holds an address, a key or a notice: each of them is a secret.
struct NoticeHTTP: Sendable {
    /// Begins a sentence: "The push service".
    let name: String
    private let transport: HTTPTransport
    private let now: @Sendable () -> Date

    static let timeLimit: Duration = .seconds(10)
    /// Nothing in an answer is needed; enough for what services say about a failure.
    private static let answerLimit = 64 * 1024

    init(name: String, transport: HTTPTransport, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
        self.name = name
        self.transport = transport.timingOut(after: Self.timeLimit, clock: clock)
        self.now = now
    }

    /// Throws `NoticeTransport.Failure` where no answer came, and `CancellationError`.
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
            throw failure(error)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw NoticeTransport.Failure.later("\(name) could not be told.", retryAfter: nil, isInDoubt: true)
        }
    }

    private func failure(_ error: HTTPTransportError) -> NoticeTransport.Failure {
        switch error.code {
        case .noNetwork: .later("\(name) cannot be reached: there is no network.", retryAfter: nil)
        case .connectionFailed: .later("\(name) cannot be reached.", retryAfter: nil)
        case .timedOut: .later("\(name) did not answer in time.", retryAfter: nil, isInDoubt: true)
        case .invalidRequest: .refused("\(name) has an address that cannot be used.")
        case .tooLarge, .invalidResponse:
            .later("What \(name.lowercasedFirst) answered cannot be read.", retryAfter: nil, isInDoubt: true)
        default: .later("The connection to \(name.lowercasedFirst) broke off.", retryAfter: nil, isInDoubt: true)
        }
    }

    /// What a status means everywhere; a carrier looks first at those that mean something of their own to it.
    func failure(_ response: HTTPResponse) -> NoticeTransport.Failure {
        let status = response.status.code
        switch status {
        case 429: return .later("\(name) asks to be left alone for a while (429).", retryAfter: pause(response))
        case 408, 425, 500...: return .later("\(name) is in trouble (\(status)).", retryAfter: pause(response))
        case 300..<400:
            return .refused("\(name) is somewhere else now (\(status)), and redirects are not followed.")
        default: return .refused("\(name) does not take the notice (\(status)).")
        }
    }

    private func pause(_ response: HTTPResponse) -> Double? {
        RetryAfter(response.headerFields).map { min($0.seconds(from: now()), Notice.longestPause) }
    }
}

extension HTTPResponse {
    var isSuccess: Bool { (200..<300).contains(status.code) }
}

/// What notices are written as.
enum CarrierText {
    /// Whole characters as far as they fit; what a character counts is up to the caller, because limits are of bytes here
    /// and of letters there.
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

    /// By scalars, since marks can be piled up on one letter.
    static func cut(_ text: String, letters: Int) -> String { cut(text, to: letters) { $0.unicodeScalars.count } }

    static func cut(_ text: String, bytes: Int) -> String { cut(text, to: bytes) { $0.utf8.count } }

    static func moment(_ date: Date) -> String { date.formatted(.iso8601) }

    static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
