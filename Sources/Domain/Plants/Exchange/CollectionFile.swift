package import Calendar
import Messages

/// A household's collection in one file. It contains plants and rooms, and no data about the household or its people.
package struct CollectionFile: Sendable, Hashable {
    /// The version of the JSON format; files with a later version are refused.
    package static let formatVersion = 1
    package static let plantLimit = 20_000
    /// In bytes.
    package static let sizeLimit = 20 * 1024 * 1024

    package var entries: [CollectionEntry]
    package var madeOn: LocalDay
    /// The columns of a table that the import does not use, as the file writes them.
    package var unknownColumns: [String]
    /// True for a table, which may be a list of other software. JSON is always of Stillroom.
    package var isTable: Bool

    package init(
        entries: [CollectionEntry], madeOn: LocalDay, unknownColumns: [String] = [], isTable: Bool = false
    ) {
        self.entries = entries
        self.madeOn = madeOn
        self.unknownColumns = unknownColumns
        self.isTable = isTable
    }

    package func text(as format: CollectionFormat) -> String {
        switch format {
        case .json: CollectionDocument.text(of: self)
        case .csv: CollectionSheet.text(of: entries)
        case .darwinCore: CollectionOccurrences.text(of: entries)
        }
    }

    /// Returns all plants of a file. Throws `CollectionError` for the first error.
    ///
    /// `today` is the date of a table, which does not contain it, and the day of plants without a date. Without
    /// `format` the format is recognised by the content.
    package static func parse(
        _ bytes: [UInt8], as format: CollectionFormat? = nil, today: LocalDay
    ) throws(CollectionError) -> CollectionFile {
        guard bytes.count <= sizeLimit else {
            throw CollectionError(.tooLarge, localized("the file is too large; expected at most 20 MiB"))
        }
        let text = try text(in: bytes)
        guard text.contains(where: { !CollectionTable.isBlank($0) }) else {
            throw CollectionError(.notCollection, localized("the file is empty; expected a list of plants"))
        }
        return switch format ?? .recognised(in: text) {
        case .json: try CollectionDocument.parse(text)
        case .csv: try CollectionSheet.parse(text, today: today)
        case .darwinCore: try CollectionOccurrences.parse(text, today: today)
        }
    }

    /// Removes a byte order mark. Throws if the bytes are not UTF-8.
    private static func text(in bytes: [UInt8]) throws(CollectionError) -> ArraySlice<UInt8> {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw CollectionError(.notText, line: 1, localized("the file is UTF-16; save it as CSV UTF-8"))
        }
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            throw CollectionError(
                .notText,
                localized("the file is a ZIP archive or a workbook; expected the table itself, saved as CSV UTF-8"))
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard String(validating: text, as: UTF8.self) == nil else { return text }
        // In UTF-8 no byte of a longer character is a line end, so lines can be split as bytes.
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let place = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        throw CollectionError(
            .notText, line: place + 1, localized("the text is not UTF-8; save it as CSV UTF-8 or as JSON"))
    }
}

/// Collects the plants of a file and the first error.
struct CollectionTally {
    /// The position of a plant in its file.
    enum Place {
        case line(Int)
        case plant(Int)

        var words: String {
            switch self {
            case .line(let number): CollectionError.line(number)
            case .plant(let number): CollectionError.plant(number)
            }
        }
    }

    private var entries: [CollectionEntry] = []
    private var first: CollectionError?
    private var others = 0
    private var places: [String: Place] = [:]
    private let columnName: (CollectionEntry.Field) -> String

    /// `columnName` returns the name of a field in the format.
    init(columnName: @escaping (CollectionEntry.Field) -> String) { self.columnName = columnName }

    static func tooMany(line: Int? = nil) -> CollectionError {
        let limit = CollectionFile.plantLimit
        return CollectionError(
            .tooLarge, line: line, localized("too many plants; expected at most \(limit, "limit")"))
    }

    /// Adds the plant that `read` returns, in the stored form, or records its error.
    mutating func add(at place: Place, _ read: () throws(CollectionFlaw) -> CollectionEntry) {
        do throws(CollectionFlaw) {
            let entry = try read().checked()
            if let id = entry.id, let earlier = places.updateValue(place, forKey: id) {
                let (quoted, other) = (CollectionFlaw.quoted(id), earlier.words)
                throw CollectionFlaw(
                    .id, localized("\(quoted, "text") stands already in \(other, "place"); expected another, or none"))
            }
            if first == nil { entries.append(entry) }
        } catch {
            let column = error.column ?? columnName(error.field)
            switch place {
            case .line(let line): refuse(CollectionError(.value, line: line, column: column, error.message))
            case .plant(let plant): refuse(CollectionError(.value, plant: plant, column: column, error.message))
            }
        }
    }

    mutating func refuse(_ error: CollectionError) {
        if first == nil { first = error } else { others += 1 }
    }

    /// `unknownColumns` is nil unless the file is a table.
    func file(madeOn: LocalDay, unknownColumns: [String]? = nil) throws(CollectionError) -> CollectionFile {
        guard var first else {
            return CollectionFile(
                entries: entries, madeOn: madeOn, unknownColumns: unknownColumns ?? [],
                isTable: unknownColumns != nil)
        }
        first.others = others
        throw first
    }
}
