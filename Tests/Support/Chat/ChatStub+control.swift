/// The control interface: a journey in another process configures the stub and reads what it received.
///
///     POST   /_stub/chat  {"script": ["refusal", {"mode": "text", "text": "Hello."}], "unsupported": ["temperature"]}
///     GET    /_stub/chat  the record, with every body unchanged
///     DELETE /_stub/chat  restores the initial state
///
/// | word | value |
/// | --- | --- |
/// | script | the answers to conversations: a mode, an object with one, or a list of these; the last one is repeated |
/// | key | the required key; null: any or none |
/// | models | the names of the models |
/// | unsupported | refused fields, including json_schema and json_object |
/// | terse | true: such a refusal does not name the field |
/// | bytesPerSecond | the speed of answers; null: at once |
/// | withRateLimitHeaders | false: successful answers have none |
/// | release | true: releases held replies |
/// | reset | true: restores the initial state first |
///
/// Modes: text, json, fenced, thinking, reasoning, lie ({"mode": "lie", "lie": "link", "sources": ["L2"]}), refusal,
/// cut-off, filtered, null, no-choices, mid-stream-error, no-done, stall, slow, held, hang, dropped, cut, huge,
/// garbage, html, redirect, 429, quota, loading, bad-key, and any other status as a number in quotes. Their words:
/// text, json, thought, lie, sources, seconds, bytes, status, to, retryAfter, type, code.
extension ChatStub {
    fileprivate struct Unknown: Error {
        let text: String
    }

    /// Whether a request is for the control interface and not for the service.
    package static func isControl(_ request: StubRequest) -> Bool { request.path == "/_stub/chat" }

    package func control(_ request: StubRequest) -> StubReply {
        switch request.method {
        case "GET": return .json(seen.bytes)
        case "DELETE":
            reset()
            return .json(seen.bytes)
        case "POST":
            do {
                try obey(StubJSON(request.body))
                return .json(seen.bytes)
            } catch let unknown as Unknown {
                return Self.failure(400, "The stub does not know \(unknown.text)", type: "stub", code: nil)
            } catch {
                return Self.failure(400, "This is not JSON: \(error)", type: "stub", code: nil)
            }
        default: return Self.failure(404, "Not Found", type: "stub", code: nil)
        }
    }

    private var seen: StubJSON {
        let asked = asked
        let requests = asked.map { request in
            [
                "method": .string(request.method), "path": .string(request.path), "body": request.json,
                "text": .string(request.text), "authorization": request.authorization.map { .string($0) } ?? .null,
            ] as StubJSON
        }
        return [
            "calls": .int(conversations.count), "requests": .array(requests), "waiting": .int(self.gate.waitingCount),
        ]
    }

    /// Obeys an order completely or not at all: an invalid order changes nothing.
    private func obey(_ order: StubJSON) throws {
        guard case .object(let words) = order else { throw Unknown(text: "an order that is no object") }
        var changes: [(inout Settings) -> Void] = []
        var script: [Scenario]?
        for (word, value) in words {
            switch (word, value) {
            case ("script", .array(let all)): script = try all.map { try Scenario($0) }
            case ("script", _): script = [try Scenario(value)]
            case ("key", .null), ("key", .string): changes.append { $0.key = value.string }
            case ("models", .array(let names)): changes.append { $0.models = names.compactMap(\.string) }
            case ("unsupported", .array(let names)):
                changes.append { $0.unsupported = Set(names.compactMap(\.string)) }
            case ("terse", .bool(let truth)): changes.append { $0.refusesTersely = truth }
            case ("bytesPerSecond", .null), ("bytesPerSecond", .int): changes.append { $0.bytesPerSecond = value.int }
            case ("withRateLimitHeaders", .bool(let truth)): changes.append { $0.rateLimitHeaders = truth }
            case ("reset", .bool), ("release", .bool): continue
            default: throw Unknown(text: "\(word) with \(value)")
            }
        }
        if words["reset"]?.bool == true { reset() }
        if words["release"]?.bool == true { release() }
        change { settings in for change in changes { change(&settings) } }
        if let script { set(script) }
    }
}

extension ChatStub.Scenario {
    /// A mode, or an object that contains one.
    fileprivate init(_ value: StubJSON) throws {
        let words: [String: StubJSON] = if case .object(let words) = value { words } else { ["mode": value] }
        guard let mode = words["mode"]?.string, Self.words.isSuperset(of: words.keys) else {
            throw ChatStub.Unknown(text: "a scenario such as \(value)")
        }
        let text = words["text"]?.string ?? "Nothing is known here."
        let seconds: Double? = if case .double(let number)? = words["seconds"] { number } else { nil }
        let milliseconds = Int((seconds ?? Double(words["seconds"]?.int ?? 1)) * 1000)
        switch mode {
        case "text": self = .text(text)
        case "json": self = .json(words["json"] ?? [:])
        case "fenced": self = .fenced(words["json"] ?? [:])
        case "thinking": self = .thinking(words["thought"]?.string ?? "Hm.", then: words["text"]?.string)
        case "reasoning": self = .reasoning(words["thought"]?.string ?? "Hm.", then: text)
        case "lie": self = .text(try Self.lie(words))
        case "refusal": self = .refusal(words["text"]?.string ?? "I cannot help with that.")
        case "cut-off": self = .cutOff(text)
        case "filtered": self = .filtered(text)
        case "mid-stream-error": self = .midStreamError(text, status: words["status"]?.int ?? 500)
        case "no-done": self = .noDone(text)
        case "stall": self = .stall(text, milliseconds: milliseconds)
        case "slow": self = .slowStart(text, milliseconds: milliseconds)
        case "held": self = .held(text)
        case "cut": self = .cut(text, after: words["bytes"]?.int ?? 20)
        case "huge": self = .huge(words["bytes"]?.int ?? 8 << 20)
        case "html": self = .page(status: words["status"]?.int ?? 200)
        case "redirect": self = .redirect(to: words["to"]?.string ?? "http://127.0.0.1:9/v1/chat/completions")
        case "429": self = .rateLimited(retryAfter: words["retryAfter"]?.string)
        default: self = try Self.other(mode, words)
        }
    }

    private static func lie(_ words: [String: StubJSON]) throws -> String {
        guard let name = words["lie"]?.string, let lie = ChatStub.Lie(rawValue: name) else {
            throw ChatStub.Unknown(text: "a lie such as \(words)")
        }
        return lie.text(sources: words["sources"]?.elements.compactMap(\.string) ?? ["L1"])
    }

    private static func other(_ mode: String, _ words: [String: StubJSON]) throws -> ChatStub.Scenario {
        if let plain = plain[mode] { return plain }
        guard let status = Int(mode), (400...599).contains(status) else {
            throw ChatStub.Unknown(text: "the mode \(mode)")
        }
        return .status(
            status, type: words["type"]?.string ?? "server_error", code: words["code"]?.string,
            headers: words["retryAfter"]?.string.map { [("Retry-After", $0)] } ?? [])
    }

    private static let words: Set = [
        "mode", "text", "json", "thought", "lie", "sources", "seconds", "bytes", "status", "to", "retryAfter", "type",
        "code",
    ]
    private static let plain: [String: ChatStub.Scenario] = [
        "null": .null, "no-choices": .noChoices, "hang": .never, "dropped": .dropped, "garbage": .garbage,
        "quota": .quota, "loading": .loading, "bad-key": .badKey,
    ]
}
