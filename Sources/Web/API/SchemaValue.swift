import Foundation

/// A value of the OpenAPI document, which is JSON.
indirect enum SchemaValue: Codable, Hashable, Sendable {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([SchemaValue])
    case object([String: SchemaValue])

    init(from decoder: any Decoder) throws {
        let box = try decoder.singleValueContainer()
        if box.decodeNil() {
            self = .null
        } else if let flag = try? box.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? box.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? box.decode(Double.self) {
            self = .number(number)
        } else if let text = try? box.decode(String.self) {
            self = .text(text)
        } else if let list = try? box.decode([SchemaValue].self) {
            self = .list(list)
        } else {
            self = .object(try box.decode([String: SchemaValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        switch self {
        case .null: try box.encodeNil()
        case .flag(let flag): try box.encode(flag)
        case .integer(let number): try box.encode(number)
        case .number(let number): try box.encode(number)
        case .text(let text): try box.encode(text)
        case .list(let list): try box.encode(list)
        case .object(let object): try box.encode(object)
        }
    }

    /// The value of a key; nil if this is no object or does not have the key.
    subscript(_ key: String) -> SchemaValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The elements; nil if this is no list.
    var elements: [SchemaValue]? { if case .list(let list) = self { list } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var fields: [String: SchemaValue]? { if case .object(let object) = self { object } else { nil } }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .integer(number) }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
    init(arrayLiteral elements: SchemaValue...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, SchemaValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension SchemaValue {
    /// A reference to a schema of `schemas.json`.
    static func schema(named name: String) -> SchemaValue { ["$ref": .text("#/components/schemas/" + name)] }

    /// The schema of a type: a document or body of the API, or a dictionary or array of one. Scripts/api-schemas writes
    /// the schemas, whose names are those of the types without "Document".
    static func schema<Document>(of type: Document.Type) -> SchemaValue {
        let name = String(describing: type)
        func inside(_ prefix: String) -> String? {
            name.hasPrefix(prefix) && name.hasSuffix(">") ? String(name.dropFirst(prefix.count).dropLast()) : nil
        }
        if let element = inside("Array<") { return ["type": "array", "items": reference(element)] }
        if let value = inside("Dictionary<String, ") {
            return ["type": "object", "additionalProperties": reference(value)]
        }
        return reference(name)
    }

    private static func reference(_ name: String) -> SchemaValue {
        if name == "String" { return ["type": "string"] }
        let suffix = "Document"
        return schema(named: name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name)
    }
}
