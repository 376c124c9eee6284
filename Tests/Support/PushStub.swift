package import Foundation
import Synchronization

/// Stands in for those who tell people: a push service of browsers (`/_push/<device>`), an ntfy server (`/_ntfy`) and a
/// webhook (`/_hook`), and keeps a ledger of what reached them.
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
        /// 410; of ntfy, which has no word for it, 404.
        case gone
        /// 413.
        case tooLarge = "too-large"
        /// 429, with `Retry-After` where one is set.
        case rateLimited = "rate-limited"
        /// 403.
        case refused
        /// 503, with `Retry-After` where one is set.
        case serverError = "server-error"
        /// Takes it, and says so after so many milliseconds.
        case slow
        /// Takes it, and the connection ends within the answer.
        case cut
        /// Takes it, and never says so.
        case hang
        /// The connection ends without a word, and nothing was taken.
        case down
    }

    package struct Behaviour: Sendable {
        package var mode: Mode
        package var retryAfter: String?
        package var milliseconds: Int
        /// For so many requests, then ok again; nothing: for ever.
        package var times: Int?

        package init(_ mode: Mode = .ok, retryAfter: String? = nil, milliseconds: Int = 1000, times: Int? = nil) {
            self.mode = mode
            self.retryAfter = retryAfter
            self.milliseconds = milliseconds
            self.times = times
        }
    }

    /// One request to one of the services.
    package struct Delivery: Sendable {
        package let service: Service
        /// The device's path, the topic under the server's, the webhook's path.
        package let place: String
        /// `Topic`, `sequence_id` or `webhook-id`; nothing where there is none.
        package let tag: String?
        /// Names in small letters.
        package let headers: [String: String]
        /// Nothing where so many are not kept.
        package let body: [UInt8]?
        package let at: Date
        /// Whether the service has it, whatever it answered.
        package let isTaken: Bool
        /// Why it was answered 400.
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

    // MARK: - Setting up

    /// How a service behaves from now on.
    package func set(_ service: Service, _ behaviour: Behaviour) {
        state.withLock { $0.behaviours[service] = behaviour }
    }

    /// How one place of a service behaves from now on, whatever the rest does.
    package func set(place: String, _ behaviour: Behaviour?) { state.withLock { $0.places[place] = behaviour } }

    /// What ntfy wants as "Authorization: Bearer …"; nothing: it lets everybody write.
    package var ntfyToken: String? {
        get { state.withLock { $0.ntfyToken } }
        set { state.withLock { $0.ntfyToken = newValue } }
    }

    /// Bodies that are kept; the rest is counted.
    package var bodiesKept: Int {
        get { state.withLock { $0.bodiesKept } }
        set { state.withLock { $0.bodiesKept = newValue } }
    }

    /// As new.
    package func reset() { state.withLock { $0 = State() } }

    // MARK: - What happened

    package var deliveries: [Delivery] { state.withLock { $0.deliveries } }
    /// How often each place has taken each tag: what a person would see, were nothing put in the place of another.
    package var wire: [String: [String: Int]] { state.withLock { $0.wire } }
    /// Requests of each place, taken or not.
    package var attempts: [String: Int] { state.withLock { $0.attempts } }

    package func behaviour(of service: Service) -> Behaviour {
        state.withLock { $0.behaviours[service] ?? Behaviour() }
    }

    // MARK: - Serving

    /// Whether a request is for these services, where they share a port with others.
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
        // Who is down sees nothing at all.
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
