/// A value and the allowance that came with it.
public struct PlantNetReply<Value: Sendable>: Sendable {
    /// The requested value.
    public let value: Value
    /// The remaining allowance, as far as this response reports it.
    public let allowance: Allowance
}

extension PlantNetReply: Equatable where Value: Equatable {}

extension PlantNetReply {
    /// The same reply with another value.
    func map<Other: Sendable>(_ transform: (Value) -> Other) -> PlantNetReply<Other> {
        PlantNetReply<Other>(value: transform(value), allowance: allowance)
    }
}
