/// Reads JSON in protobuf's form: members with their default value are left out. A member of another type is an error.
extension KeyedDecodingContainer {
    /// A whole number; 0 if it is missing. Throws `DecodingError` for any other value, because positions must not be
    /// guessed.
    func integerOrZero(_ key: Key) throws -> Int {
        guard contains(key), try !decodeNil(forKey: key) else { return 0 }
        if let number = try? decode(Int.self, forKey: key) { return number }
        let number = try decode(Double.self, forKey: key)
        guard let whole = Int(exactly: number.rounded()) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no number of pixels")
        }
        return whole
    }

    /// A list; empty if it is missing.
    func elements<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) throws -> [Element] {
        try decodeIfPresent([Element].self, forKey: key) ?? []
    }
}
