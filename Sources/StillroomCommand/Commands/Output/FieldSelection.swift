import Documents
import Foundation
import HTTPTransport
import Messages

/// The fields of a JSON object that a person asked for. A field of an object inside is written with a point, as
/// "diet.answer"; of a list of objects it is a list.
struct FieldSelection {
    let names: [String]
    /// The names that no object had so far.
    private var missing: Set<String>
    /// The fields of all objects so far.
    private var known: Set<String> = []

    /// `isUsual` if no person chose the names.
    init(_ names: [String], isUsual: Bool = false) {
        self.names = names
        missing = isUsual ? [] : Set(names)
    }

    /// "id, name" → ["id", "name"].
    static func names(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Returns an object with only the selected fields; a field that the value does not have is null.
    mutating func of(_ value: some Encodable) throws -> JSONValue {
        let values = try values(of: value)
        return .object(Dictionary(zip(names, values), uniquingKeysWith: { first, _ in first }))
    }

    /// Returns the selected fields in their order; a field that the value does not have is null.
    mutating func values(of value: some Encodable) throws -> [JSONValue] {
        let json = try JSONDecoder().decode(JSONValue.self, from: try JSONEncoder.documents.encode(value))
        if case .object(let object) = json { known.formUnion(object.keys) }
        return names.map { name in
            let found = json.value(at: name.split(separator: "."))
            if found != nil { missing.remove(name) }
            return found ?? .null
        }
    }

    /// Names on standard error the fields that no object had. Fields without a value are often left out of JSON, so this
    /// is no failure.
    func warn() {
        guard !missing.isEmpty, !known.isEmpty else { return }
        let absent = names.filter(missing.contains).joined(separator: ", ")
        let present = Terminal.harmless(known.sorted().joined(separator: ", "))
        Terminal.error(
            "stillroom: " + localized("No object has \(absent, "fields"). There are: \(present, "otherFields")."))
    }
}

extension JSONValue {
    /// Returns what is at a path of names; in a list, what is there in each of its objects. Nil if there is nothing.
    fileprivate func value(at path: some Collection<Substring>) -> JSONValue? {
        guard let name = path.first else { return self }
        if case .list(let values) = self {
            let found = values.compactMap { $0.value(at: path) }
            return found.isEmpty && !values.isEmpty ? nil : .list(found)
        }
        return self[String(name)]?.value(at: path.dropFirst())
    }

    /// The value in a column: without tabs, line breaks and characters that control a terminal.
    var cell: String {
        switch self {
        case .null: ""
        case .flag(let flag): flag ? "true" : "false"
        case .number, .object: Terminal.harmless(compact)
        case .text(let text): Terminal.harmless(text.replacing(/[\t\n\r]/, with: " "))
        case .list(let values): values.map(\.cell).joined(separator: ",")
        }
    }

    func json(pretty: Bool) throws -> Data {
        let encoder = JSONEncoder.documents
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return try encoder.encode(self)
    }

    private var compact: String {
        (try? json(pretty: false)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
