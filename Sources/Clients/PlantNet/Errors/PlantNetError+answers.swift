package import HTTPTransport
import HTTPTypes

extension PlantNetError: APIResponseError {
    /// The error for a response whose status is not 2xx.
    package init(_ response: HTTPTransport.Response, hiding secrets: SecretScrubber) {
        let status = response.head.status.code
        let written = (try? response.json(as: Problem.self))?.message
        let (code, message) = Self.meaning(of: status, written: written?.lowercased() ?? "")
        self.init(
            code, message, status: status, serviceMessage: written.map { secrets.line($0, limit: 200) },
            allowance: Allowance(response.head.headerFields).known, retryAfter: RetryAfter(response.head.headerFields),
            limit: code == .tooLarge ? Self.sizeLimit : nil)
    }

    /// The status decides. The text is used only if a status has several meanings.
    private static func meaning(of status: Int, written: String) -> (Code, String) {
        switch status {
        case 400 where written.contains("file type"):
            (.unsupportedFormat, "Pl@ntNet cannot read an image")
        case 401: (.keyRefused, "Pl@ntNet does not know the key")
        case 403: (.notAllowed, "Pl@ntNet does not allow this with the account's plan, address or domain")
        case 404 where written.hasPrefix("species not found"): (.nothingFound, "Pl@ntNet sees no plant")
        case 404 where written.hasPrefix("unknown project"): (.unknownProject, "Pl@ntNet does not know the project")
        case 404: (.notFound, "Pl@ntNet has no such thing")
        case 408: (.timedOut, "Pl@ntNet did not get the whole request in time")
        case 413: (.tooLarge, "the images are too large for Pl@ntNet")
        case 414: (.addressTooLong, "the image addresses are too long for Pl@ntNet")
        case 415: (.unsupportedFormat, "Pl@ntNet cannot read an image")
        case 429: (.quotaExhausted, "the account's quota for today is used")
        case 400..<500: (.badRequest, "Pl@ntNet refused the request")
        case 500..<600: (.serverError, "Pl@ntNet failed")
        default: (.unreadable, "Pl@ntNet answered with a status that it does not document")
        }
    }

    /// The error for a response that cannot be decoded.
    package init(unreadable response: HTTPTransport.Response, cause: any Error, hiding secrets: SecretScrubber) {
        self.init(
            .unreadable, "the answer is not what Pl@ntNet documents", status: response.head.status.code,
            allowance: Allowance(response.head.headerFields).known, cause: cause)
    }

    /// The error for a call without a response.
    package init(_ failure: TransportFailure) {
        // Only uploads have a body, and an upload that was cut off may have cost a credit.
        if failure.kind == .cutOff, failure.hadBody {
            self.init(.uploadFailed, "the connection ended before the images were answered", cause: failure.cause)
        } else {
            self.init(Code(failure.kind), failure.message(of: "Pl@ntNet"), cause: failure.cause)
        }
    }

    /// `{"statusCode": 404, "error": "Not Found", "message": "…"}`.
    private struct Problem: Decodable {
        let message: String?

        private enum CodingKeys: String, CodingKey { case message }

        init(from decoder: any Decoder) throws {
            message = try decoder.container(keyedBy: CodingKeys.self).text(.message)
        }
    }
}

extension PlantNetError.Code: APIErrorCode {}
