import Synchronization

/// The version of the household's data that a change depends on (`If-Match`).
///
/// Each transaction of the current task that writes data of the household compares it until one has changed something, so
/// that nothing can be changed between a look and the change that depends on it. The transactions of a request must follow
/// one another.
package final class ExpectedVersion: Sendable {
    /// The version of the request that the current task performs; nil without one.
    @TaskLocal package static var current: ExpectedVersion?

    private let version: Int64
    private let hasChanged = Mutex(false)

    package init(_ version: Int64) { self.version = version }

    /// Throws `Outdated` if the version is another one now. After the request itself has changed it, nothing is compared.
    package func compare(with present: @autoclosure () throws -> Int64) throws {
        guard !hasChanged.withLock({ $0 }) else { return }
        guard try present() == version else { throw Outdated() }
    }

    /// To be called after the commit of a transaction that has changed a row, not in it: a database can run a transaction
    /// again, and then it is compared again.
    package func noteChange() { hasChanged.withLock { $0 = true } }

    /// The data were changed since the look. Nothing was changed by this request.
    package struct Outdated: Error {}
}

extension RepeatedRequests {
    /// How often a change is tried again because something else in the household was changed meanwhile.
    private static let attempts = 8

    /// Performs a change only if `isExpected` is still true when it is made. Returns nil if it is not, or if the data of
    /// the household change all the time; nothing was changed then. `isExpected` only reads. The first transaction of
    /// `change` that changes data of the household must be the one with the effect, and nothing outside may come before it.
    package func changing<Value: Sendable>(
        if isExpected: () async throws -> Bool, _ change: () async throws -> Value
    ) async throws -> Value? {
        for _ in 1...Self.attempts {
            let expected = ExpectedVersion(try await records.version())
            guard try await isExpected() else { return nil }
            do {
                return try await ExpectedVersion.$current.withValue(expected, operation: change)
            } catch is ExpectedVersion.Outdated {}
        }
        return nil
    }
}
