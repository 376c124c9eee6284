import Foundation
import HTTPTransport
import HTTPTypes

extension PlantNetError {
    /// What an answer that is not 2xx means.
    init(_ response: HTTPTransport.Response, hiding key: String) {
        let status = response.head.status.code
        let written = (try? JSONDecoder().decode(Problem.self, from: Data(response.body)))?.message
        let (code, message) = Self.meaning(of: status, written: written?.lowercased() ?? "")
        self.init(
            code, message, status: status, serviceMessage: written.map { Self.cleaned($0, of: key) },
            allowance: Allowance(response.head.headerFields).known, retryAfter: RetryAfter(response.head.headerFields),
            limit: code == .tooLarge ? Self.sizeLimit : nil)
    }

    /// The status decides; words only where one status has several meanings.
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

    /// What a failure of the wire means.
    init(failure error: any Error, uploads: Bool, hiding key: String) {
        let (code, message): (Code, String) =
            switch (error as? HTTPTransportError)?.code {
            case .noNetwork?: (.noNetwork, "there is no network")
            case .connectionFailed?: (.connectionFailed, "Pl@ntNet cannot be reached")
            case .timedOut?: (.timedOut, "Pl@ntNet did not answer in time")
            case .cutOff? where uploads: (.uploadFailed, "the connection ended before the images were answered")
            case .cutOff?: (.cutOff, "the connection ended before the answer did")
            case .tooLarge?: (.unreadable, "the answer is larger than any that is awaited")
            case .invalidResponse?: (.unreadable, "what came is not HTTP")
            default: (.transportFailed, "the transport failed")
            }
        self.init(code, message, cause: Self.shows(error, key) ? nil : error)
    }

    /// The errors of HTTP libraries are known to carry whole addresses.
    private static func shows(_ error: any Error, _ key: String) -> Bool {
        guard !key.isEmpty else { return false }
        var text = String(describing: error) + String(reflecting: error)
        dump(error, to: &text)
        return text.contains(key) || text.contains(Query.encoded(key))
    }

    private static func cleaned(_ text: String, of key: String) -> String {
        let hidden = [key, Query.encoded(key)].reduce(text) { $1.isEmpty ? $0 : $0.replacing($1, with: "••••") }
        let line = hidden.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } ? " " : $0 }
        return String(line.prefix(200))
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
