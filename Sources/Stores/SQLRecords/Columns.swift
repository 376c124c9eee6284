import FoundationEssentials
import Household
import Messages
import Plants
package import Recognition

// Conversion of the domain's values to and from columns.

extension Date {
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension SQLRow {
    /// Returns the value of a column that the schema guarantees. Throws if the value is missing or has another type,
    /// because the file is then damaged or foreign.
    func required<Value: SQLConvertible>(_ column: String, as _: Value.Type = Value.self) throws -> Value {
        guard let value: Value = self[column] else { throw Self.damaged(column) }
        return value
    }

    func identifier<Subject>(_ column: String) throws -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(try required(column)) else { throw Self.damaged(column) }
        return identifier
    }

    func word<Word: RawRepresentable<String>>(_ column: String) throws -> Word {
        guard let word = Word(rawValue: try required(column)) else { throw Self.damaged(column) }
        return word
    }

    /// Returns the value of a column of JSON. Throws if the JSON is not such a value.
    func document<Value: Decodable>(_: Value.Type, in column: String = "document") throws -> Value {
        try Columns.value(Value.self, of: try required(column), column)
    }

    package func taxon() throws -> Taxon {
        Taxon(
            scientificName: try required("scientific_name"),
            commonNames: try document([String].self, in: "common_names"),
            family: self["family"], rank: try word("taxon_rank"), powo: self["powo"], gbif: self["gbif"])
    }

    func photograph() throws -> Photograph {
        guard let digest = Digest(try required("digest")) else { throw Self.damaged("digest") }
        return Photograph(
            id: try identifier("id"), digest: digest, format: try word("format"), width: try required("width"),
            height: try required("height"), byteCount: try required("byte_count"),
            capturedAt: Date(milliseconds: try required("captured_at")))
    }

    static func damaged(_ column: String) -> HouseholdError {
        HouseholdError(
            .storageFailed,
            localized("The database holds a value in \(column, "column") that was never written by Stillroom."),
            hint: localized("stillroom doctor looks closer."))
    }
}

/// A list of identifiers for `IN`.
struct SQLList {
    let sql: String
    let arguments: SQLArguments

    /// Padded to the next power of two with the last identifier, so that there are few different statements.
    init<Subject>(_ ids: [Identifier<Subject>]) {
        guard let last = ids.last else {
            (sql, arguments) = ("(NULL)", [])
            return
        }
        var count = 1
        while count < ids.count { count *= 2 }
        sql = "(" + Array(repeating: "?", count: count).joined(separator: ", ") + ")"
        arguments = SQLArguments((0..<count).map { .text(($0 < ids.count ? ids[$0] : last).rawValue) })
    }
}

enum Columns {
    /// Writes a value for a column of JSON, with sorted keys: equal values are equal texts.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Reads the JSON of a column. Throws if it is not such a value. JSON in the database is read strictly, because only
    /// this module writes it.
    static func value<Value: Decodable>(_: Value.Type, of text: String, _ column: String) throws -> Value {
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else {
            throw SQLRow.damaged(column)
        }
        return value
    }

    static func blob(_ vector: [Float]) -> [UInt8]? {
        guard !vector.isEmpty else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(vector.count * 4)
        for number in vector {
            let bits = number.bitPattern
            for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        }
        return bytes
    }

    /// A vector in a quarter of the space: the greatest magnitude as a float, then each number as a signed byte of
    /// 1/127 of it. Empty for an empty vector.
    static func roundedBlob(_ vector: [Float]) -> [UInt8] {
        guard !vector.isEmpty else { return [] }
        let greatest = max(vector.reduce(0) { max($0, abs($1)) }, .leastNormalMagnitude)
        return (blob([greatest]) ?? [])
            + vector.map { UInt8(bitPattern: Int8(max(-127, min(127, ($0 / greatest * 127).rounded())))) }
    }

    static func roundedVector(_ bytes: [UInt8]?) -> [Float] {
        guard let bytes, bytes.count > 4, let greatest = vector(Array(bytes.prefix(4))).first else { return [] }
        return bytes.dropFirst(4).map { Float(Int8(bitPattern: $0)) * greatest / 127 }
    }

    static func vector(_ bytes: [UInt8]?) -> [Float] {
        guard let bytes else { return [] }
        return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { index in
            Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * UInt32($1)) })
        }
    }
}
