#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    public import HTTPTransport
    import HTTPTypes
    import NIOCore
    import NIOHTTP1

    /// Sends requests with AsyncHTTPClient and delivers each part of a response as it arrives.
    ///
    /// It follows no redirects and obeys the request's limit for the sum of the parts. A receiver that is slow slows the
    /// service down. Time limits between parts are the caller's task; see `StreamingTransport.timingOut`.
    ///
    /// The module is empty unless the package is used with the trait `AsyncHTTPClient`.
    public final class AsyncHTTPClientStreaming: Sendable {
        private let client: HTTPClient
        private let userAgent: String?

        /// Makes a transport with its own connections.
        ///
        /// - Parameters:
        ///   - connect: the time limit for establishing a connection, including TLS.
        ///   - userAgent: the field `User-Agent` of requests that have none; nil sends none.
        public init(connect: Duration = .seconds(5), userAgent: String? = nil) {
            self.userAgent = userAgent
            var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
            // No read time-out: a local model may compute for minutes before its first word.
            configuration.timeout = .init(connect: .nanoseconds(Int64(connect / .nanoseconds(1))))
            // A refused connection is reported at once.
            configuration.connectionPool.retryConnectionEstablishment = false
            client = HTTPClient(configuration: configuration)
        }

        deinit {
            // Closes open connections; the closure keeps the client alive until that is done.
            let client = client
            client.shutdown { _ in withExtendedLifetime(client) {} }
        }

        /// The transport. It keeps the connections open as long as it is used.
        public var transport: StreamingTransport {
            StreamingTransport { [self] request, receive in try await send(request, receive) }
        }

        /// Carries the receiver's error through the HTTP client unchanged.
        private struct Unwanted: Error {
            let error: any Error
        }

        private func send(_ request: HTTPTransport.Request, _ receive: StreamingTransport.Receiver) async throws {
            func hand(on part: StreamingTransport.Part) async throws {
                do { try await receive(part) } catch { throw Unwanted(error: error) }
            }
            do {
                // Longer than any caller waits: it only prevents a connection from living for ever.
                let response = try await client.execute(
                    HTTPClientRequest(request, userAgent: userAgent), timeout: .hours(1))
                try await hand(on: .head(HTTPResponse(response)))
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
                // Closes the connection together with the rest of the response.
                throw unwanted.error
            } catch {
                try Task.checkCancellation()
                throw AsyncHTTPClientTransport.translated(error)
            }
            // If the task was cancelled, the parts may end as if the response were complete.
            try Task.checkCancellation()
        }
    }
#endif
