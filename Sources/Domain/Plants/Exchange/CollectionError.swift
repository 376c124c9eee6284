/// Why a file is not taken as a collection; nothing of it is taken then.
package struct CollectionError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        /// More than 20 MiB, or more than 20,000 plants.
        case tooLarge = "too-large"
        /// Not UTF-8.
        case notText = "not-text"
        /// No collection, or nothing that looks like a list of plants.
        case notCollection = "not-collection"
        case newerVersion = "newer-version"
        /// It breaks off, or is not written as its format wants it.
        case malformed
        /// A value that its column cannot have.
        case value
    }

    package let code: Code
    /// Of the file, from 1; nothing where it is not known.
    package let line: Int?
    /// In the file's order, from 1; for JSON, where lines say little.
    package let plant: Int?
    /// As the file calls it.
    package let column: String?
    /// What is wrong and what is expected.
    package let message: String
    /// How many more plants have something wrong.
    package var others = 0

    init(_ code: Code, line: Int? = nil, plant: Int? = nil, column: String? = nil, _ message: String) {
        self.code = code
        self.line = line
        self.plant = plant
        self.column = column
        self.message = message
    }

    /// "line 7, column added_on: “soon” is no day; expected one such as 2026-05-01 (and 3 more plants have problems)".
    package var description: String {
        let place = [line.map { "line \($0)" }, plant.map { "plant \($0)" }, column.map { "column \($0)" }]
            .compactMap { $0 }.joined(separator: ", ")
        let more =
            switch others {
            case 0: ""
            case 1: " (and 1 more plant has a problem)"
            default: " (and \(others) more plants have problems)"
            }
        return (place.isEmpty ? "" : place + ": ") + message + more
    }
}

/// What is wrong with one value of one plant, before it is known where in a file that is.
struct CollectionFlaw: Error {
    let field: CollectionEntry.Field
    /// What the file calls it, where that does not follow from the field.
    var column: String?
    let message: String

    init(_ field: CollectionEntry.Field, column: String? = nil, _ message: String) {
        self.field = field
        self.column = column
        self.message = message
    }

    /// Of a text that the file has: "“x” is no day; expected …".
    init(_ field: CollectionEntry.Field, column: String? = nil, _ text: String, is problem: String) {
        self.init(field, column: column, "\(Self.quoted(text)) is \(problem)")
    }

    static func noDay(_ text: String) -> String { "\(quoted(text)) is no day; expected one such as 2026-05-01" }

    static func noWord<Word: RawRepresentable & CaseIterable>(_ text: String, of words: Word.Type) -> String
    where Word.RawValue == String {
        "\(quoted(text)) is not known; expected \(words.allCases.map(\.rawValue).joined(separator: ", "))"
    }

    /// Short, and in one line: who reads the message may not be who wrote the file.
    static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(200)
        let tidied = Plant.tidy(String(String.UnicodeScalarView(start))) ?? ""
        let short = tidied.prefix(40)
        let isWhole = short.count == tidied.count && start.count == text.unicodeScalars.prefix(201).count
        return "“\(short)\(isWhole ? "" : "…")”"
    }
}
