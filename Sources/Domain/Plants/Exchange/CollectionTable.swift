import Messages

/// A table by RFC 4180 and its variants: with commas, semicolons or tabs, with any line ends, and with quoted cells
/// that may contain line ends.
///
/// A spreadsheet executes a cell that begins with `=`, `+`, `-` or `@` as a formula. Such a cell is written with an
/// apostrophe before it, which reading removes. To keep this reversible, a cell of apostrophes followed by such a sign
/// gets one more apostrophe; `'t Groene` is unchanged.
struct CollectionTable {
    struct Row {
        /// The line on which it begins.
        let line: Int
        /// Trimmed.
        var cells: [String]
    }

    static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    static let columnLimit = 1_000

    private let text: ArraySlice<UInt8>
    private let separator: UInt8
    private var place: Int
    private var line = 1

    init(_ text: ArraySlice<UInt8>, separator: UInt8) {
        self.text = text
        self.separator = separator
        place = text.startIndex
    }

    /// Uses the separator that gives the first line the most cells and keeps it readable. A line `sep=;` before it
    /// names the separator.
    init(_ text: ArraySlice<UInt8>) {
        var mark = text.prefix(6)
        if mark.starts(with: Array("sep=".utf8)), let said = mark.dropFirst(4).first, Self.separators.contains(said),
            mark.count == 5 || mark.popLast().map(Self.isNewline) == true
        {
            self.init(text, separator: said)
            place += mark.count
            return
        }
        let counts = Self.separators.map { separator in
            var table = CollectionTable(text, separator: separator)
            return (separator, (try? table.next())?.cells.count ?? 0)
        }
        // The first one wins if several give the same number; a separator that gives one cell is ignored.
        let most = max(counts.map(\.1).max() ?? 0, 2)
        self.init(text, separator: counts.first { $0.1 == most }?.0 ?? Self.separators[0])
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isNewline(byte) }

    private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

// MARK: - Reading

extension CollectionTable {
    /// Returns the next row that is not empty; nil at the end.
    mutating func next() throws(CollectionError) -> Row? {
        while true {
            while place < text.endIndex, Self.isNewline(text[place]) { skipNewline() }
            guard place < text.endIndex else { return nil }
            let row = try row()
            if row.cells.contains(where: { !$0.isEmpty }) { return row }
        }
    }

    private mutating func row() throws(CollectionError) -> Row {
        var row = Row(line: line, cells: [])
        while true {
            row.cells.append(Self.unguarded(try cell()))
            guard row.cells.count <= Self.columnLimit else {
                let limit = Self.columnLimit
                throw CollectionError(
                    .malformed, line: row.line, localized("too many columns; expected at most \(limit, "limit")"))
            }
            guard place < text.endIndex, text[place] == separator else { return row }
            place += 1
        }
    }

    private mutating func cell() throws(CollectionError) -> String {
        let start = place
        while place < text.endIndex, text[place] == 0x20 { place += 1 }
        if place < text.endIndex, text[place] == UInt8(ascii: "\"") { return try quotedCell() }
        place = text[start...].firstIndex { $0 == separator || Self.isNewline($0) } ?? text.endIndex
        return Self.trimmed(text[start..<place])
    }

    private mutating func quotedCell() throws(CollectionError) -> String {
        let (quote, start) = (UInt8(ascii: "\""), line)
        var bytes: [UInt8] = []
        place += 1
        while true {
            guard place < text.endIndex else {
                throw CollectionError(
                    .malformed, line: start, localized("a quoted cell does not end; expected a second quote"))
            }
            if text[place] == quote {
                place += 1
                guard place < text.endIndex, text[place] == quote else { break }
            }
            bytes.append(text[place])
            if Self.isNewline(text[place]) {
                if isPair { bytes.append(0x0A) }
                skipNewline()
            } else {
                place += 1
            }
        }
        while place < text.endIndex, text[place] == 0x20 { place += 1 }
        guard place == text.endIndex || text[place] == separator || Self.isNewline(text[place]) else {
            throw CollectionError(
                .malformed, line: line,
                localized("text after a quoted cell; expected quotes within a cell to be doubled"))
        }
        return Self.trimmed(bytes[...])
    }

    /// True at CR followed by LF.
    private var isPair: Bool { text[place] == 0x0D && place + 1 < text.endIndex && text[place + 1] == 0x0A }

    private mutating func skipNewline() {
        place += isPair ? 2 : 1
        line += 1
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let start = bytes.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) } ?? start.startIndex - 1
        return String(decoding: start[..<(end + 1)], as: UTF8.self)
    }
}

// MARK: - Writing

extension CollectionTable {
    static func text(of rows: some Sequence<[String]>) -> String {
        var text = ""
        for row in rows {
            text += row.map(written).joined(separator: ",")
            text += "\r\n"
        }
        return text
    }

    private static func written(_ cell: String) -> String {
        let guarded = isFormula(cell) ? "'" + cell : cell
        let mustBeQuoted = guarded.utf8.contains { byte in
            byte == UInt8(ascii: "\"") || separators.contains(byte) || isNewline(byte)
        }
        guard mustBeQuoted else { return guarded }
        var quoted = "\""
        for scalar in guarded.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// Returns true if a spreadsheet may execute the cell; full-width signs of East Asian keyboards are included.
    private static func isFormula(_ cell: String) -> Bool {
        switch cell.unicodeScalars.first(where: { $0 != "'" }) {
        case "=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠": true
        default: false
        }
    }

    private static func unguarded(_ cell: String) -> String {
        guard cell.unicodeScalars.first == "'", isFormula(cell) else { return cell }
        return String(cell.unicodeScalars.dropFirst())
    }
}
