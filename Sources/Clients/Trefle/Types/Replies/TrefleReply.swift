/// What the service answered, and what it said about it.
public struct TrefleReply<Value: Sendable>: Sendable {
    /// What was asked for.
    public let value: Value
    /// What of the current minute is left, as far as this answer tells.
    public let allowance: MinuteAllowance
    /// What to ask with whether it has changed; see ``TrefleClient/species(_:ifChangedSince:)``.
    public let validators: Validators
    /// How long the service says that it need not be asked again: a week for records.
    public let maxAge: Duration?
    /// What the service says about a record; empty for lists.
    public let meta: RecordMeta

    /// The same reply with another value.
    func map<Other: Sendable>(_ transform: (Value) -> Other) -> TrefleReply<Other> {
        TrefleReply<Other>(
            value: transform(value), allowance: allowance, validators: validators, maxAge: maxAge, meta: meta)
    }
}

extension TrefleReply: Equatable where Value: Equatable {}
