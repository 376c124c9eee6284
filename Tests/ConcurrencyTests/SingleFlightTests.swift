import Concurrency
import Support
import Synchronization
import Testing

/// An operation that the test ends.
private final class Held: Sendable {
    private struct State {
        var begun = 0
        var cancelled = 0
    }

    private let state = Mutex(State())
    private let (opened, opening) = AsyncStream.makeStream(of: Void.self)

    var begun: Int { state.withLock { $0.begun } }
    var cancelled: Int { state.withLock { $0.cancelled } }
    func open() { opening.finish() }

    func run() async {
        state.withLock { $0.begun += 1 }
        for await _ in opened {}
        if Task.isCancelled { state.withLock { $0.cancelled += 1 } }
    }

    func untilBegun(_ count: Int = 1) async { while begun < count { await Task.yield() } }
    func untilCancelled() async { while cancelled == 0 { await Task.yield() } }
}

@Suite("SharedWork", .tags(.small), .timeLimit(.minutes(1)))
struct SharedWorkTests {
    @Test("Shared work runs once, and only its first caller is marked as its starter")
    func once() async {
        let (work, held) = (SharedWork<Int>(), Held())
        async let first = work.value {
            await held.run()
            return 7
        }
        await held.untilBegun()
        async let second = work.value { 8 }
        held.open()
        let (one, two) = (await first, await second)
        #expect(one?.value == 7 && one?.isOwn == true)
        #expect(two?.value == 7 && two?.isOwn == false)
        #expect(await work.value { 9 }?.value == 7, "also afterwards")
    }

    @Test("A cancelled caller returns at once, and the shared work continues for the others")
    func alone() async {
        let (work, held) = (SharedWork<Int>(), Held())
        let leaves = Task {
            await work.value {
                await held.run()
                return 7
            }?.value
        }
        await held.untilBegun()
        async let stays = work.value { 8 }
        leaves.cancel()
        #expect(await leaves.value == nil)
        #expect(held.cancelled == 0)
        held.open()
        #expect(await stays?.value == 7)
    }

    @Test("Shared work that is cancelled before its start never starts")
    func never() async {
        let work = SharedWork<Int>()
        work.cancel()
        #expect(await work.value { 7 } == nil)
        #expect(!work.hasBegun)
        #expect(await work.end() == nil)
    }
}

@Suite("SingleFlight", .tags(.small), .timeLimit(.minutes(1)))
struct SingleFlightTests {
    private typealias Work = SharedWork<Result<Int, any Error>>
    private struct Broken: Error {}
    private let flights = SingleFlight<String, Work>({ Work() }, cancel: { $0.cancel() })

    @Test("Callers with the same key share one operation, and other keys have their own")
    func shared() async throws {
        let held = Held()
        let callers = (0..<5).map { _ in
            Task { [flights] in
                try await flights.value("a") {
                    await held.run()
                    return 7
                }
            }
        }
        await held.untilBegun()
        #expect(try await flights.value("b") { 8 } == 8)
        held.open()
        for caller in callers { #expect(try await caller.value == 7) }
        #expect(held.begun == 1)
    }

    @Test("An error of a shared operation is thrown to all callers")
    func error() async {
        let held = Held()
        let callers = (0..<3).map { _ in
            Task { [flights] in
                try await flights.value("a") { () async throws -> Int in
                    await held.run()
                    throw Broken()
                }
            }
        }
        await held.untilBegun()
        held.open()
        for caller in callers { await #expect(throws: Broken.self) { try await caller.value } }
    }

    @Test("A caller after the end of a shared operation starts a new one")
    func anew() async throws {
        #expect(try await flights.value("a") { 1 } == 1)
        #expect(try await flights.value("a") { 2 } == 2)
    }

    @Test("A shared operation is cancelled when the last caller leaves, and not before")
    func lastLeaves() async {
        let held = Held()
        let callers = (0..<2).map { _ in
            Task { [flights] in
                try await flights.value("a") {
                    await held.run()
                    return 7
                }
            }
        }
        await held.untilBegun()
        callers[0].cancel()
        await #expect(throws: CancellationError.self) { try await callers[0].value }
        callers[1].cancel()
        await #expect(throws: CancellationError.self) { try await callers[1].value }
        await held.untilCancelled()
    }

    @Test("A closed operation accepts no new callers and keeps the existing ones")
    func closed() {
        let first = flights.join("a")
        #expect(flights.join("a") === first)
        flights.close(first, "a")
        let second = flights.join("a")
        #expect(second !== first)
        #expect(!flights.leave(first, "a"))
        #expect(flights.leave(first, "a"), "the last of the closed one")
        #expect(flights.join("a") === second, "untouched by it")
    }
}
