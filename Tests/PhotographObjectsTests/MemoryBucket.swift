import Crypto
import Foundation
import HTTPTransport
import HTTPTypes
import Recognition
import Synchronization

@testable import PhotographObjects

/// An S3-compatible service in memory, as a transport. It compares bodies with the hashes that were signed, and knows
/// conditions and pages; signatures are the subject of other tests.
final class MemoryBucket: Sendable {
    struct State {
        var objects: [String: (bytes: [UInt8], fields: HTTPFields)] = [:]
        var requests: [String] = []
        /// Replaces an answer; nil leaves it as it is.
        var fault: (@Sendable (HTTPRequest) throws -> HTTPTransport.Response?)?
        var knowsConditions = true
        var pageSize = 1000
    }

    let state = Mutex(State())

    var transport: HTTPTransport {
        HTTPTransport { [self] request in
            let body = request.body.map { Array($0.segments().joined()) } ?? []
            return try answer(request.head, body)
        }
    }

    func bucket(_ address: String = "https://s3.example.net/house/home") throws -> Bucket {
        guard let url = URL(string: address), let place = BucketAddress(url) else { throw CocoaError(.fileNoSuchFile) }
        return Bucket(
            place, signature: SignatureV4(.init(keyID: "key", secret: "secret"), region: "us-east-1"),
            transport: transport, now: { Date(timeIntervalSince1970: 1_800_000_000) }, pause: { _ in })
    }

    var requests: [String] { state.withLock(\.requests) }
    var keys: [String] { state.withLock { $0.objects.keys.sorted() } }

    func fail(_ status: Int, _ code: String, for method: HTTPRequest.Method? = nil) {
        state.withLock {
            $0.fault = { request in
                guard method == nil || request.method == method else { return nil }
                return Self.error(status, code)
            }
        }
    }

    /// Answers requests with errors; nil answers one as usual.
    func answer(_ fault: @escaping @Sendable (HTTPRequest) -> (status: Int, code: String)?) {
        state.withLock { $0.fault = { request in fault(request).map { Self.error($0.status, $0.code) } } }
    }

    func work() { state.withLock { $0.fault = nil } }

    private func answer(_ head: HTTPRequest, _ body: [UInt8]) throws -> HTTPTransport.Response {
        let fault = state.withLock { state in
            state.requests.append("\(head.method.rawValue) \(head.path ?? "")")
            return state.fault
        }
        if let response = try fault?(head) { return response }
        guard head.headerFields[.authorization] != nil,
            head.headerFields[.amzContentHash] == Digest.hexadecimal(SHA256.hash(data: body))
        else { return Self.error(400, "XAmzContentSHA256Mismatch") }
        let path = head.path ?? ""
        if head.method == .get, path.hasPrefix("/house?") { return list(path) }
        let key = String(path.dropFirst("/house/".count))
        return state.withLock { state in
            switch head.method {
            case .put:
                if head.headerFields[.ifNoneMatch] == "*" {
                    guard state.knowsConditions else { return Self.error(501, "NotImplemented") }
                    guard state.objects[key] == nil else { return Self.error(412, "PreconditionFailed") }
                }
                state.objects[key] = (body, head.headerFields)
                return .init(head: HTTPResponse(status: .ok))
            case .get, .head:
                guard let (bytes, fields) = state.objects[key] else { return Self.error(404, "NoSuchKey") }
                var answer = HTTPResponse(status: .ok)
                answer.headerFields[.contentLength] = String(bytes.count)
                answer.headerFields[.amzMetaHash] = fields[.amzMetaHash]
                return .init(head: answer, body: head.method == .get ? bytes : [])
            default:
                state.objects[key] = nil
                return .init(head: HTTPResponse(status: .noContent))
            }
        }
    }

    private func list(_ path: String) -> HTTPTransport.Response {
        state.withLock { state in
            let after =
                path.firstMatch(of: /continuation-token=([^&]*)/)
                .flatMap { String($0.1).removingPercentEncoding } ?? ""
            let rest = state.objects.keys.sorted().filter { $0 > after }
            let page = rest.prefix(state.pageSize)
            let contents = page.map { key in
                """
                <Contents><Key>\(key)</Key><LastModified>2026-01-02T03:04:05.678Z</LastModified>\
                <ETag>&quot;x&quot;</ETag><Size>\(state.objects[key]?.bytes.count ?? 0)</Size></Contents>
                """
            }
            let isMore = rest.count > page.count
            let next = isMore ? "<NextContinuationToken>\(page.last ?? "")</NextContinuationToken>" : ""
            let text = """
                <?xml version="1.0"?><ListBucketResult><IsTruncated>\(isMore)</IsTruncated>\(next)\
                \(contents.joined())</ListBucketResult>
                """
            return .init(head: HTTPResponse(status: .ok), body: Array(text.utf8))
        }
    }

    private static func error(_ status: Int, _ code: String) -> HTTPTransport.Response {
        .init(
            head: HTTPResponse(status: .init(code: status)),
            body: Array("<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>secret</Message></Error>".utf8))
    }
}
