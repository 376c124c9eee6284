import Foundation

/// The checks and answers of the services.
extension PushStub {
    struct Reading: Sendable {
        var place: String
        var tag: String?
        var fault: String?
        /// Whether the answer is 413, whatever the mode.
        var isTooLarge = false
    }

    static func read(_ request: StubRequest, for service: Service) -> Reading {
        var reading =
            switch service {
            case .push: push(request)
            case .ntfy: ntfy(request)
            case .hook: hook(request)
            }
        if request.method != "POST" { reading.fault = "only POST is understood" }
        return reading
    }

    /// Checks a request by RFC 8030, 8188, 8291 and 8292.
    private static func push(_ request: StubRequest) -> Reading {
        var reading = Reading(place: request.path, tag: request.header("topic"))
        reading.isTooLarge = request.body.count > 4096
        let topic = reading.tag ?? ""
        let body = request.body
        let checks: [(Bool, String)] = [
            (request.path.split(separator: "/").count == 2, "the path is /_push/<device>"),
            (isVAPID(request.header("authorization") ?? ""), "Authorization is vapid t=…, k=…"),
            (request.header("content-encoding") == "aes128gcm", "Content-Encoding is aes128gcm"),
            (request.header("ttl").flatMap { UInt32($0) } != nil, "TTL is a number of seconds"),
            (topic.utf8.count <= 32 && topic.utf8.allSatisfy(isBase64URL), "Topic has up to 32 letters of base64url"),
            (
                ["very-low", "low", "normal", "high"].contains(request.header("urgency") ?? "normal"),
                "Urgency is a word of RFC 8030"
            ),
            (
                body.count >= 86 + 17 && body[16..<20].elementsEqual([0, 0, 16, 0]) && body[20] == 65 && body[21] == 4,
                "the body is one record of aes128gcm"
            ),
        ]
        reading.fault = checks.first { !$0.0 }?.1
        return reading
    }

    private static func isVAPID(_ text: String) -> Bool {
        guard text.hasPrefix("vapid ") else { return false }
        let fields = text.dropFirst(6).split(separator: ",").map { $0.drop { $0 == " " } }
        guard let token = fields.first(where: { $0.hasPrefix("t=") }),
            let key = fields.first(where: { $0.hasPrefix("k=") })
        else { return false }
        return token.split(separator: ".", omittingEmptySubsequences: false).count == 3
            && token.dropFirst(2).utf8.allSatisfy { isBase64URL($0) || $0 == UInt8(ascii: ".") }
            // 65 bytes in base64url.
            && key.utf8.count == 2 + 87 && key.dropFirst(2).utf8.allSatisfy(isBase64URL)
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Checks JSON at the root as ntfy 2.16 does.
    private static func ntfy(_ request: StubRequest) -> Reading {
        var reading = Reading(place: "/_ntfy")
        guard let json = try? StubJSON(request.body), case .object = json else {
            reading.fault = "request body must be valid JSON"
            return reading
        }
        let topic = json["topic"]?.string ?? ""
        reading.place = "/_ntfy/\(topic)"
        reading.tag = json["sequence_id"]?.string
        reading.isTooLarge = request.body.count > 8192 || (json["message"]?.string?.utf8.count ?? 0) > 4096
        let actions = json["actions"]?.elements ?? []
        let checks: [(Bool, String)] = [
            (request.path == "/_ntfy" || request.path == "/_ntfy/", "JSON is taken at the root"),
            ((1...64).contains(topic.utf8.count) && topic.utf8.allSatisfy(isBase64URL), "invalid topic"),
            (json["message"]?.string?.isEmpty == false, "there is no message"),
            (json["priority"]?.int.map { (1...5).contains($0) } ?? true, "invalid priority"),
            (
                reading.tag.map { (1...64).contains($0.utf8.count) && $0.utf8.allSatisfy(isBase64URL) } ?? true,
                "invalid sequence_id"
            ),
            (actions.count <= 3, "too many actions"),
            (
                actions.allSatisfy { $0["label"]?.string?.isEmpty == false && $0["url"]?.string?.isEmpty == false },
                "an action has a label and a url"
            ),
        ]
        reading.fault = checks.first { !$0.0 }?.1
        return reading
    }

    /// Checks a request by Standard Webhooks; tests verify the signature.
    private static func hook(_ request: StubRequest) -> Reading {
        var reading = Reading(place: request.path, tag: request.header("webhook-id"))
        let checks: [(Bool, String)] = [
            (reading.tag?.isEmpty == false, "there is no webhook-id"),
            (request.header("webhook-timestamp").flatMap { Int($0) } != nil, "webhook-timestamp is no number"),
            (request.header("webhook-signature")?.hasPrefix("v1,") == true, "webhook-signature is v1,…"),
            ((try? StubJSON(request.body))?["type"]?.string != nil, "the body is JSON with a type"),
        ]
        reading.fault = checks.first { !$0.0 }?.1
        return reading
    }

    // MARK: - Answers

    static func answer(_ service: Service, _ reading: Reading, _ behaviour: Behaviour) -> StubReply {
        if reading.isTooLarge { return failure(413, "too large") }
        let wait = behaviour.retryAfter.map { [(name: "Retry-After", value: $0)] } ?? []
        switch behaviour.mode {
        case .ok: return taken(service, reading)
        case .slow: return .delayed(taken(service, reading), milliseconds: behaviour.milliseconds)
        case .cut: return .cut(.json("{\"taken\":true}", status: service == .push ? 201 : 200), after: 3)
        case .hang: return .never
        case .down: return .dropped
        case .gone: return failure(service == .ntfy ? 404 : 410, "gone")
        case .tooLarge: return failure(413, "too large")
        case .refused: return failure(403, "forbidden")
        case .rateLimited: return failure(429, "limit reached", wait)
        case .serverError: return failure(503, "out of order", wait)
        }
    }

    private static func taken(_ service: Service, _ reading: Reading) -> StubReply {
        switch service {
        case .push:
            .answer(status: 201, headers: [("Location", "\(reading.place)/m/\(reading.tag ?? "0")")], body: [])
        case .ntfy:
            .json(
                ([
                    "id": "hwQ2YpKdmg", "event": "message", "topic": .string(String(reading.place.dropFirst(7))),
                    "sequence_id": reading.tag.map { .string($0) } ?? "hwQ2YpKdmg",
                ] as StubJSON).bytes)
        case .hook: .answer(status: 204, headers: [], body: [])
        }
    }

    static func failure(_ status: Int, _ error: String, _ headers: [(name: String, value: String)] = []) -> StubReply {
        .json((["http": .int(status), "error": .string(error)] as StubJSON).bytes, status: status, headers: headers)
    }
}
