import FoundationEssentials
import Logging
import Metrics
package import Plants
package import Recognition

extension Identifications {
    /// Takes in the pictures of one form and names the plant in them. Throws as `capture` and `recognise`; nothing of the
    /// form is kept then.
    package func identify(_ pictures: [[UInt8]]) async throws -> Identification {
        // Before anything is decoded or kept.
        try checkCount(pictures.count)
        let photographs = try await photographs.capture(pictures).map(\.id)
        return try await discarding(photographs) { try await recognise(photographs) }
    }

    /// Names the plant in one to five photographs, and remembers the answer whatever it is. Where the service was
    /// wanted and could not be asked, the photographs wait for it.
    ///
    /// Throws `HouseholdError`: `notFound`, `tooManyPhotographs`, what the model or the service failed with where
    /// nobody else answered, `nobodyAnswered` where both failed.
    package func recognise(
        _ photographs: [Photograph.ID], organs: [Organ] = [], strategy: Strategy? = nil
    ) async throws -> Identification {
        try checkCount(photographs.count)
        var policy = inquirer.desk.policy
        if let strategy { policy.strategy = strategy }
        let pictures = try await pictures(photographs, organs: organs)
        let identification = try await answered(photographs, organs: organs, pictures, under: policy)
        try await countWaiting()
        Counter(label: "identifications_total", dimensions: [("verdict", identification.answer.verdict.rawValue)])
            .increment()
        Timer(label: "identification_duration_seconds").recordSeconds(identification.answer.durations.total / 1000)
        logger.debug(
            "photograph recognised",
            metadata: [
                "identification": "\(identification.id)", "verdict": "\(identification.answer.verdict.rawValue)",
            ])
        return identification
    }

    private func checkCount(_ photographs: Int) throws {
        guard 1...inquirer.desk.policy.photographLimit ~= photographs else {
            throw HouseholdError(
                .tooManyPhotographs,
                "One identification takes one to \(inquirer.desk.policy.photographLimit) photographs.",
                hint: "Choose the best ones: a flower, then fruit, then a leaf.")
        }
    }

    /// Removes the photographs again if `body` throws and nothing refers to them.
    private func discarding<Value>(
        _ photographs: [Photograph.ID], unless body: () async throws -> Value
    ) async throws -> Value {
        do { return try await body() } catch {
            await self.photographs.discard(photographs)
            throw error
        }
    }

    /// Inquires, and remembers what came of it. The photographs are put on the waiting list first, as under way: they
    /// belong to an identification from then on, so no sweep removes them, and a process that ends in the middle loses
    /// neither them nor the question.
    private func answered(
        _ photographs: [Photograph.ID], organs: [Organ], _ pictures: [Inquirer.Picture], under policy: Policy
    ) async throws -> Identification {
        let now = environment.now()
        let asked = ServiceCallRecord(reason: .byStrategy, threshold: policy.askBelow)
        let draft = Identification(
            id: try environment.newIdentifier(), photographs: photographs, organs: organs, findings: unanswered(asked))
        let entry = Waiting(
            identification: draft.id, because: .byStrategy, obstacle: Waiting.underWay, since: now,
            notBefore: now.addingTimeInterval(policy.serviceSeconds * 2 + 60))
        try await records.add(draft, waiting: entry, for: id)
        let findings: InquiryResult
        do {
            findings = try await inquirer.inquire(pictures, .fresh(policy.strategy), under: policy)
        } catch let error as HouseholdError {
            guard let failure = error.cause as? InquiryFailure, failure.asked.isWorthWaiting else {
                // Where it cannot be removed it is looked at again later; why it failed is what the person is to know.
                try? await records.discard(entry, for: id)
                throw error
            }
            findings = unanswered(failure.asked)
        }
        let identification = draft.with(findings)
        do {
            try await records.amend(identification, claim: entry, waiting: waiting(identification), for: id)
            return identification
        } catch let error as HouseholdError where error.code == .claimLost {
            // It took so long (a machine asleep) that the waiting list was worked off meanwhile.
            let stored = try await self.identification(draft.id)
            guard findings.service != nil, stored.findings.service == nil else { return stored }
            try await records.amend(identification, claim: nil, waiting: nil, for: id)
            return identification
        }
    }

    /// Looks again at the same plant with one more photograph; the new identification stands beside the old one.
    package func recognise(
        anotherAngleOf id: Identification.ID, _ bytes: [UInt8]
    ) async throws -> Identification {
        let first = try await identification(id)
        guard case .open = first.outcome else { throw Self.alreadyKept }
        guard first.photographs.count < inquirer.desk.policy.photographLimit else {
            throw HouseholdError(
                .tooManyPhotographs, "This plant has its \(inquirer.desk.policy.photographLimit) photographs already.",
                hint: "Identify it again with other ones.")
        }
        let photograph = try await photographs.capture(bytes)
        let second = try await discarding([photograph.id]) {
            try await recognise(first.photographs + [photograph.id], organs: first.organs)
        }
        // All of them are asked about together from now on.
        try await records.stopWaiting(first.id, claim: nil, for: self.id)
        try await countWaiting()
        return second
    }

    /// Asks the service about an identification, whatever the strategy says; where it cannot be asked now, the
    /// photographs wait. `organs` are what the photographs show, where the person said so.
    ///
    /// Throws `HouseholdError`: `notFound`, `serviceNotConfigured`, `serviceKeyRefused`, or what the service failed
    /// with where waiting does not help.
    package func askService(about id: Identification.ID, organs: [Organ] = []) async throws -> Identification {
        var identification = try await identification(id)
        if !organs.isEmpty { identification = identification.with(organs: organs) }
        let answered = try await secondOpinion(identification, because: .byHand)
        if answered.findings.service == nil, identification.findings.service != nil {
            // What was answered before is not given up for why it cannot be asked again.
            throw Self.unanswered(answered.findings.asked)
        }
        try await records.amend(answered, claim: nil, waiting: waiting(answered), for: self.id)
        try await countWaiting()
        return answered
    }

    /// The same with the service's answer, or with why there is none; in another mode than a second opinion's where one
    /// is given.
    func secondOpinion(
        _ identification: Identification, _ mode: Inquiry.Mode? = nil, because: ServiceCallRecord.Reason
    ) async throws -> Identification {
        let pictures = try await pictures(identification.photographs, organs: identification.organs)
        let findings: InquiryResult
        do {
            findings = try await inquirer.inquire(
                pictures, mode ?? .secondOpinion(device: identification.findings.device, because: because),
                under: inquirer.desk.policy)
        } catch let error as HouseholdError {
            guard let failure = error.cause as? InquiryFailure, failure.asked.isWorthWaiting else { throw error }
            return identification.with(unanswered(failure.asked))
        }
        if findings.service == nil, !findings.asked.isWorthWaiting, because == .byHand {
            // Somebody pressed a button: they are told why, and the answer stays as it was.
            throw Self.unanswered(findings.asked)
        }
        return identification.with(findings)
    }

    /// Why the service did not answer, as an error.
    private static func unanswered(_ asked: ServiceCallRecord) -> HouseholdError {
        if let failure = asked.failure { return HouseholdError(.init(rawValue: failure.code), failure.message) }
        return notAsked(asked.reason)
    }

    /// Why the service cannot be asked now, as an error.
    static func notAsked(_ reason: ServiceCallRecord.Reason) -> HouseholdError {
        switch reason {
        case .offline: return HouseholdError(.serviceOffline, "There is no network now.", hint: "Try again later.")
        case .noQuota:
            return HouseholdError(
                .serviceQuotaUsed, "Nothing is left of today's requests.", hint: "Try again tomorrow.")
        case .paused:
            return HouseholdError(.servicePaused, "Pl@ntNet failed too often lately.", hint: "Try again later.")
        case .keyRefused:
            return HouseholdError(
                .serviceKeyRefused, "Pl@ntNet does not take the key.", hint: "Change it on the settings page.")
        default:
            return HouseholdError(
                .serviceNotConfigured, "There is no key for Pl@ntNet yet.",
                hint: "The settings page says how to get and set one.")
        }
    }

    package func identification(_ id: Identification.ID) async throws -> Identification {
        guard let identification = try await records.identification(id, of: self.id) else {
            throw HouseholdError(.notFound, "There is no such identification.")
        }
        return identification
    }

    package func list(latest count: Int) async throws -> [Identification] {
        try await records.identifications(latest: count, of: id)
    }

    /// What recognises, or why nothing can at the moment.
    package func recogniserAbout() -> Result<Recogniser.About, HouseholdError> { inquirer.recogniser.about() }

    static var alreadyKept: HouseholdError {
        HouseholdError(.alreadyKept, "This one is in the collection already.")
    }

    private func pictures(_ photographs: [Photograph.ID], organs: [Organ]) async throws -> [Inquirer.Picture] {
        var pictures: [Inquirer.Picture] = []
        for (place, id) in photographs.enumerated() {
            pictures.append(
                .init(
                    bytes: try await self.photographs.picture(id, kind: .original),
                    organ: place < organs.count ? organs[place] : .auto))
        }
        return pictures
    }

    /// What is remembered while nobody could be asked.
    func unanswered(_ asked: ServiceCallRecord) -> InquiryResult {
        InquiryResult(
            answer: Answer(
                verdict: .noClearMatch, reason: .unanswered, candidates: [], rollUps: [], source: .plantNet,
                model: "Pl@ntNet", durations: .init(decode: 0, inference: 0, total: 0), answeredAt: environment.now()),
            device: nil, service: nil, asked: asked)
    }
}
