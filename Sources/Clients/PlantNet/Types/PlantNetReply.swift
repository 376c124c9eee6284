/// A response's value and its allowance.
public struct PlantNetReply<Value: Sendable>: Sendable {
    /// The requested value.
    public let value: Value
    /// The remaining allowance, as far as this response reports it.
    public let allowance: Allowance
}

extension PlantNetReply: Equatable where Value: Equatable {}

extension PlantNetReply {
    /// The same reply with a transformed value.
    func map<Other: Sendable>(_ transform: (Value) -> Other) -> PlantNetReply<Other> {
        PlantNetReply<Other>(value: transform(value), allowance: allowance)
    }
}
