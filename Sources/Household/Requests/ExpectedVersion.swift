import Synchronization

/// The version of the household's data that a change depends on (`If-Match`).
///
/// The first transaction of the current task that writes data of the household compares it, so that nothing can be
/// changed between a look and the change that depends on it.
package final class ExpectedVersion: Sendable {
    /// The version of the request that the current task performs; nil without one.
    @TaskLocal package static var current: ExpectedVersion?

    private let version: Int64
    private let isCompared = Mutex(false)

    package init(_ version: Int64) { self.version = version }

    /// Throws `Outdated` if this is the first comparison and the version is another one now. Later transactions of the
    /// same request are not compared, because the first has changed the version.
    package func compare(with present: @autoclosure () throws -> Int64) throws {
        guard !isCompared.withLock({ $0 }) else { return }
        guard try present() == version else { throw Outdated() }
        isCompared.withLock { $0 = true }
    }

    /// The data were changed since the look. Nothing was changed by this request.
    package struct Outdated: Error {}
}

extension RepeatedRequests {
    /// How often a change is tried again because something else in the household was changed meanwhile.
    private static let attempts = 8

    /// Performs a change only if `isExpected` is still true when it is made. Returns nil if it is not, or if the data of
    /// the household change all the time; nothing was changed then. `isExpected` only reads. The first transaction of
    /// `change` that writes data of the household must be the one with the effect.
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
