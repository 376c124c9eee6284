public import HTTPTransport

/// A value and its response.
public struct OpenFoodFactsReply<Value: Sendable>: Sendable {
    /// The requested value.
    public let value: Value
    /// The whole response as JSON; nil if it is a picture, a table or empty.
    public let raw: JSONValue?
    /// The bytes of the whole response.
    public let body: [UInt8]
    /// The response's status.
    public let status: Int

    /// The same reply with a transformed value.
    func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> OpenFoodFactsReply<Other> {
        OpenFoodFactsReply<Other>(value: try transform(value), raw: raw, body: body, status: status)
    }
}

extension OpenFoodFactsReply: Equatable where Value: Equatable {}
