/// Reading what the service sends without falling over one odd value: a number that is written as a text, a null, an
/// element of a list that is broken. What cannot be read is as if it were not there.
extension KeyedDecodingContainer {
    /// A text, or a number written as one.
    func text(_ key: Key) -> String? { value(key, as: LenientText.self)?.text }

    /// A text made a value of one of the open sets.
    func word<Word: RawRepresentable<String>>(_ key: Key, as type: Word.Type = Word.self) -> Word? {
        text(key).flatMap { Word(rawValue: $0) }
    }

    /// A number, or a text that is one.
    func number(_ key: Key) -> Double? {
        let number = value(key, as: Double.self) ?? value(key, as: String.self).flatMap { Double($0) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A whole number, or a text that is one.
    func integer(_ key: Key) -> Int? {
        value(key, as: Int.self) ?? number(key).flatMap { Int(exactly: $0) }
    }

    /// True or false, also as a text.
    func flag(_ key: Key) -> Bool? {
        value(key, as: Bool.self) ?? value(key, as: String.self).flatMap { Bool($0.lowercased()) }
    }

    /// Whatever can be read as this type.
    func value<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// The elements of a list that can be read.
    func list<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) -> [Element] {
        value(key, as: LossyList<Element>.self)?.elements ?? []
    }

    /// Texts, and numbers written as texts.
    func texts(_ key: Key) -> [String] { list(key, of: LenientText.self).map(\.text) }

    /// Values of one of the sets, without those that do not belong to it; nil where there is no list.
    func words<Word: RawRepresentable<String>>(_ key: Key, of type: Word.Type = Word.self) -> [Word]? {
        value(key, as: LossyList<LenientText>.self)?.elements.compactMap { Word(rawValue: $0.text) }
    }

    /// The members of an object that can be read, by their names; the empty name is one too.
    func table<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) -> [String: Element] {
        value(key, as: LossyTable<Element>.self)?.members ?? [:]
    }

    /// Lists by a name of one of the open sets.
    func groups<Name: RawRepresentable<String> & Hashable, Element: Decodable>(
        _ key: Key, of type: Element.Type = Element.self
    ) -> [Name: [Element]] {
        table(key, of: LossyList<Element>.self).reduce(into: [:]) { groups, member in
            if let name = Name(rawValue: member.key) { groups[name] = member.value.elements }
        }
    }
}

/// A text, or a number written as one.
struct LenientText: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text
        } else if let number = try? container.decode(Int.self) {
            text = String(number)
        } else {
            text = String(try container.decode(Double.self))
        }
    }
}

/// A list that keeps what can be read, and counts what cannot.
struct LossyList<Element: Decodable>: Decodable {
    private(set) var elements: [Element] = []
    private(set) var skipped = 0

    private struct Attempt: Decodable {
        let element: Element?

        init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
    }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            if let element = try container.decode(Attempt.self).element {
                elements.append(element)
            } else {
                skipped += 1
            }
        }
    }

    /// True where a list with elements has none that can be read: then it is not the list it should be.
    var isUnreadable: Bool { elements.isEmpty && skipped > 0 }
}

extension LossyList: Sendable where Element: Sendable {}

/// An object whose member names are data; it keeps what can be read.
struct LossyTable<Element: Decodable>: Decodable {
    let members: [String: Element]

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        members = container.allKeys.reduce(into: [:]) { $0[$1.stringValue] = container.value($1, as: Element.self) }
    }
}

extension [String: LenientText] {
    var texts: [String: String] { mapValues(\.text) }
}

extension [String: LossyList<LenientText>] {
    var texts: [String: [String]] { mapValues { $0.elements.map(\.text) } }
}

/// What is thrown where an object has none of the keys that would make it what it should be.
func missing(_ what: String, _ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(what) is missing"))
}
