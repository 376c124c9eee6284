import Accounts
import AsyncHTTPClientTransport
package import HTTPTransport
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// HTTPS with a verification of the server's certificate by the caller, for a server whose authority the TLS library
/// cannot check. One connection for each request, HTTP/1.1; follows no redirects.
package struct VerifiedTransport: Sendable {
    /// Returns whether a chain of certificates (DER, that of the server first) is valid for the host.
    package typealias Verification = @Sendable (_ chain: [[UInt8]], _ host: String) async -> Bool

    private let verifies: Verification

    package init(verifying verifies: @escaping Verification) { self.verifies = verifies }

    package var transport: HTTPTransport { HTTPTransport { try await send($0) } }

    private typealias Client = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private func send(_ request: HTTPTransport.Request) async throws -> HTTPTransport.Response {
        guard request.head.scheme == "https", let authority = request.head.authority,
            let address = RemoteAddress("https://\(authority)/")
        else {
            throw HTTPTransportError(.invalidRequest, "the request has no https address")
        }
        let host = address.host.trimmingPrefix("[").prefix { $0 != "]" }
        let client: Client
        do {
            client = try await connect(String(host), port: address.port ?? 443)
        } catch {
            try Task.checkCancellation()
            throw error is NIOConnectionError
                ? AsyncHTTPClientTransport.translated(error)
                : HTTPTransportError(.connectionFailed, "no connection came about", cause: error)
        }
        do {
            return try await client.executeThenClose { inbound, outbound in
                try await outbound.write(.head(Self.head(of: request, authority: authority)))
                if let body = request.body {
                    for segment in body.segments() {
                        try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: segment))))
                    }
                }
                try await outbound.write(.end(nil))
                return try await Self.response(inbound, limit: request.responseLimit)
            }
        } catch let error as NIOSSLError {
            try Task.checkCancellation()
            // The handshake failed, so nothing was sent.
            if case .handshakeFailed = error {
                throw HTTPTransportError(
                    .connectionFailed, "the certificate of the server is not trusted", cause: error)
            }
            throw HTTPTransportError(.cutOff, "the connection ended before the answer did", cause: error)
        } catch {
            try Task.checkCancellation()
            throw AsyncHTTPClientTransport.translated(error)
        }
    }

    private func connect(_ host: String, port: Int) async throws -> Client {
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.minimumTLSVersion = .tlsv12
        settings.applicationProtocols = ["http/1.1"]
        let context = try NIOSSLContext(configuration: settings)
        let isAddress = NetworkAddress(host) != nil
        let verifies = verifies
        return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(10))
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    // The name is checked by the caller's verification.
                    let tls = try NIOSSLClientHandler(
                        context: context, serverHostname: isAddress ? nil : host,
                        customVerificationCallback: { certificates, promise in
                            let chain = certificates.map { (try? $0.toDERBytes()) ?? [] }
                            promise.completeWithTask {
                                await verifies(chain, host) ? .certificateVerified : .failed
                            }
                        })
                    try channel.pipeline.syncOperations.addHandler(tls)
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try Client(wrappingChannelSynchronously: channel)
                }
            }
    }

    private static func head(of request: HTTPTransport.Request, authority: String) -> HTTPRequestHead {
        var fields = HTTPHeaders([("Host", authority), ("Connection", "close")])
        for field in request.head.headerFields { fields.add(name: field.name.rawName, value: field.value) }
        if fields["User-Agent"].isEmpty {
            fields.add(name: "User-Agent", value: "Stillroom (self-hosted household server)")
        }
        if let body = request.body {
            fields.add(name: "Content-Length", value: String(body.contentLength))
        } else if request.head.method != .get {
            fields.add(name: "Content-Length", value: "0")
        }
        return HTTPRequestHead(
            version: .http1_1, method: .init(rawValue: request.head.method.rawValue),
            uri: request.head.path ?? "/", headers: fields)
    }

    private static func response(
        _ parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>, limit: Int
    ) async throws -> HTTPTransport.Response {
        var head: HTTPResponse?
        var bytes: [UInt8] = []
        for try await part in parts {
            switch part {
            case .head(let received):
                var fields = HTTPFields()
                for (name, value) in received.headers {
                    if let name = HTTPField.Name(name) { fields.append(.init(name: name, value: value)) }
                }
                head = HTTPResponse(status: .init(code: Int(received.status.code)), headerFields: fields)
            case .body(let buffer):
                guard bytes.count + buffer.readableBytes <= limit else {
                    throw HTTPTransportError(.tooLarge, "the answer is larger than \(limit) bytes", limit: limit)
                }
                bytes.append(contentsOf: buffer.readableBytesView)
            case .end:
                if let head { return .init(head: head, body: bytes) }
            }
        }
        throw HTTPTransportError(.cutOff, "the connection ended before the answer did")
    }
}
