import AsyncHTTPClient
import Foundation
package import HTTPTransport
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The network as a transport of answers that come bit by bit: no redirects, each piece as it comes, no larger in sum
/// than was asked for. How long is waited for a piece is the caller's; see `StreamingTransport.timingOut`.
package final class LiveStreamingTransport: Sendable {
    private let client: HTTPClient

    /// Connect: how long a connection may take to come about, with TLS.
    package init(connect: Duration = .seconds(5)) {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        // No time-out for reading: a model of one's own may think for minutes before its first word.
        configuration.timeout = .init(connect: .nanoseconds(Int64(connect / .nanoseconds(1))))
        // A refused connection is told at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(configuration: configuration)
    }

    deinit {
        // Closes what is open; the closure keeps the client until that is done.
        let client = client
        client.shutdown { _ in withExtendedLifetime(client) {} }
    }

    package var transport: StreamingTransport {
        StreamingTransport { [self] request, receive in try await send(request, receive) }
    }

    /// What the receiver threw: it goes through as it is.
    private struct Unwanted: Error {
        let error: any Error
    }

    private func send(_ request: HTTPTransport.Request, _ receive: StreamingTransport.Receiver) async throws {
        func hand(on part: StreamingTransport.Part) async throws {
            do { try await receive(part) } catch { throw Unwanted(error: error) }
        }
        do {
            // Longer than anybody waits: it only keeps a connection from living for ever.
            let response = try await client.execute(Self.outgoing(request), timeout: .hours(1))
            try await hand(on: .head(Self.head(response)))
            var count = 0
            for try await buffer in response.body {
                count += buffer.readableBytes
                guard count <= request.responseLimit else {
                    throw HTTPTransportError(
                        .tooLarge, "the answer is larger than \(request.responseLimit) bytes",
                        limit: request.responseLimit)
                }
                try await hand(on: .bytes(Array(buffer.readableBytesView)))
            }
        } catch let unwanted as Unwanted {
            // The connection is closed with the rest of the answer.
            throw unwanted.error
        } catch {
            try Task.checkCancellation()
            throw LiveTransport.translated(error)
        }
        // Where the task was cancelled the pieces may end as if all had come.
        try Task.checkCancellation()
    }

    private static func head(_ response: HTTPClientResponse) -> HTTPResponse {
        var fields = HTTPFields()
        for (name, value) in response.headers {
            if let name = HTTPField.Name(name) { fields.append(.init(name: name, value: value)) }
        }
        return HTTPResponse(status: .init(code: Int(response.status.code)), headerFields: fields)
    }

    private static func outgoing(_ request: HTTPTransport.Request) throws -> HTTPClientRequest {
        guard let scheme = request.head.scheme, let authority = request.head.authority else {
            throw HTTPTransportError(.invalidRequest, "the request has no address")
        }
        var outgoing = HTTPClientRequest(url: "\(scheme)://\(authority)\(request.head.path ?? "/")")
        outgoing.method = .init(rawValue: request.head.method.rawValue)
        for field in request.head.headerFields {
            outgoing.headers.add(name: field.name.rawName, value: field.value)
        }
        if outgoing.headers["User-Agent"].isEmpty {
            outgoing.headers.add(name: "User-Agent", value: "Stillroom (self-hosted household server)")
        }
        if let body = request.body { outgoing.body = .bytes(ByteBuffer(bytes: Array(body.segments().joined()))) }
        return outgoing
    }
}
