/// The answer in a word.
public enum Verdict: String, Sendable, CaseIterable {
    case likely, unsure, doubtful
    /// No statement is possible: the confidence is too low, the candidates are too close, or the picture is outside the
    /// model's knowledge.
    case noClearMatch = "no-clear-match"
    case notAPlant = "not-a-plant"
}

/// Why a verdict was given; it selects the sentence below it.
public enum Reason: String, Sendable, CaseIterable {
    case confident
    /// The confidence of the best candidate is between the bands.
    case uncertain
    /// The model is confident, but no photograph is similar enough to its training data for a likely answer.
    case unfamiliar
    /// The photographs are too small for more than a guess (`Policy.smallestSide`), although the model is confident.
    case small
    /// The confidence of the best candidate is too low.
    case low
    /// The first two candidates are too close to each other.
    case close
    /// The picture is unlike the training data.
    case outsideKnowledge = "outside-knowledge"
    /// The picture does not show a plant.
    case noPlant = "no-plant"
    /// No source could be asked yet; the photographs are waiting.
    case unanswered
}
