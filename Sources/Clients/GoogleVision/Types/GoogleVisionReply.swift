import Foundation
public import HTTPTransport

/// What the service answered, and the bytes of it.
///
/// The description and the mirror show neither: an answer holds what is written on somebody's picture.
public struct GoogleVisionReply<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
    /// What was asked for.
    public let value: Value
    /// The whole answer as it came, with everything in it that the values here do not know.
    public let body: [UInt8]

    /// The whole answer as JSON; reading it takes a while.
    ///
    /// - Returns: the answer.
    /// - Throws: `DecodingError`; not of an answer that was read once.
    public func json() throws -> JSONValue { try JSONDecoder().decode(JSONValue.self, from: Data(body)) }

    public var description: String { "GoogleVisionReply(\(body.count) bytes)" }

    public var customMirror: Mirror { Mirror(self, children: ["bytes": body.count], displayStyle: .struct) }

    /// The same reply with another value.
    func map<Other: Sendable>(_ transform: (Value) -> Other) -> GoogleVisionReply<Other> {
        GoogleVisionReply<Other>(value: transform(value), body: body)
    }
}
