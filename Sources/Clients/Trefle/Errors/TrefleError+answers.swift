import Foundation
import HTTPTransport
import HTTPTypes

extension TrefleError {
    /// What an answer that is not 2xx means.
    init(_ response: HTTPTransport.Response, hiding token: String) {
        let status = response.head.status.code
        let written = (try? JSONDecoder().decode(Problem.self, from: Data(response.body)))?.words
        let (code, message) = Self.meaning(of: status, written: written?.lowercased() ?? "")
        self.init(
            code, message, status: status, serviceMessage: written.map { Self.cleaned($0, of: token) },
            allowance: MinuteAllowance(response.head.headerFields).known,
            retryAfter: RetryAfter(response.head.headerFields))
    }

    /// The status decides; words only where one status has several meanings.
    private static func meaning(of status: Int, written: String) -> (Code, String) {
        switch status {
        case 400 where written.hasPrefix("page must be"): (.pageTooDeep, "Trefle does not go so far into a list")
        case 401 where written.contains("expired"): (.tokenExpired, "the token has expired")
        case 401: (.tokenRefused, "Trefle does not know the token")
        case 403: (.notAllowed, "Trefle does not allow this with the account")
        case 404 where written.contains("expected :page in"): (.endOfPages, "the list has no page of that number")
        case 404: (.notFound, "Trefle has no such thing")
        case 408: (.timedOut, "Trefle did not get the whole request in time")
        case 422: (.notAccepted, "Trefle does not accept what was sent")
        case 429: (.rateLimited, "Trefle was asked too often in a minute")
        case 400..<500: (.badRequest, "Trefle refused the request")
        case 500..<600: (.serverError, "Trefle failed")
        default: (.unreadable, "Trefle answered with a status that it does not document")
        }
    }

    /// What a failure of the wire means.
    init(failure error: any Error, hiding token: String) {
        let (code, message): (Code, String) =
            switch (error as? HTTPTransportError)?.code {
            case .noNetwork?: (.noNetwork, "there is no network")
            case .connectionFailed?: (.connectionFailed, "Trefle cannot be reached")
            case .timedOut?: (.timedOut, "Trefle did not answer in time")
            case .cutOff?: (.cutOff, "the connection ended before the answer did")
            case .tooLarge?: (.unreadable, "the answer is larger than any that is awaited")
            case .invalidResponse?: (.unreadable, "what came is not HTTP")
            default: (.transportFailed, "the transport failed")
            }
        self.init(code, message, cause: Self.shows(error, token) ? nil : error)
    }

    /// The errors of HTTP libraries are known to carry whole requests.
    private static func shows(_ error: any Error, _ token: String) -> Bool {
        guard !token.isEmpty else { return false }
        var text = String(describing: error) + String(reflecting: error)
        dump(error, to: &text)
        return text.contains(token) || text.contains(Query.encoded(token))
    }

    private static func cleaned(_ text: String, of token: String) -> String {
        let hidden = [token, Query.encoded(token)].reduce(text) { $1.isEmpty ? $0 : $0.replacing($1, with: "••••") }
        let line = hidden.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } ? " " : $0 }
        return String(line.prefix(200))
    }

    /// `{"error": true, "message": "…"}`, or `messages` (401), or both (since 2.0.2); the message may be an object of
    /// lists (422 of an invalid record), and an old claim answered `{"error": "unauthorized"}`.
    private struct Problem: Decodable {
        let words: String?

        private enum CodingKeys: String, CodingKey, CaseIterable { case message, messages, error }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            words =
                CodingKeys.allCases.lazy.compactMap { container.value($0, as: JSONValue.self).flatMap(Self.line) }
                .first
        }

        private static func line(_ value: JSONValue) -> String? {
            switch value {
            case .text(let text): return text.isEmpty ? nil : text
            case .list(let list):
                let parts = list.compactMap(line)
                return parts.isEmpty ? nil : parts.joined(separator: ", ")
            case .object(let object):
                let parts = object.sorted { $0.key < $1.key }.compactMap { name, value in
                    line(value).map { "\(name): \($0)" }
                }
                return parts.isEmpty ? nil : parts.joined(separator: "; ")
            case .null, .flag, .number: return nil
            }
        }
    }
}
