import Foundation
import Synchronization

/// Robotoff's query parameters and its errors for invalid ones.
extension FoodStub {
    static func number(_ request: StubRequest, _ name: String, _ usual: Int) throws(Refusal) -> Int {
        guard let text = request.query(name) else { return usual }
        guard let number = Int(text) else { throw .invalid(name, "The value must be an integer.") }
        guard number >= 1 else { throw .invalid(name, "The value must be at least 1") }
        return number
    }

    static func truth(_ text: String?, _ name: String) throws(Refusal) -> Bool? {
        switch text?.lowercased() {
        case nil: return nil
        case "true", "t", "yes", "y", "1", "on": return true
        case "false", "f", "no", "n", "0", "off": return false
        default: throw .invalid(name, "The value of the parameter must be \"true\" or \"false\".")
        }
    }

    static func texts(_ request: StubRequest, _ name: String) -> [String]? {
        let texts = request.queries(name).flatMap { $0.split(separator: ",").map(String.init) }
        return texts.isEmpty ? nil : texts
    }

    static func serverType(_ request: StubRequest) throws(Refusal) -> String {
        let type = request.query("server_type") ?? "off"
        guard ["off", "obf", "opff", "opf", "off_pro"].contains(type) else {
            throw Refusal(400, title: "invalid `server_type`: \(type)")
        }
        return type
    }

    /// The filter of all lists.
    static func filter(_ request: StubRequest) throws(Refusal) -> @Sendable (Insight) -> Bool {
        let serverType = try serverType(request)
        let countries = try texts(request, "countries").map { codes throws(Refusal) in try tags(of: codes) }
        let (tag, predictor) = (request.query("value_tag"), request.query("predictor"))
        let brands = texts(request, "brands")?.prefix(10)
        let campaigns = texts(request, "campaigns") ?? texts(request, "campaign")
        return { insight in
            insight.serverType == serverType && (tag.map { $0 == insight.valueTag } ?? true)
                && (predictor.map { $0 == insight.predictor } ?? true)
                && (brands.map { !Set($0).isDisjoint(with: insight.brands) } ?? true)
                && (campaigns.map { Set($0).isSubset(of: insight.campaigns) } ?? true)
                && (countries.map { !$0.isDisjoint(with: insight.countries) } ?? true)
        }
    }

    /// The United Kingdom is `uk`; an invalid code makes the request fail. Only the countries of the invented products
    /// have a tag; any other two letters match no product.
    private static func tags(of codes: [String]) throws(Refusal) -> Set<String> {
        let known = [
            "fr": "france", "de": "germany", "uk": "united-kingdom", "us": "united-states", "nl": "netherlands",
            "at": "austria", "be": "belgium", "ch": "switzerland", "world": "world",
        ]
        let isCode = codes.allSatisfy { code in
            known[code] != nil || code != "gb" && code.utf8.count == 2 && code.allSatisfy { "a"..."z" ~= $0 }
        }
        guard isCode else {
            throw Refusal(400, "invalid `countries` value: [\(codes.map { "'\($0)'" }.joined(separator: ", "))]")
        }
        return Set(codes.map { "en:" + (known[$0] ?? $0) })
    }

    static func list(_ name: String, _ elements: [StubJSON], count: Int?) -> StubReply {
        var answer: StubJSON = ["status": .string(elements.isEmpty ? "no_\(name)" : "found")]
        answer[name] = .array(elements)
        if let count { answer["count"] = .int(count) }
        return .json(answer.bytes)
    }

    /// Robotoff only changes leading zeros.
    static func robotoffCode(_ code: String) -> String {
        guard code.allSatisfy({ "0"..."9" ~= $0 }) else { return code }
        return padded(code)
    }

    // MARK: - The rest of Robotoff

    func other(_ request: StubRequest) throws(Refusal) -> StubReply {
        let steps = request.path.split(separator: "/").map(String.init)
        guard request.method == "GET", steps.count >= 3, steps[..<2] == ["api", "v1"] else { throw Refusal(404) }
        switch (steps.count, steps[2]) {
        case (3, "status"): return .json((["status": "running"] as StubJSON).bytes)
        case (3, "health"):
            let message: StubJSON = [
                "status": "success", "results": [["checker": "check_redis", "passed": true, "output": "redis ok"]],
            ]
            let body: StubJSON = ["message": message, "status": 200, "headers": ["Content-Type": "application/json"]]
            return .json(body.bytes)
        case (5, "users") where steps[3] == "statistics":
            let count = state.withLock { $0.ledger.insights.count { $0.name == steps[4] } }
            return .json((["count": ["annotations": .int(count)]] as StubJSON).bytes)
        default: throw Refusal(404)
        }
    }

    /// Accepts only pictures on the service's own hosts.
    func crop(_ request: StubRequest) throws(Refusal) -> StubReply {
        guard let text = request.query("image_url") else { throw .missing("image_url") }
        for name in ["y_min", "x_min", "y_max", "x_max"] {
            guard let edge = request.query(name) else { throw .missing(name) }
            guard let share = Double(edge) else { throw .invalid(name, "The value must be a float.") }
            guard 0...1 ~= share else { throw .invalid(name, "The value must be at least 0 and not exceed 1") }
        }
        let host = URL(string: text)?.host()?.lowercased() ?? ""
        guard host.hasSuffix(".openfoodfacts.org") || host.hasSuffix(".openfoodfacts.net") || host == "127.0.0.1" else {
            throw Refusal(400, title: "Domain not allowed!")
        }
        return .answer(
            status: 200, headers: [("Content-Type", "image/jpeg")],
            body: GreyJPEG.bytes(width: 160, height: 120, seed: text))
    }
}
