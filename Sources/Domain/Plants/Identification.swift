package import FoundationEssentials
package import Recognition

/// One plant looked at: its photographs, what was answered, and what the person made of it.
package struct Identification: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Identification>

    /// What became of it.
    package enum Outcome: Sendable, Hashable {
        case open
        /// A plant in the collection.
        case kept(Plant.ID)
    }

    package let id: ID
    /// One to five, in the order they were taken.
    package let photographs: [Photograph.ID]
    package let answer: Answer
    package let outcome: Outcome

    package init(id: ID, photographs: [Photograph.ID], answer: Answer, outcome: Outcome = .open) {
        self.id = id
        self.photographs = photographs
        self.answer = answer
        self.outcome = outcome
    }
}

/// What a person said instead of the first candidate; kept so that a model can learn from its mistakes.
package struct Correction: Sendable, Hashable {
    package let identification: Identification.ID
    /// The first candidate's scientific name; nothing when there was none.
    package let proposed: String?
    /// What the person chose or typed; nothing for "none of these".
    package let chosen: String?
    package let madeAt: Date

    package init(identification: Identification.ID, proposed: String?, chosen: String?, madeAt: Date) {
        self.identification = identification
        self.proposed = proposed
        self.chosen = chosen
        self.madeAt = madeAt
    }
}
