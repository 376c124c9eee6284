import Synchronization

/// A number that several tasks read and change. Thread-safe.
final class SharedCount: Sendable {
    private let count = Atomic(0)

    var value: Int {
        get { count.load(ordering: .relaxed) }
        set { count.store(newValue, ordering: .relaxed) }
    }

    func increment() { count.add(1, ordering: .relaxed) }
}
