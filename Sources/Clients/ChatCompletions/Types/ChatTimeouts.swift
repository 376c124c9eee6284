/// The time-outs. A local model may have to be loaded first, and generates slowly.
///
/// The transport has its own time-out for connecting.
public struct ChatTimeouts: Sendable, Hashable {
    /// The time until the first byte of the answer. Without streaming, the first byte arrives when the answer is
    /// complete.
    public var firstByte: Duration
    /// The time between two parts.
    public var idle: Duration
    /// The time for the whole call, with all retries and pauses.
    public var total: Duration

    /// Time-outs; by default two minutes until the first byte, one minute between parts, and five minutes in all.
    public init(
        firstByte: Duration = .seconds(120), idle: Duration = .seconds(60), total: Duration = .seconds(300)
    ) {
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
    }
}
