/// The answer in a word.
package enum Verdict: String, Sendable, CaseIterable {
    case likely, unsure, doubtful
    /// Nothing can be said: too low, too close, or outside what the model knows.
    case noClearMatch = "no-clear-match"
    case notAPlant = "not-a-plant"
}

/// Why a verdict was given, for the sentence under it.
package enum Reason: String, Sendable, CaseIterable {
    case confident
    /// The best candidate is only probable.
    case uncertain
    /// The best candidate is hardly better than nothing.
    case low
    /// The first two are as good as each other.
    case close
    /// The picture is unlike what the model learned.
    case outsideKnowledge = "outside-knowledge"
    /// The picture shows something else.
    case noPlant = "no-plant"
    /// Nobody could be asked yet; the photographs wait.
    case unanswered
}
