import Messages

/// Finds the texts of a template, and replaces them by their translations.
///
/// A text is what stands between two tags that are not inline, with inline tags inside it, or the value of an attribute
/// that people read. Its key has `{name}` for `{{name}}`, and `<a>` for a tag with all its attributes (`<a2>` for the second
/// one). A section of Mustache begins and ends a text. `translate="no"` leaves an element out.
package struct TemplateText {
    /// A piece of the template.
    private enum Piece {
        case text(String)
        /// `{{name}}`
        case variable(name: String, source: String)
        case open(name: String, source: String)
        case close(name: String, source: String)
        /// An inline tag without an end, such as `<br>`.
        case void(name: String, source: String)
        /// An inline element that is not translated, with its content.
        case fixed(name: String, source: String)
        /// A tag that is not inline, a section of Mustache, or a comment.
        case other(source: String)

        var source: String {
            switch self {
            case .text(let source), .variable(_, let source), .open(_, let source), .close(_, let source),
                .void(_, let source), .fixed(_, let source), .other(let source):
                source
            }
        }
    }

    private let translate: (String) -> String
    private var texts: [String] = []

    /// Returns the template with each text replaced by `translate`.
    static func translated(_ template: String, by translate: @escaping (String) -> String) -> String {
        var reader = TemplateText(translate: translate)
        return reader.translated(template)
    }

    /// Returns the keys of all texts of a template, in order.
    package static func keys(of template: String) -> [String] {
        var reader = TemplateText { $0 }
        _ = reader.translated(template)
        return reader.texts
    }

    private init(translate: @escaping (String) -> String) { self.translate = translate }

    private mutating func translated(_ template: String) -> String {
        var result = ""
        var run: [Piece] = []
        for piece in pieces(of: template) {
            guard case .other(let source) = piece else {
                run.append(piece)
                continue
            }
            result += translated(run) + source
            run = []
        }
        return result + translated(run)
    }

    // MARK: - Texts

    /// Splits a run at inline tags whose other half is outside of the run, and at elements that stand side by side
    /// without words between them.
    private mutating func translated(_ run: [Piece]) -> String {
        guard run.contains(where: { if case .text(let text) = $0 { Self.hasLetter(text) } else { false } }) else {
            return run.map(\.source).joined()
        }
        let partners = Self.partners(in: run)
        // A tag without its other half ends a text.
        if let lone = run.indices.first(where: { Self.isHalf(run[$0]) && partners[$0] == nil }) {
            return translated(Array(run[..<lone])) + run[lone].source + translated(Array(run[(lone + 1)...]))
        }
        let top = Self.topLevel(of: run, partners)
        let hasWords = top.contains { index in
            switch run[index] {
            case .text(let text): Self.hasLetter(text)
            case .variable: true
            default: false
            }
        }
        guard hasWords else {
            var result = ""
            var index = 0
            while index < run.count {
                if let end = partners[index], end > index {
                    result += run[index].source + translated(Array(run[(index + 1)..<end])) + run[end].source
                    index = end + 1
                } else {
                    result += run[index].source
                    index += 1
                }
            }
            return result
        }
        return sentence(run)
    }

    /// Translates pieces that are one text.
    private mutating func sentence(_ run: [Piece]) -> String {
        var key = ""
        var sources: [String: String] = [:]
        var counts: [String: Int] = [:]
        var open: [String] = []
        /// Returns the name with a number if the text has such a tag already.
        func numbered(_ name: String) -> String {
            counts[name, default: 0] += 1
            let number = counts[name, default: 1]
            return number == 1 ? name : "\(name)\(number)"
        }
        for piece in run {
            switch piece {
            case .text(let text): key += Self.collapsed(text)
            case .variable(let variable, let source):
                key += "{\(variable)}"
                sources["{\(variable)}"] = source
            case .open(let tag, let source):
                let tag = numbered(tag)
                open.append(tag)
                key += "<\(tag)>"
                sources["<\(tag)>"] = source
            case .close(_, let source):
                guard let tag = open.popLast() else { continue }
                key += "</\(tag)>"
                sources["</\(tag)>"] = source
            case .void(let tag, let source), .fixed(let tag, let source):
                let tag = numbered(tag)
                key += "<\(tag)/>"
                sources["<\(tag)/>"] = source
            case .other(let source): key += source
            }
        }
        let whole = run.map(\.source).joined()
        let lead = whole.prefix { $0.isWhitespace }
        let tail = String(whole.reversed().prefix { $0.isWhitespace }.reversed())
        key = String(key.drop { $0 == " " })
        while key.last == " " { key.removeLast() }
        texts.append(key)
        let translation = translate(key)
        guard translation != key else { return whole }
        return lead + Self.restored(translation, sources) + tail
    }

    /// Returns a translation with the sources of its names and tags.
    private static func restored(_ translation: String, _ sources: [String: String]) -> String {
        var result = ""
        var rest = translation[...]
        while let start = rest.firstIndex(where: { $0 == "{" || $0 == "<" }) {
            result += rest[..<start]
            rest = rest[start...]
            let end: Character = rest.first == "{" ? "}" : ">"
            guard let close = rest.firstIndex(of: end) else { break }
            let name = String(rest[...close])
            result += sources[name] ?? name
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func isHalf(_ piece: Piece) -> Bool {
        switch piece {
        case .open, .close: true
        default: false
        }
    }

    /// Returns for each tag of a pair the index of the other one.
    private static func partners(in run: [Piece]) -> [Int: Int] {
        var partners: [Int: Int] = [:]
        var open: [(name: String, index: Int)] = []
        for (index, piece) in run.enumerated() {
            switch piece {
            case .open(let name, _): open.append((name, index))
            case .close(let name, _):
                guard let last = open.last, last.name == name else { continue }
                open.removeLast()
                partners[last.index] = index
                partners[index] = last.index
            default: break
            }
        }
        return partners
    }

    private static func topLevel(of run: [Piece], _ partners: [Int: Int]) -> [Int] {
        var result: [Int] = []
        var index = 0
        while index < run.count {
            result.append(index)
            index = partners[index].map { $0 > index ? $0 : index } ?? index
            index += 1
        }
        return result
    }

    // MARK: - Pieces

    private mutating func pieces(of template: String) -> [Piece] {
        var result: [Piece] = []
        var rest = template[...]
        var text = ""
        func flush() {
            if !text.isEmpty { result.append(.text(text)) }
            text = ""
        }
        while let first = rest.first {
            if first == "{", rest.hasPrefix("{{") {
                flush()
                let source = Self.mustache(rest)
                rest = rest.dropFirst(source.count)
                result.append(Self.piece(mustache: source))
            } else if first == "<", let next = rest.dropFirst().first, next.isLetter || next == "/" || next == "!" {
                flush()
                let source = Self.tag(rest)
                rest = rest.dropFirst(source.count)
                result.append(contentsOf: element(source, &rest))
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        flush()
        return result
    }

    /// Returns `{{…}}` or `{{{…}}}` at the beginning of a text.
    private static func mustache(_ text: Substring) -> String {
        let end = text.hasPrefix("{{{") ? "}}}" : "}}"
        guard let range = text.firstRange(of: end) else { return String(text) }
        return String(text[..<range.upperBound])
    }

    private static func piece(mustache source: String) -> Piece {
        let name = source.filter { $0 != "{" && $0 != "}" && $0 != " " }
        guard let first = name.first, !"#^/>!=$<&".contains(first) else { return .other(source: source) }
        return .variable(name: name, source: source)
    }

    /// Returns the tag at the beginning of a text. Mustache and quoted values may contain ">".
    private static func tag(_ text: Substring) -> String {
        if text.hasPrefix("<!--"), let range = text.firstRange(of: "-->") { return String(text[..<range.upperBound]) }
        var quote: Character?
        var result = ""
        var rest = text
        while let character = rest.first {
            if rest.hasPrefix("{{") {
                let source = mustache(rest)
                result += source
                rest = rest.dropFirst(source.count)
                continue
            }
            result.append(character)
            rest = rest.dropFirst()
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ">" {
                break
            }
        }
        return result
    }

    /// Returns the piece of a tag whose attributes are translated; of an element that is not translated, all of it.
    private mutating func element(_ source: String, _ rest: inout Substring) -> [Piece] {
        let name = source.drop { $0 == "<" || $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        guard !source.hasPrefix("<!") else { return [.other(source: source)] }
        if source.hasPrefix("</") {
            return [Self.inline.contains(name) ? .close(name: name, source: source) : .other(source: source)]
        }
        let isFixed = Self.fixed.contains(name) || source.contains("translate=\"no\"") || source.contains("lang=\"la\"")
        if isFixed, let end = rest.firstRange(of: "</\(name)>") {
            let whole = source + rest[..<end.upperBound]
            rest = rest[end.upperBound...]
            return [Self.inline.contains(name) ? .fixed(name: name, source: whole) : .other(source: whole)]
        }
        let translated = attributes(of: source, name)
        if name == "br" || name == "wbr" { return [.void(name: name, source: translated)] }
        return [Self.inline.contains(name) ? .open(name: name, source: translated) : .other(source: translated)]
    }

    /// Translates the attributes of a tag that people read.
    private mutating func attributes(of tag: String, _ element: String) -> String {
        var result = ""
        var rest = tag[...]
        while let range = rest.firstRange(of: "=\"") {
            let name = String(
                rest[..<range.lowerBound].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "-" }.reversed())
            result += rest[..<range.upperBound]
            rest = rest[range.upperBound...]
            var value = ""
            while let character = rest.first, character != "\"" {
                if rest.hasPrefix("{{") {
                    let source = Self.mustache(rest)
                    value += source
                    rest = rest.dropFirst(source.count)
                } else {
                    value.append(character)
                    rest = rest.dropFirst()
                }
            }
            result += Self.isRead(name, value, element, tag) ? self.value(value) : value
        }
        return result + rest
    }

    private mutating func value(_ value: String) -> String {
        var result = ""
        var run: [Piece] = []
        var text = ""
        var rest = value[...]
        func flush() {
            if !text.isEmpty { run.append(.text(text)) }
            text = ""
        }
        while let first = rest.first {
            guard rest.hasPrefix("{{") else {
                text.append(first)
                rest = rest.dropFirst()
                continue
            }
            flush()
            let source = Self.mustache(rest)
            rest = rest.dropFirst(source.count)
            let piece = Self.piece(mustache: source)
            if case .other = piece {
                result += translated(run) + source
                run = []
            } else {
                run.append(piece)
            }
        }
        flush()
        return result + translated(run)
    }

    /// Whether people read the value of an attribute. A data attribute is read if it has words.
    private static func isRead(_ name: String, _ value: String, _ element: String, _ tag: String) -> Bool {
        switch name {
        case "title", "aria-label", "alt", "placeholder", "label", "aria-description", "aria-roledescription",
            "aria-valuetext":
            return true
        // States that a script compares.
        case "data-when": return false
        case "value": return tag.contains("type=\"submit\"") && element == "input"
        case _ where name.hasPrefix("data-"): return isProse(value)
        default: return false
        }
    }

    /// True for "Not connected" and "Taken", but not for "plants" and "{{kind}}".
    private static func isProse(_ value: String) -> Bool {
        var plain = ""
        var rest = value[...]
        while let first = rest.first {
            if rest.hasPrefix("{{") {
                rest = rest.dropFirst(mustache(rest).count)
            } else {
                plain.append(first)
                rest = rest.dropFirst()
            }
        }
        guard hasLetter(plain), !plain.hasPrefix("/"), !plain.contains("://") else { return false }
        let hasCapital = plain.first?.isUppercase == true && plain.dropFirst().contains { $0.isLowercase }
        return hasCapital || plain.split(separator: " ").count { hasLetter(String($0)) } > 1
    }

    /// Whether a text has a letter outside of entities such as `&nbsp;`.
    private static func hasLetter(_ text: String) -> Bool {
        var isEntity = false
        for character in text {
            if character == "&" { isEntity = true }
            if character.isLetter, !isEntity { return true }
            if character == ";" || character == " " { isEntity = false }
        }
        return false
    }

    /// Returns a text with each run of white space as one space, as HTML shows it.
    private static func collapsed(_ text: String) -> String {
        var result = ""
        for character in text {
            let isSpace = character == " " || character == "\n" || character == "\t" || character == "\r\n"
            if !isSpace { result.append(character) } else if result.last != " " { result.append(" ") }
        }
        return result
    }

    private static let inline: Set = [
        "a", "abbr", "b", "bdi", "br", "cite", "code", "data", "dfn", "em", "i", "kbd", "mark", "q", "s", "samp",
        "small",
        "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
    ]
    /// Elements whose content is not translated.
    private static let fixed: Set = ["code", "kbd", "samp", "var", "script", "style", "pre"]
}
