import Foundation

/// The door by which a journey in another process sets the stub up and asks what reached it.
///
///     POST   /_stub/post  {"push": "gone", "ntfy": {"mode": "rate-limited", "retryAfter": "2", "times": 1}}
///     GET    /_stub/post  what happened so far; ?from=100 the deliveries from that one on, ?deliveries=no none of them,
///                         ?tag=… and ?place=… those alone
///     DELETE /_stub/post  as new
///
/// | word | value |
/// | --- | --- |
/// | push, ntfy, hook | a mode, or {"mode", "retryAfter", "milliseconds", "times"}: how that service behaves from now on |
/// | places | {"/_push/phone": a mode or an object as above, or null}: how one device, topic or webhook does |
/// | token | what ntfy wants as "Authorization: Bearer …"; null: nothing |
/// | bodies | so many bodies are kept, of the first deliveries; the rest is counted |
/// | reset | true: as new, before all else |
///
/// Modes: ok, gone, too-large, rate-limited, refused, server-error, slow, cut, hang, down. "times" is for how many requests
/// a mode lasts. With slow, cut and hang the notice is taken, and whoever sent it does not know.
///
/// What is told: "wire" (how often each place has taken each tag), "attempts" (requests of each place), "taken", "count",
/// "modes", and "deliveries", each with number, service, place, tag, headers (names in small letters), body (base64),
/// at (seconds since 1970), taken and fault.
extension PushStub {
    private struct Unknown: Error {
        let text: String
    }

    /// Whether a request is for this door and not for the services.
    package static func isControl(_ request: StubRequest) -> Bool { request.path == "/_stub/post" }

    package func control(_ request: StubRequest) -> StubReply {
        switch request.method {
        case "GET": return .json(seen(request).bytes)
        case "DELETE":
            reset()
            return .json(seen(nil).bytes)
        case "POST":
            do {
                try obey(StubJSON(request.body))
                return .json(seen(nil).bytes)
            } catch let unknown as Unknown {
                return Self.failure(400, "The stub does not know \(unknown.text)")
            } catch {
                return Self.failure(400, "This is not JSON: \(error)")
            }
        default: return Self.failure(404, "Not Found")
        }
    }

    // MARK: - Telling

    /// Without the deliveries where nobody asked for them.
    private func seen(_ request: StubRequest?) -> StubJSON {
        let deliveries = deliveries
        var told: StubJSON = [
            "count": .int(deliveries.count), "taken": .int(deliveries.count { $0.isTaken }),
            "wire": .object(wire.mapValues { .object($0.mapValues { .int($0) }) }),
            "attempts": .object(attempts.mapValues { .int($0) }),
            "modes": .object(
                Dictionary(Service.allCases.map { ($0.rawValue, .string(behaviour(of: $0).mode.rawValue)) }) { $1 }),
        ]
        if let request, request.query("deliveries") != "no" {
            let from = request.query("from").flatMap { Int($0) } ?? 0
            told["deliveries"] = .array(
                deliveries.enumerated().dropFirst(max(0, from)).filter { _, delivery in
                    request.query("tag").map { $0 == delivery.tag } ?? true
                        && request.query("place").map { $0 == delivery.place } ?? true
                }.map { Self.json($1, number: $0) })
        }
        return told
    }

    private static func json(_ delivery: Delivery, number: Int) -> StubJSON {
        func text(_ text: String?) -> StubJSON { text.map { .string($0) } ?? .null }
        return [
            "number": .int(number), "service": .string(delivery.service.rawValue), "place": .string(delivery.place),
            "tag": text(delivery.tag), "headers": .object(delivery.headers.mapValues { .string($0) }),
            "body": text(delivery.body.map { Data($0).base64EncodedString() }),
            "at": .double(delivery.at.timeIntervalSince1970), "taken": .bool(delivery.isTaken),
            "fault": text(delivery.fault),
        ]
    }

    // MARK: - Obeying

    /// All of it or nothing: an order that is not understood changes nothing.
    private func obey(_ order: StubJSON) throws {
        guard case .object(let words) = order else { throw Unknown(text: "an order that is no object") }
        var changes: [() -> Void] = []
        for (word, value) in words {
            switch (word, value) {
            case ("push", _), ("ntfy", _), ("hook", _):
                guard let service = Service(rawValue: word) else { throw Unknown(text: word) }
                let behaviour = try Self.behaviour(value)
                changes.append { self.set(service, behaviour) }
            case ("places", .object(let places)):
                for (place, value) in places {
                    let behaviour = value == .null ? nil : try Self.behaviour(value)
                    changes.append { self.set(place: place, behaviour) }
                }
            case ("token", .string), ("token", .null): changes.append { self.ntfyToken = value.string }
            case ("bodies", .int(let count)): changes.append { self.bodiesKept = count }
            case ("reset", .bool): continue
            default: throw Unknown(text: "\(word) with \(value)")
            }
        }
        if words["reset"]?.bool == true { reset() }
        for change in changes { change() }
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
            case ("milliseconds", .int(let count)): behaviour.milliseconds = count
            case ("times", .int(let count)): behaviour.times = count
            default: throw Unknown(text: "\(word) with \(value)")
            }
        }
        return behaviour
    }
}
