package import Foundation
import Synchronization

/// A stub of the notice services: a push service of browsers (`/_push/<device>`), an ntfy server (`/_ntfy`) and a
/// webhook (`/_hook`). Records all deliveries.
///
///     let stub = PushStub()
///     let server = try StubServer(records: false) { stub.reply(to: $0) }
///     stub.set(.push, .init(.rateLimited, retryAfter: "2", times: 1))
package final class PushStub: Sendable {
    package enum Service: String, Sendable, CaseIterable {
        case push
        case ntfy
        case hook
    }

    package enum Mode: String, Sendable, CaseIterable {
        case ok
        /// Status 410; 404 for ntfy, which has no status for it.
        case gone
        /// 413.
        case tooLarge = "too-large"
        /// Status 429, with `Retry-After` if set.
        case rateLimited = "rate-limited"
        /// 403.
        case refused
        /// Status 503, with `Retry-After` if set.
        case serverError = "server-error"
        /// Takes the notice and answers after this many milliseconds.
        case slow
        /// Takes the notice; the connection ends inside the answer.
        case cut
        /// Takes the notice and never answers.
        case hang
        /// The connection ends without an answer, and the notice was not taken.
        case down
    }

    package struct Behaviour: Sendable {
        package var mode: Mode
        package var retryAfter: String?
        package var milliseconds: Int
        /// The number of requests before the behaviour is normal again; nil: all.
        package var times: Int?

        package init(_ mode: Mode = .ok, retryAfter: String? = nil, milliseconds: Int = 1000, times: Int? = nil) {
            self.mode = mode
            self.retryAfter = retryAfter
            self.milliseconds = milliseconds
            self.times = times
        }
    }

    /// One request to a service.
    package struct Delivery: Sendable {
        package let service: Service
        /// The device's path, the topic below the server's path, or the webhook's path.
        package let place: String
        /// `Topic`, `sequence_id` or `webhook-id`; nil if missing.
        package let tag: String?
        /// The header fields with names in lower case.
        package let headers: [String: String]
        /// The body; nil beyond the number of kept bodies.
        package let body: [UInt8]?
        package let at: Date
        /// Whether the service took the notice, whatever its answer.
        package let isTaken: Bool
        /// The reason for the status 400.
        package let fault: String?
    }

    private struct State {
        var behaviours: [Service: Behaviour] = [:]
        var places: [String: Behaviour] = [:]
        var ntfyToken: String?
        var bodiesKept = 20_000
        var deliveries: [Delivery] = []
        var wire: [String: [String: Int]] = [:]
        var attempts: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    // MARK: - Settings

    /// Sets the behaviour of a service.
    package func set(_ service: Service, _ behaviour: Behaviour) {
        state.withLock { $0.behaviours[service] = behaviour }
    }

    /// Sets the behaviour of one place of a service, independently of the others.
    package func set(place: String, _ behaviour: Behaviour?) { state.withLock { $0.places[place] = behaviour } }

    /// The token that ntfy requires as "Authorization: Bearer …"; nil: none.
    package var ntfyToken: String? {
        get { state.withLock { $0.ntfyToken } }
        set { state.withLock { $0.ntfyToken = newValue } }
    }

    /// The number of kept bodies; further ones are only counted.
    package var bodiesKept: Int {
        get { state.withLock { $0.bodiesKept } }
        set { state.withLock { $0.bodiesKept = newValue } }
    }

    /// Restores the initial state.
    package func reset() { state.withLock { $0 = State() } }

    // MARK: - Record

    package var deliveries: [Delivery] { state.withLock { $0.deliveries } }
    /// How often each place has taken each tag: what a user would see if notices did not replace each other.
    package var wire: [String: [String: Int]] { state.withLock { $0.wire } }
    /// The number of requests of each place, taken or not.
    package var attempts: [String: Int] { state.withLock { $0.attempts } }

    package func behaviour(of service: Service) -> Behaviour {
        state.withLock { $0.behaviours[service] ?? Behaviour() }
    }

    // MARK: - Serving

    /// Whether a request is for these services, if they share a port with others.
    package static func isOwn(_ request: StubRequest) -> Bool { service(of: request) != nil }

    static func service(of request: StubRequest) -> Service? {
        switch request.path.split(separator: "/", maxSplits: 1).first {
        case "_push": .push
        case "_ntfy": .ntfy
        case "_hook": .hook
        default: nil
        }
    }

    /// The handler of a `StubServer`.
    package func reply(to request: StubRequest) -> StubReply {
        guard let service = Self.service(of: request) else { return .html(404) }
        let reading = Self.read(request, for: service)
        let (behaviour, token) = state.withLock { state in
            (Self.next(for: service, at: reading.place, &state), state.ntfyToken)
        }
        // A service that is down records nothing.
        guard behaviour.mode != .down else { return .dropped }
        let isLetIn = service != .ntfy || token == nil || request.header("authorization") == "Bearer \(token ?? "")"
        let isTaken =
            reading.fault == nil && !reading.isTooLarge && isLetIn
            && [.ok, .slow, .cut, .hang].contains(behaviour.mode)
        record(request, service, reading, isTaken: isTaken)
        if let fault = reading.fault { return Self.failure(400, fault) }
        return isLetIn ? Self.answer(service, reading, behaviour) : Self.failure(403, "forbidden")
    }

    private static func next(for service: Service, at place: String, _ state: inout State) -> Behaviour {
        func spend(_ behaviour: inout Behaviour) -> Behaviour {
            guard let times = behaviour.times else { return behaviour }
            guard times > 0 else { return Behaviour() }
            behaviour.times = times - 1
            return behaviour
        }
        if state.places[place] != nil { return spend(&state.places[place, default: Behaviour()]) }
        return spend(&state.behaviours[service, default: Behaviour()])
    }

    private func record(_ request: StubRequest, _ service: Service, _ reading: Reading, isTaken: Bool) {
        let headers = Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }) { $0 + ", " + $1 }
        let at = now()
        state.withLock { state in
            let body = state.deliveries.count < state.bodiesKept ? request.body : nil
            state.deliveries.append(
                Delivery(
                    service: service, place: reading.place, tag: reading.tag, headers: headers, body: body, at: at,
                    isTaken: isTaken, fault: reading.fault))
            state.attempts[reading.place, default: 0] += 1
            if isTaken { state.wire[reading.place, default: [:]][reading.tag ?? "", default: 0] += 1 }
        }
    }
}
