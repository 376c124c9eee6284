import Accounts
import FoundationEssentials
import Logging
import Messages
import Metrics
package import Plants
package import Recognition

extension Identifications {
    /// Stores the pictures of one form and identifies the plant in them. Throws the errors of `capture` and
    /// `recognise`; then nothing of the form is kept.
    package func identify(_ pictures: [[UInt8]]) async throws -> Identification {
        try ActingPerson.require(.photograph)
        // Checked before pictures are decoded or stored.
        try checkCount(pictures.count)
        let policy = livePolicy.current
        let taken = pictures.map { Inquirer.Picture(bytes: $0) }
        // The model looks at the pictures while their copies are made and written.
        let look = inquirer.look(at: taken, .fresh(policy.strategy), under: policy)
        do {
            let photographs = try await photographs.capture(pictures).map(\.id)
            let identification = try await discarding(photographs) {
                try await recognised(photographs, organs: [], taken, under: policy, look)
            }
            await look?.end()
            return identification
        } catch {
            await look?.end()
            throw error
        }
    }

    /// Identifies the plant in one to five photographs, and stores the result in any case. If the service is needed and
    /// cannot be called, the photographs are put on the waiting list.
    ///
    /// Throws `HouseholdError`: `notFound`, `tooManyPhotographs`, the error of the model or the service if there is no
    /// other answer, and `noAnswer` if both failed.
    package func recognise(
        _ photographs: [Photograph.ID], organs: [Organ] = [], strategy: Strategy? = nil
    ) async throws -> Identification {
        try ActingPerson.require(.photograph)
        try checkCount(photographs.count)
        var policy = livePolicy.current
        if let strategy { policy.strategy = strategy }
        let pictures = try await pictures(photographs, organs: organs)
        return try await recognised(photographs, organs: organs, pictures, under: policy, nil)
    }

    private func recognised(
        _ photographs: [Photograph.ID], organs: [Organ], _ pictures: [Inquirer.Picture], under policy: Policy,
        _ look: Inquirer.Look?
    ) async throws -> Identification {
        let identification = try await answered(photographs, organs: organs, pictures, under: policy, look)
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
        guard 1...livePolicy.current.photographLimit ~= photographs else {
            throw HouseholdError(
                .tooManyPhotographs,
                localized("An identification needs 1 to \(livePolicy.current.photographLimit, "count") photos."),
                hint: localized("Choose the best ones: a flower, then fruit, then a leaf."))
        }
    }

    /// Removes the photographs without references if `body` throws.
    private func discarding<Value>(
        _ photographs: [Photograph.ID], unless body: () async throws -> Value
    ) async throws -> Value {
        do { return try await body() } catch {
            await self.photographs.discard(photographs)
            throw error
        }
    }

    /// Runs the inquiry and stores the result. First puts the photographs on the waiting list with the obstacle
    /// `underWay`. From then on they belong to an identification, so no sweep removes them, and if the process ends
    /// during the inquiry, neither the photographs nor the inquiry are lost.
    private func answered(
        _ photographs: [Photograph.ID], organs: [Organ], _ pictures: [Inquirer.Picture], under policy: Policy,
        _ look: Inquirer.Look?
    ) async throws -> Identification {
        let now = environment.now()
        let asked = ServiceCallRecord(reason: .byStrategy, threshold: policy.askBelow)
        let draft = Identification(
            id: try environment.newIdentifier(), photographs: photographs, organs: organs, findings: unanswered(asked))
        let entry = Waiting(
            identification: draft.id, because: .byStrategy, obstacle: Waiting.underWay, since: now,
            notBefore: now.addingTimeInterval(policy.serviceSeconds * 2 + 60))
        try await records.add(draft, waiting: entry)
        let findings: InquiryResult
        switch try await inquirer.inquire(pictures, .fresh(policy.strategy), under: policy, look: look) {
        case .answered(let result): findings = result
        case .unanswered(_, let asked) where asked.isWorthWaiting: findings = unanswered(asked)
        case .unanswered(let error, _), .pictureRefused(let error):
            // If the entry cannot be removed, the waiting list is processed later. The error of the inquiry is the one
            // to report.
            try? await records.discard(entry)
            throw error
        }
        let identification = draft.with(findings)
        do {
            try await records.amend(identification, claim: entry, waiting: waiting(identification))
            return identification
        } catch let error as HouseholdError where error.code == .claimLost {
            // The inquiry took so long (the machine was asleep) that the waiting list has been processed meanwhile.
            let stored = try await self.identification(draft.id)
            guard findings.service != nil, stored.findings.service == nil else { return stored }
            try await records.amend(identification, claim: nil, waiting: nil)
            return identification
        }
    }

    /// Repeats an identification with one more photograph of the same plant. The new identification is stored beside
    /// the old one.
    package func recognise(
        anotherAngleOf id: Identification.ID, _ bytes: [UInt8]
    ) async throws -> Identification {
        try ActingPerson.require(.photograph)
        let first = try await identification(id)
        guard case .open = first.outcome else { throw Self.alreadyKept }
        let limit = livePolicy.current.photographLimit
        guard first.photographs.count < limit else {
            throw HouseholdError(
                .tooManyPhotographs,
                localized(
                    limit, one: "This identification already has 1 photo.",
                    other: "This identification already has \(limit, "count") photos."),
                hint: localized("Start a new identification with other photos."))
        }
        let photograph = try await photographs.capture(bytes)
        let second = try await discarding([photograph.id]) {
            try await recognise(first.photographs + [photograph.id], organs: first.organs)
        }
        // From now on all photographs are in one inquiry.
        try await records.stopWaiting(first.id, claim: nil)
        try await countWaiting()
        return second
    }

    /// Calls the service for an identification regardless of the strategy. If it cannot be called now, the photographs
    /// are put on the waiting list. `organs` are the organs shown in the photographs, if the person has chosen them.
    ///
    /// Throws `HouseholdError`: `notFound`, `serviceNotConfigured`, `serviceKeyRefused`, or the error of the service if
    /// waiting does not help.
    package func askService(about id: Identification.ID, organs: [Organ] = []) async throws -> Identification {
        try ActingPerson.require(.photograph)
        var identification = try await identification(id)
        if !organs.isEmpty { identification = identification.with(organs: organs) }
        let answered = try await secondOpinion(identification, because: .byHand)
        if answered.findings.service == nil, identification.findings.service != nil {
            // The stored answer is not replaced by the reason why the call is impossible now.
            throw Self.unanswered(answered.findings.asked)
        }
        try await records.amend(answered, claim: nil, waiting: waiting(answered))
        try await countWaiting()
        return answered
    }

    /// Returns the identification with the service's answer, or with the reason why there is none. `mode` replaces the
    /// mode of a second opinion if it is given. With `isFinal`, also a permanent failure of a call is such a reason.
    ///
    /// Throws the error of an inquiry that no recogniser answered and for which waiting does not help.
    func secondOpinion(
        _ identification: Identification, _ mode: Inquiry.Mode? = nil, because: ServiceCallRecord.Reason,
        isFinal: Bool = false
    ) async throws -> Identification {
        let pictures = try await pictures(identification.photographs, organs: identification.organs)
        let outcome = try await inquirer.inquire(
            pictures, mode ?? .secondOpinion(device: identification.findings.device, because: because),
            under: livePolicy.current)
        switch outcome {
        case .answered(let result):
            if result.service == nil, !result.asked.isWorthWaiting, because == .byHand {
                // The call was requested by a person: the reason is reported, and the answer stays unchanged.
                throw Self.unanswered(result.asked)
            }
            return identification.with(result)
        case .unanswered(_, let asked) where asked.isWorthWaiting || isFinal && asked.service != nil:
            return identification.with(unanswered(asked))
        case .unanswered(let error, _), .pictureRefused(let error): throw error
        }
    }

    /// Returns the reason why the service did not answer as an error.
    private static func unanswered(_ asked: ServiceCallRecord) -> HouseholdError {
        if let failure = asked.failure { return HouseholdError(.init(rawValue: failure.code), failure.words) }
        return notAsked(asked.reason)
    }

    /// Returns the reason why the service cannot be called now as an error.
    static func notAsked(_ reason: ServiceCallRecord.Reason) -> HouseholdError {
        switch reason {
        case .offline:
            return HouseholdError(
                .serviceOffline, localized("There is no network connection now."), hint: localized("Try again later."))
        case .noQuota:
            return HouseholdError(
                .serviceQuotaUsed, localized("No requests are left today."), hint: localized("Try again tomorrow."))
        case .paused:
            return HouseholdError(
                .servicePaused, localized("Pl@ntNet failed several times."), hint: localized("Try again later."))
        case .keyRefused:
            return HouseholdError(
                .serviceKeyRefused, localized("Pl@ntNet refused the key."),
                hint: localized("Change it on the settings page."))
        default:
            return HouseholdError(
                .serviceNotConfigured, localized("There is no key for Pl@ntNet yet."),
                hint: localized("The settings page says how to get and set one."))
        }
    }

    package func identification(_ id: Identification.ID) async throws -> Identification {
        guard let identification = try await records.identification(id) else {
            throw HouseholdError(.notFound, localized("There is no such identification."))
        }
        return identification
    }

    package func list(latest count: Int) async throws -> [Identification] {
        try await records.identifications(latest: count)
    }

    /// Returns the current model, or the reason why none is available.
    package func recogniserAbout() -> Result<Recogniser.About, HouseholdError> { inquirer.recogniser.about() }

    /// Loads the model, so that the first photograph does not wait for it. Throws `HouseholdError`.
    package func warmUp() async throws { try await inquirer.recogniser.warmUp() }

    static var alreadyKept: HouseholdError {
        HouseholdError(.alreadyKept, localized("This plant is already in your collection."))
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

    /// Returns the result that is stored while no recogniser can answer.
    func unanswered(_ asked: ServiceCallRecord) -> InquiryResult {
        InquiryResult(
            answer: Answer(
                verdict: .noClearMatch, reason: .unanswered, candidates: [], rollUps: [], source: .plantNet,
                model: "Pl@ntNet", durations: .init(decode: 0, inference: 0, total: 0), answeredAt: environment.now()),
            device: nil, service: nil, asked: asked)
    }
}
