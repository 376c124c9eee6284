import HTTPTransport

/// Readers for values of open sets.
extension KeyedDecodingContainer {
    /// A text made a value of one of the open sets.
    func word<Word: RawRepresentable<String>>(_ key: Key, as type: Word.Type = Word.self) -> Word? {
        text(key).flatMap { Word(rawValue: $0) }
    }

    /// Values of one of the sets, without those that do not belong to it; nil if there is no list.
    func words<Word: RawRepresentable<String>>(_ key: Key, of type: Word.Type = Word.self) -> [Word]? {
        value(key, as: LossyList<LenientText>.self)?.elements.compactMap { Word(rawValue: $0.text) }
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

extension [String: LenientText] {
    var texts: [String: String] { mapValues(\.text) }
}

extension [String: LossyList<LenientText>] {
    var texts: [String: [String]] { mapValues { $0.elements.map(\.text) } }
}
