package import FoundationEssentials
package import Recognition

/// Remembered answers of the recognition service. A slice of `Records`.
package protocol AnswerRecords: Sendable {
    /// Returns the answer to the same question, if it was given since that time. With `likeness`, also the answer to a
    /// question whose single picture has a perceptual hash that differs by at most that many bits.
    func remembered(
        _ key: InquiryKey, since: Date, likeness: Int?
    ) async throws -> Recollection?
    /// Counts a look-up, and marks the found answer as used.
    func noteLookUp(_ found: Recollection?, at now: Date) async throws
    func cacheStatistics(since: Date) async throws -> CacheStatistics
    /// Removes the answers given before that time, or all of them. Returns their number.
    func forgetAnswers(before: Date?) async throws -> Int
}

/// An answer of a service, with the keys to find it again.
package struct RememberedAnswer: Sendable, Hashable {
    package let key: InquiryKey
    package let answer: Answer
    /// The version of the service's model; answers of other versions are removed. Nil if the service does not report
    /// it.
    package let version: String?
    /// The maximum number of stored answers; the least recently used one is removed first.
    package let limit: Int

    package init(key: InquiryKey, answer: Answer, version: String?, limit: Int) {
        self.key = key
        self.answer = answer
        self.version = version
        self.limit = limit
    }
}

/// An answer that was found, and the key under which it is stored.
package struct Recollection: Sendable, Hashable {
    package let answer: Answer
    package let name: String

    package init(answer: Answer, name: String) {
        self.answer = answer
        self.name = name
    }
}
