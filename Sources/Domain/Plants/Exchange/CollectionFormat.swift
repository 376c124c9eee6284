/// The file format of a collection.
package enum CollectionFormat: String, Sendable, CaseIterable {
    /// For spreadsheets: one plant per line, without diary and log. `CollectionSheet` defines the columns.
    case csv
    /// The complete data.
    case json
    /// For biodiversity tools. `CollectionOccurrences` defines the terms.
    case darwinCore = "darwin-core"

    /// Without the leading point.
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
    /// Recognises the format by the content: an object or array is JSON; a table with terms unique to Darwin Core is
    /// Darwin Core; everything else is a table.
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
