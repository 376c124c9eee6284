import Household
import Messages
import Plants

/// The fields of the settings page "Import and export"; pure.
enum ImportExportModel {
    private static func word(_ format: CollectionFormat) -> String {
        switch format {
        case .json: localized("Everything, as JSON")
        case .csv: localized("A table, as CSV")
        case .darwinCore: localized("For biodiversity tools, as Darwin Core")
        }
    }

    private static func about(_ format: CollectionFormat) -> String {
        switch format {
        case .json: localized("Plants with their notes, tasks and log; no photos, and no tasks of the house.")
        case .csv: localized("One line for each plant, for a spreadsheet.")
        case .darwinCore: localized("One observation for each plant, for biodiversity databases; without the place.")
        }
    }

    /// The largest number of unused columns that are named, and of letters of each.
    private static let (unusedColumns, unusedLetters) = (8, 30)

    /// Returns the names of unused columns for a query: letters, digits and spaces only, so that a link that somebody
    /// made says nothing of its own.
    static func unused(_ columns: [String]) -> String {
        let names = columns.prefix(unusedColumns).map { column in
            String(column.filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == " " }.prefix(unusedLetters))
        }
        return names.filter { !$0.isEmpty }.joined(separator: ",")
    }

    /// Returns the sentences about an import after the first one.
    private static func importWords(_ query: [String: String]) -> [String] {
        var words: [String] = []
        if let passed = query["passed"].flatMap({ Int($0) }), passed != 0 {
            words.append(
                localized(passed, one: "1 is already here.", other: "\(passed, "count") are already here."))
        }
        let columns = unused((query["unused"] ?? "").split(separator: ",").map(String.init)).split(separator: ",")
        if !columns.isEmpty {
            let names = columns.map { localized("“\($0, "column")”") }.joined(separator: ", ")
            words.append(
                localized(
                    columns.count, one: "The column \(names, "columns") is not used.",
                    other: "The columns \(names, "columns") are not used."))
        }
        if let count = query["general"].flatMap({ Int($0) }), count > 0 {
            words.append(
                localized(
                    count, one: "Stillroom does not know which plant 1 of them is, and uses general care for it.",
                    other: """
                        Stillroom does not know which plants \(count, "count") of them are, and uses general care for them.
                        """))
        }
        return words
    }

    /// Returns the message about an import. Counts come from the query and are accepted only as numbers.
    static func note(_ query: [String: String]) -> String? {
        let added = query["added"].flatMap { Int($0) } ?? 0
        switch query["note"] {
        case "imported":
            let first = localized(added, one: "1 plant was added.", other: "\(added, "count") plants were added.")
            return ([first] + importWords(query)).joined(separator: " ")
        case "import-tried":
            let first = localized(
                added, one: "1 plant would be added.", other: "\(added, "count") plants would be added.")
            return ([first] + importWords(query) + [localized("Nothing was changed.")]).joined(separator: " ")
        default: return nil
        }
    }

    static var context: Fields {
        Fields(
            importAction: Site.settingsCollection,
            exports: CollectionFormat.allCases.map {
                Export(href: Site.collection(as: $0), word: word($0), about: about($0))
            })
    }

    struct Export: TemplateFields {
        let href: String
        let word: String
        let about: String
    }

    /// The fields of collection.mustache.
    struct Fields: SharedFields {
        let importAction: String
        let exports: [Export]
    }
}
