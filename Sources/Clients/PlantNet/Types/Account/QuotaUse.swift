import HTTPTransport

/// The requests used in a day (UTC): `{"day": "2025-02-11", "quota": {"identify": {"count": 3966}}}`.
public struct QuotaUse: Codable, Sendable, Hashable {
    /// `YYYY-MM-DD`.
    public let day: String?
    /// The numbers by kind of request.
    public let quota: [String: Count]

    /// The numbers of identifications.
    public var identify: Count? { quota["identify"] }

    /// The numbers of one kind of request.
    public struct Count: Codable, Sendable, Hashable {
        /// How many requests were made.
        public let count: Int?
        /// How many are allowed.
        public let total: Int?
        /// How many remain.
        public let remaining: Int?

        private enum CodingKeys: String, CodingKey { case count, total, remaining }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = container.integer(.count)
            total = container.integer(.total)
            remaining = container.integer(.remaining)
        }
    }

    private enum CodingKeys: String, CodingKey { case day, quota }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        day = container.text(.day)
        let kinds = try? container.nestedContainer(keyedBy: KindOfRequest.self, forKey: .quota)
        guard day != nil || kinds != nil else { throw DecodingError.missing("quota", decoder) }
        quota = (kinds?.allKeys ?? []).reduce(into: [:]) { $0[$1.stringValue] = kinds?.value($1, as: Count.self) }
    }
}
