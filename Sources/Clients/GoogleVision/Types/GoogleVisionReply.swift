import Foundation
public import HTTPTransport

/// A value and the bytes of the response it was read from.
///
/// Description and mirror show neither, because a response contains the text of a private picture.
public struct GoogleVisionReply<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
    /// The requested value.
    public let value: Value
    /// The whole response, with all members that the types here do not know.
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
