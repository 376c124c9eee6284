@testable import Web

/// Checks values against the schemas of an OpenAPI document: the part of JSON Schema 2020-12 that Stillroom's uses. An
/// object must not have fields that its schema does not name.
struct SchemaCheck {
    private let schemas: [String: SchemaValue]

    init(_ document: SchemaValue) { schemas = document["components"]?["schemas"]?.fields ?? [:] }

    /// What does not fit, each with its place: "plants.0.name is missing".
    func faults(in value: SchemaValue, _ schema: SchemaValue, at place: String = "") -> [String] {
        if let reference = schema["$ref"]?.text {
            let name = String(reference.split(separator: "/").last ?? "")
            guard let known = schemas[name] else { return ["\(place): there is no schema \(name)"] }
            return faults(in: value, known, at: place)
        }
        if let choices = schema["anyOf"]?.elements {
            let found = choices.map { faults(in: value, $0, at: place) }
            return found.contains(where: \.isEmpty) ? [] : found.min { $0.count < $1.count } ?? []
        }
        let types = schema["type"].map { $0.elements?.compactMap(\.text) ?? [$0.text ?? ""] } ?? []
        guard types.isEmpty || types.contains(where: { Self.fits(value, $0) }) else {
            return ["\(place) is not \(types.joined(separator: " or ")): \(value)"]
        }
        if let words = schema["enum"]?.elements, !words.contains(value) { return ["\(place): \(value) is no choice"] }
        switch value {
        case .object(let fields): return self.faults(in: fields, schema, at: place)
        case .list(let elements):
            guard let element = schema["items"] else { return [] }
            return elements.enumerated().flatMap { self.faults(in: $1, element, at: "\(place).\($0)") }
        default: return []
        }
    }

    private func faults(in fields: [String: SchemaValue], _ schema: SchemaValue, at place: String) -> [String] {
        let known = schema["properties"]?.fields ?? [:]
        let others = schema["additionalProperties"]
        var found = (schema["required"]?.elements ?? []).compactMap(\.text).filter { fields[$0] == nil }.map {
            "\(place).\($0) is missing"
        }
        for (name, value) in fields {
            if let schema = known[name] ?? others {
                found += faults(in: value, schema, at: "\(place).\(name)")
            } else if !known.isEmpty {
                found.append("\(place).\(name) is not described")
            }
        }
        return found
    }

    private static func fits(_ value: SchemaValue, _ type: String) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.flag, "boolean"), (.integer, "integer"), (.integer, "number"), (.number, "number"),
            (.text, "string"), (.list, "array"), (.object, "object"):
            true
        default: false
        }
    }

    /// Every reference in the document.
    static func references(in value: SchemaValue) -> Set<String> {
        switch value {
        case .object(let fields):
            fields.reduce(into: []) { found, field in
                if field.key == "$ref", let text = field.value.text { found.insert(text) }
                found.formUnion(references(in: field.value))
            }
        case .list(let elements): elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
        default: []
        }
    }
}
