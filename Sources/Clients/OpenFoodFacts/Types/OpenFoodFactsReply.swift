public import HTTPTransport

/// What the service answered, and the answer itself for those who want to look.
public struct OpenFoodFactsReply<Value: Sendable>: Sendable {
    /// What was asked for.
    public let value: Value
    /// The whole answer as JSON; nil where it is a picture, a table or nothing.
    public let raw: JSONValue?
    /// The whole answer as it came.
    public let body: [UInt8]
    /// The answer's status.
    public let status: Int

    /// The same reply with another value.
    func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> OpenFoodFactsReply<Other> {
        OpenFoodFactsReply<Other>(value: try transform(value), raw: raw, body: body, status: status)
    }
}

extension OpenFoodFactsReply: Equatable where Value: Equatable {}
