import Synchronization

/// Collects a ``Recording`` while requests are sent.
public final class Recorder: Sendable {
    private let state: Mutex<Recording>

    /// A recorder with an empty recording that leaves out these query fields.
    public init(redacting names: Set<String> = Recording.usualSecrets) {
        state = Mutex(Recording(redacting: names))
    }

    /// What was recorded so far.
    public var recording: Recording { state.withLock { $0 } }

    package func append(_ request: HTTPTransport.Request, _ response: HTTPTransport.Response) {
        state.withLock { $0.append(request, response) }
    }
}

extension HTTPTransport {
    /// Adds every request and its response to a recorder; requests without a response are not recorded.
    public func recording(into recorder: Recorder) -> HTTPTransport {
        HTTPTransport { request in
            let response = try await self.send(request)
            recorder.append(request, response)
            return response
        }
    }

    /// Answers requests from a recording and sends nothing.
    ///
    /// A request is matched by its method, its path and its sorted query without the redacted fields. Several responses
    /// to the same request are returned in their order; the last one is repeated. A request that was not recorded
    /// throws ``HTTPTransportError/Code/notRecorded``.
    public static func replaying(_ recording: Recording) -> HTTPTransport {
        let tape = Tape(recording)
        return HTTPTransport { request in
            try Task.checkCancellation()
            return try tape.answer(to: request)
        }
    }
}

private final class Tape: Sendable {
    private let recording: Recording
    private let played = Mutex<Set<Int>>([])

    init(_ recording: Recording) { self.recording = recording }

    func answer(to request: HTTPTransport.Request) throws -> HTTPTransport.Response {
        let places = recording.places(of: request)
        let place = played.withLock { played -> Int? in
            guard let next = places.first(where: { !played.contains($0) }) else { return places.last }
            played.insert(next)
            return next
        }
        guard let place else { throw HTTPTransportError(.notRecorded, "no answer is recorded for \(request)") }
        return recording.exchanges[place].response
    }
}
