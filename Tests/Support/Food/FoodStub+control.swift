import Foundation
import Synchronization

/// The control interface: a journey in another process configures the stub.
///
///     POST   /_stub/food  {"annotate": ["counted-then-cut"], "product": {"mode": "429", "times": 1}}
///     GET    /_stub/food  the record; FoodStub+telling.swift describes it
///     DELETE /_stub/food  restores the initial state
///
/// | word | value |
/// | --- | --- |
/// | product, search, picture, questions, insights, annotate, crop, other | the behaviour of these calls |
/// | openfoodfacts, robotoff | the same for a whole service |
/// | at | {"an insight's id": the behaviour for answers to it, "a code": the behaviour for reads of that product} |
/// | votes | {"an insight's id": [1, 1, 0]}: earlier votes of other users |
/// | close | {"an insight's id": 1}: the answer of another user with an account |
/// | accounts | {"anna": "right"}: names and their correct passwords; anna's exists from the beginning |
/// | writes | ok, failing, missing, stale, invalid-image: the result of Robotoff's writes to Open Food Facts |
/// | products | {"a code": {"product_name": "x", "quantity": null}, "another": null}: changed or new, and deleted |
/// | questions-about | [{"barcode", "type", "value_tag", "value"}]: more insights; their ids follow the others |
/// | limits | {"product": 15, "search": null}: requests in any 60 seconds before 429; null: no limit |
/// | down | true, false, ["robotoff"]: the services that refuse connections; only in the program |
/// | release | true: releases held replies |
/// | reset | true: restores the initial state first |
///
/// A behaviour is a mode, {"mode", "counted", "seconds", "retryAfter", "bytes", "code", "to", "times"}, a list of these, one
/// request each, or null: normal.
///
/// | mode | the effect, and whether an answer to an insight counts |
/// | --- | --- |
/// | ok | normal |
/// | counted-then-cut, counted-then-hang | counts; then the connection ends without an answer, or there is no answer |
/// | cut-before, hang | the same, and does not count |
/// | slow | counts at once; the answer follows after "seconds": 1 |
/// | held | counts at once; the answer follows at "release" |
/// | cut-within | counts; the connection ends after "bytes" of the answer: 20 |
/// | truncated | counts; half of the JSON, in a complete response of 200 |
/// | garbage, empty | counts; 200 with meaningless bytes, 200 without a body |
/// | html | does not count; 200 with an HTML page |
/// | redirect | does not count; 302 "to" another place |
/// | 400 to 599 | does not count; 429, 502, 503, 504 as from nginx, with "retryAfter" if set |
/// | status-code | Robotoff's "code": 3, 4, 8 close the insight, 5 finds it closed, 6 gone, 10, 11, 13 leave it |
///
/// "counted": true or false overrides this, as in {"mode": "504", "counted": true}.
extension FoodStub {
    struct Unknown: Error {
        let text: String
    }

    /// Whether a request is for the control interface and not for the services.
    package static func isControl(_ request: StubRequest) -> Bool { request.path == "/_stub/food" }

    package func control(_ request: StubRequest) -> StubReply { control(request) { _ in nil } }

    /// `down` obeys the word "down" and returns more values for the report.
    func control(_ request: StubRequest, down: (StubJSON?) throws -> StubJSON?) -> StubReply {
        do {
            var words: [String: StubJSON] = [:]
            switch request.method {
            case "GET": break
            case "DELETE": words["reset"] = true
            case "POST":
                guard case .object(let order) = try StubJSON(request.body) else {
                    throw Unknown(text: "an order that is no object")
                }
                words = order
            default: return .html(404)
            }
            try obey(words)
            // The initial state has open ports, too.
            let isNew = words["reset"]?.bool == true
            let more = try down(words["down"] ?? (isNew ? .some(.bool(false)) : .none))
            return .json(report(request, more).bytes)
        } catch let unknown as Unknown {
            return Self.failure("The stub does not know \(unknown.text)")
        } catch {
            return Self.failure("This cannot be done: \(error)")
        }
    }

    private static func failure(_ message: String) -> StubReply {
        .json((["message": .string(message)] as StubJSON).bytes, status: 400)
    }

    /// Obeys an order completely or not at all: an invalid order changes nothing.
    private func obey(_ words: [String: StubJSON]) throws {
        var changes: [() -> Void] = []
        for (word, value) in words { changes += try self.changes(word, value) }
        if words["reset"]?.bool == true { reset() }
        if words["release"]?.bool == true { release() }
        for change in changes { change() }
    }

    private func changes(_ word: String, _ value: StubJSON) throws -> [() -> Void] {
        if let place = Kind(rawValue: word).map(Place.kind) ?? Service(rawValue: word).map(Place.service) {
            let behaviours = try Self.behaviours(value)
            return [{ self.set(place, behaviours) }]
        }
        switch (word, value) {
        case ("at", .object(let places)):
            return try places.map { name, value in
                let behaviours = try Self.behaviours(value)
                let isInsight = UUID(uuidString: name) != nil
                let place = isInsight ? Place.insight(name.lowercased()) : .product(Self.normalised(name))
                return { self.set(place, behaviours) }
            }
        case ("votes", .object(let votes)):
            return votes.map { insight, values in
                { self.vote(values.elements.compactMap(\.int), on: insight) }
            }
        case ("close", .object(let values)):
            return values.map { insight, value in { self.close(insight, with: value.int ?? 1) } }
        case ("accounts", .object(let accounts)):
            let passwords = accounts.compactMapValues(\.string)
            return [{ self.state.withLock { $0.ledger.accounts.merge(passwords) { $1 } } }]
        case ("writes", .string(let name)):
            guard let writes = Ledger.Writes(rawValue: name) else { throw Unknown(text: "writes that are \(name)") }
            return [{ self.state.withLock { $0.ledger.writes = writes } }]
        case ("products", .object(let products)):
            return products.map { code, value in { self.change(Self.normalised(code), value) } }
        case ("questions-about", .array(let all)): return try all.map { try adding($0) }
        case ("limits", .object(let limits)):
            return try limits.map { name, value in
                guard let kind = Kind(rawValue: name) else { throw Unknown(text: "a limit of \(name)") }
                return { self.limit(kind, to: value.int) }
            }
        case ("reset", .bool), ("release", .bool), ("down", _): return []
        default: throw Unknown(text: "\(word) with \(value)")
        }
    }

    private func change(_ code: String, _ value: StubJSON) {
        state.withLock { state in
            guard case .object(let fields) = value else {
                state.products[code] = nil
                return
            }
            var product = state.products[code] ?? Product(code: code, fields: [:])
            for (name, value) in fields where name != "product_type" {
                // A bare "nil" would mean JSON's null.
                if value == .null { product.fields.removeValue(forKey: name) } else { product.fields[name] = value }
            }
            product.type = fields["product_type"]?.string ?? product.type
            state.products[code] = product
        }
    }

    private func adding(_ json: StubJSON) throws -> () -> Void {
        guard let barcode = json["barcode"]?.string, let type = json["type"]?.string else {
            throw Unknown(text: "a question such as \(json)")
        }
        return {
            self.state.withLock { state in
                // Numbers stay unique even after an insight was removed.
                let number = 100 + state.ledger.added
                state.ledger.added += 1
                state.ledger.insights.append(
                    Insight(
                        id: Insight.id(number), barcode: Self.normalised(barcode), type: type,
                        valueTag: json["value_tag"]?.string, value: json["value"]?.string,
                        data: json["data"] ?? [:], scans: json["unique_scans_n"]?.int ?? 10,
                        sourceImage: json["source_image"]?.string, trouble: json["trouble"]?.int))
            }
        }
    }
}

extension FoodStub.Behaviour {
    private static let named: [String: (Mode, Bool?)] = [
        "ok": (.normal, nil), "counted-then-cut": (.dropped, true), "cut-before": (.dropped, false),
        "counted-then-hang": (.hang, true), "hang": (.hang, false), "slow": (.slow, nil), "held": (.held, nil),
        "cut-within": (.cutWithin, nil), "truncated": (.truncated, nil), "garbage": (.garbage, nil),
        "empty": (.empty, nil), "html": (.page, nil),
    ]

    /// A mode, or an object that contains one.
    fileprivate init(_ value: StubJSON) throws {
        let words: [String: StubJSON] = if case .object(let words) = value { words } else { ["mode": value] }
        let known: Set = ["mode", "counted", "seconds", "retryAfter", "bytes", "code", "to", "times"]
        guard let name = words["mode"]?.string, known.isSuperset(of: words.keys) else {
            throw FoodStub.Unknown(text: "a behaviour such as \(value)")
        }
        let (mode, counts): (Mode, Bool?)
        if let named = Self.named[name] {
            (mode, counts) = named
        } else if name == "redirect", let place = words["to"]?.string {
            (mode, counts) = (.redirect(to: place), nil)
        } else if name == "status-code", let code = words["code"]?.int {
            (mode, counts) = (.outcome(code), nil)
        } else if let status = Int(name), (400...599).contains(status) {
            (mode, counts) = (.status(status), nil)
        } else {
            throw FoodStub.Unknown(text: "the mode \(name), or not without more words")
        }
        let seconds: Double? = if case .double(let number)? = words["seconds"] { number } else { nil }
        let retryAfter = words["retryAfter"]?.string ?? words["retryAfter"]?.int.map { String($0) }
        self.init(
            mode, counts: words["counted"]?.bool ?? counts, seconds: seconds ?? Double(words["seconds"]?.int ?? 1),
            retryAfter: retryAfter, bytes: words["bytes"]?.int ?? 20, times: words["times"]?.int)
    }
}

extension FoodStub {
    private static func behaviours(_ value: StubJSON) throws -> [Behaviour] {
        switch value {
        case .null: return []
        case .array(let all):
            return try all.map { value in
                var behaviour = try Behaviour(value)
                behaviour.times = behaviour.times ?? 1
                return behaviour
            }
        default: return [try Behaviour(value)]
        }
    }
}
