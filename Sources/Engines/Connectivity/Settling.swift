/// Decides when to read the state again: after a quiet period, but at the latest four quiet periods after the first
/// notification, so that continuous changes are reported too. Pure: the time is an argument.
struct Settling: Sendable {
    typealias Instant = ContinuousClock.Instant

    private let quiet: Duration
    private var first: Instant?
    private var last: Instant?

    init(_ quiet: Duration) {
        self.quiet = max(.zero, quiet)
    }

    /// The time of the next reading; nil if no notification is pending.
    var deadline: Instant? {
        guard let first, let last else { return nil }
        return min(last + quiet, first + quiet * 4)
    }

    mutating func heard(at instant: Instant) {
        first = first ?? instant
        last = instant
    }

    /// Marks the notifications as handled.
    mutating func rest() {
        first = nil
        last = nil
    }
}
