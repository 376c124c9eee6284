// Days are encoded as "2026-11-21" and times as "08:00".

extension LocalDay: Codable {
    /// Reads a string such as "2026-11-21"; throws a `DecodingError` for another value or a day that does not exist.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let day = LocalDay(text) else { throw DecodingError.malformed(decoder, "a day is written as 2026-11-21") }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        try box.encode(description)
    }
}

extension LocalTime: Codable {
    /// Reads "08:00" or "08:00:30"; throws a `DecodingError` for another value or a time that does not exist.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let time = LocalTime(text) else { throw DecodingError.malformed(decoder, "a time is written as 08:00") }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        try box.encode(description)
    }
}

extension DecodingError {
    static func malformed(_ decoder: any Decoder, _ problem: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: problem))
    }
}
