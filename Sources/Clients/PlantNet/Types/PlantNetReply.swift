/// What the service answered, and what it said of the allowance.
public struct PlantNetReply<Value: Sendable>: Sendable {
    /// What was asked for.
    public let value: Value
    /// What is left, as far as this answer tells.
    public let allowance: Allowance
}

extension PlantNetReply: Equatable where Value: Equatable {}

extension PlantNetReply {
    /// The same reply with another value.
    func map<Other: Sendable>(_ transform: (Value) -> Other) -> PlantNetReply<Other> {
        PlantNetReply<Other>(value: transform(value), allowance: allowance)
    }
}
