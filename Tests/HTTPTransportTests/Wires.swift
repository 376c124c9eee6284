import HTTPTransport
import HTTPTypes
import Synchronization

/// A transport that plays scripted responses in order and records the requests.
final class Script: Sendable {
    enum Line: Sendable {
        case status(Int, HTTPFields = [:], body: [UInt8] = [])
        case failure(HTTPTransportError.Code)
        case other(any Error)
        /// Never responds; ends when it is cancelled.
        case silence
    }

    private let state: Mutex<(lines: [Line], requests: [HTTPTransport.Request], cancelled: Int)>

    init(_ lines: Line...) { state = Mutex((lines, [], 0)) }

    var requests: [HTTPTransport.Request] { state.withLock { $0.requests } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    var transport: HTTPTransport {
        HTTPTransport { request in
            let line = self.state.withLock { state in
                state.requests.append(request)
                return state.lines.count > 1 ? state.lines.removeFirst() : state.lines[0]
            }
            switch line {
            case .status(let code, let fields, let body):
                return .init(head: .init(status: .init(code: code), headerFields: fields), body: body)
            case .failure(let code): throw HTTPTransportError(code, "as told")
            case .other(let error): throw error
            case .silence:
                await Self.untilCancelled()
                self.state.withLock { $0.cancelled += 1 }
                throw CancellationError()
            }
        }
    }

    private static func untilCancelled() async {
        let (stream, end) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        end.finish()
    }
}

/// Collects the log lines.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }
}

func get(_ path: String, authority: String = "plants.test", repeatable: Bool? = nil) -> HTTPTransport.Request {
    .init(
        head: HTTPRequest(method: .get, scheme: "https", authority: authority, path: path), isRepeatable: repeatable)
}

func post(_ path: String, _ body: [UInt8] = []) -> HTTPTransport.Request {
    .init(
        head: HTTPRequest(method: .post, scheme: "https", authority: "plants.test", path: path), body: .init(body))
}

func field(_ name: String, _ value: String) -> HTTPFields {
    var fields = HTTPFields()
    if let name = HTTPField.Name(name) { fields[name] = value }
    return fields
}

/// Returns the same numbers repeatedly.
func dice(_ numbers: UInt64...) -> () -> UInt64 {
    var rest = numbers[...]
    return {
        if rest.isEmpty { rest = numbers[...] }
        return rest.removeFirst()
    }
}
