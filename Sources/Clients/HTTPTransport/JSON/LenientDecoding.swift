/// How clients read what a service sends without falling over one odd value: a number that is written as a text, a null,
/// an element of a list that is broken. What cannot be read is as if it were not there.
extension KeyedDecodingContainer {
    /// A text, or a number written as one.
    package func text(_ key: Key) -> String? { value(key, as: LenientText.self)?.text }

    /// A number, or a text that is one.
    package func number(_ key: Key) -> Double? {
        let number = value(key, as: Double.self) ?? value(key, as: String.self).flatMap { Double($0) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A whole number, or a text that is one.
    package func integer(_ key: Key) -> Int? {
        value(key, as: Int.self) ?? number(key).flatMap { Int(exactly: $0) }
    }

    /// True or false, also as a text.
    package func flag(_ key: Key) -> Bool? {
        value(key, as: Bool.self) ?? value(key, as: String.self).flatMap { Bool($0.lowercased()) }
    }

    /// Whatever can be read as this type.
    package func value<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// The elements of a list that can be read.
    package func list<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) -> [Element] {
        value(key, as: LossyList<Element>.self)?.elements ?? []
    }

    /// Texts, and numbers written as texts.
    package func texts(_ key: Key) -> [String] { list(key, of: LenientText.self).map(\.text) }
}

/// A text, or a number written as one.
package struct LenientText: Decodable, Sendable {
    package let text: String

    package init(from decoder: any Decoder) throws {
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
package struct LossyList<Element: Decodable>: Decodable {
    package private(set) var elements: [Element] = []
    package private(set) var skipped = 0

    private struct Attempt: Decodable {
        let element: Element?

        init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
    }

    package init(from decoder: any Decoder) throws {
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
    package var isUnreadable: Bool { elements.isEmpty && skipped > 0 }
}

extension LossyList: Sendable where Element: Sendable {}

extension DecodingError {
    /// What is thrown where an object has none of the keys that would make it what it should be.
    package static func missing(_ what: String, _ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(what) is missing"))
    }
}
