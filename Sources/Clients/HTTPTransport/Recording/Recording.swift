import Foundation
import HTTPTypes

/// Recorded requests and responses, stored as JSON and replayed in tests.
///
/// A recording contains no secret: query fields named in ``redacted`` are left out, their values and the keys in the
/// request's header fields are masked in the responses, and only a few harmless header fields are kept.
public struct Recording: Codable, Sendable, Hashable {
    /// One request and its response.
    public struct Exchange: Codable, Sendable, Hashable {
        /// The method: GET, POST …
        public var method: String
        /// The path without the query.
        public var path: String
        /// `name=value` as sent, sorted, without the redacted ones.
        public var query: [String]
        /// The response's status.
        public var status: Int
        /// The kept header fields of the response, by name in lower case.
        public var fields: [String: String]
        /// The response's body if it is text.
        public var text: String?
        /// The response's body in base 64 if it is not text.
        public var base64: String?
    }

    /// The query fields that are left out, in lower case.
    public var redacted: Set<String>
    /// The exchanges, in the order in which the requests were made.
    public var exchanges: [Exchange]

    /// The query fields that contain keys in known services.
    public static let usualSecrets: Set<String> = [
        "api-key", "api_key", "apikey", "key", "token", "access_token", "authenix-access-token",
    ]

    /// An empty recording that will leave out these query fields.
    public init(redacting names: Set<String> = Recording.usualSecrets) {
        redacted = Set(names.map { $0.lowercased() })
        exchanges = []
    }

    /// Adds a request and its response, without secrets.
    public mutating func append(_ request: HTTPTransport.Request, _ response: HTTPTransport.Response) {
        let target = RequestTarget(request.head)
        let secrets = target.query.filter { redacted.contains($0.plainName) }
            .flatMap { item in item.value.map { [$0, RequestTarget.decoded($0)] } ?? [] }
        let scrubber = SecretScrubber((secrets + request.head.credentials).filter { $0.count >= 4 })
        var fields: [String: String] = [:]
        for field in response.head.headerFields where Self.kept.contains(field.name.canonicalName) {
            fields[field.name.canonicalName, default: ""] +=
                (fields[field.name.canonicalName] == nil ? "" : ", ") + scrubber.masked(field.value)
        }
        let text = String(validating: response.body, as: UTF8.self)
        exchanges.append(
            Exchange(
                method: target.method, path: target.path, query: keyed(target), status: response.head.status.code,
                fields: fields, text: text.map { scrubber.masked($0) },
                base64: text == nil ? Data(response.body).base64EncodedString() : nil))
    }

    private static let kept: Set<String> = [
        "content-type", "content-language", "etag", "last-modified", "cache-control", "date", "retry-after",
        "ratelimit", "ratelimit-policy",
    ]

    private func keyed(_ target: RequestTarget) -> [String] {
        target.query.filter { !redacted.contains($0.plainName) }.map(\.text).sorted()
    }

    /// The indices of the exchanges that match a request, in the order of the recording.
    func places(of request: HTTPTransport.Request) -> [Int] {
        let target = RequestTarget(request.head)
        let query = keyed(target)
        return exchanges.indices.filter {
            exchanges[$0].method == target.method && exchanges[$0].path == target.path && exchanges[$0].query == query
        }
    }
}

extension Recording.Exchange {
    /// The recorded response.
    var response: HTTPTransport.Response {
        var head = HTTPResponse(status: .init(code: (100...999).contains(status) ? status : 500))
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
        }
        let bytes = text.map { [UInt8]($0.utf8) } ?? base64.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
        return .init(head: head, body: bytes ?? [])
    }
}
