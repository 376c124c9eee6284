import Foundation
import Synchronization

/// A stub of Pl@ntNet's API (version 2, state 2026) with canned answers, as strict as the real service.
///
///     let stub = PlantNetStub()
///     let server = try StubServer { stub.reply(to: $0) }
///     stub.answer = .unsure
///     stub.next(.tooManyRequests, .serverError)
@dynamicMemberLookup
package final class PlantNetStub: Sendable {
    /// The settings of a stub. A test may change them at any time, as properties of the stub: `stub.dailyQuota = 50`.
    package struct Settings: Sendable {
        /// The answer to the next identifications.
        package var answer = Answer.rose
        /// Answers for uploads that contain these bytes; the first match takes precedence over `answer`.
        package var answersForUploads: [(bytes: [UInt8], answer: Answer)] = []
        package var dailyQuota = 500
        /// Whether answers have `RateLimit-Policy` and `RateLimit`.
        package var rateLimitHeaders = true
        /// The seconds in `RateLimit`; nil: until the next midnight UTC.
        package var secondsToReset: Int?
        /// `Retry-After` of a 429; undocumented, so missing by default.
        package var retryAfter: String?
        package var largestUpload = 52_428_800
        /// The delay of every identification; for journeys.
        package var delayMilliseconds = 0
        /// The behaviours of the next identify calls, one each; afterwards the answer is normal.
        package var behaviours: [Behaviour] = []
        /// The answer to all calls while it is set.
        package var outage: StubReply?
        /// The gate on which `.held` waits.
        package var gate = StubGate()
    }

    /// One picture of an identification.
    package struct Upload: Sendable {
        /// The number of its call, from 0.
        package let call: Int
        package let filename: String?
        package let contentType: String?
        /// The organ as sent; nil if the form had none.
        package let organ: String?
        package let bytes: [UInt8]
    }

    private struct Record {
        var identifyCalls = 0
        var creditsUsed = 0
        var keysSeen: [String] = []
        var uploads: [Upload] = []
        var requests: [(method: String, path: String, target: String)] = []
    }

    package let key: String
    let fixtures: String
    private let settings: Mutex<Settings>
    private let record = Mutex(Record())

    /// `fixtures` is the folder with the canned answers.
    package init(
        key: String = "stub-key", fixtures: String = Fixture.path("PlantNet"), settings: Settings = Settings()
    ) {
        self.key = key
        self.fixtures = fixtures
        self.settings = Mutex(settings)
    }

    package subscript<Value: Sendable>(dynamicMember member: any WritableKeyPath<Settings, Value> & Sendable) -> Value {
        get { settings.withLock { $0[keyPath: member] } }
        set { settings.withLock { $0[keyPath: member] = newValue } }
    }

    /// Changes several settings atomically.
    package func change(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

    /// Adds to the pending behaviours.
    package func next(_ behaviours: Behaviour...) {
        settings.withLock { $0.behaviours += behaviours }
    }

    /// Starts a new day: resets the quota.
    package func newDay() { record.withLock { $0.creditsUsed = 0 } }

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

    /// The number of calls of /v2/identify/… and /v2/diseases/identify, whatever their result.
    package var identifyCalls: Int { record.withLock { $0.identifyCalls } }
    package var creditsUsed: Int { record.withLock { $0.creditsUsed } }
    package var creditsLeft: Int { max(0, self.dailyQuota - creditsUsed) }
    /// Each key once, in order of arrival.
    package var keysSeen: [String] { record.withLock { $0.keysSeen } }
    package var uploads: [Upload] { record.withLock { $0.uploads } }
    /// All requests; the target contains the key.
    package var requests: [(method: String, path: String, target: String)] { record.withLock { $0.requests } }

    func recorded(_ request: StubRequest, identifies: Bool) {
        record.withLock { record in
            record.requests.append((request.method, request.path, request.target))
            if let key = request.query("api-key"), !record.keysSeen.contains(key) { record.keysSeen.append(key) }
            guard identifies else { return }
            let organs = request.parts("organs").map(\.text)
            for (place, part) in request.parts("images").enumerated() {
                record.uploads.append(
                    Upload(
                        call: record.identifyCalls, filename: part.filename, contentType: part.contentType,
                        organ: place < organs.count ? organs[place] : nil, bytes: part.bytes))
            }
            record.identifyCalls += 1
        }
    }

    /// Uses one credit and returns the remaining ones; nil if none was left.
    func spend() -> Int? {
        let quota = self.dailyQuota
        return record.withLock { record in
            guard record.creditsUsed < quota else { return nil }
            record.creditsUsed += 1
            return quota - record.creditsUsed
        }
    }

    func takeBehaviour() -> Behaviour? {
        settings.withLock { $0.behaviours.isEmpty ? nil : $0.behaviours.removeFirst() }
    }

    // MARK: - Routes

    /// The handler of a `StubServer`.
    package func reply(to request: StubRequest) -> StubReply {
        let steps = request.path.split(separator: "/").map(String.init)
        let identifies =
            steps == ["v2", "diseases", "identify"] || (steps.count == 3 && steps.prefix(2) == ["v2", "identify"])
        recorded(request, identifies: identifies)
        if let outage = self.outage { return outage }
        if identifies {
            let reply = takeBehaviour().map { $0.reply(self) { identify(request, steps) } } ?? identify(request, steps)
            let delay = self.delayMilliseconds
            return delay > 0 ? .delayed(reply, milliseconds: delay) : reply
        }
        if steps == ["v2", "_status"] { return .json("{\"status\":\"ok\"}") }
        guard request.method == "GET", steps.first == "v2" else { return Self.failure(404, "Not Found") }
        guard request.query("api-key") == key else { return Self.failure(401, "Unauthorized") }
        return catalogue(request, Array(steps.dropFirst()))
    }

    static func failure(
        _ status: Int, _ message: String, headers: [(name: String, value: String)] = []
    ) -> StubReply {
        let body: StubJSON = [
            "statusCode": .int(status), "error": .string(StubReply.reason(status)), "message": .string(message),
        ]
        return .json(body.bytes, status: status, headers: headers)
    }

    /// Both header fields, in the form of draft 8 of the IETF's RateLimit fields.
    func rateLimit(left: Int, always: Bool = false) -> [(name: String, value: String)] {
        guard always || self.rateLimitHeaders else { return [] }
        let day = 86_400
        let reset = self.secondsToReset ?? day - Int(Date().timeIntervalSince1970) % day
        return [
            ("RateLimit-Policy", "\"dailyQuota\";q=\(self.dailyQuota);w=\(day);pk=:c3R1Yg==:"),
            ("RateLimit", "\"dailyQuota\";r=\(left);t=\(reset)"),
        ]
    }
}
