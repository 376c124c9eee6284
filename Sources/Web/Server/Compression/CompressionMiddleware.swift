import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses the bodies of answers while they are sent (gzip, RFC 9110 §8.4.1.3), if the client accepts it. Pictures,
/// event streams, parts of a body and bodies below 1 kB are sent as they are.
///
/// The length of a compressed body says something about its text, and an observer of an encrypted connection sees it
/// (BREACH). The attack needs another site that makes a browser send many requests with texts of its own. So an answer to a
/// request with a session is compressed only if the browser says that this site, or the person, has caused it
/// (Docs/threat-model.md).
struct CompressionMiddleware: RouterMiddleware {
    let compressor: BodyCompressor?
    let slots: CompressionSlots

    /// The smallest body that is compressed, in bytes: a smaller one fits into one packet anyway.
    static let smallest = 1024
    /// The largest body that is compressed, in bytes.
    static let largest = 16 << 20
    /// The effort for answers that are made for one request.
    private static let level = 5
    /// A large body is compressed in slices, between which other tasks run.
    private static let slice = 64 << 10

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let compressor else { return try await next(request, context) }
        var request = request
        let tags = request.headers[.ifNoneMatch]
        if let tags {
            var head = request.head
            head.headerFields[.ifNoneMatch] = AcceptedCodings.strong(tags)
            request = Request(head: head, body: request.body)
        }
        var response = try await next(request, context)
        let tag = response.headers[.eTag]
        if response.status == .notModified {
            // The tag under which the client has the body.
            if let tag, tags?.contains("W/" + tag) == true {
                response.headers[.eTag] = AcceptedCodings.weak(tag)
                AcceptedCodings.addVary(to: &response.headers)
            }
            return response
        }
        guard Self.isEligible(response) else { return response }
        AcceptedCodings.addVary(to: &response.headers)
        // The answer to HEAD has no body, but the length of it.
        guard request.method != .head else { return response }
        guard AcceptedCodings.acceptsGzip(request.headers), Self.isSafe(request), let slot = slots.take(),
            let body = try? compressor.start(Self.level)
        else { return response }
        response.headers[.contentEncoding] = "gzip"
        if let tag { response.headers[.eTag] = AcceptedCodings.weak(tag) }
        response.headers[.contentLength] = nil
        // Without the length before the coding: parts of such a body are sent when they are made.
        let flush: BodyCompressor.Flush = response.body.contentLength == nil ? .readable : .none
        let plain = response.body
        response.body = ResponseBody { writer in
            try await plain.write(GzipBodyWriter(parent: writer, body: body, slot: slot, flush: flush))
        }
        return response
    }

    /// Whether the answer has a body that becomes smaller. The answer must not depend on who asks, because it decides
    /// about Vary.
    private static func isEligible(_ response: Response) -> Bool {
        let headers = response.headers
        guard response.status.code >= 200, ![204, 206].contains(response.status.code),
            headers[.contentEncoding] == nil, headers[.contentRange] == nil,
            headers[.cacheControl]?.contains("no-transform") != true,
            let type = headers[.contentType], isCompressible(type),
            !(type.hasPrefix("text/html") && isLone(headers))
        else { return false }
        return response.body.contentLength.map { (smallest...largest).contains($0) } ?? true
    }

    /// Whether the page is one of a path with a secret, or before a session.
    private static func isLone(_ headers: HTTPFields) -> Bool {
        HTTPField.Name("X-Robots-Tag").flatMap { headers[$0] } != nil
    }

    static func isCompressible(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" }.lowercased()
        return name.hasPrefix("text/") && name != "text/event-stream" || name == "application/json"
            || name.hasSuffix("+json") || name == "image/svg+xml" || name == "application/xml"
            || name == "application/javascript"
    }

    /// Whether no other site can have caused the request, or whether it has no session.
    static func isSafe(_ request: Request) -> Bool {
        guard request.headers[.cookie] != nil else { return true }
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        return site == "same-origin" || site == "none"
    }

    /// Writes the compressed parts of a body.
    private struct GzipBodyWriter: ResponseBodyWriter {
        var parent: any ResponseBodyWriter
        let body: BodyCompressor.Body
        let slot: CompressionSlots.Slot
        let flush: BodyCompressor.Flush

        @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
            var rest = buffer
            while rest.readableBytes > 0 {
                let length = min(rest.readableBytes, CompressionMiddleware.slice)
                guard let part = rest.readBytes(length: length) else { return }
                let packed = try body(part, rest.readableBytes == 0 ? flush : .none)
                if !packed.isEmpty { try await parent.write(ByteBuffer(bytes: packed)) }
                if rest.readableBytes > 0 { await Task.yield() }
            }
        }

        @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
            let packed = try body([], .end)
            if !packed.isEmpty { try await parent.write(ByteBuffer(bytes: packed)) }
            try await parent.finish(trailingHeaders)
        }
    }
}
