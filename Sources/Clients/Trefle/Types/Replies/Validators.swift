public import HTTPTypes

/// The validators of a record (RFC 9110 §8.8): kept with the record, and sent in a conditional request.
public struct Validators: Codable, Sendable, Hashable {
    /// `ETag`, as sent, with its quotes and a leading `W/`.
    public let etag: String?
    /// `Last-Modified`, as sent.
    public let lastModified: String?

    /// Validators from a cache.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The validators of a response.
    public init(_ fields: HTTPFields) {
        self.init(etag: fields[.eTag], lastModified: fields[.lastModified])
    }

    /// Whether there is no validator.
    public var isEmpty: Bool { etag == nil && lastModified == nil }

    func add(to fields: inout HTTPFields) {
        fields[.ifNoneMatch] = etag
        fields[.ifModifiedSince] = lastModified
    }
}
