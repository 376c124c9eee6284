import Concurrency
import Support
import Synchronization
import Testing

@Suite("AsyncSemaphore", .tags(.small), .timeLimit(.minutes(1)))
struct AsyncSemaphoreTests {
    /// Records events in order.
    private final class Journal: Sendable {
        private let lines = Mutex<[Int]>([])
        var all: [Int] { lines.withLock { $0 } }
        func note(_ line: Int) { lines.withLock { $0.append(line) } }
    }

    /// Starts tasks one after the other; each starts when the previous one is in the queue.
    private func line(
        _ count: Int, at semaphore: AsyncSemaphore, _ journal: Journal
    ) async -> [Task<Void, any Error>] {
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<count {
            tasks.append(
                Task {
                    try await semaphore.acquire()
                    journal.note(number)
                    semaphore.release()
                })
            while semaphore.waiting < number + 1 { await Task.yield() }
        }
        return tasks
    }

    @Test("A semaphore gives as many permits at the same time as it has")
    func permits() async throws {
        let semaphore = AsyncSemaphore(2)
        try await semaphore.acquire()
        try await semaphore.acquire()
        let third = Task { try await semaphore.acquire() }
        while semaphore.waiting == 0 { await Task.yield() }
        semaphore.release()
        try await third.value
        #expect(semaphore.waiting == 0)
    }

    @Test("A semaphore gives permits in the order of the requests")
    func order() async throws {
        let semaphore = AsyncSemaphore(1)
        let journal = Journal()
        try await semaphore.acquire()
        let tasks = await line(20, at: semaphore, journal)
        semaphore.release()
        for task in tasks { try await task.value }
        #expect(journal.all == Array(0..<20))
    }

    @Test("A task that is cancelled while it waits leaves the queue and takes no permit")
    func cancelled() async throws {
        let semaphore = AsyncSemaphore(1)
        let journal = Journal()
        try await semaphore.acquire()
        let tasks = await line(3, at: semaphore, journal)
        tasks[1].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        #expect(semaphore.waiting == 2)
        semaphore.release()
        try await tasks[0].value
        try await tasks[2].value
        #expect(journal.all == [0, 2])
        try await semaphore.acquire()
        #expect(semaphore.waiting == 0, "the permit is free again")
    }

    @Test("A task that is cancelled before its request gets no permit, although one is free")
    func cancelledBefore() async throws {
        let semaphore = AsyncSemaphore(1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await semaphore.acquire()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await semaphore.acquire()
    }

    @Test("A semaphore loses no permit when tasks are cancelled during the hand-over", arguments: 0..<50)
    func handOver(round: Int) async throws {
        let semaphore = AsyncSemaphore(1)
        try await semaphore.acquire()
        let tasks = (0..<8).map { _ in
            Task {
                try await semaphore.acquire()
                semaphore.release()
            }
        }
        while semaphore.waiting < 8 { await Task.yield() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { semaphore.release() }
            for task in tasks { group.addTask { task.cancel() } }
        }
        for task in tasks { _ = await task.result }
        // Waits for ever if a permit was lost.
        try await semaphore.acquire()
        #expect(semaphore.waiting == 0)
    }

    @Test("A permit is returned when the work throws")
    func throwing() async throws {
        struct Broken: Error {}
        let semaphore = AsyncSemaphore(1)
        await #expect(throws: Broken.self) { try await semaphore.withPermit { throw Broken() } }
        #expect(try await semaphore.withPermit { 7 } == 7)
    }
}
