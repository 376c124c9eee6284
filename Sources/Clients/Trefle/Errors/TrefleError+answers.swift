package import HTTPTransport
import HTTPTypes

extension TrefleError: APIResponseError {
    /// The error for a response whose status is not 2xx.
    package init(_ response: HTTPTransport.Response, hiding secrets: SecretScrubber) {
        let status = response.head.status.code
        let written = (try? response.json(as: Problem.self))?.words
        let (code, message) = Self.meaning(of: status, written: written?.lowercased() ?? "")
        self.init(
            code, message, status: status, serviceMessage: written.map { secrets.line($0, limit: 200) },
            allowance: MinuteAllowance(response.head.headerFields).known,
            retryAfter: RetryAfter(response.head.headerFields))
    }

    /// The status decides. The text is used only if a status has several meanings.
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

    /// The error for a response that cannot be decoded.
    package init(unreadable response: HTTPTransport.Response, cause: any Error, hiding secrets: SecretScrubber) {
        self.init(
            .unreadable, "the answer is not what Trefle documents", status: response.head.status.code,
            allowance: MinuteAllowance(response.head.headerFields).known, cause: cause)
    }

    /// The error for a call without a response.
    package init(_ failure: TransportFailure) {
        self.init(Code(failure.kind), failure.message(of: "Trefle"), cause: failure.cause)
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

extension TrefleError.Code: APIErrorCode {}
