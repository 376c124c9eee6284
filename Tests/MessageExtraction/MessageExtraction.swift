import Foundation
package import Messages
import Web

/// The messages of the source code: calls of `localized`, and the texts of the templates.
package enum MessageExtraction {
    /// The same English text is used with and without a plural, or with two plurals; a catalogue has only one of them.
    package struct Contradiction: Error, CustomStringConvertible {
        package let description: String
    }

    /// Returns the messages of the files below `root`/Sources, each once, by the first file that has it.
    package static func entries(root: String) throws -> [Catalogue.Entry] {
        var entries: [Catalogue.Entry] = []
        var places: [String: Int] = [:]
        let folder = root + "/Sources"
        func add(_ found: [Catalogue.Entry], of file: String) throws {
            for entry in found where !entry.english.isEmpty {
                guard let place = places[entry.id] else {
                    places[entry.id] = entries.count
                    entries.append(entry)
                    continue
                }
                // A text without a plural uses the singular of one that has it.
                if entries[place].englishPlural == nil {
                    entries[place].englishPlural = entry.englishPlural
                    entries[place].forms = entry.forms
                }
                guard entry.englishPlural == nil || entries[place].englishPlural == entry.englishPlural else {
                    throw Contradiction(
                        description:
                            "“\(entry.english)” in \(file) has another plural than in \(entries[place].comments)")
                }
                let comment = entry.comments[0]
                if entries[place].comments.last != comment { entries[place].comments.append(comment) }
            }
        }
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
            let file = "Sources/" + path
            let found: [Catalogue.Entry]
            if path.hasSuffix(".swift"), !path.hasPrefix("Domain/Messages/Message.swift"),
                !path.hasPrefix("Clients/"), !path.hasPrefix("Engines/")
            {
                found = try SourceMessages.messages(in: text(folder + "/" + path), file: file)
            } else if path.hasSuffix(".mustache") {
                found = TemplateText.keys(of: try text(folder + "/" + path)).map { key in
                    var entry = Catalogue.Entry(context: nil, english: key, englishPlural: nil, forms: [""])
                    entry.comments = ["#: \(file)"]
                    return entry
                }
            } else {
                continue
            }
            try add(found, of: file)
        }
        try add(careTexts(root), of: "care.tsv")
        try add(modelTexts(root), of: "model.json")
        return entries
    }

    /// The columns of the care table whose texts pages show.
    private static let careColumns = ["soil", "toxin", "notes"]

    /// Returns the texts of the care table, which pages look up as they are.
    private static func careTexts(_ root: String) throws -> [Catalogue.Entry] {
        let file = "Sources/Adapters/LocalRecognition/Catalogues/care.tsv"
        let rows = try text(root + "/" + file).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let head = rows.first else { return [] }
        return careColumns.flatMap { column in
            head.firstIndex(of: column).map { place in
                rows.dropFirst().compactMap { $0.indices.contains(place) && !$0[place].isEmpty ? $0[place] : nil }
            } ?? []
        }.map { english in
            var entry = Catalogue.Entry(context: nil, english: english, englishPlural: nil, forms: [""])
            entry.comments = ["#: \(file)"]
            return entry
        }
    }

    /// Returns what the built-in model says about itself on the page About.
    private static func modelTexts(_ root: String) throws -> [Catalogue.Entry] {
        struct Notes: Decodable {
            let accuracyNote: String
            let limitsNote: String
        }
        let file = "Sources/Adapters/LocalRecognition/BuiltIn/model.json"
        let notes = try JSONDecoder().decode(Notes.self, from: Data(text(root + "/" + file).utf8))
        return [notes.accuracyNote, notes.limitsNote].map { english in
            var entry = Catalogue.Entry(context: nil, english: english, englishPlural: nil, forms: [""])
            entry.comments = ["#: \(file)"]
            return entry
        }
    }

    /// Returns the messages with the translations of a catalogue; those that it does not have are empty.
    package static func merged(_ messages: [Catalogue.Entry], with known: [Catalogue.Entry]) -> [Catalogue.Entry] {
        let forms = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return messages.map { message in
            var message = message
            if let old = forms[message.id], old.englishPlural == message.englishPlural { message.forms = old.forms }
            return message
        }
    }

    /// Returns what is wrong with a translated entry; nil if nothing is.
    package static func problem(of entry: Catalogue.Entry) -> String? {
        let english = entry.englishPlural ?? entry.english
        for (number, form) in entry.forms.enumerated() {
            if form.isEmpty { return "it is not translated" }
            let wanted = names(in: english + (number == 0 ? "" : ""))
            let found = names(in: form)
            // A singular may leave out the number.
            let optional = entry.englishPlural == nil ? [] : Set(wanted).subtracting(names(in: entry.english))
            guard Set(found).union(optional) == Set(wanted) else {
                return "its names and tags are \(found.sorted()), those of the English text \(wanted.sorted())"
            }
        }
        return nil
    }

    /// The names in braces and the tags of a text.
    private static func names(in text: String) -> [String] {
        var names: [String] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 == "{" || $0 == "<" }) {
            rest = rest[start...]
            let end: Character = rest.first == "{" ? "}" : ">"
            guard let close = rest.firstIndex(of: end) else { break }
            let name = rest[...close]
            let isTag =
                name.first == "<" && name.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || "/>".contains($0) }
            if name.first == "{" || isTag { names.append(String(name)) }
            rest = rest.dropFirst()
        }
        return names
    }

    /// Returns a PO file.
    package static func po(_ entries: [Catalogue.Entry], header: String) -> String {
        var text = header
        for entry in entries {
            text += "\n" + entry.comments.map { $0 + "\n" }.joined()
            if let context = entry.context { text += "msgctxt \(quoted(context))\n" }
            text += "msgid \(quoted(entry.english))\n"
            guard let plural = entry.englishPlural else {
                text += "msgstr \(quoted(entry.forms.first ?? ""))\n"
                continue
            }
            text += "msgid_plural \(quoted(plural))\n"
            for (number, form) in entry.forms.enumerated() { text += "msgstr[\(number)] \(quoted(form))\n" }
        }
        return text
    }

    private static func quoted(_ text: String) -> String {
        "\""
            + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            .replacing("\t", with: "\\t") + "\""
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
}
