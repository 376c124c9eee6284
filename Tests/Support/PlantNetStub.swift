import Foundation
import Synchronization

/// Speaks Pl@ntNet's API (version 2, as it is in 2026) with canned answers, and is as strict as the real one.
///
///     let stub = PlantNetStub()
///     let server = try StubServer { stub.reply(to: $0) }
///     stub.answer = .unsure
///     stub.next(.tooManyRequests, .serverError)
@dynamicMemberLookup
package final class PlantNetStub: Sendable {
    /// What a test may set, at any time, as a property of the stub: `stub.dailyQuota = 50`.
    package struct Settings: Sendable {
        /// What the next identifications answer.
        package var answer = Answer.rose
        /// Answers for uploads that contain certain bytes; the first that fits comes before `answer`.
        package var answersForUploads: [(bytes: [UInt8], answer: Answer)] = []
        package var dailyQuota = 500
        /// Whether answers carry `RateLimit-Policy` and `RateLimit`.
        package var rateLimitHeaders = true
        /// Seconds that `RateLimit` names; nothing: until the next midnight, UTC.
        package var secondsToReset: Int?
        /// `Retry-After` of a 429; not documented, so not there unless set.
        package var retryAfter: String?
        package var largestUpload = 52_428_800
        /// How long every identification takes. For journeys.
        package var delayMilliseconds = 0
        /// How the next calls of identify answer, one each, before the normal answer comes again.
        package var behaviours: [Behaviour] = []
        /// What everything answers while it is set.
        package var outage: StubReply?
        /// What `.held` waits for.
        package var gate = StubGate()
    }

    /// One picture that came with an identification.
    package struct Upload: Sendable {
        /// The number of the call that it came with, from 0.
        package let call: Int
        package let filename: String?
        package let contentType: String?
        /// As sent; nothing where the form had no organ for it.
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

    /// Fixtures: the folder with the canned answers.
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

    /// Several settings at once; no request sees some of them without the others.
    package func change(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

    /// Adds to the behaviours that wait.
    package func next(_ behaviours: Behaviour...) {
        settings.withLock { $0.behaviours += behaviours }
    }

    /// A new day: the whole quota is there again.
    package func newDay() { record.withLock { $0.creditsUsed = 0 } }

    /// As new: neither settings nor memories; replies that are held go out.
    package func reset() {
        let gate = settings.withLock { settings in
            defer { settings = Settings() }
            return settings.gate
        }
        record.withLock { $0 = Record() }
        gate.open()
    }

    // MARK: - What happened

    /// Calls of /v2/identify/… and /v2/diseases/identify, whatever became of them.
    package var identifyCalls: Int { record.withLock { $0.identifyCalls } }
    package var creditsUsed: Int { record.withLock { $0.creditsUsed } }
    package var creditsLeft: Int { max(0, self.dailyQuota - creditsUsed) }
    /// Each key once, in the order in which they came.
    package var keysSeen: [String] { record.withLock { $0.keysSeen } }
    package var uploads: [Upload] { record.withLock { $0.uploads } }
    /// Every request, the key in the target too.
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

    /// Takes one credit; how many are left then, or nothing where none was left.
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

    /// Both headers, in the form of draft 8 of the IETF's RateLimit fields.
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
