import GoogleVision
import HTTPTransport
import HTTPTypes
import Synchronization

/// A fake service: returns one response and records the requests.
final class Service: Sendable {
    static let key = "AIzaSECRETkey-0123456789"

    private let requests = Mutex<[HTTPTransport.Request]>([])
    private let reply: @Sendable () async throws -> HTTPTransport.Response

    convenience init(_ status: Int = 200, _ body: String = #"{"responses": [{}]}"#, fields: HTTPFields = [:]) {
        self.init(status, bytes: [UInt8](body.utf8), fields: fields)
    }

    init(_ status: Int, bytes: [UInt8], fields: HTTPFields = [:]) {
        reply = { .init(head: .init(status: .init(code: status), headerFields: fields), body: bytes) }
    }

    init(throwing error: any Error) {
        reply = { throw error }
    }

    /// A service that never responds, and throws this error when it is cancelled.
    init(silentUntilCancelled error: any Error) {
        reply = {
            let (stream, end) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            end.finish()
            throw error
        }
    }

    var asked: [HTTPTransport.Request] { requests.withLock { $0 } }

    var transport: HTTPTransport {
        HTTPTransport { request in
            self.requests.withLock { $0.append(request) }
            return try await self.reply()
        }
    }

    var client: GoogleVisionClient { GoogleVisionClient(credential: .key(Self.key), transport: transport) }
}

let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 0xFB, 0xEF, 0xBE]

/// The error of a call; nil if it succeeds.
func failure<Value>(_ call: () async throws -> Value) async -> GoogleVisionError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? GoogleVisionError
    }
}
