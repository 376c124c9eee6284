package import Foundation

extension JSONEncoder {
    /// An encoder with the format of all documents: sorted keys, and times in UTC as in RFC 3339. Equal values result in
    /// equal bytes.
    package static var documents: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}
