package import Foundation
package import Recognition

/// One identification: the photographs of a plant, the answer, and the person's decision.
package struct Identification: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Identification>

    /// The result of an identification.
    package enum Outcome: Sendable, Hashable {
        case open
        /// Kept as a plant of the collection.
        case kept(Plant.ID)
    }

    package let id: ID
    /// One to five, in the order they were taken.
    package let photographs: [Photograph.ID]
    /// The plant organ that each photograph shows.
    package let organs: [Organ]
    package let findings: InquiryResult
    package let outcome: Outcome

    /// Whether a plant of the collection was identified with it.
    package var isKept: Bool { outcome != .open }

    /// The answer of the findings.
    package var answer: Answer { findings.answer }

    /// `organs` is filled with `auto` if it is shorter than `photographs`.
    package init(
        id: ID, photographs: [Photograph.ID], organs: [Organ] = [], findings: InquiryResult, outcome: Outcome = .open
    ) {
        self.id = id
        self.photographs = photographs
        self.organs = photographs.indices.map { $0 < organs.count ? organs[$0] : .auto }
        self.findings = findings
        self.outcome = outcome
    }

    /// Creates an identification that only the local model answered.
    package init(id: ID, photographs: [Photograph.ID], answer: Answer, outcome: Outcome = .open) {
        let asked = ServiceCallRecord(reason: .onDeviceOnly, threshold: Policy().askBelow)
        self.init(
            id: id, photographs: photographs,
            findings: InquiryResult(answer: answer, device: answer, service: nil, asked: asked), outcome: outcome)
    }

    /// Returns the same photographs with the result of another inquiry.
    package func with(_ findings: InquiryResult) -> Identification {
        Identification(id: id, photographs: photographs, organs: organs, findings: findings, outcome: outcome)
    }

    package func with(organs: [Organ]) -> Identification {
        Identification(id: id, photographs: photographs, organs: organs, findings: findings, outcome: outcome)
    }
}

/// An identification that waits for the service: for the network, for the next quota, or for the service to recover.
package struct Waiting: Sendable, Hashable {
    package let identification: Identification.ID
    /// Why the service is needed.
    package let because: ServiceCallRecord.Reason
    /// Why the service could not be asked.
    package let obstacle: ServiceCallRecord.Reason
    package let since: Date
    /// The earliest time of the next attempt.
    package let notBefore: Date
    package let attempts: Int
    /// Incremented with every claim; only the latest claim may settle the entry.
    package let fence: Int

    /// The placeholder for an obstacle while the first inquiry runs: the entry exists in case the process ends.
    package static let underWay = ServiceCallRecord.Reason.byStrategy

    package init(
        identification: Identification.ID, because: ServiceCallRecord.Reason, obstacle: ServiceCallRecord.Reason,
        since: Date, notBefore: Date,
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

/// What a person chose instead of the first candidate; stored so that a model can be trained on its errors.
package struct Correction: Sendable, Hashable {
    package let identification: Identification.ID
    /// The scientific name of the first candidate; nil if there was none.
    package let proposed: String?
    /// What the person chose or typed; nil for "none of these".
    package let chosen: String?
    package let madeAt: Date

    package init(identification: Identification.ID, proposed: String?, chosen: String?, madeAt: Date) {
        self.identification = identification
        self.proposed = proposed
        self.chosen = chosen
        self.madeAt = madeAt
    }
}
