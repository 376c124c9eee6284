/// The answer to whether a record has changed.
public enum Fetched<Value: Sendable>: Sendable {
    /// It has, or nothing was known of it: here it is.
    case changed(TrefleReply<Value>)
    /// It has not: what was kept is right, and remains so for as long as the service says now.
    case notModified(MinuteAllowance, maxAge: Duration?)

    /// The record, where it has changed.
    public var reply: TrefleReply<Value>? {
        if case .changed(let reply) = self { reply } else { nil }
    }
}

extension Fetched: Equatable where Value: Equatable {}
