/// An object whose member names are data. Keeps the readable members.
package struct LossyTable<Element: Decodable>: Decodable {
    package let members: [String: Element]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        members = container.allKeys.reduce(into: [:]) { $0[$1.stringValue] = container.value($1, as: Element.self) }
    }
}

/// A coding key with any name.
package struct AnyCodingKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init?(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}
