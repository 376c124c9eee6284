import Messages

/// Why a file is refused as a collection. Nothing of a refused file is imported.
package struct CollectionError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        /// More than 20 MiB, or more than 20,000 plants.
        case tooLarge = "too-large"
        /// Not UTF-8.
        case notText = "not-text"
        /// Not a collection, and nothing that looks like a list of plants.
        case notCollection = "not-collection"
        case newerVersion = "newer-version"
        /// Truncated, or not valid in its format.
        case malformed
        /// A value that is not allowed in its column.
        case value
    }

    package let code: Code
    /// Counted from 1; nil if not known.
    package let line: Int?
    /// The position of the plant in the file, from 1; for JSON, where lines are not helpful.
    package let plant: Int?
    /// The name in the file.
    package let column: String?
    /// What is wrong and what is expected.
    package let message: String
    /// How many other plants have errors.
    package var others = 0

    init(_ code: Code, line: Int? = nil, plant: Int? = nil, column: String? = nil, _ message: String) {
        self.code = code
        self.line = line
        self.plant = plant
        self.column = column
        self.message = message
    }

    /// Example: "line 7, column added_on: “soon” is no day; expected one such as 2026-05-01 (and 3 more plants have
    /// problems)".
    package var description: String {
        let places = [line.map(Self.line), plant.map(Self.plant), column.map(Self.column)].compactMap { $0 }
        let place = places.joined(separator: ", ")
        let problem = places.isEmpty ? message : localized("\(place, "place"): \(message, "problem")")
        guard others > 0 else { return problem }
        return localized(
            others, one: "\(problem, "problem") (and 1 more plant has a problem)",
            other: "\(problem, "problem") (and \(others, "count") more plants have problems)")
    }

    static func line(_ number: Int) -> String { localized("line \(number, "number")") }

    static func plant(_ number: Int) -> String { localized("plant \(number, "number")") }

    private static func column(_ name: String) -> String { localized("column \(name, "name")") }
}

/// An invalid value of a plant, before its place in the file is known.
struct CollectionFlaw: Error {
    let field: CollectionEntry.Field
    /// The column name, if it does not follow from the field.
    var column: String?
    let message: String

    init(_ field: CollectionEntry.Field, column: String? = nil, _ message: String) {
        self.field = field
        self.column = column
        self.message = message
    }

    static func noDay(_ text: String) -> String {
        let quotation = quoted(text)
        return localized("\(quotation, "text") is no day; expected one such as 2026-05-01")
    }

    static func noTime(_ text: String) -> String {
        let quotation = quoted(text)
        return localized("\(quotation, "text") is no time; expected one such as 07:30")
    }

    static func noWord<Word: RawRepresentable & CaseIterable>(_ text: String, of words: Word.Type) -> String
    where Word.RawValue == String {
        let (quotation, known) = (quoted(text), words.allCases.map(\.rawValue).joined(separator: ", "))
        return localized("\(quotation, "text") is not known; expected \(known, "words")")
    }

    /// Returns a short quotation in one line: the file may come from another person than the one who reads the message.
    static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(200)
        let tidied = Plant.tidy(String(String.UnicodeScalarView(start))) ?? ""
        let short = tidied.prefix(40)
        let isWhole = short.count == tidied.count && start.count == text.unicodeScalars.prefix(201).count
        return "“\(short)\(isWhole ? "" : "…")”"
    }
}
