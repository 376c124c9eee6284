import Foundation

/// The control interface: a journey in another process configures the stub and reads what it received.
///
///     POST   /_stub/post  {"push": "gone", "ntfy": {"mode": "rate-limited", "retryAfter": "2", "times": 1}}
///     GET    /_stub/post  the record; ?from=100: only later deliveries, ?deliveries=no: no deliveries,
///                         ?tag=… and ?place=…: only those
///     DELETE /_stub/post  restores the initial state
///
/// | word | value |
/// | --- | --- |
/// | push, ntfy, hook | a mode, or {"mode", "retryAfter", "milliseconds", "times"}: the behaviour of that service |
/// | places | {"/_push/phone": a mode or an object as above, or null}: the behaviour of one device, topic or webhook |
/// | token | the token that ntfy requires as "Authorization: Bearer …"; null: none |
/// | bodies | the number of kept bodies, of the first deliveries; further ones are only counted |
/// | reset | true: restores the initial state first |
///
/// Modes: ok, gone, too-large, rate-limited, refused, server-error, slow, cut, hang, down. "times" is the number of
/// requests with a mode. With slow, cut and hang the notice is taken, but its sender does not know it.
///
/// The report: "wire" (how often each place has taken each tag), "attempts" (requests of each place), "taken", "count",
/// "modes", and "deliveries", each with number, service, place, tag, headers (names in lower case), body (base64), at
/// (seconds since 1970), taken and fault.
extension PushStub {
    private struct Unknown: Error {
        let text: String
    }

    /// Whether a request is for the control interface and not for the services.
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

    // MARK: - Report

    /// Without the deliveries if they were not requested.
    private func seen(_ request: StubRequest?) -> StubJSON {
        let deliveries = deliveries
        var report: StubJSON = [
            "count": .int(deliveries.count), "taken": .int(deliveries.count { $0.isTaken }),
            "wire": .object(wire.mapValues { .object($0.mapValues { .int($0) }) }),
            "attempts": .object(attempts.mapValues { .int($0) }),
            "modes": .object(
                Dictionary(Service.allCases.map { ($0.rawValue, .string(behaviour(of: $0).mode.rawValue)) }) { $1 }),
        ]
        if let request, request.query("deliveries") != "no" {
            let from = request.query("from").flatMap { Int($0) } ?? 0
            report["deliveries"] = .array(
                deliveries.enumerated().dropFirst(max(0, from)).filter { _, delivery in
                    request.query("tag").map { $0 == delivery.tag } ?? true
                        && request.query("place").map { $0 == delivery.place } ?? true
                }.map { Self.json($1, number: $0) })
        }
        return report
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

    // MARK: - Orders

    /// Obeys an order completely or not at all: an invalid order changes nothing.
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
