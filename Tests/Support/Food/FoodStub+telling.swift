import Foundation
import Synchronization

/// The report of `GET /_stub/food`.
///
///     ?insight=… and ?who=…: only those entries of the ledger; ?from=3: only later ones; ?calls=no: no requests
///
/// | word | value |
/// | --- | --- |
/// | ledger | every answer received: number, at (seconds since 1970), insight, value, who, counted, code, own |
/// | twice | {"who insight": n}: identities with more than one counted answer, without skips |
/// | votes | {"insight": {"yes", "no", "skipped"}} of insights with votes |
/// | insights | {"insight": {"annotation", "annotated_result", "n_votes", "username"}} of insights with any of these |
/// | written | what Robotoff wrote to products: code, insight, by |
/// | counts | {"product": n, …}: requests of each kind, whatever their result |
/// | most | the same: the maximum in any 60 seconds |
/// | minutes | {"product": {"29384": n}}: requests by minutes since 1970 |
/// | calls | every request: kind, at, line, userAgent, refused (429, for the limit) |
/// | behaviours | the number of pending behaviours, by scope |
/// | waiting | the number of held answers |
/// | urls, down | only in the program: the services' addresses, and those that refuse connections |
///
/// Who is {"device": "…"}, {"account": "…", "passwordIsRight": true} or {"address": "127.0.0.1"}. Of a password only
/// this is kept.
extension FoodStub {
    func report(_ request: StubRequest, _ more: StubJSON?) -> StubJSON {
        let state = state.withLock { $0 }
        var members: [String: StubJSON] = [
            "ledger": .array(Self.entries(state.ledger, request)), "twice": Self.twice(state.ledger),
            "votes": Self.votes(state.ledger), "insights": Self.insights(state.ledger),
            "written": .array(
                state.ledger.written.map {
                    ["code": .string($0.code), "insight": .string($0.insight), "by": .string($0.by)]
                }),
            "counts": Self.byKind(state.calls) { .int($0.count) },
            "most": Self.byKind(state.calls) { .int(Self.most($0.map(\.at))) },
            "minutes": Self.byKind(state.calls) { calls in
                let minutes = Dictionary(grouping: calls) { String(Int($0.at.timeIntervalSince1970) / 60) }
                return .object(minutes.mapValues { .int($0.count) })
            },
            "behaviours": .object(
                Dictionary(
                    state.behaviours.filter { !$0.value.isEmpty }.map { (Self.name(of: $0), .int($1.count)) }
                ) { $1 }),
            "waiting": .int(state.gate.waitingCount),
        ]
        if request.query("calls") != "no" { members["calls"] = .array(state.calls.map(Self.json)) }
        if case .object(let more)? = more { members.merge(more) { $1 } }
        return .object(members)
    }

    // MARK: - The ledger

    private static func entries(_ ledger: Ledger, _ request: StubRequest) -> [StubJSON] {
        let from = request.query("from").flatMap { Int($0) } ?? 0
        return ledger.entries.enumerated().dropFirst(max(0, from)).filter { _, entry in
            request.query("insight").map { $0.lowercased() == entry.insight } ?? true
                && request.query("who").map { $0 == name(of: entry.who) } ?? true
        }.map { number, entry in
            [
                "number": .int(number), "at": .double(entry.at.timeIntervalSince1970),
                "insight": entry.insight.map { .string($0) } ?? .null, "value": entry.value.map { .int($0) } ?? .null,
                "who": json(entry.who), "counted": .bool(entry.isCounted),
                "code": entry.code.map { .int($0) } ?? .null, "own": entry.own ?? .null,
            ]
        }
    }

    private static func json(_ who: Who) -> StubJSON {
        switch who {
        case .device(let name): ["device": .string(name)]
        case .account(let name, let isRight): ["account": .string(name), "passwordIsRight": .bool(isRight)]
        case .address: ["address": .string(Ledger.address)]
        }
    }

    private static func name(of who: Who) -> String {
        switch who {
        case .device(let name), .account(let name, _): name
        case .address: Ledger.address
        }
    }

    private static func twice(_ ledger: Ledger) -> StubJSON {
        let counted = ledger.entries.filter { $0.isCounted && $0.value != -1 }
        let groups = Dictionary(grouping: counted) { "\(name(of: $0.who)) \($0.insight ?? "")" }
        return .object(groups.filter { $0.value.count > 1 }.mapValues { .int($0.count) })
    }

    private static func votes(_ ledger: Ledger) -> StubJSON {
        let tallies = Set(ledger.votes.map(\.insight)).map { insight -> (String, StubJSON) in
            let (yes, no, skipped) = ledger.votes(on: insight)
            return (insight, ["yes": .int(yes), "no": .int(no), "skipped": .int(skipped)])
        }
        return .object(Dictionary(tallies) { $1 })
    }

    private static func insights(_ ledger: Ledger) -> StubJSON {
        let touched = ledger.insights.filter { $0.annotation != nil || $0.votes > 0 }
        let keys = ["annotation", "annotated_result", "n_votes", "username"]
        let states = touched.map { insight -> (String, StubJSON) in
            let json = insight.json
            return (insight.id, .object(Dictionary(keys.map { ($0, json[$0] ?? .null) }) { $1 }))
        }
        return .object(Dictionary(states) { $1 })
    }

    // MARK: - The requests

    private static func byKind(_ calls: [Call], _ value: ([Call]) -> StubJSON) -> StubJSON {
        .object(
            Dictionary(Kind.allCases.map { kind in (kind.rawValue, value(calls.filter { $0.kind == kind })) }) { $1 })
    }

    /// The maximum number in any 60 seconds.
    private static func most(_ times: [Date]) -> Int {
        let sorted = times.sorted()
        var (first, most) = (0, 0)
        for (place, time) in sorted.enumerated() {
            while time.timeIntervalSince(sorted[first]) >= 60 { first += 1 }
            most = max(most, place - first + 1)
        }
        return most
    }

    private static func json(_ call: Call) -> StubJSON {
        [
            "kind": .string(call.kind.rawValue), "at": .double(call.at.timeIntervalSince1970),
            "line": .string(call.line), "userAgent": call.userAgent.map { .string($0) } ?? .null,
            "refused": .bool(!call.isWithinLimit),
        ]
    }

    private static func name(of place: Place) -> String {
        switch place {
        case .insight(let name), .product(let name): name
        case .kind(let kind): kind.rawValue
        case .service(let service): service.rawValue
        }
    }
}
