/// The time-outs. A model on one's own machine may have to be loaded first, and writes slowly.
///
/// How long a connection may take is the transport's.
public struct ChatTimeouts: Sendable, Hashable {
    /// Until the answer's first byte. An answer that does not stream has it when it is written to the end.
    public var firstByte: Duration
    /// Between two pieces.
    public var idle: Duration
    /// For everything together, with all repetitions and pauses.
    public var total: Duration

    /// Time-outs: two minutes until the first byte, one between pieces, five for all.
    public init(
        firstByte: Duration = .seconds(120), idle: Duration = .seconds(60), total: Duration = .seconds(300)
    ) {
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
    }
}
