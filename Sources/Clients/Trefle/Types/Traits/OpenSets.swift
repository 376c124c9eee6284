import HTTPTransport

/// Readers for values of open sets.
extension KeyedDecodingContainer {
    /// Reads a text as a value of an open set.
    func word<Word: RawRepresentable<String>>(_ key: Key, as type: Word.Type = Word.self) -> Word? {
        text(key).flatMap { Word(rawValue: $0) }
    }

    /// Reads the values of an open set, without invalid elements; nil if there is no list.
    func words<Word: RawRepresentable<String>>(_ key: Key, of type: Word.Type = Word.self) -> [Word]? {
        value(key, as: LossyList<LenientText>.self)?.elements.compactMap { Word(rawValue: $0.text) }
    }

    /// Reads lists, by a name from an open set.
    func groups<Name: RawRepresentable<String> & Hashable, Element: Decodable>(
        _ key: Key, of type: Element.Type = Element.self
    ) -> [Name: [Element]] {
        table(key, of: LossyList<Element>.self).reduce(into: [:]) { groups, member in
            if let name = Name(rawValue: member.key) { groups[name] = member.value.elements }
        }
    }
}

extension [String: LenientText] {
    var texts: [String: String] { mapValues(\.text) }
}

extension [String: LossyList<LenientText>] {
    var texts: [String: [String]] { mapValues { $0.elements.map(\.text) } }
}
