/// The identity of a question to a service: the photographs as sent, their organs, the flora and the language. The
/// cache also separates answers by the service that gave them.
public struct InquiryKey: Sendable, Hashable {
    /// One photograph of the question.
    public struct Picture: Sendable, Hashable {
        /// The digest of its bytes.
        public let digest: Digest
        /// The organ that was stated for it.
        public let organ: Organ

        public init(digest: Digest, organ: Organ) {
            self.digest = digest
            self.organ = organ
        }
    }

    /// Unique for the question; independent of the order of the photographs.
    public let text: String
    /// The key without the digests of the photographs: within a scope, similar photographs ask the same question.
    public let scope: String
    /// nil for several photographs: similarity is defined for a single one.
    public let lookalike: PerceptualHash?

    public init(pictures: [Picture], lookalike: PerceptualHash?, project: String, language: String) {
        let organs = pictures.map(\.organ.rawValue).sorted().joined(separator: "+")
        scope = ["plantnet", project, language, organs].joined(separator: "|")
        text =
            scope + "|"
            + pictures.map { "\($0.digest.hexadecimal)/\($0.organ.rawValue)" }.sorted().joined(separator: "+")
        self.lookalike = pictures.count == 1 ? lookalike : nil
    }
}

/// The size of a household's cache of service answers.
public struct CacheStatistics: Sendable, Hashable {
    /// The number of stored answers.
    public let entries: Int
    /// The number of stored answers that are too old to be used.
    public let expired: Int
    /// How often an answer was found.
    public let hits: Int
    /// How often none was found.
    public let misses: Int
    /// The size of the answers only.
    public let bytes: Int

    public init(entries: Int = 0, expired: Int = 0, hits: Int = 0, misses: Int = 0, bytes: Int = 0) {
        self.entries = entries
        self.expired = expired
        self.hits = hits
        self.misses = misses
        self.bytes = bytes
    }
}
