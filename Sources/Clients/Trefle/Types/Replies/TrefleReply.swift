/// A value and the metadata of its response.
public struct TrefleReply<Value: Sendable>: Sendable {
    /// The requested value.
    public let value: Value
    /// The remaining allowance of the current minute, as far as this response reports it.
    public let allowance: MinuteAllowance
    /// The validators for a conditional request; see ``TrefleClient/species(_:ifChangedSince:)``.
    public let validators: Validators
    /// How long the response may be cached (`Cache-Control: max-age`): a week for records.
    public let maxAge: Duration?
    /// The metadata of a record; empty for lists.
    public let meta: RecordMeta

    /// The same reply with a transformed value.
    func map<Other: Sendable>(_ transform: (Value) -> Other) -> TrefleReply<Other> {
        TrefleReply<Other>(
            value: transform(value), allowance: allowance, validators: validators, maxAge: maxAge, meta: meta)
    }
}

extension TrefleReply: Equatable where Value: Equatable {}
