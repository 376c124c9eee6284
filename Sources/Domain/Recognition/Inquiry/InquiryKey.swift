/// What makes two questions to a service the same question: the pictures as sent, their organs, the flora and the
/// language. Whose model answers is told apart where answers are remembered.
package struct InquiryKey: Sendable, Hashable {
    package struct Picture: Sendable, Hashable {
        package let digest: Digest
        package let organ: Organ

        package init(digest: Digest, organ: Organ) {
            self.digest = digest
            self.organ = organ
        }
    }

    /// Tells the question from every other; the order of the pictures does not count.
    package let text: String
    /// All but the pictures' digests: within one scope, a picture that looks alike asks alike.
    package let scope: String
    /// Nothing where there are several pictures: likeness is only told of one.
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

/// What a household remembers of a service's answers.
package struct CacheStatistics: Sendable, Hashable {
    package let entries: Int
    package let expired: Int
    package let hits: Int
    package let misses: Int
    /// Of the answers themselves.
    package let bytes: Int

    package init(entries: Int = 0, expired: Int = 0, hits: Int = 0, misses: Int = 0, bytes: Int = 0) {
        self.entries = entries
        self.expired = expired
        self.hits = hits
        self.misses = misses
        self.bytes = bytes
    }
}
