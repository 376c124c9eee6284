/// How a collection is written down.
package enum CollectionFormat: String, Sendable, CaseIterable {
    /// For a spreadsheet: one plant a line, without diary and log. `CollectionSheet` names its columns.
    case csv
    /// Everything.
    case json
    /// For biodiversity tools. `CollectionOccurrences` names its terms.
    case darwinCore = "darwin-core"

    /// Without a point before it.
    package var fileExtension: String {
        switch self {
        case .csv: "csv"
        case .json: "json"
        case .darwinCore: "dwc.csv"
        }
    }

    package var mediaType: String {
        switch self {
        case .csv, .darwinCore: "text/csv; charset=utf-8; header=present"
        case .json: "application/json"
        }
    }
}

extension CollectionFormat {
    /// By its content, whatever its name: an object or a list is JSON; a table with terms that only Darwin Core has is
    /// Darwin Core; anything else is taken for a table, which says itself what it lacks.
    static func recognised(in text: ArraySlice<UInt8>) -> CollectionFormat {
        let first = text.first { !CollectionTable.isBlank($0) }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .json }
        var table = CollectionTable(text)
        guard let header = try? table.next() else { return .csv }
        let terms = Set(header.cells.map(CollectionOccurrences.key))
        let isDarwinCore = !terms.isDisjoint(with: ["basisofrecord", "occurrenceid", "eventdate", "vernacularname"])
        return isDarwinCore ? .darwinCore : .csv
    }
}
