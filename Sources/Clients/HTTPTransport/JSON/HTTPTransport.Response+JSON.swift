import Foundation
import HTTPTypes

extension HTTPTransport.Response {
    /// Decodes the body as JSON.
    ///
    /// - Throws: `DecodingError` if it is not JSON of this type.
    package func json<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }

    /// Whether the body is empty or only white space.
    package var isBlank: Bool { !body.contains { $0 > 0x20 } }

    /// Whether the body is an HTML page.
    package var isWebPage: Bool { head.headerFields[.contentType]?.lowercased().hasPrefix("text/html") == true }
}

extension [UInt8] {
    /// Encodes a value as JSON with sorted keys and without escaped slashes.
    ///
    /// - Throws: `EncodingError`, for example for a number that is not finite.
    package init(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self = [UInt8](try encoder.encode(value))
    }
}
