import Concurrency
import Dispatch
import Support
import Testing

@Suite("A blocking wait", .tags(.small))
struct BlockingWaitTests {
    private struct Failure: Error {}

    private enum TaskLocals {
        @TaskLocal static var word = "none"
    }

    /// Runs work on a thread that belongs to no task.
    private func outside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "test").async { continuation.resume(with: Result(catching: work)) }
        }
    }

    @Test("A blocking wait returns the value or throws the error")
    func outcome() async throws {
        let value = try await outside {
            try waitBlocking {
                await Task.yield()
                return 7
            }
        }
        #expect(value == 7)
        await #expect(throws: Failure.self) { try await outside { try waitBlocking { throw Failure() } } }
    }

    @Test("The work has the task-local values of the thread that waits")
    func taskLocal() async throws {
        let word = try await outside {
            try TaskLocals.$word.withValue("deutsch") { try waitBlocking { TaskLocals.word } }
        }
        #expect(word == "deutsch")
    }
}
