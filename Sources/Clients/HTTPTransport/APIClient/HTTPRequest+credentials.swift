import Foundation
import HTTPTypes

extension HTTPRequest {
    /// The keys in the header fields of a request: the value of `Authorization` without its scheme, the password in it, and
    /// Google's key. Empty texts may be among them.
    package var credentials: [String] {
        var found: [String] = []
        if let value = headerFields[.authorization]?.split(separator: " ").last.map(String.init) {
            found.append(value)
            let pair = Data(base64Encoded: value).map { String(decoding: $0, as: UTF8.self) } ?? ""
            found.append(String(pair.drop { $0 != ":" }.dropFirst()))
        }
        if let name = HTTPField.Name("x-goog-api-key"), let key = headerFields[name] { found.append(key) }
        return found
    }
}
