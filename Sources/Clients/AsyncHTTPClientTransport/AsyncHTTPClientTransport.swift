#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    public import HTTPTransport
    import HTTPTypes
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    /// Sends requests with AsyncHTTPClient, for servers and commands on SwiftNIO.
    ///
    /// ```swift
    /// let client = PlantNetClient(apiKey: key, transport: AsyncHTTPClientTransport().transport)
    /// ```
    ///
    /// It follows no redirects, because a second host would receive the first one's key. It obeys the size limit of each
    /// request while it reads, ends a request when its task is cancelled, and keeps connections open for the next requests.
    /// The connections are closed when neither this object nor a transport of it is used any longer.
    ///
    /// The module is empty unless the package is used with the trait `AsyncHTTPClient`.
    public final class AsyncHTTPClientTransport: Sendable {
        private let client: HTTPClient
        private let userAgent: String?

        /// Makes a transport with its own connections.
        ///
        /// - Parameters:
        ///   - connections: the maximum number of connections to one host.
        ///   - certificateFile: a file of certificates (PEM) that are trusted in addition to those of the system.
        ///   - userAgent: the field `User-Agent` of requests that have none; nil sends none.
        public init(connections: Int = 8, certificateFile: String? = nil, userAgent: String? = nil) {
            self.userAgent = userAgent
            var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
            configuration.timeout = .init(connect: .seconds(10), read: .seconds(60))
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
            // A refused connection is reported at once: the caller has a local answer meanwhile and retries later.
            configuration.connectionPool.retryConnectionEstablishment = false
            if let certificateFile {
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.additionalTrustRoots = [.file(certificateFile)]
                configuration.tlsConfiguration = tls
            }
            client = HTTPClient(configuration: configuration)
        }

        deinit {
            // Closes open connections; the closure keeps the client alive until that is done.
            let client = client
            client.shutdown { _ in withExtendedLifetime(client) {} }
        }

        /// The transport. It keeps the connections open as long as it is used.
        public var transport: HTTPTransport {
            HTTPTransport { [self] request in try await send(request) }
        }

        private func send(_ request: HTTPTransport.Request) async throws -> HTTPTransport.Response {
            let outgoing = try HTTPClientRequest(request, userAgent: userAgent)
            do {
                // The callers' own limits are shorter; this one only prevents a connection from living for ever.
                let response = try await client.execute(outgoing, timeout: .seconds(120))
                var bytes: [UInt8] = []
                for try await buffer in response.body {
                    guard bytes.count + buffer.readableBytes <= request.responseLimit else {
                        throw HTTPTransportError(
                            .tooLarge, "the answer is larger than \(request.responseLimit) bytes",
                            limit: request.responseLimit)
                    }
                    bytes.append(contentsOf: buffer.readableBytesView)
                }
                return .init(head: HTTPResponse(response), body: bytes)
            } catch {
                try Task.checkCancellation()
                throw Self.translated(error)
            }
        }

        /// The only place that converts a network error into an `HTTPTransportError`. The original text may contain the
        /// address and with it the key, so it is not used.
        package static func translated(_ error: any Error) -> any Error {
            switch error {
            case let error as HTTPTransportError: error
            case is CancellationError: error
            case let error as HTTPClientError:
                switch error {
                case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout:
                    // Nothing was sent, so no cost arose.
                    HTTPTransportError(.connectionFailed, "no connection came about in time", cause: error)
                case .readTimeout, .writeTimeout, .deadlineExceeded:
                    HTTPTransportError(.timedOut, "the service did not answer in time", cause: error)
                case .remoteConnectionClosed, .bodyLengthMismatch:
                    HTTPTransportError(.cutOff, "the connection ended before the answer did", cause: error)
                case .emptyHost, .emptyScheme, .invalidURL:
                    HTTPTransportError(.invalidRequest, "the address cannot be used")
                default: HTTPTransportError(.cutOff, "the connection failed", cause: error)
                }
            case let error as NIOConnectionError:
                error.connectionErrors.isEmpty || error.connectionErrors.contains { isUnreachable($0.error) }
                    ? HTTPTransportError(.noNetwork, "the host cannot be found or reached")
                    : HTTPTransportError(.connectionFailed, "no connection came about")
            // Both errors occur only while a connection is being established.
            case let error as IOError where error.errnoCode == ECONNREFUSED:
                HTTPTransportError(.connectionFailed, "no program listens there", cause: error)
            case let error as IOError where error.errnoCode == ENETUNREACH:
                HTTPTransportError(.noNetwork, "the host cannot be reached", cause: error)
            case let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode):
                HTTPTransportError(.cutOff, "the connection ended before the answer did", cause: error)
            case HTTPParserError.invalidEOFState:
                HTTPTransportError(.cutOff, "the connection ended before the answer did", cause: error)
            case is HTTPParserError: HTTPTransportError(.invalidResponse, "what came is not HTTP", cause: error)
            // Any other error may have occurred after the request was sent, so the request counts as sent.
            default: HTTPTransportError(.cutOff, "the connection failed: \(type(of: error))", cause: error)
            }
        }

        private static func isUnreachable(_ error: any Error) -> Bool {
            [ENETUNREACH, EHOSTUNREACH, ENETDOWN].contains((error as? IOError)?.errnoCode ?? 0)
        }
    }

    extension HTTPClientRequest {
        /// The request for the HTTP client. Throws `HTTPTransportError` if it has no address, or one that is not of http.
        init(_ request: HTTPTransport.Request, userAgent: String?) throws(HTTPTransportError) {
            guard let scheme = request.head.scheme?.lowercased(), ["http", "https"].contains(scheme),
                let authority = request.head.authority
            else { throw HTTPTransportError(.invalidRequest, "the request has no address") }
            self.init(url: "\(scheme)://\(authority)\(request.head.path ?? "/")")
            method = .init(rawValue: request.head.method.rawValue)
            for field in request.head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
            if let userAgent, headers["User-Agent"].isEmpty { headers.add(name: "User-Agent", value: userAgent) }
            if let body = request.body {
                self.body = .stream(Segments(body: body), length: .known(Int64(body.contentLength)))
            }
        }

        /// The segments of a body as an asynchronous sequence.
        private struct Segments: AsyncSequence, Sendable {
            let body: HTTPTransport.Body

            struct Iterator: AsyncIteratorProtocol {
                var pieces: AnySequence<[UInt8]>.Iterator

                mutating func next() async -> ByteBuffer? { pieces.next().map { ByteBuffer(bytes: $0) } }
            }

            func makeAsyncIterator() -> Iterator { Iterator(pieces: body.segments().makeIterator()) }
        }
    }

    extension HTTPResponse {
        /// Status and header fields of a response of the HTTP client; fields with names that are not valid are left out.
        init(_ response: HTTPClientResponse) {
            var fields = HTTPFields()
            for (name, value) in response.headers {
                if let name = HTTPField.Name(name) { fields.append(.init(name: name, value: value)) }
            }
            self.init(status: .init(code: Int(response.status.code)), headerFields: fields)
        }
    }
#endif
