import Foundation
public import HTTPTransport

/// A value and the bytes of its response.
///
/// Description and mirror show neither, because a response contains the text of a private picture.
public struct GoogleVisionReply<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
    /// The requested value.
    public let value: Value
    /// The whole response, including the members that these types do not contain.
    public let body: [UInt8]

    /// The whole response as JSON. Parses the response each time, which is slow.
    ///
    /// - Returns: the response.
    /// - Throws: `DecodingError`; never for a response that was decoded before.
    public func json() throws -> JSONValue { try JSONDecoder().decode(JSONValue.self, from: Data(body)) }

    public var description: String { "GoogleVisionReply(\(body.count) bytes)" }

    public var customMirror: Mirror { Mirror(self, children: ["bytes": body.count], displayStyle: .struct) }

    /// The same reply with a transformed value.
    func map<Other: Sendable>(_ transform: (Value) -> Other) -> GoogleVisionReply<Other> {
        GoogleVisionReply<Other>(value: transform(value), body: body)
    }
}
