import Foundation

/// The control interface: a journey in another process configures the stub and reads what it received.
///
///     POST   /_stub/vision  {"page": ["Examplin 5 mg", "Take 1 tablet"], "next": ["inner-3", {"mode": "429"}]}
///     GET    /_stub/vision  the record
///     DELETE /_stub/vision  restores the initial state
///
/// | word | value |
/// | --- | --- |
/// | page | the text on every picture: a list of lines, or an object as below |
/// | pages | {"SHA-256 of a picture": a page, or null}: the text on certain pictures |
/// | next | a list of modes, or {"mode", "retryAfter", "to", "milliseconds"}: the behaviour of the next calls |
/// | outage | the same for every call, or null |
/// | key | the only accepted key |
/// | release | true: releases held replies |
/// | reset | true: restores the initial state first |
///
/// A page: {"lines": ["text" or {"text", "box": [x, y, width, height], "confidence", "ending"}], "confidence": 0.98 or
/// null, "confidences": {"5": 0.4}, "turns": 0}. Boxes are fractions of the upright picture; "ending" is
/// EOL_SURE_SPACE, LINE_BREAK or HYPHEN. Modes: `VisionStub.Mode`.
///
/// The report: "count", "waiting" (held calls), and "calls", each with size, digest, width, height, metadata and exif
/// of its picture, features, languageHints, wantsConfidence, headers (without the key) and fault.
extension VisionStub {
    private struct Unknown: Error {
        let text: String
    }

    /// Whether a request is for the control interface and not for the service.
    package static func isControl(_ request: StubRequest) -> Bool { request.path == "/_stub/vision" }

    package func control(_ request: StubRequest) -> StubReply {
        do {
            switch request.method {
            case "GET": break
            case "DELETE": reset()
            case "POST": try obey(StubJSON(request.body))
            default: return .html(404)
            }
            return .json(report.bytes)
        } catch let unknown as Unknown {
            return Self.refusal("The stub does not know \(unknown.text)")
        } catch {
            return Self.refusal("This is not JSON: \(error)")
        }
    }

    private static func refusal(_ message: String) -> StubReply {
        .json((["message": .string(message)] as StubJSON).bytes, status: 400)
    }

    // MARK: - Report

    private var report: StubJSON {
        let calls = calls
        return [
            "count": .int(calls.count), "waiting": .int(self.gate.waitingCount),
            "calls": .array(calls.map(Self.json)),
        ]
    }

    private static func json(_ call: Call) -> StubJSON {
        func number(_ number: Int?) -> StubJSON { number.map { .int($0) } ?? .null }
        func texts(_ texts: [String]) -> StubJSON { .array(texts.map { .string($0) }) }
        return [
            "size": number(call.picture?.size), "digest": call.picture.map { .string($0.digest) } ?? .null,
            "width": number(call.picture?.width), "height": number(call.picture?.height),
            "metadata": texts(call.picture?.metadata.sorted() ?? []), "exif": .bool(call.picture?.hasEXIF ?? false),
            "features": texts(call.features), "languageHints": texts(call.languageHints),
            "wantsConfidence": .bool(call.wantsConfidence),
            "headers": .object(call.headers.mapValues { .string($0) }),
            "fault": call.fault.map { .string($0) } ?? .null,
        ]
    }

    // MARK: - Orders

    /// Obeys an order completely or not at all: an invalid order changes nothing.
    private func obey(_ order: StubJSON) throws {
        guard case .object(let words) = order else { throw Unknown(text: "an order that is no object") }
        var changes: [(inout Settings) -> Void] = []
        for (word, value) in words {
            switch (word, value) {
            case ("page", _):
                let page = try Self.page(value)
                changes.append { $0.page = page }
            case ("pages", .object(let pages)):
                for (digest, value) in pages {
                    let page = value == .null ? nil : try Self.page(value)
                    changes.append { $0.pages[digest] = page }
                }
            case ("next", .array(let values)):
                let behaviours = try values.map(Self.behaviour)
                changes.append { $0.behaviours += behaviours }
            case ("outage", _):
                let outage = value == .null ? nil : try Self.behaviour(value)
                changes.append { $0.outage = outage }
            case ("key", .string(let key)): changes.append { $0.key = key }
            case ("release", .bool), ("reset", .bool): continue
            default: throw Unknown(text: "\(word) with \(value)")
            }
        }
        if words["reset"]?.bool == true { reset() }
        if words["release"]?.bool == true { release() }
        change { settings in for change in changes { change(&settings) } }
    }

    /// Releases the held replies; later ones wait for the next release.
    private func release() {
        let gate = self.gate
        self.gate = StubGate()
        gate.open()
    }

    private static func behaviour(_ value: StubJSON) throws -> Behaviour {
        func mode(_ name: String) throws -> Mode {
            guard let mode = Mode(rawValue: name) else { throw Unknown(text: "the mode \(name)") }
            return mode
        }
        if let name = value.string { return Behaviour(try mode(name)) }
        guard case .object(let words) = value else { throw Unknown(text: "a behaviour such as \(value)") }
        var behaviour = Behaviour()
        for (word, value) in words {
            switch (word, value) {
            case ("mode", .string(let name)): behaviour.mode = try mode(name)
            case ("retryAfter", .string(let text)): behaviour.retryAfter = text
            case ("retryAfter", .int(let seconds)): behaviour.retryAfter = String(seconds)
            case ("to", .string(let text)): behaviour.to = text
            case ("milliseconds", .int(let count)): behaviour.milliseconds = count
            default: throw Unknown(text: "\(word) with \(value)")
            }
        }
        return behaviour
    }

    private static func page(_ value: StubJSON) throws -> Page {
        let words = if case .object(let words) = value { words } else { ["lines": value] as [String: StubJSON] }
        guard case .array(let lines)? = words["lines"] else { throw Unknown(text: "a page such as \(value)") }
        let isSilent = words["confidence"] == .null
        var page = Page(
            lines.map { $0.string ?? $0["text"]?.string ?? "" },
            confidence: isSilent ? nil : words["confidence"].flatMap(number) ?? 0.98, turns: words["turns"]?.int ?? 0)
        for (place, line) in lines.enumerated() {
            if let box = line["box"] {
                let sides = box.elements.compactMap(number)
                guard sides.count == 4 else { throw Unknown(text: "a box such as \(box)") }
                page.lines[place].box = .init(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
            }
            if let confidence = line["confidence"] { page.lines[place].confidence = number(confidence) }
            if let ending = line["ending"]?.string { page.lines[place].ending = ending }
        }
        if case .object(let confidences)? = words["confidences"] {
            page.confidences = confidences.compactMapValues(number)
        }
        return page
    }

    private static func number(_ value: StubJSON) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
