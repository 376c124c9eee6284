/// The control interface: a journey in another process configures the stub and reads what it received.
///
///     POST /_stub/trefle  {"mode": "search-500", "limit": 3, "reset": true}
///     GET  /_stub/trefle  the record
///
/// | word | value |
/// | --- | --- |
/// | mode | normal, search-500, down, html, 429, slow, cut, held, hang, dropped: the behaviour of all calls |
/// | limit | requests per minute; further ones get 429 |
/// | retryAfter | `Retry-After` of a 429, as text; null: the rest of the minute |
/// | withRateLimitHeaders | false: only the 429 has them |
/// | bytesPerSecond, cutAfter | for slow and cut |
/// | growth | {"monstera-deliciosa": {"light": 2}}: the record has changed, its ETag too |
/// | moved | {"monstera-deliciosa": "monstera"}: the record has a new slug; the old slug and the number no longer exist |
/// | release | true: releases held replies |
/// | reset | true: restores the initial state first |
extension TrefleStub {
    private struct Unknown: Error {
        let text: String
    }

    /// Whether a request is for the control interface and not for the service.
    package static func isControl(_ request: StubRequest) -> Bool { request.path == "/_stub/trefle" }

    package func control(_ request: StubRequest) -> StubReply {
        switch request.method {
        case "GET": return .json(seen.bytes)
        case "POST":
            do {
                try obey(StubJSON(request.body))
                return .json(seen.bytes)
            } catch let unknown as Unknown {
                return Self.failure(400, "The stub does not know \(unknown.text)", [])
            } catch {
                return Self.failure(400, "This is not JSON: \(error)", [])
            }
        default: return Self.failure(404, "Not Found", [])
        }
    }

    private var seen: StubJSON {
        let requests = requests
        return [
            "calls": .int(requests.count), "tokens": .array(tokensSeen.map { .string($0) }),
            "paths": .array(requests.map { .string($0.path) }),
            "targets": .array(requests.map { .string("\($0.method) \($0.target)") }),
            "mostInAMinute": .int(mostInAMinute), "waiting": .int(self.gate.waitingCount),
            "mode": .string(self.mode.rawValue),
        ]
    }

    /// Obeys an order completely or not at all: an invalid order changes nothing.
    private func obey(_ order: StubJSON) throws {
        guard case .object(let words) = order else { throw Unknown(text: "an order that is no object") }
        var changes: [(inout Settings) -> Void] = []
        for (word, value) in words {
            switch (word, value) {
            case ("mode", .string(let name)):
                guard let mode = Mode(rawValue: name) else { throw Unknown(text: "the mode \(name)") }
                changes.append { $0.mode = mode }
            case ("limit", .int(let limit)): changes.append { $0.limit = limit }
            case ("retryAfter", .null), ("retryAfter", .string): changes.append { $0.retryAfter = value.string }
            case ("withRateLimitHeaders", .bool(let truth)): changes.append { $0.rateLimitHeaders = truth }
            case ("bytesPerSecond", .int(let pace)): changes.append { $0.bytesPerSecond = pace }
            case ("cutAfter", .int(let count)): changes.append { $0.cutAfter = count }
            case ("growth", .object(let records)):
                let growth = try records.mapValues { record in
                    guard case .object(let members) = record else { throw Unknown(text: "growth with \(value)") }
                    return members
                }
                try checkSlugs(growth.keys)
                changes.append { $0.growth.merge(growth) { $0.merging($1) { $1 } } }
            case ("moved", .object(let slugs)):
                try checkSlugs(slugs.keys)
                let moved = slugs.compactMapValues(\.string)
                changes.append { $0.moved.merge(moved) { $1 } }
            case ("reset", .bool), ("release", .bool): continue
            default: throw Unknown(text: "\(word) with \(value)")
            }
        }
        if words["reset"]?.bool == true { reset() }
        if words["release"]?.bool == true { release() }
        change { settings in for change in changes { change(&settings) } }
    }

    private func checkSlugs(_ slugs: some Sequence<String>) throws {
        for slug in slugs where !Plant.all.contains(where: { $0.slug == slug }) {
            throw Unknown(text: "the species \(slug)")
        }
    }

    /// Releases the replies held by `held`; later ones wait for the next release.
    private func release() {
        let gate = self.gate
        self.gate = StubGate()
        gate.open()
    }
}
