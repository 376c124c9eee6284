/// The result of a conditional request.
public enum Fetched<Value: Sendable>: Sendable {
    /// The record has changed, or no validators were given.
    case changed(TrefleReply<Value>)
    /// The record has not changed. The cached record stays valid for the given time.
    case notModified(MinuteAllowance, maxAge: Duration?)

    /// The record, if it has changed.
    public var reply: TrefleReply<Value>? {
        if case .changed(let reply) = self { reply } else { nil }
    }
}

extension Fetched: Equatable where Value: Equatable {}
