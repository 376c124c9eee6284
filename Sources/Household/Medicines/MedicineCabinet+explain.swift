import Accounts
import Concurrency
import Directions
import Doses
package import Explaining
import FoundationEssentials
import Labels
import Logging
import Messages
package import Wording

/// The answer to a question about a label.
package enum LabelAnswer: Sendable, Hashable {
    /// A possible emergency: answered at once, without calling any service.
    case emergency(String)
    /// A matter for a pharmacist or a prescriber, with quotations from the label.
    case refer(String, quoted: [Explanation.Sentence])
    /// From the label alone.
    case own(QuestionAnswer)
    /// The sentences of a model that passed the checks, and the number of those that did not.
    case model(Explanation, dropped: Int, note: String?)
    /// Only a model could give more, and the person has not consented to a call. `prompt` would be sent; nil if no
    /// model is configured or allowed.
    case open(prompt: ExplainerPrompt?, masked: String?)
}

extension MedicineCabinet {
    /// Returns the five parts from the label alone.
    package func explanation(of view: LabelView) async throws -> Explanation {
        Explanation.deterministic(try await known(view))
    }

    /// Returns the model; nil if none is configured or the household does not allow it.
    package func explainer() async throws -> ExplainerService? {
        guard let service = services.explainer, try await settings.home().medicines.allowsExplainer else { return nil }
        return service
    }

    /// Returns the exact prompt for the explanation of a label; nil if no model may be called. It contains confirmed
    /// data only: throws `medicineRefused` if there is none.
    package func prompt(for view: LabelView) async throws -> ExplainerPrompt? {
        guard let service = try await explainer() else { return nil }
        return try await prompt(for: try await confirmed(view), service)
    }

    /// Returns the mark of a consent: another text, host or model has another mark.
    package func mark(of prompt: ExplainerPrompt) -> String {
        let about = [services.explainer?.host ?? "", services.explainer?.model ?? "", prompt.shown]
        return Base64URL.text(
            Array(secretBox.digest(Array(about.joined(separator: "\u{0}").utf8)).prefix(12)))
    }

    /// Returns the five parts with the additions of a model, after a person has seen the prompt and consented. With
    /// `mark`, sends only a prompt that has this mark. The part about taking the medicine always comes from the label.
    ///
    /// Throws `serviceNotConfigured`, `consentMissing`, `medicineRefused`, `serviceQuotaUsed` and the errors of the
    /// service.
    package func explain(_ view: LabelView, isAgreed: Bool, mark: String? = nil) async throws -> LabelAnswer {
        let service = try await agreed(isAgreed)
        let label = try await confirmed(view)
        let prompt = try await prompt(for: label, service)
        try check(mark, of: prompt)
        return try await complete(prompt, with: service, about: label)
    }

    /// Answers a question about a label. Emergencies and matters of judgement are reported first, then the content of
    /// the label; a model is called only if `isAgreed` is true. A question or a label that is not English is referred.
    package func ask(
        _ question: String, about view: LabelView, isAgreed: Bool, mark: String? = nil
    ) async throws -> LabelAnswer {
        let triage = try await triage(question)
        if case .emergency(let text) = triage { return .emergency(text) }
        guard question.contains(where: { !$0.isWhitespace }),
            question.unicodeScalars.count <= QuestionTriage.limit
        else {
            throw HouseholdError(
                .medicineRefused, localized("A question has 1 to \(QuestionTriage.limit, "limit") characters."),
                detail: "question")
        }
        let label = try await known(view)
        switch triage {
        case .emergency(let text): return .emergency(text)
        case .refer(let text, let reason):
            return .refer(text, quoted: QuestionAnswer.quoted(for: reason, label: label))
        case .answerable: break
        }
        // Nothing is known of such a label until a person has entered its medicine.
        if let language = view.reading.language, label.items.isEmpty {
            return .refer(language.flag.sentence, quoted: [])
        }
        if let answer = QuestionAnswer.deterministic(question, label: label) { return .own(answer) }
        guard let service = try await explainer(), let confirmed = try? await confirmed(view) else {
            return .open(prompt: nil, masked: nil)
        }
        let redacted = Redaction.redact(confirmed, names: try await names())
        let asked = Redaction.redact(question: question, names: try await names(), label: redacted)
        let prompt = ExplainerPrompt.ask(asked, redacted, limits: service.limits)
        guard isAgreed else { return .open(prompt: prompt, masked: asked.said) }
        try check(mark, of: prompt)
        return try await complete(prompt, with: service, about: confirmed)
    }

    /// Classifies a question before a label is read or a service is called.
    package func triage(_ question: String) async throws -> QuestionTriage.Outcome {
        QuestionTriage.triage(
            question, region: try await region())
    }

    // MARK: -

    /// The region whose emergency numbers are shown: the chosen one, else that of the countries of the household's time
    /// zone. The zone of the machine does not count.
    package func region() async throws -> SafetyText.Region {
        let home = try await settings.home()
        if let chosen = home.medicines.region.flatMap(SafetyText.Region.init(rawValue:)) { return chosen }
        let place = settings.careServices.zones.places().first { $0.zone == home.zone }
        return place.flatMap { SafetyText.Region(countries: $0.countries) } ?? .unknown
    }

    private func prompt(for label: ConfirmedLabel, _ service: ExplainerService) async throws -> ExplainerPrompt {
        .explain(Redaction.redact(label, names: try await names()), limits: service.limits)
    }

    private func check(_ mark: String?, of prompt: ExplainerPrompt) throws {
        guard mark.map({ $0 == self.mark(of: prompt) }) ?? true else {
            throw HouseholdError(
                .consentMissing, localized("The text that would be sent is not the text that was shown."),
                detail: "changed", hint: localized("Look at it once more."))
        }
    }

    private func agreed(_ isAgreed: Bool) async throws -> ExplainerService {
        guard let service = services.explainer else {
            throw HouseholdError(
                .serviceNotConfigured, localized("No model is set up."),
                hint: localized("Docs/medicines.md says how to use one."))
        }
        guard isAgreed, try await settings.home().medicines.allowsExplainer else {
            throw HouseholdError(
                .consentMissing,
                localized("Words of a label are sent to \(service.host, "host") only if you agree to it."),
                hint: localized("Allow it in the settings, and agree to what is sent."))
        }
        return service
    }

    /// One call at a time; one more if the answer does not have the required form.
    private func complete(
        _ prompt: ExplainerPrompt, with service: ExplainerService, about label: ConfirmedLabel
    ) async throws -> LabelAnswer {
        let own = Explanation.deterministic(label)
        let grounds = ExplainerGrounds(
            prompt: prompt, label: label,
            namesIn: { [names = services.names()] in names.names(in: $0).map(\.text) })
        try await services.semaphore.acquire()
        defer { services.semaphore.release() }
        // A person agreed once, also if the model is called twice.
        var isReported = false
        func attempt() async throws -> CheckedAnswer {
            try await pace(services.explainerPace, isOwn: service.isOwn, name: nil)
            if !service.isOwn, !isReported {
                SensitiveActs.report(.labelWordsSent, service.host)
                isReported = true
            }
            return ExplainerAnswer.check(try await service.complete(prompt), against: grounds)
        }
        var answer = try await attempt()
        // A second call if the answer does not have the required form; an error of it does not affect the first answer.
        if answer.problem != nil, let second = try? await attempt() { answer = second }
        try Task.checkCancellation()
        let dropped = answer.droppedCount
        logger.debug("a model was asked", metadata: ["dropped": "\(dropped)"])
        if answer.problem != nil {
            return .model(own, dropped: dropped, note: localized("The answer of the model could not be checked."))
        }
        if answer.cannotAnswer || answer.sections.allSatisfy(\.sentences.isEmpty) {
            return .model(
                own, dropped: dropped,
                note: localized(
                    "The model could not say more than your label does. Ask your pharmacist or prescriber."))
        }
        return .model(own.adding(answer), dropped: dropped, note: nil)
    }

    /// Returns the names that a person has entered, because they must not leave the house either.
    private func names() async throws -> [String] {
        Set(try await records.personNames()).sorted()
    }

    /// Throws `medicineRefused` if no data of the label is confirmed.
    private func confirmed(_ view: LabelView) async throws -> ConfirmedLabel {
        let label = try await known(view, withUnconfirmed: false)
        guard !label.items.isEmpty else {
            throw HouseholdError(
                .medicineRefused, localized("A model can be asked only about confirmed medicines."),
                detail: "confirmation", hint: localized("Compare the medicine with its label and confirm it first."))
        }
        return label
    }

    /// Returns the confirmed data of a label, with unconfirmed data on request.
    func known(_ view: LabelView, withUnconfirmed: Bool = true) async throws -> ConfirmedLabel {
        var items: [ConfirmedLabel.Item] = []
        for (number, entry) in view.reading.entries.enumerated() {
            if let id = view.label?.confirmed[number], let kept = try await records.medicine(id) {
                items.append(
                    .init(
                        medicine: kept.medicine, directions: DirectionsReader.read(kept.medicine.sig), entry: number))
            } else if withUnconfirmed, let item = Self.unconfirmed(entry, number, of: view.reading) {
                items.append(item)
            }
        }
        return ConfirmedLabel(text: view.text, reading: view.reading, items: items)
    }

    /// Returns the data that was read and is not confirmed. Uncertain values are left out; uncertain directions count
    /// as unread. nil if there is no name, or if the label is not English.
    private static func unconfirmed(
        _ entry: LabelReading.Entry, _ number: Int, of reading: LabelReading
    ) -> ConfirmedLabel.Item? {
        guard reading.language == nil, let name = entry.name ?? entry.unknownName, let read = entry.directions else {
            return nil
        }
        let directions =
            entry.areDirectionsSure
            ? read : DirectionsReading(text: read.text, status: .refuse, clauses: [], flags: read.flags)
        func sure<Content>(_ value: LabelReading.Value<Content>?) -> Content? {
            value.flatMap { $0.isSure ? $0.content : nil }
        }
        let medicine = Medicine(
            name: name.content, strength: sure(entry.strength), form: sure(entry.form), sig: directions.text,
            clauses: directions.clauses, quantity: sure(entry.quantity),
            quantityUnit: sure(entry.quantity) == nil ? nil : entry.quantityUnit, refills: sure(entry.refills),
            warnings: reading.warnings.map(\.content))
        return ConfirmedLabel.Item(medicine: medicine, directions: directions, entry: number)
    }
}

extension ExplainerService {
    var limits: ExplainerPrompt.Limits { .init(tokens: tokenLimit, temperature: temperature) }
}
