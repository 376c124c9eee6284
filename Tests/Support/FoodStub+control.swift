import Foundation
import Synchronization

/// The door by which a journey in another process sets the stub up.
///
///     POST   /_stub/food  {"annotate": ["counted-then-cut"], "product": {"mode": "429", "times": 1}}
///     GET    /_stub/food  what happened so far; FoodStub+telling.swift says what
///     DELETE /_stub/food  as new
///
/// | word | value |
/// | --- | --- |
/// | product, search, picture, questions, insights, annotate, crop, other | how these are answered from now on |
/// | openfoodfacts, robotoff | the same of a whole service |
/// | at | {"an insight's id": how answers to it are taken, "a code": how reads of that product are answered} |
/// | votes | {"an insight's id": [1, 1, 0]}: others have voted so before |
/// | close | {"an insight's id": 1}: somebody with an account has answered it |
/// | accounts | {"anna": "right"}: names and their right passwords; anna's is there from the beginning |
/// | writes | ok, failing, missing, stale, invalid-image: how Open Food Facts takes what Robotoff writes |
/// | products | {"a code": {"product_name": "x", "quantity": null}, "another": null}: changed or new, and gone |
/// | questions-about | [{"barcode", "type", "value_tag", "value"}]: more insights; their ids follow the others |
/// | limits | {"product": 15, "search": null}: requests in any 60 seconds before 429; null: as many as come |
/// | down | true, false, ["robotoff"]: whose port refuses connections; of the program alone |
/// | release | true: what is held goes out |
/// | reset | true: as new, before all else |
///
/// How is a mode, {"mode", "counted", "seconds", "retryAfter", "bytes", "code", "to", "times"}, a list of these, one
/// request each, or null: as ever.
///
/// | mode | what happens, and whether an answer to an insight counts |
/// | --- | --- |
/// | ok | as ever |
/// | counted-then-cut, counted-then-hang | counts; then the connection ends without a word, or nothing comes |
/// | cut-before, hang | the same, and does not count |
/// | slow | counts at once; the answer comes after so many "seconds": 1 |
/// | held | counts at once; the answer comes with "release" |
/// | cut-within | counts; the connection ends after so many "bytes" of the answer: 20 |
/// | truncated | counts; half of the JSON, in a whole answer of 200 |
/// | garbage, empty | counts; 200 with bytes that are nothing, 200 with none |
/// | html | does not count; 200 with a page for browsers |
/// | redirect | does not count; 302 "to" another place |
/// | 400 to 599 | does not count; 429, 502, 503, 504 as nginx says them, with "retryAfter" where it is set |
/// | status-code | Robotoff's "code": 3, 4, 8 close the insight, 5 finds it closed, 6 gone, 10, 11, 13 leave it |
///
/// "counted": true or false says otherwise, as {"mode": "504", "counted": true}.
extension FoodStub {
    struct Unknown: Error {
        let text: String
    }

    /// Whether a request is for this door and not for the services.
    package static func isControl(_ request: StubRequest) -> Bool { request.path == "/_stub/food" }

    package func control(_ request: StubRequest) -> StubReply { control(request) { _ in nil } }

    /// More: what else is told, after the word "down" was obeyed.
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
            // As new is open, too.
            let isNew = words["reset"]?.bool == true
            let more = try down(words["down"] ?? (isNew ? .some(.bool(false)) : .none))
            return .json(told(request, more).bytes)
        } catch let unknown as Unknown {
            return Self.failure("The stub does not know \(unknown.text)")
        } catch {
            return Self.failure("This cannot be done: \(error)")
        }
    }

    private static func failure(_ message: String) -> StubReply {
        .json((["message": .string(message)] as StubJSON).bytes, status: 400)
    }

    /// All of it or nothing: an order that is not understood changes nothing.
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
                // "nil" alone would be JSON's null.
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
                // Numbers of their own even where an insight has gone.
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

    /// A mode or an object that has one.
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
