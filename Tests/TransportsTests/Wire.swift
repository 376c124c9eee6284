import AsyncHTTPClientTransport
import HTTPTransport
import HTTPTypes
import Support
import Testing
import URLSessionTransport

/// The transports that must all behave alike.
enum Wire: String, CaseIterable, CustomTestStringConvertible {
    case urlSession, asyncHTTPClient

    var testDescription: String { rawValue }

    /// A transport with its own connections.
    func transport() -> HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport().transport
        case .asyncHTTPClient: AsyncHTTPClientTransport().transport
        }
    }

    func streaming() -> StreamingTransport {
        switch self {
        case .urlSession: URLSessionTransport().streaming
        case .asyncHTTPClient: AsyncHTTPClientStreaming().transport
        }
    }
}

extension StubServer {
    /// A request to this server.
    func request(
        _ path: String = "/", method: HTTPRequest.Method = .get, fields: HTTPFields = [:],
        body: HTTPTransport.Body? = nil, limit: Int = HTTPTransport.Request.usualResponseLimit
    ) -> HTTPTransport.Request {
        .init(
            head: HTTPRequest(
                method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: path, headerFields: fields),
            body: body, responseLimit: limit)
    }

    /// Returns when no connection is open.
    func untilAlone() async { while connections > 0 { await Task.yield() } }
}

/// The code of the error that the work throws; nil if it throws none, or another error.
func code(of work: () async throws -> Void) async -> HTTPTransportError.Code? {
    do {
        try await work()
        return nil
    } catch { return (error as? HTTPTransportError)?.code }
}
