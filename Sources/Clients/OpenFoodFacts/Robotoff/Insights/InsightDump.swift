import Foundation
import HTTPTransport
import HTTPTypes

/// Insights as a table.
public struct InsightDump: Sendable, Hashable {
    /// The names of the columns; none if the table is empty.
    public let columns: [String]
    /// One text for each column. Lists and objects are in Python's notation (`['en:france']`), which is not JSON; an
    /// unknown value is an empty text.
    public let rows: [[String]]

    /// The values of a column.
    public subscript(column name: String) -> [String] {
        guard let place = columns.firstIndex(of: name) else { return [] }
        return rows.compactMap { place < $0.count ? $0[place] : nil }
    }

    /// Status 204 means an empty table.
    init(_ response: HTTPTransport.Response) throws {
        guard response.head.status.code != 204 else {
            (columns, rows) = ([], [])
            return
        }
        guard let text = String(validating: response.body, as: UTF8.self), !text.hasPrefix("<") else {
            throw OpenFoodFactsError(.dataCorrupted, "the answer is no table", status: 200)
        }
        let records = Self.records(text)
        guard let head = records.first, head.contains("id") else {
            throw OpenFoodFactsError(
                records.isEmpty ? .noBody : .keyNotFound, "the table has no column of insights", status: 200,
                field: "id")
        }
        columns = head
        rows = Array(records.dropFirst())
    }

    /// RFC 4180: fields in quotes may contain commas, line ends and doubled quotes.
    private static func records(_ text: String) -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var field = ""
        var isQuoted = false
        var rest = text.unicodeScalars[...]
        while let next = rest.popFirst() {
            switch next {
            case "\"" where isQuoted && rest.first == "\"":
                rest.removeFirst()
                field.unicodeScalars.append(next)
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                record.append(field)
                field = ""
            case "\r" where !isQuoted && rest.first == "\n": break
            case "\n" where !isQuoted:
                records.append(record + [field])
                (record, field) = ([], "")
            default: field.unicodeScalars.append(next)
            }
        }
        if !field.isEmpty || !record.isEmpty { records.append(record + [field]) }
        return records
    }
}
