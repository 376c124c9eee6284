import Foundation

/// Sanitises texts about products that unknown users entered.
enum FoodText {
    /// One non-empty line; see `PlainText`.
    static func line(_ text: String?, limit: Int = 200) -> String? {
        let line = text.map { PlainText.line($0, limit: limit) } ?? ""
        return line.isEmpty ? nil : line
    }

    /// The tags in order. A tag that is too long is left out, because a shortened tag would be a different tag.
    static func tags(_ tags: [String], limit: Int = 100) -> [String] {
        Array(tags.lazy.compactMap { tag($0) }.prefix(limit))
    }

    static func tag(_ text: String?) -> String? {
        text.flatMap { $0.unicodeScalars.count <= 120 ? line($0, limit: 120) : nil }
    }

    /// Readable words for tags: "Hazelnut spreads" for "en:hazelnut-spreads", "Jar, glass" for "en:jar, en:glass".
    static func words(ofTags text: String) -> String {
        let words = text.split(separator: ",").map { part in
            let tag = String(part.drop { $0 == " " })
            return tag.dropFirst(2).hasPrefix(":") ? String(tag.dropFirst(3)).replacing("-", with: " ") : tag
        }
        let line = words.filter { !$0.isEmpty }.joined(separator: ", ")
        return line.isEmpty ? text : line.prefix(1).uppercased() + line.dropFirst()
    }

    /// Returns nil unless the address has http or https and no user information.
    static func address(_ url: URL?) -> String? {
        url.flatMap { RemoteAddress($0.absoluteString) == nil ? nil : $0.absoluteString }
    }

    /// Returns nil if the value is not finite or outside the range.
    static func number(_ value: Double?, in range: ClosedRange<Double>) -> Double? {
        value.flatMap { range.contains($0) ? $0 : nil }
    }
}
