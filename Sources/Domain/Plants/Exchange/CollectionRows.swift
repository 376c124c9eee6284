import Calendar
import Messages

/// The rows of a table whose first row contains the column names.
struct CollectionRows {
    struct Header {
        let line: Int
        /// Indexes by key; the first of equal names wins.
        let places: [String: Int]

        /// The column for free text.
        var note: Int? { ["notes", "note", "comments", "comment", "remarks"].lazy.compactMap { places[$0] }.first }
    }

    struct Reading {
        /// The indexes of the columns that are read.
        let columns: Set<Int>
        /// Reads cells by column index; empty cells are missing.
        let entry: ([Int: String]) throws(CollectionFlaw) -> CollectionEntry
    }

    /// The largest number of unknown columns that are named.
    private static let namedColumns = 50

    private let text: ArraySlice<UInt8>
    private let key: (String) -> String

    /// `key` normalises a column name.
    init(_ text: ArraySlice<UInt8>, key: @escaping (String) -> String) {
        self.text = text
        self.key = key
    }

    /// `reading` says which columns are read, and reads a plant from a row.
    func file(
        today: LocalDay, tally: CollectionTally, reading: (Header) throws(CollectionError) -> Reading
    ) throws(CollectionError) -> CollectionFile {
        var table = CollectionTable(text)
        guard let first = try table.next() else {
            throw CollectionError(.notCollection, localized("the file is empty; expected a list of plants"))
        }
        let places = first.cells.enumerated().map { (key($0.element), $0.offset) }
        let read = try reading(
            Header(line: first.line, places: Dictionary(places, uniquingKeysWith: { first, _ in first })))
        let unknown = first.cells.enumerated().filter { !$0.element.isEmpty && !read.columns.contains($0.offset) }
        var tally = tally
        do throws(CollectionError) {
            var count = 0
            while let row = try table.next() {
                count += 1
                guard count <= CollectionFile.plantLimit else { throw CollectionTally.tooMany(line: row.line) }
                guard !row.cells.dropFirst(first.cells.count).contains(where: { !$0.isEmpty }) else {
                    tally.refuse(
                        CollectionError(
                            .malformed, line: row.line, Self.tooWide(row.cells.count, for: first.cells.count)))
                    continue
                }
                let cells = row.cells.enumerated().filter { !$0.element.isEmpty }.map { ($0.offset, $0.element) }
                tally.add(at: .line(row.line)) { () throws(CollectionFlaw) in
                    try read.entry(Dictionary(cells, uniquingKeysWith: { first, _ in first }))
                }
            }
        } catch {
            tally.refuse(error)
        }
        return try tally.file(
            madeOn: today,
            // Named, but not without end.
            unknownColumns: unknown.prefix(Self.namedColumns).compactMap { Plant.tidy($0.element, limit: 60) })
    }

    private static func tooWide(_ cells: Int, for columns: Int) -> String {
        localized(
            """
            \(cells, "cells") cells under \(columns, "columns") columns; expected cells with a separator in them to be \
            in quotes
            """)
    }
}
