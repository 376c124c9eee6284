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
    /// What each of them shows.
    package let organs: [Organ]
    package let findings: InquiryResult
    package let outcome: Outcome

    /// What the findings come to.
    package var answer: Answer { findings.answer }

    /// `organs` are `auto` where fewer are given than there are photographs.
    package init(
        id: ID, photographs: [Photograph.ID], organs: [Organ] = [], findings: InquiryResult, outcome: Outcome = .open
    ) {
        self.id = id
        self.photographs = photographs
        self.organs = photographs.indices.map { $0 < organs.count ? organs[$0] : .auto }
        self.findings = findings
        self.outcome = outcome
    }

    /// One that only the device answered.
    package init(id: ID, photographs: [Photograph.ID], answer: Answer, outcome: Outcome = .open) {
        let asked = Asked(reason: .onDeviceOnly, threshold: Policy().askBelow)
        self.init(
            id: id, photographs: photographs,
            findings: InquiryResult(answer: answer, device: answer, service: nil, asked: asked), outcome: outcome)
    }

    /// The same photographs after another inquiry.
    package func with(_ findings: InquiryResult) -> Identification {
        Identification(id: id, photographs: photographs, organs: organs, findings: findings, outcome: outcome)
    }

    package func with(organs: [Organ]) -> Identification {
        Identification(id: id, photographs: photographs, organs: organs, findings: findings, outcome: outcome)
    }
}

/// An identification that waits for the service: for the network, for tomorrow's quota, or for it to recover.
package struct Waiting: Sendable, Hashable {
    package let identification: Identification.ID
    /// Why the service was wanted.
    package let because: Asked.Reason
    /// Why it could not be asked.
    package let obstacle: Asked.Reason
    package let since: Date
    /// Not worth trying before.
    package let notBefore: Date
    package let attempts: Int
    /// Raised with every claim; only who holds the latest may settle it.
    package let fence: Int

    /// Stands for an obstacle while the first inquiry is under way: the entry is there in case its process ends.
    package static let underWay = Asked.Reason.byStrategy

    package init(
        identification: Identification.ID, because: Asked.Reason, obstacle: Asked.Reason, since: Date, notBefore: Date,
        attempts: Int = 0, fence: Int = 0
    ) {
        self.identification = identification
        self.because = because
        self.obstacle = obstacle
        self.since = since
        self.notBefore = notBefore
        self.attempts = attempts
        self.fence = fence
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
