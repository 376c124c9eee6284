package import Foundation
import Synchronization

/// A stub of the used parts of Trefle's API (version 1, state 2026): the search and the list of species, and one
/// species, with a few invented plants.
///
///     let stub = TrefleStub()
///     let server = try StubServer { stub.reply(to: $0) }
///     stub.mode = .searchAway
///     stub.limit = 3
@dynamicMemberLookup
package final class TrefleStub: Sendable {
    /// The settings of a stub. A test may change them at any time, as properties of the stub.
    package struct Settings: Sendable {
        package var mode = Mode.normal
        /// The number of requests per token and clock minute; further ones get status 429.
        package var limit = 60
        /// Whether every answer has `RateLimit-…`, as since 2.0.2, or only the 429.
        package var rateLimitHeaders = true
        /// `Retry-After` of a 429; nil: the rest of the minute.
        package var retryAfter: String?
        /// The speed of `.slow`.
        package var bytesPerSecond = 200
        package var cutAfter = 100
        /// The gate on which `.held` waits.
        package var gate = StubGate()
        /// Changed values of `growth` by slug; they change the ETag too.
        package var growth: [String: [String: StubJSON]] = [:]
        /// Changed slugs, from the old to the new one. The old slug and the number no longer exist.
        package var moved: [String: String] = [:]
    }

    /// The behaviour of all calls; a wrong token is refused in every mode.
    package enum Mode: String, Sendable, CaseIterable {
        case normal
        /// The search answers 500 with an HTML page, as it did for a year; other calls work.
        case searchAway = "search-500"
        /// Status 500 with an HTML page.
        case down
        /// Status 200 with an HTML page, as from a captive portal.
        case html
        /// Status 429 with `Retry-After`.
        case tooManyRequests = "429"
        case slow
        case cut
        case held
        case never = "hang"
        case dropped
    }

    private struct Record {
        var requests: [(method: String, path: String, target: String)] = []
        var tokens: [String] = []
        var minute = 0
        var inMinute = 0
        var most = 0
    }

    package let token: String
    private let settings: Mutex<Settings>
    private let record = Mutex(Record())
    private let now: @Sendable () -> Date

    package init(
        token: String = "stub-token", settings: Settings = Settings(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.token = token
        self.settings = Mutex(settings)
        self.now = now
    }

    package subscript<Value: Sendable>(dynamicMember member: any WritableKeyPath<Settings, Value> & Sendable) -> Value {
        get { settings.withLock { $0[keyPath: member] } }
        set { settings.withLock { $0[keyPath: member] = newValue } }
    }

    /// Changes several settings atomically.
    package func change(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

    /// Restores the initial state without settings and records; releases held replies.
    package func reset() {
        let gate = settings.withLock { settings in
            defer { settings = Settings() }
            return settings.gate
        }
        record.withLock { $0 = Record() }
        gate.open()
    }

    // MARK: - Record

    package var requests: [(method: String, path: String, target: String)] { record.withLock { $0.requests } }
    /// Each token once, in order of arrival, from the header or the address.
    package var tokensSeen: [String] { record.withLock { $0.tokens } }
    /// The maximum number of requests in one clock minute.
    package var mostInAMinute: Int { record.withLock { $0.most } }

    /// Records a request and returns the number of requests in this minute.
    private func recorded(_ request: StubRequest, token: String?) -> Int {
        let minute = Int(now().timeIntervalSince1970) / 60
        return record.withLock { record in
            record.requests.append((request.method, request.path, request.target))
            if let token, !record.tokens.contains(token) { record.tokens.append(token) }
            record.inMinute = record.minute == minute ? record.inMinute + 1 : 1
            record.minute = minute
            record.most = max(record.most, record.inMinute)
            return record.inMinute
        }
    }

    // MARK: - Routes

    /// Whether a request is for this service, if it shares a port with others.
    package static func isOwn(_ request: StubRequest) -> Bool { request.path.hasPrefix("/api/v1/") }

    /// The handler of a `StubServer`.
    package func reply(to request: StubRequest) -> StubReply {
        let token = Self.token(of: request)
        let count = recorded(request, token: token)
        let settings = settings.withLock { $0 }
        guard let token, !token.isEmpty else {
            let words = "An access token is required to access this resource"
            return .json((["error": true, "messages": .string(words)] as StubJSON).bytes, status: 401)
        }
        guard token == self.token else {
            return .json((["error": true, "messages": "Invalid access token"] as StubJSON).bytes, status: 401)
        }
        guard count <= settings.limit, settings.mode != .tooManyRequests else { return exhausted(settings) }
        func normal() -> StubReply { answer(request, settings, left: settings.limit - count) }
        switch settings.mode {
        case .normal, .tooManyRequests: return normal()
        case .searchAway: return request.path.hasSuffix("/search") ? .html(500) : normal()
        case .down: return .html(500)
        case .html: return .html()
        case .slow: return .slow(normal(), bytesPerSecond: settings.bytesPerSecond)
        case .cut: return .cut(normal(), after: settings.cutAfter)
        case .held: return .held(settings.gate, then: normal())
        case .never: return .never
        case .dropped: return .dropped
        }
    }

    private static func token(of request: StubRequest) -> String? {
        let words = request.header("authorization")?.split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : request.query("token")
    }

    private func answer(_ request: StubRequest, _ settings: Settings, left: Int) -> StubReply {
        let steps = request.path.split(separator: "/").map(String.init)
        let headers = settings.rateLimitHeaders ? rateLimit(settings, left: left) : []
        switch (request.method, steps.count) {
        case ("GET", 3) where steps[2] == "species": return list(request, settings, headers)
        case ("GET", 4) where steps[2] == "species" && steps[3] == "search": return search(request, settings, headers)
        case ("GET", 4) where steps[2] == "species": return species(steps[3], request, settings, headers)
        default: return Self.failure(404, "can't find record: \"\(request.path)\"", headers)
        }
    }

    private func exhausted(_ settings: Settings) -> StubReply {
        let left = 60 - Int(now().timeIntervalSince1970) % 60
        return Self.failure(
            429, "Throttle limit reached. Retry later.",
            rateLimit(settings, left: 0) + [("Retry-After", settings.retryAfter ?? String(left))])
    }

    private func rateLimit(_ settings: Settings, left: Int) -> [(name: String, value: String)] {
        let reset = (Int(now().timeIntervalSince1970) / 60 + 1) * 60
        return [
            ("RateLimit-Limit", String(settings.limit)), ("RateLimit-Remaining", String(max(0, left))),
            ("RateLimit-Reset", String(reset)),
        ]
    }

    static func failure(_ status: Int, _ message: String, _ headers: [(name: String, value: String)]) -> StubReply {
        .json((["error": true, "message": .string(message)] as StubJSON).bytes, status: status, headers: headers)
    }
}
