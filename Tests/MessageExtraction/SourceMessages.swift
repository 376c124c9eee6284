import Foundation
package import Messages

/// Finds the calls of `localized` in Swift files.
package struct SourceMessages {
    /// A call whose texts are not literals, or have an interpolation without a name.
    package struct Unreadable: Error, CustomStringConvertible {
        package let description: String
    }

    private var rest: Substring
    private let file: String

    private init(_ text: Substring, file: String) {
        rest = text
        self.file = file
    }

    /// Returns the messages of one file, in order. Throws `Unreadable` for the first call that cannot be read.
    package static func messages(in text: String, file: String) throws -> [Catalogue.Entry] {
        var entries: [Catalogue.Entry] = []
        var rest = text[...]
        while let range = rest.firstRange(of: "localized(") {
            let before = text[..<range.lowerBound]
            let line = before[(before.lastIndex(of: "\n").map(before.index(after:)) ?? before.startIndex)...]
            rest = rest[range.upperBound...]
            let isWord = before.last.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } ?? false
            let isComment = line.drop { $0 == " " }.hasPrefix("//")
            if isWord || isComment || line.hasSuffix("func ") { continue }
            var reader = SourceMessages(rest, file: file)
            entries.append(try reader.call())
        }
        return entries
    }

    /// Reads the arguments of a call.
    private mutating func call() throws -> Catalogue.Entry {
        var first: String?
        var labelled: [String: String] = [:]
        skipSpace()
        if rest.first == "\"" { first = try literal() } else { try skipExpression() }
        while skipComma() {
            let label = String(rest.prefix { $0.isLetter })
            rest = rest.dropFirst(label.count)
            guard rest.first == ":" else { throw problem("an argument without a label") }
            rest = rest.dropFirst()
            skipSpace()
            if label == "context", rest.hasPrefix("nil") { continue }
            guard rest.first == "\"" else { throw problem("\(label) is no literal") }
            labelled[label] = try literal()
        }
        guard rest.first == ")" else { throw problem("an argument is more than one literal") }
        let context = labelled["context"]
        if let first { return entry(first, nil, context) }
        guard let one = labelled["one"], let other = labelled["other"] else {
            throw problem("neither a text, nor one: and other:")
        }
        return entry(one, other, context)
    }

    private func entry(_ english: String, _ plural: String?, _ context: String?) -> Catalogue.Entry {
        var entry = Catalogue.Entry(
            context: context, english: english, englishPlural: plural, forms: plural == nil ? [""] : ["", ""])
        entry.comments = ["#: \(file)"]
        return entry
    }

    private func problem(_ what: String) -> Unreadable {
        Unreadable(description: "\(file): \(what) in localized(…\(rest.prefix(60)))")
    }

    private mutating func skipSpace() { rest = rest.drop { $0.isWhitespace } }

    private mutating func skipComma() -> Bool {
        skipSpace()
        guard rest.first == "," else { return false }
        rest = rest.dropFirst()
        skipSpace()
        return rest.first != ")"
    }

    /// Skips an expression up to the comma or the parenthesis after it.
    private mutating func skipExpression() throws {
        var depth = 0
        while let character = rest.first {
            switch character {
            case "\"":
                _ = try literal(isMessage: false)
                continue
            case "(", "[", "{": depth += 1
            case ")" where depth == 0: return
            case ")", "]", "}": depth -= 1
            case "," where depth == 0: return
            default: break
            }
            rest = rest.dropFirst()
        }
    }

    /// Reads a string literal. Of an interpolation of a message the name is kept: `\(value, "name")` → `{name}`.
    private mutating func literal(isMessage: Bool = true) throws -> String {
        let isLong = rest.hasPrefix("\"\"\"")
        rest = rest.dropFirst(isLong ? 3 : 1)
        var result = ""
        while let character = rest.first {
            if isLong ? rest.hasPrefix("\"\"\"") : character == "\"" {
                rest = rest.dropFirst(isLong ? 3 : 1)
                return isLong ? Self.unindented(result) : result
            }
            rest = rest.dropFirst()
            guard character == "\\" else {
                result.append(character)
                continue
            }
            result += try escape(isMessage: isMessage)
        }
        throw problem("a literal without an end")
    }

    private mutating func escape(isMessage: Bool) throws -> String {
        guard let character = rest.first else { return "" }
        rest = rest.dropFirst()
        switch character {
        case "n": return "\n"
        case "t": return "\t"
        // The end of a line in a literal of several lines.
        case "\n": return "\u{1}"
        case "u":
            let digits = rest.dropFirst().prefix { $0 != "}" }
            rest = rest.dropFirst(digits.count + 2)
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
        case "(":
            let name = try interpolation()
            guard let name else {
                if isMessage { throw problem("an interpolation without a name") }
                return ""
            }
            return "{\(name)}"
        default: return String(character)
        }
    }

    /// Skips an interpolation and returns the literal behind its last comma.
    private mutating func interpolation() throws -> String? {
        var name: String?
        var depth = 0
        while let character = rest.first {
            if character == "\"" {
                let text = try literal(isMessage: false)
                if depth == 0 { name = text }
                continue
            }
            rest = rest.dropFirst()
            switch character {
            case "(", "[", "{": depth += 1
            case ")" where depth == 0: return name
            case ")", "]", "}": depth -= 1
            case " ", "\n": break
            case "," where depth == 0: name = nil
            default: if depth == 0 { name = nil }
            }
        }
        return nil
    }

    /// Removes the indentation of a literal of several lines, and joins lines that end with a backslash.
    private static func unindented(_ text: String) -> String {
        var lines = text.dropFirst().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // A line that was joined has the indentation behind the mark.
        let indent = (lines.popLast() ?? "").count
        lines = lines.map { line in
            line.split(separator: "\u{1}", omittingEmptySubsequences: false).map { String($0.dropFirst(indent)) }
                .joined()
        }
        return lines.joined(separator: "\n")
    }
}
