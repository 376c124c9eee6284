import Foundation

/// What a service writes in XML, as far as it is used. The documents have no attributes that matter, no comments and no
/// nested elements of the same name, so the texts between tags are enough.
struct BucketAnswer: Sendable {
    private let text: Substring

    init(_ bytes: [UInt8]) { text = Substring(String(decoding: bytes, as: UTF8.self)) }
    private init(_ text: Substring) { self.text = text }

    /// The text of the first element with this name.
    func text(_ name: String) -> String? { elements(name, most: 1).first.map { Self.plain($0.text) } }

    /// The elements with this name, in order.
    func elements(_ name: String, most: Int = .max) -> [BucketAnswer] {
        var found: [BucketAnswer] = []
        var rest = text
        while found.count < most, let opening = rest.firstRange(of: "<\(name)>") {
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: "</\(name)>") else { break }
            found.append(BucketAnswer(rest[..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        return found
    }

    /// The text with its five named characters, and with those that are numbers.
    private static func plain(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        var result = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ";") else { break }
            let name = rest[rest.index(after: start)..<end]
            result += character(name) ?? String(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> String? {
        let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        if let known = named[String(name)] { return known }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
