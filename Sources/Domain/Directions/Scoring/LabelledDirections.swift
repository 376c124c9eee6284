/// One labelled line of directions: the reading that is expected for a text. Unknown keys are preserved.
package struct LabelledDirections: Sendable, Hashable, Codable {
    /// The expected result.
    package enum Expected: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
        /// Read completely.
        case full
        /// Read, with a review by a person.
        case partial
        /// Refused: no dose is shown.
        case refuse
    }

    package var id: String
    package var sig: String
    package var expect: Expected
    /// The reason if it is not `full`.
    package var why: String?
    /// The codes of the expected flags.
    package var flags: [String]
    package var clauses: [Direction]
    package var medication: Medication?
    /// The keys of the file that this type does not know.
    package var others: [String: Value]

    package struct Medication: Sendable, Hashable, Codable {
        package var name: String
        package var strength: String?

        package init(name: String, strength: String? = nil) {
            self.name = name
            self.strength = strength
        }
    }

    package init(id: String, sig: String, expect: Expected, flags: [String] = [], clauses: [Direction] = []) {
        self.id = id
        self.sig = sig
        self.expect = expect
        self.flags = flags
        self.clauses = clauses
        others = [:]
    }

    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        id = try box.decode(String.self, forKey: "id")
        sig = try box.decode(String.self, forKey: "sig")
        expect = try box.decode(Expected.self, forKey: "expect")
        why = try box.decodeIfPresent(String.self, forKey: "why")
        flags = try box.decodeIfPresent([String].self, forKey: "flags") ?? []
        clauses = try box.decodeIfPresent([Direction].self, forKey: "clauses") ?? []
        medication = try box.decodeIfPresent(Medication.self, forKey: "medication")
        others = [:]
        for key in box.allKeys where !Self.known.contains(key.stringValue) {
            others[key.stringValue] = try box.decode(Value.self, forKey: key)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: "id")
        try box.encode(sig, forKey: "sig")
        try box.encode(expect, forKey: "expect")
        try box.encodeIfPresent(why, forKey: "why")
        if !flags.isEmpty { try box.encode(flags, forKey: "flags") }
        try box.encode(clauses, forKey: "clauses")
        try box.encodeIfPresent(medication, forKey: "medication")
        for (name, value) in others { try box.encode(value, forKey: Key(stringLiteral: name)) }
    }

    private static let known: Set = ["id", "sig", "expect", "why", "flags", "clauses", "medication"]

    private struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringLiteral value: String) { stringValue = value }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Any JSON value.
    package enum Value: Sendable, Hashable, Codable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([Value])
        case object([String: Value])

        package init(from decoder: any Decoder) throws {
            let box = try decoder.singleValueContainer()
            if box.decodeNil() {
                self = .null
            } else if let value = try? box.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? box.decode(Double.self) {
                self = .number(value)
            } else if let value = try? box.decode(String.self) {
                self = .string(value)
            } else if let value = try? box.decode([Value].self) {
                self = .array(value)
            } else {
                self = .object(try box.decode([String: Value].self))
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var box = encoder.singleValueContainer()
            switch self {
            case .null: try box.encodeNil()
            case .bool(let value): try box.encode(value)
            case .number(let value): try box.encode(value)
            case .string(let value): try box.encode(value)
            case .array(let value): try box.encode(value)
            case .object(let value): try box.encode(value)
            }
        }
    }
}
