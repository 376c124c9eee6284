/// Lenient readers for `Decodable` types: one value of an unexpected type (a number written as a text, a null, a broken
/// element of a list) does not make the whole response unreadable. A reader returns nil if the value is missing or
/// cannot be read.
extension KeyedDecodingContainer {
    /// A text, or a number as a text.
    package func text(_ key: Key) -> String? { value(key, as: LenientText.self)?.text }

    /// A number, or a text that contains one.
    package func number(_ key: Key) -> Double? {
        let number = value(key, as: Double.self).flatMap { $0.isFinite ? $0 : nil }
        return number ?? value(key, as: String.self).flatMap { LenientScalar.number($0) }
    }

    /// A whole number, or a text that contains one.
    package func integer(_ key: Key) -> Int? {
        value(key, as: Int.self) ?? number(key).flatMap { Int(exactly: $0) }
    }

    /// True or false, also as a text.
    package func flag(_ key: Key) -> Bool? {
        value(key, as: Bool.self) ?? value(key, as: String.self).flatMap { LenientScalar.flag($0) }
    }

    /// A value of any decodable type.
    package func value<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// The elements of a list that can be read; empty if there is no list.
    package func list<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) -> [Element] {
        value(key, as: LossyList<Element>.self)?.elements ?? []
    }

    /// The elements of a list that are texts or numbers, as texts.
    package func texts(_ key: Key) -> [String] { list(key, of: LenientText.self).map(\.text) }

    /// A list that must be readable; nil if the key is missing or null.
    ///
    /// - Throws: `DecodingError` if the value is not a list, or if the list has elements and none of them can be read:
    ///   an empty list and an unreadable list are different responses.
    package func readableList<Element: Decodable>(
        _ key: Key, of type: Element.Type = Element.self
    ) throws -> LossyList<Element>? {
        let list = try decodeIfPresent(LossyList<Element>.self, forKey: key)
        guard list?.isUnreadable != true else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "no element of the list can be read")
        }
        return list
    }

    /// The readable members of an object, by name; empty if there is no object.
    package func table<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) -> [String: Element] {
        value(key, as: LossyTable<Element>.self)?.members ?? [:]
    }
}

/// A text, or a number as a text.
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

/// A list that keeps the readable elements and counts the others.
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

    /// Whether the list has elements and none of them can be read.
    package var isUnreadable: Bool { elements.isEmpty && skipped > 0 }
}

extension LossyList: Sendable where Element: Sendable {}

extension DecodingError {
    /// The error for an object that lacks a required key.
    package static func missing(_ what: String, _ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(what) is missing"))
    }
}
