import Dispatch
import Synchronization

/// Blocks the thread until the work is done, and returns its value or throws its error.
///
/// Only for a thread that belongs to no task, such as that of a queue: a blocked thread of Swift's tasks may be the one that the
/// work needs. The work has the task-local values of the caller.
package func waitBlocking<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, any Error>?>(nil)
    Task {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
        result.withLock { $0 = outcome }
        done.signal()
    }
    done.wait()
    guard let outcome = result.withLock(\.self) else { throw CancellationError() }
    return try outcome.get()
}
