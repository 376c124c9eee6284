import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Looking up products", .tags(.small))
struct LarderLookUpTests {
    let house: LarderHouse
    var household: Household { house.household }
    var grocer: Grocer { house.grocer }
    let spread = LarderHouse.spread

    init() throws {
        house = try LarderHouse()
        house.grocer.stock(house.sample.product(name: "Spread"))
    }

    private func refusal(_ body: () async throws -> Void) async -> HouseholdError.Code? {
        await #expect(throws: HouseholdError.self) { try await body() }?.code
    }

    // MARK: Cache

    @Test("A cached product is used for a day and then read again, or earlier on request")
    func fresh() async throws {
        let first = try await household.larder.lookUp(spread)
        #expect(first.product?.name == "Spread" && first.age == 0 && first.problem == nil)
        #expect(first.item?.code == spread && first.item?.firstAt == house.clock.now)
        house.clock.pass(86_399)
        let second = try await house.another().larder.lookUp(spread)
        #expect(second.product?.name == "Spread" && second.age == 86_399 && grocer.reads.count == 1)
        #expect(second.item?.lastAt == house.clock.now)
        house.clock.pass(1)
        #expect(try await household.larder.lookUp(spread).age == 0)
        #expect(grocer.reads.count == 2)
        #expect(try await household.larder.product(spread, isFresh: true).age == 0)
        #expect(grocer.reads.count == 3)
        house.clock.pass(90_000)
        #expect(try await household.larder.product(spread, mayAsk: false).age == 90_000)
        #expect(grocer.reads.count == 3)
    }

    @Test("If the service fails, the cached product is returned with the reason and the time of the next attempt")
    func failure() async throws {
        _ = try await household.larder.lookUp(spread)
        house.clock.pass(90_000)
        grocer.behave(.fails(.init(HouseholdError(.servicePaused, "Overloaded."), retryAfter: 120)))
        let view = try await household.larder.lookUp(spread)
        #expect(view.product?.name == "Spread" && view.age == 90_000 && !view.isAbsent)
        #expect(view.problem == .servicePaused && view.remark == "Overloaded.")
        #expect(view.notBefore == house.clock.now + 120)
        #expect(view.item?.lastAt == house.clock.now)
    }

    @Test("A product whose look-up failed is in the larder without data")
    func unknown() async throws {
        grocer.behave(.fails(.init(HouseholdError(.serviceTimedOut, "No answer."))))
        let view = try await household.larder.lookUp(spread)
        #expect(view.remembered == nil && view.product == nil && view.age == nil && !view.isAbsent)
        #expect(view.problem == .serviceTimedOut && view.notBefore == nil)
        #expect(try await household.larder.contents().map(\.item.code) == [spread])
        grocer.behave(.answers)
        #expect(try await household.larder.lookUp(spread).product?.name == "Spread")
        try await household.larder.removeFromLarder(spread)
        #expect(try await household.larder.contents().isEmpty)
        #expect(await refusal { try await household.larder.removeFromLarder(spread) } == .notFound)
    }

    @Test("A product that the service does not have is not in the larder, and this is cached for an hour")
    func absent() async throws {
        let sweets = LarderHouse.sweets
        for seconds in [0, 3599] as [Double] {
            house.clock.pass(seconds)
            let view = try await household.larder.lookUp(sweets)
            #expect(view.isAbsent && view.product == nil && view.item == nil && view.problem == nil)
        }
        #expect(grocer.reads.count == 1)
        #expect(try await household.larder.contents().isEmpty)
        house.clock.pass(1)
        grocer.stock(Product(code: sweets))
        #expect(try await household.larder.lookUp(sweets).item?.code == sweets)
        #expect(grocer.reads.count == 2)
    }

    @Test("Setting the clock back neither keeps cached products longer nor extends the rate limit")
    func putBack() async throws {
        _ = try await household.larder.lookUp(spread)
        house.clock.set(house.clock.now - 86_399)
        _ = try await household.larder.lookUp(spread)
        #expect(grocer.reads.count == 1)
        house.clock.set(house.clock.now - 1)
        _ = try await household.larder.lookUp(spread)
        #expect(grocer.reads.count == 2, "of a day to come: as good as one of a day ago")
        for code in house.codes(11) { _ = try await household.larder.lookUp(code) }
        house.clock.set(house.clock.now - 86_400)
        let view = try await household.larder.lookUp(LarderHouse.sweets)
        #expect(view.problem == .serviceQuotaUsed && view.notBefore == house.clock.now + 60)
        house.clock.pass(60)
        #expect(try await household.larder.lookUp(LarderHouse.sweets).problem == nil)
    }
}

extension LarderLookUpTests {
    // MARK: Rate limit

    @Test("All processes together look up twelve products a minute and return the time of the next attempt")
    func pace() async throws {
        let (codes, other) = (house.codes(14), house.another())
        for (number, code) in codes.prefix(12).enumerated() {
            let asking = number.isMultiple(of: 2) ? household : other
            #expect(try await asking.larder.lookUp(code).problem == nil)
            house.clock.pass(2)
        }
        for asking in [household, other] {
            let view = try await asking.larder.lookUp(codes[12])
            #expect(view.problem == .serviceQuotaUsed && view.remark?.contains("12 times") == true)
            #expect(view.notBefore == house.clock.now + 36, "sixty seconds after the first")
        }
        #expect(grocer.reads.count == 12)
        house.clock.pass(35.5)
        #expect(try await household.larder.lookUp(codes[12]).problem == .serviceQuotaUsed)
        house.clock.pass(0.5)
        #expect(try await household.larder.lookUp(codes[12]).problem == nil)
        #expect(try await other.larder.lookUp(codes[13]).notBefore == house.clock.now + 2)
        #expect(grocer.reads.count == 13)
    }

    struct Rest: Sendable, CustomTestStringConvertible {
        let code: HouseholdError.Code
        let retryAfter: Double?
        /// nil if the service may be called again at once.
        let seconds: Double?

        var testDescription: String { "\(code.rawValue) \(retryAfter ?? -1)" }
    }

    @Test(
        "A service that asks for a pause is not called by any process until then, at most for an hour",
        arguments: [
            Rest(code: .serviceQuotaUsed, retryAfter: nil, seconds: 60),
            Rest(code: .serviceQuotaUsed, retryAfter: 5, seconds: 5),
            Rest(code: .serviceQuotaUsed, retryAfter: 86_400, seconds: 3600),
            Rest(code: .serviceQuotaUsed, retryAfter: -3, seconds: 1),
            Rest(code: .servicePaused, retryAfter: nil, seconds: 60),
            Rest(code: .servicePaused, retryAfter: 7200, seconds: 3600),
            Rest(code: .serviceFailed, retryAfter: 30, seconds: 30),
            Rest(code: .serviceFailed, retryAfter: nil, seconds: nil),
            Rest(code: .serviceTimedOut, retryAfter: nil, seconds: nil),
            Rest(code: .serviceOffline, retryAfter: nil, seconds: nil),
            Rest(code: .serviceUnreadable, retryAfter: nil, seconds: nil),
        ])
    func leftAlone(rest: Rest) async throws {
        grocer.behave(.fails(.init(HouseholdError(rest.code, "Not now."), retryAfter: rest.retryAfter)))
        let failed = try await household.larder.lookUp(spread)
        #expect(failed.problem == rest.code && failed.remark == "Not now.")
        #expect(failed.notBefore == rest.seconds.map { house.clock.now + $0 })
        grocer.behave(.answers)
        let other = house.another()
        guard let seconds = rest.seconds else {
            #expect(try await other.larder.lookUp(spread).problem == nil)
            return
        }
        house.clock.pass(seconds - 0.5)
        let paused = try await other.larder.lookUp(spread)
        #expect(paused.problem == .servicePaused && paused.notBefore == house.clock.now + 0.5)
        #expect(grocer.reads.count == 1)
        _ = try await other.larder.questions(about: spread)
        #expect(grocer.reads.count == 2, "the other service is another one")
        house.clock.pass(0.5)
        #expect(try await other.larder.lookUp(spread).product?.name == "Spread")
    }

    @Test("Without a network no service is called and the rate limit is not used")
    func offline() async throws {
        _ = try await household.larder.lookUp(spread)
        house.clock.pass(90_000)
        house.cable.pull()
        for _ in 0..<20 {
            let view = try await household.larder.lookUp(spread)
            #expect(view.problem == .serviceOffline && view.product?.name == "Spread" && view.notBefore == nil)
        }
        #expect(grocer.reads.count == 1)
        house.cable.plug()
        for code in house.codes(12) { #expect(try await household.larder.lookUp(code).problem == nil) }
        #expect(grocer.reads.count == 13)
    }
}

extension LarderLookUpTests {
    // MARK: Concurrent look-ups

    @Test("Ten concurrent look-ups of one product make one request")
    func merged() async throws {
        let (gate, household) = (Gate(), household)
        grocer.behave(.hangs(gate))
        let views = try await withThrowingTaskGroup(of: ProductView.self) { group in
            for _ in 0..<10 { group.addTask { try await household.larder.lookUp(LarderHouse.spread) } }
            while house.foodServices.callers < 10 { await Task.yield() }
            gate.open()
            return try await group.reduce(into: [ProductView]()) { $0.append($1) }
        }
        #expect(views.count == 10 && views.allSatisfy { $0.product?.name == "Spread" && $0.problem == nil })
        #expect(grocer.reads.count == 1)
        _ = try await household.larder.product(spread, isFresh: true)
        #expect(grocer.reads.count == 2, "nobody waits for what is over")
    }

    @Test("Cancelling the first of two callers leaves the shared request running for the other")
    func cancelled() async throws {
        let (gate, household) = (Gate(), household)
        grocer.behave(.hangs(gate))
        let first = Task { try await household.larder.lookUp(LarderHouse.spread) }
        await gate.untilWaiting(1)
        let second = Task { try await household.larder.lookUp(LarderHouse.spread) }
        while house.foodServices.callers < 2 { await Task.yield() }
        first.cancel()
        gate.open()
        #expect(try await second.value.product?.name == "Spread")
        _ = await first.result
        #expect(grocer.reads.count == 1)
        #expect(try await household.larder.product(spread, mayAsk: false).product?.name == "Spread")
    }

    @Test("A failure is returned to all waiting callers, and the next caller makes a new request")
    func mergedFailure() async throws {
        let (gate, household) = (Gate(), household)
        grocer.behave(.hangs(gate))
        let tasks = (0..<3).map { _ in Task { try await household.larder.lookUp(LarderHouse.sweets) } }
        await gate.untilWaiting(1)
        grocer.behave(.fails(.init(HouseholdError(.serviceTimedOut, "No answer."))))
        gate.open()
        for task in tasks { _ = try await task.value }
        grocer.behave(.answers)
        #expect(try await household.larder.product(LarderHouse.sweets, isFresh: true).isAbsent)
    }
}
