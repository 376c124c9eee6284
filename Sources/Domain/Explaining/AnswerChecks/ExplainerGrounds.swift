import Doses

/// What an answer is checked against: the sources that were sent, and the names of the medicines.
package struct ExplainerGrounds: Sendable {
    enum Verdict: Hashable {
        case kept(Explanation.Sentence)
        case dropped(CheckedAnswer.DropReason)
    }

    private let sources: [SourceID: ExplanationSource]
    private let names: [[String]]
    private let namesIn: @Sendable (String) -> [String]

    /// `namesIn` returns the names of medicines in a text, in the notation of the list of names.
    package init(
        prompt: ExplainerPrompt, label: ConfirmedLabel, namesIn: @escaping @Sendable (_ text: String) -> [String]
    ) {
        sources = Dictionary(prompt.sources.map { ($0.id, $0) }) { first, _ in first }
        names = label.items.map { UntrustedText.words($0.medicine.name) }
        self.namesIn = namesIn
    }

    func judge(_ claim: ExplainerAnswer.Claim) -> Verdict {
        guard claim.kind != .howToTake else { return .dropped(.howToTake) }
        let text = Self.plain(claim.text)
        guard !text.isEmpty else { return .dropped(.empty) }
        guard text.unicodeScalars.count <= ExplainerAnswer.sentenceLimit else { return .dropped(.tooLong) }
        guard UntrustedText.isPlainScript(text), !AnswerCheckTalk.isSpaced(text) else { return .dropped(.script) }
        guard !AnswerCheckTalk.hasMarkup(claim.text) else { return .dropped(.markup) }
        let cited = claim.sources.map { sources[SourceID(rawValue: $0)] }
        guard !cited.contains(nil) else { return .dropped(.unknownSource) }
        return judge(claim, text, cited.compactMap(\.self))
    }

    private func judge(_ claim: ExplainerAnswer.Claim, _ text: String, _ cited: [ExplanationSource]) -> Verdict {
        let ids = cited.map(\.id)
        if claim.fromLabel, cited.contains(where: { Self.isQuote(text, of: $0.text) }) {
            // Amounts and frequencies never come from a model, not even as a quotation of the label.
            if AnswerCheckTalk.isInstruction(text), AnswerCheckQuantity.all(in: text).contains(where: \.isCounted) {
                return .dropped(.instruction)
            }
            return .kept(.init(text, sources: ids, fromLabel: true, origin: .model))
        }
        if RedactionInjection.isSuspicious(text) { return .dropped(.suspicious) }
        if AnswerCheckTalk.isForbidden(text) { return .dropped(.forbiddenTalk) }
        if AnswerCheckTalk.isInstruction(text) { return .dropped(.instruction) }
        guard isNumberSupported(text, cited) else { return .dropped(.number) }
        guard areNamesRead(text, cited) else { return .dropped(.medicineName) }
        guard claim.fromLabel else { return .kept(.init(text, fromLabel: false, origin: .general)) }
        switch AnswerCheckSupport.of(text, by: cited.map(\.text)) {
        case .supported: return .kept(.init(text, sources: ids, fromLabel: true, origin: .model))
        case .contradicted: return .dropped(.contradiction)
        case .unsupported: return .kept(.init(text, fromLabel: false, origin: .general))
        }
    }

    /// Returns true if each quantity is in the cited lines, or in the values of a medicine that is cited, named, or the
    /// only one.
    private func isNumberSupported(_ text: String, _ cited: [ExplanationSource]) -> Bool {
        let quantities = AnswerCheckQuantity.all(in: text)
        guard !quantities.isEmpty else { return true }
        let words = Set(UntrustedText.words(text))
        var medicines = Set(cited.compactMap(\.id.medicine))
        for (number, name) in names.enumerated() where name.contains(where: { $0.count > 3 && words.contains($0) }) {
            medicines.insert(number)
        }
        if names.count == 1 { medicines = [0] }
        let reading = sources.values.filter { $0.id.medicine.map(medicines.contains) ?? false }
        let supported = Set((cited + reading).flatMap { AnswerCheckQuantity.all(in: $0.text) })
        return quantities.allSatisfy { $0.isSupported(by: supported) }
    }

    /// Returns true if every known name, and every word built like one, is on the label, too.
    private func areNamesRead(_ text: String, _ cited: [ExplanationSource]) -> Bool {
        var read = Set(names.flatMap(\.self))
        for source in cited { read.formUnion(UntrustedText.words(source.text)) }
        let named =
            namesIn(text).flatMap(UntrustedText.words)
            + UntrustedText.words(text).filter(AnswerCheckTalk.soundsLikeMedicine)
        return named.allSatisfy { read.contains($0) || AnswerCheckTalk.isCommonWord($0) }
    }

    /// Returns true if the text has exactly the words of the source, optionally after "Your label says".
    private static func isQuote(_ text: String, of source: String) -> Bool {
        guard !source.contains("["), !RedactionInjection.isSuspicious(source) else { return false }
        var words = UntrustedText.words(text)
        for lead in [["your", "label", "says"], ["the", "label", "says"], ["it", "says"]] where words.starts(with: lead)
        {
            words.removeFirst(lead.count)
        }
        return !words.isEmpty && words == UntrustedText.words(source)
    }

    /// Removes invisible characters and emphasis marks.
    private static func plain(_ text: String) -> String {
        UntrustedText.visible(text.replacing("**", with: "").replacing("__", with: ""))
    }
}
