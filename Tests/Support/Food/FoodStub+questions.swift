import Foundation
import Synchronization

extension FoodStub {
    private static let orders: Set = ["popularity", "random", "confidence"]

    func questions(_ request: StubRequest) throws(Refusal) -> StubReply {
        let steps = request.path.split(separator: "/").dropFirst(3)
        guard request.method == "GET", steps.count < 2 else { throw Refusal(steps.count < 2 ? 405 : 404) }
        switch steps.first {
        case nil:
            let order = request.query("order_by") ?? "popularity"
            guard Self.orders.contains(order) else {
                throw Refusal(400, "invalid '\(order)' value for `order_by` parameter")
            }
            return try collection(request, order: order)
        case "random": return try collection(request, order: "random")
        case "popular": return try collection(request, order: "popularity")
        case "unanswered": return try unanswered(request)
        case .some(let barcode): return try questions(of: String(barcode), request)
        }
    }

    /// Shortens the list before sorting it: a count of 1 may leave out the question about the category.
    private func questions(of barcode: String, _ request: StubRequest) throws(Refusal) -> StubReply {
        let count = try Self.number(request, "count", 25)
        let serverType = try Self.serverType(request)
        let (who, all) = try asking(request)
        let types = Self.types(request)
        let found = all.insights
            .filter {
                $0.barcode == Self.robotoffCode(barcode) && $0.serverType == serverType && types.contains($0.type)
                    && $0.annotation == nil && !$0.isAutomatic && !all.spares($0, who)
            }
            .stablySorted { $0.votes > $1.votes }.prefix(count)
        let ranks = ["category": 0, "label": 1, "brand": 2]
        let sorted = Array(found).stablySorted { ranks[$0.type, default: 3] < ranks[$1.type, default: 3] }
        return Self.answer(sorted, request, count: nil)
    }

    private func collection(_ request: StubRequest, order: String) throws(Refusal) -> StubReply {
        let (page, count) = (try Self.number(request, "page", 1), try Self.number(request, "count", 25))
        let (who, all) = try asking(request)
        let types = Self.types(request)
        let withReserved = try Self.truth(request.query("reserved_barcode"), "reserved_barcode") ?? false
        let withImage = try Self.truth(request.query("with_image"), "with_image")
        let fits = try Self.filter(request)
        var found = all.insights.filter { insight in
            insight.annotation == nil && !insight.isAutomatic && types.contains(insight.type) && fits(insight)
                && (withReserved || !insight.isReserved)
                && (withImage.map { $0 == (insight.sourceImage != nil) } ?? true)
                && !all.spares(insight, who)
        }
        switch order {
        case "random": found.reverse()
        case "confidence": found = found.stablySorted { ($0.confidence ?? -1) > ($1.confidence ?? -1) }
        default: found = found.stablySorted { $0.scans > $1.scans }
        }
        // Each page of a random order is a new random order.
        let skipped = order == "random" ? 0 : (page - 1) * count
        return Self.answer(Array(found.dropFirst(skipped).prefix(count)), request, count: min(found.count, 100))
    }

    private func unanswered(_ request: StubRequest) throws(Refusal) -> StubReply {
        let (page, count) = (try Self.number(request, "page", 1), try Self.number(request, "count", 25))
        let withReserved = try Self.truth(request.query("reserved_barcode"), "reserved_barcode") ?? false
        let fits = try Self.filter(request)
        let type = request.query("type")
        let found = state.withLock { $0.ledger.insights }.filter { insight in
            insight.annotation == nil && !insight.isAutomatic && fits(insight)
                && (withReserved || !insight.isReserved) && insight.type == type ?? insight.type
        }
        let groups: [(tag: String?, count: Int)] = Dictionary(grouping: found, by: \.valueTag)
            .map { ($0.key, $0.value.count) }
            .sorted { one, other in
                one.count == other.count ? (one.tag ?? "") < (other.tag ?? "") : one.count > other.count
            }
        let pairs = groups.dropFirst((page - 1) * count).prefix(count).map { group -> StubJSON in
            let tag: StubJSON = group.tag.map { .string($0) } ?? .null
            return .array([tag, .int(group.count)])
        }
        return Self.list("questions", pairs, count: found.count)
    }

    private static func answer(_ found: [Insight], _ request: StubRequest, count: Int?) -> StubReply {
        let language = request.query("lang") ?? "en"
        let url = url(of: request)
        return list("questions", found.map { question($0, in: language, at: url) }, count: count)
    }

    /// The requested types, by default the five usual ones; only types that have a question.
    private static func types(_ request: StubRequest) -> Set<String> {
        texts(request, "insight_types").map { Words.askable.intersection($0) } ?? Words.asked
    }
}

// MARK: - Insights

extension FoodStub {
    func insights(_ request: StubRequest) throws(Refusal) -> StubReply {
        let steps = request.path.split(separator: "/").dropFirst(3).map(String.init)
        guard request.method == "GET" else { throw Refusal(405) }
        switch (steps.count, steps.first) {
        case (0, _): return try filteredInsights(request)
        case (1, "random"):
            let count = try Self.number(request, "count", 25)
            let (fits, type) = (try Self.filter(request), request.query("type"))
            let found = state.withLock { $0.ledger.insights }.filter {
                $0.annotation == nil && fits($0) && $0.type == type ?? $0.type
            }
            return Self.list("insights", found.reversed().prefix(count).map(\.json), count: found.count)
        case (1, .some(let barcode)):
            let serverType = try Self.serverType(request)
            let found = state.withLock { $0.ledger.insights }.filter {
                $0.barcode == Self.robotoffCode(barcode) && $0.annotation == nil && $0.serverType == serverType
            }
            // The response has no list if there are no insights.
            if found.isEmpty { return .json((["status": "no_insights"] as StubJSON).bytes) }
            return Self.list("insights", found.map(\.json), count: nil)
        case (2, "detail"):
            let found = state.withLock { $0.ledger.insights }.first { $0.id == steps[1].lowercased() }
            guard let found else { throw Refusal(404) }
            return .json(found.json.bytes)
        default: throw Refusal(404)
        }
    }

    private func filteredInsights(_ request: StubRequest) throws(Refusal) -> StubReply {
        let (page, count) = (try Self.number(request, "page", 1), try Self.number(request, "count", 25))
        let annotated = try Self.truth(request.query("annotated"), "annotated")
        let order = request.query("order_by")
        guard [nil, "random", "popularity"].contains(order) else {
            throw Refusal(400, "invalid `order_by` value: \(order ?? "")")
        }
        let (who, all) = try asking(request)
        let fits = try Self.filter(request)
        let types = Self.texts(request, "insight_types")?.prefix(10)
        let (barcode, annotation) = (request.query("barcode"), request.query("annotation"))
        let languages = Self.texts(request, "lc")
        var found = all.insights.filter { insight in
            fits(insight) && (types?.contains(insight.type) ?? true)
                && (barcode.map { Self.robotoffCode($0) == insight.barcode } ?? true)
                && (annotated.map { $0 == (insight.annotation != nil) } ?? true)
                && (annotation.map { Int($0) == insight.annotation } ?? true)
                && (languages.map { !Set($0).isDisjoint(with: insight.languages ?? []) } ?? true)
                && !all.spares(insight, who)
        }
        if order == "random" { found.reverse() }
        if order == "popularity" { found = found.stablySorted { $0.scans > $1.scans } }
        let skipped = order == "random" ? 0 : (page - 1) * count
        return Self.list(
            "insights", found.dropFirst(skipped).prefix(count).map(\.json), count: min(found.count, 100))
    }

    /// Reads identity and ledger in one step.
    private func asking(_ request: StubRequest) throws(Refusal) -> (Who, Ledger) {
        let ledger = state.withLock { $0.ledger }
        let who = try Self.who(
            request.header("authorization"), device: request.query("device_id"), ledger.accounts)
        return (who, ledger)
    }
}

extension Array {
    /// Keeps the order of equal elements, which `sorted` does not guarantee.
    fileprivate func stablySorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
        enumerated().sorted { one, other in
            if isBefore(one.element, other.element) { return true }
            return !isBefore(other.element, one.element) && one.offset < other.offset
        }.map(\.element)
    }
}
