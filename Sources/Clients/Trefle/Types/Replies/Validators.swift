public import HTTPTypes

/// How the service calls this state of a record (RFC 9110 §8.8): kept with the value, and sent again to ask whether
/// anything has changed since.
public struct Validators: Codable, Sendable, Hashable {
    /// `ETag`, as sent, with its quotes and a leading `W/`.
    public let etag: String?
    /// `Last-Modified`, as sent.
    public let lastModified: String?

    /// Validators that were kept.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Those of an answer.
    public init(_ fields: HTTPFields) {
        self.init(etag: fields[.eTag], lastModified: fields[.lastModified])
    }

    /// True where there is nothing to ask with.
    public var isEmpty: Bool { etag == nil && lastModified == nil }

    func add(to fields: inout HTTPFields) {
        fields[.ifNoneMatch] = etag
        fields[.ifModifiedSince] = lastModified
    }
}
