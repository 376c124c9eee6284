import Foundation

/// The control interface: a journey in another process configures the stub and reads what it received.
///
///     POST /_stub            {"answer": "rose", "quota": 50, "next": ["429", "html"], "reset": true}
///     GET  /_stub            the record
///     GET  /_stub/uploads/N  the bytes of one picture
extension PlantNetStub {
    private struct Unknown: Error {
        let text: String
    }

    /// Whether a request is for the control interface and not for the service.
    package static func isControl(_ request: StubRequest) -> Bool {
        request.path == "/_stub" || request.path.hasPrefix("/_stub/")
    }

    package func control(_ request: StubRequest) -> StubReply {
        let steps = request.path.split(separator: "/").dropFirst()
        switch (request.method, steps.first, steps.count) {
        case ("GET", nil, 0):
            return .json(seen.bytes)
        case ("POST", nil, 0):
            do {
                try obey(StubJSON(request.body))
                return .json(seen.bytes)
            } catch let unknown as Unknown {
                return Self.failure(400, "The stub does not know \(unknown.text)")
            } catch {
                return Self.failure(400, "This is not JSON: \(error)")
            }
        case ("GET", "uploads", 2):
            let all = uploads
            guard let number = steps.last.flatMap({ Int($0) }), all.indices.contains(number) else {
                return Self.failure(404, "The stub has \(all.count) uploads")
            }
            let type = all[number].contentType ?? "application/octet-stream"
            return .answer(status: 200, headers: [("Content-Type", type)], body: all[number].bytes)
        default:
            return Self.failure(404, "Not Found")
        }
    }

    private var seen: StubJSON {
        let uploads = uploads.map { upload -> StubJSON in
            [
                "call": .int(upload.call), "filename": Self.text(upload.filename),
                "type": Self.text(upload.contentType), "organ": Self.text(upload.organ),
                "bytes": .int(upload.bytes.count),
            ]
        }
        let requests = requests
        return [
            "identifyCalls": .int(identifyCalls), "creditsUsed": .int(creditsUsed), "creditsLeft": .int(creditsLeft),
            "keys": .array(keysSeen.map { .string($0) }), "uploads": .array(uploads),
            "paths": .array(requests.map { .string($0.path) }),
            "targets": .array(requests.map { .string("\($0.method) \($0.target)") }),
            "waiting": .int(self.gate.waitingCount), "behaviours": .int(self.behaviours.count),
        ]
    }

    private static func text(_ text: String?) -> StubJSON { text.map { .string($0) } ?? .null }

    /// Obeys an order completely or not at all: an invalid order changes nothing.
    private func obey(_ order: StubJSON) throws {
        guard case .object(let words) = order else { throw Unknown(text: "an order that is no object") }
        var changes: [(inout Settings) -> Void] = []
        let redirectTo = words["redirectTo"]?.string
        let bytesPerSecond = words["bytesPerSecond"]?.int ?? 200
        let cutAfter = words["cutAfter"]?.int ?? 100
        func behaviour(_ name: String) throws -> Behaviour {
            try Self.behaviour(
                named: name, redirectTo: redirectTo, bytesPerSecond: bytesPerSecond, cutAfter: cutAfter)
        }
        for (word, value) in words {
            switch (word, value) {
            case ("answer", .string(let name)):
                guard let answer = Answer(named: name) else { throw Unknown(text: "the answer \(name)") }
                changes.append { $0.answer = answer }
            case ("quota", .int(let quota)): changes.append { $0.dailyQuota = quota }
            case ("next", .array(let names)):
                let behaviours = try names.map { try behaviour($0.string ?? "\($0)") }
                changes.append { $0.behaviours += behaviours }
            case ("outage", .null): changes.append { $0.outage = nil }
            case ("outage", .string(let name)):
                let reply = try behaviour(name).reply(self) { .dropped }
                changes.append { $0.outage = reply }
            case ("withRateLimitHeaders", .bool(let truth)): changes.append { $0.rateLimitHeaders = truth }
            case ("secondsToReset", _): changes.append { $0.secondsToReset = value.int }
            case ("retryAfter", _): changes.append { $0.retryAfter = value.string }
            case ("delayMilliseconds", .int(let delay)): changes.append { $0.delayMilliseconds = delay }
            case ("reset", .bool), ("newDay", .bool), ("release", .bool), ("redirectTo", .string),
                ("bytesPerSecond", .int), ("cutAfter", .int):
                continue
            default: throw Unknown(text: "\(word) with \(value)")
            }
        }
        if words["reset"]?.bool == true { reset() }
        if words["newDay"]?.bool == true { newDay() }
        if words["release"]?.bool == true { release() }
        change { settings in for change in changes { change(&settings) } }
    }

    /// Releases the replies held by `held`; later ones wait for the next release.
    private func release() {
        let gate = self.gate
        self.gate = StubGate()
        gate.open()
    }

    private static func behaviour(
        named name: String, redirectTo: String?, bytesPerSecond: Int, cutAfter: Int
    ) throws -> Behaviour {
        switch name {
        case "ok": return .normal
        case "429": return .tooManyRequests
        case "429-bare": return .bareTooManyRequests
        case "html": return .html()
        case "slow": return .slow(bytesPerSecond: bytesPerSecond)
        case "cut": return .cut(after: cutAfter)
        case "endless": return .endless
        case "hang": return .never
        case "dropped": return .dropped
        case "held": return .held
        case "redirect", "redirect-301", "redirect-303", "redirect-307", "redirect-308":
            guard let redirectTo else { throw Unknown(text: "redirect without redirectTo") }
            return .redirect(to: redirectTo, status: Int(name.suffix(3)) ?? 302)
        default:
            if name.hasPrefix("html-"), let status = Int(name.dropFirst(5)) { return .html(status) }
            guard let status = Int(name), (400...599).contains(status) else { throw Unknown(text: "next \(name)") }
            return .failure(status)
        }
    }
}
