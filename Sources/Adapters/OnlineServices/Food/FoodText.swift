import Foundation

/// What strangers entered about a product, as this house keeps it.
enum FoodText {
    /// One line with something in it; see `PlainText`.
    static func line(_ text: String?, limit: Int = 200) -> String? {
        let line = text.map { PlainText.line($0, limit: limit) } ?? ""
        return line.isEmpty ? nil : line
    }

    /// In their order. What is too long to be a tag is left out, for half of it would be another one.
    static func tags(_ tags: [String], limit: Int = 100) -> [String] {
        Array(tags.lazy.compactMap { tag($0) }.prefix(limit))
    }

    static func tag(_ text: String?) -> String? {
        text.flatMap { $0.unicodeScalars.count <= 120 ? line($0, limit: 120) : nil }
    }

    /// "Hazelnut spreads" of "en:hazelnut-spreads", and "Jar, glass" of "en:jar, en:glass".
    static func words(ofTags text: String) -> String {
        let words = text.split(separator: ",").map { part in
            let tag = String(part.drop { $0 == " " })
            return tag.dropFirst(2).hasPrefix(":") ? String(tag.dropFirst(3)).replacing("-", with: " ") : tag
        }
        let line = words.filter { !$0.isEmpty }.joined(separator: ", ")
        return line.isEmpty ? text : line.prefix(1).uppercased() + line.dropFirst()
    }

    /// Of http or https, without a user in it.
    static func address(_ url: URL?) -> String? {
        url.flatMap { RemoteAddress($0.absoluteString) == nil ? nil : $0.absoluteString }
    }

    /// Nothing for what is no number, which is in no range, or none that could be meant.
    static func number(_ value: Double?, in range: ClosedRange<Double>) -> Double? {
        value.flatMap { range.contains($0) ? $0 : nil }
    }
}
