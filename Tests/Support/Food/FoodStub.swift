package import Foundation
import Synchronization

/// A stub of the used parts of Open Food Facts (API v3.6 and v2) and Robotoff (1.85, `/api/v1`), with invented
/// products. Records every answer that it receives, with its identity and whether it counted.
///
///     let stub = FoodStub()
///     let server = try StubServer(records: false) { stub.reply(to: $0) }
///     stub.set(.kind(.annotate), [.init(.dropped, counts: true, times: 1)])
///
/// Counts like the real Robotoff: every vote, even a repeated one from the same device.
package final class FoodStub: Sendable {
    package enum Service: String, Sendable, CaseIterable {
        case openFoodFacts = "openfoodfacts"
        case robotoff
    }

    /// The kind of a request.
    package enum Kind: String, Sendable, CaseIterable {
        case product
        case search
        case picture
        case questions
        case insights
        case annotate
        case crop
        case other

        package var service: Service {
            switch self {
            case .product, .search, .picture: .openFoodFacts
            case .questions, .insights, .annotate, .crop, .other: .robotoff
            }
        }
    }

    /// The scope of a behaviour; the first scope with a behaviour decides, in this order.
    package enum Place: Sendable, Hashable {
        /// Answers to one insight.
        case insight(String)
        /// Reads of one product.
        case product(String)
        case kind(Kind)
        case service(Service)
    }

    /// One request, whatever its result.
    package struct Call: Sendable {
        package let kind: Kind
        package let at: Date
        /// As "GET /api/v3.6/product/59001270?lc=de".
        package let line: String
        package let userAgent: String?
        /// Whether it was within the service's rate limit.
        package let isWithinLimit: Bool
    }

    struct State {
        var ledger = Ledger()
        var products = Catalogue.products
        var behaviours: [Place: [Behaviour]] = [:]
        var calls: [Call] = []
        /// The maximum number of requests in any 60 seconds; above it the service answers 429.
        var limits: [Kind: Int] = [.product: 15, .search: 10]
        var gate = StubGate()
    }

    let state = Mutex(State())
    let now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    // MARK: - Settings

    /// Sets the behaviours of a scope, in order, each for its number of requests; afterwards the behaviour is normal.
    package func set(_ place: Place, _ behaviours: [Behaviour]) {
        state.withLock { $0.behaviours[place] = behaviours }
    }

    /// Sets the maximum number of requests of a kind in any 60 seconds; nil: no limit.
    package func limit(_ kind: Kind, to count: Int?) { state.withLock { $0.limits[kind] = count } }

    /// Adds anonymous votes of other users.
    package func vote(_ values: [Int], on insight: String) {
        state.withLock { state in
            for value in values {
                let device = "somebody-\(state.ledger.votes.count)"
                let answer = Ledger.Answer(insight: insight, value: value, who: .device(device))
                _ = state.ledger.take(answer, at: now(), products: &state.products)
            }
        }
    }

    /// Answers an insight as another user with an account.
    package func close(_ insight: String, with value: Int) {
        state.withLock { state in
            state.ledger.close(insight, with: value, result: value == 1 ? 2 : 1, by: "somebody", at: now())
        }
    }

    /// Releases the replies held by `held`; later ones wait for the next release.
    package func release() {
        state.withLock { state in
            defer { state.gate = StubGate() }
            return state.gate
        }.open()
    }

    /// Restores the initial state without settings and records; releases held replies.
    package func reset() {
        state.withLock { state in
            defer { state = State() }
            return state.gate
        }.open()
    }

    // MARK: - Record

    package var calls: [Call] { state.withLock { $0.calls } }
    package func count(_ kind: Kind) -> Int { calls.count { $0.kind == kind } }
    /// All received answers to insights, counted or not.
    package var entries: [Ledger.Entry] { state.withLock { $0.ledger.entries } }
    package var waitingCount: Int { state.withLock { $0.gate.waitingCount } }

    /// The counted votes on an insight, and the number of skips.
    package func votes(on insight: String) -> (yes: Int, no: Int, skipped: Int) {
        state.withLock { $0.ledger.votes(on: insight) }
    }

    // MARK: - Routes

    package static func kind(of request: StubRequest) -> Kind {
        let steps = request.path.split(separator: "/").map(String.init)
        switch (steps.count, steps.first) {
        case (4, "api") where steps[2] == "product": return .product
        case (2, "cgi") where steps[1] == "search.pl": return .search
        case (3, "api") where steps[1] == "v2" && steps[2] == "search": return .search
        case (_, "images"): return .picture
        case (3..., "api") where steps[1] == "v1" && steps[2] == "questions": return .questions
        case (4, "api") where steps[1] == "v1" && steps[2...] == ["insights", "annotate"]: return .annotate
        case (3..., "api") where steps[1] == "v1" && steps[2] == "insights": return .insights
        case (4, "api") where steps[1] == "v1" && steps[2...] == ["images", "crop"]: return .crop
        default: return .other
        }
    }

    /// The handler of a `StubServer` for both services or one.
    package func reply(to request: StubRequest, as service: Service? = nil) -> StubReply {
        let kind = Self.kind(of: request)
        // Pictures may be on either host; other requests belong to one service.
        if let service, service != kind.service, kind != .picture { return .html(404) }
        let fields = kind == .annotate ? AnnotateRequest(request) : nil
        let (behaviour, gate) = state.withLock { state -> (Behaviour?, StubGate) in
            let isWithin = Self.isWithinLimit(kind, at: now(), state)
            state.calls.append(
                Call(
                    kind: kind, at: now(), line: "\(request.method) \(request.target)",
                    userAgent: request.header("user-agent"), isWithinLimit: isWithin))
            guard isWithin else { return (nil, state.gate) }
            return (Self.next(kind, request, fields, &state), state.gate)
        }
        guard let behaviour else { return .html(429) }
        if let fields { return annotate(fields, request, behaviour, gate) }
        return behaviour.reply(of: kind.service, gate: gate) { normal(kind, request) }
    }

    private func normal(_ kind: Kind, _ request: StubRequest) -> StubReply {
        do throws(Refusal) {
            switch kind {
            case .product: return product(request)
            case .search: return try search(request)
            case .picture: return picture(request.path)
            case .questions: return try questions(request)
            case .insights: return try insights(request)
            case .crop: return try crop(request)
            case .annotate, .other: return try other(request)
            }
        } catch {
            return error.reply
        }
    }

    private static func isWithinLimit(_ kind: Kind, at now: Date, _ state: State) -> Bool {
        guard let limit = state.limits[kind] else { return true }
        let recent = state.calls.reversed().prefix { now.timeIntervalSince($0.at) < 60 }
        return recent.count { $0.kind == kind && $0.isWithinLimit } < limit
    }

    private static func next(_ kind: Kind, _ request: StubRequest, _ fields: AnnotateRequest?, _ state: inout State)
        -> Behaviour
    {
        var places: [Place] = [.kind(kind), .service(kind.service)]
        if let insight = fields?.insight?.lowercased() { places.insert(.insight(insight), at: 0) }
        if kind == .product, let code = request.path.split(separator: "/").last {
            places.insert(.product(normalised(String(code))), at: 0)
        }
        for place in places {
            while var behaviour = state.behaviours[place]?.first {
                guard let times = behaviour.times else { return behaviour }
                behaviour.times = times - 1
                if times > 1 {
                    state.behaviours[place]?[0] = behaviour
                } else {
                    state.behaviours[place]?.removeFirst()
                }
                if times > 0 { return behaviour }
            }
        }
        return Behaviour()
    }
}
