/// When to look again: once nothing was heard for a while, but not much later than the first that was heard, so that
/// a network that comes and goes without rest is not passed over in silence. Pure: the time is an argument.
struct Settling: Sendable {
    typealias Instant = ContinuousClock.Instant

    private let quiet: Duration
    private var first: Instant?
    private var last: Instant?

    init(_ quiet: Duration) {
        self.quiet = max(.zero, quiet)
    }

    /// Nothing while there is nothing to look for.
    var deadline: Instant? {
        guard let first, let last else { return nil }
        return min(last + quiet, first + quiet * 4)
    }

    mutating func heard(at instant: Instant) {
        first = first ?? instant
        last = instant
    }

    /// The look was taken.
    mutating func rest() {
        first = nil
        last = nil
    }
}
