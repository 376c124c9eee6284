/// The identity of a question to a service: the photographs as sent, their organs, the flora and the language. The
/// cache also separates answers by the service that gave them.
package struct InquiryKey: Sendable, Hashable {
    package struct Picture: Sendable, Hashable {
        package let digest: Digest
        package let organ: Organ

        package init(digest: Digest, organ: Organ) {
            self.digest = digest
            self.organ = organ
        }
    }

    /// Unique for the question; independent of the order of the photographs.
    package let text: String
    /// The key without the digests of the photographs: within a scope, similar photographs ask the same question.
    package let scope: String
    /// nil for several photographs: similarity is defined for a single one.
    package let lookalike: PerceptualHash?

    package init(pictures: [Picture], lookalike: PerceptualHash?, project: String, language: String) {
        let organs = pictures.map(\.organ.rawValue).sorted().joined(separator: "+")
        scope = ["plantnet", project, language, organs].joined(separator: "|")
        text =
            scope + "|"
            + pictures.map { "\($0.digest.hexadecimal)/\($0.organ.rawValue)" }.sorted().joined(separator: "+")
        self.lookalike = pictures.count == 1 ? lookalike : nil
    }
}

/// The size of a household's cache of service answers.
package struct CacheStatistics: Sendable, Hashable {
    package let entries: Int
    package let expired: Int
    package let hits: Int
    package let misses: Int
    /// The size of the answers only.
    package let bytes: Int

    package init(entries: Int = 0, expired: Int = 0, hits: Int = 0, misses: Int = 0, bytes: Int = 0) {
        self.entries = entries
        self.expired = expired
        self.hits = hits
        self.misses = misses
        self.bytes = bytes
    }
}
