import Calendar
import Foundation

/// The text form of values in a cell.
enum CollectionWords {
    /// Reads a day, or the first day of a month, a year or a range: "2026-05-01", "2026-05-01T10:30:00Z", "2026-05",
    /// "2026-05-01/2026-05-03".
    static func day(_ text: String) -> LocalDay? {
        let start = text.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
        let date = start.prefix { $0 != "T" && $0 != " " }
        return switch date.utf8.count {
        case 4: LocalDay("\(date)-01-01")
        case 7: LocalDay("\(date)-01")
        default: LocalDay(String(date))
        }
    }

    static func truth(_ isTrue: Bool) -> String { isTrue ? "yes" : "no" }

    /// Returns "12" or "12.5"; an empty string for a number that is not finite.
    static func number(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// With sorted keys.
    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    // MARK: - Lists in one cell

    static func joined(_ names: [String]) -> String {
        names.map { name in
            var escaped = ""
            for scalar in name.unicodeScalars {
                if scalar == "|" || scalar == "\\" { escaped.unicodeScalars.append("\\") }
                escaped.unicodeScalars.append(scalar)
            }
            return escaped
        }.joined(separator: " | ")
    }

    static func split(_ text: String) -> [String] {
        var names = [""]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                // A backslash before any other character is literal.
                if scalar != "|", scalar != "\\" { names[names.count - 1].unicodeScalars.append("\\") }
                names[names.count - 1].unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "|" {
                names.append("")
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                names[names.count - 1].unicodeScalars.append(scalar)
            }
        }
        if isEscaped { names[names.count - 1] += "\\" }
        return names.map(\.trimmingSpaces).filter { !$0.isEmpty }
    }
}

extension String {
    /// Without spaces at both ends.
    var trimmingSpaces: String {
        let start = drop { $0 == " " }
        guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...end])
    }
}
