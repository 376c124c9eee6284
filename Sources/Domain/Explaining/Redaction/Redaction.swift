import Doses
import Labels
import Messages

/// The marks that replace removed text before text leaves the machine.
package enum RedactionMark: String, Sendable, Hashable, Codable, CaseIterable {
    case name, phone, email, date, number, address
    /// A word that was not confirmed and is no word of directions.
    case other

    package var text: String { self == .other ? "[left out]" : "[\(rawValue)]" }
}

/// A label that may be sent: only confirmed content, without personal data. Lines keep their numbers.
package struct RedactedLabel: Sendable, Hashable, Codable {
    package enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// The line contains no confirmed value.
        case unconfirmed
        /// The line looks as if it addresses a program.
        case suspicious
        /// Its directions were refused, so that no dose of them may be repeated.
        case refused
        /// The maximum length is reached.
        case tooLong
    }

    package struct LeftOut: Sendable, Hashable, Codable {
        /// Counted from 0.
        package let line: Int
        package let reason: Reason
    }

    /// Lines "L…" and values "M…", masked.
    package let sources: [ExplanationSource]
    package let leftOut: [LeftOut]
    package let masked: [RedactionMark: Int]
    /// The masked words, normalised, so that they are also masked in a question.
    let identifying: Set<String>
}

/// A question that may be sent.
package struct RedactedQuestion: Sendable, Hashable, Codable {
    package let text: String
    package let masked: [RedactionMark: Int]

    /// The notice for the person who asked; nil if nothing was masked.
    package var said: String? {
        guard !masked.isEmpty else { return nil }
        return localized(
            "Names, numbers and addresses in your question are left out before it is sent: “\(text, "question")”")
    }
}

/// Removes personal data before anything leaves the machine. Words that the reader marked as identifying are removed,
/// and words with the shape of personal data; of the rest only confirmed words and words of directions remain.
package enum Redaction {
    /// Maximum length of a line, and of all sources together, in Unicode scalars.
    static let lineLimit = 300
    static let totalLimit = 12_000

    /// Returns the redacted label. `names` are the names of the household's members.
    package static func redact(_ label: ConfirmedLabel, names: [String] = []) -> RedactedLabel {
        let lines = label.text?.lines ?? []
        let suspicious = Set(RedactionInjection.suspiciousLines(lines.map(\.text)))
        let confirmed = label.confirmedWords
        let refused = Set(label.refusedWords.map(\.line))
        let confirmedLines = Set(confirmed.map(\.line))
        let identifying = identifyingWords(label, names: names)
        var run = RedactionRun(identifying: identifying)
        var sources: [ExplanationSource] = []
        var leftOut: [RedactedLabel.LeftOut] = []
        var room = totalLimit
        for source in label.sources where source.id.medicine != nil {
            let masked = value(source, of: label, with: &run)
            guard let masked, masked.text.unicodeScalars.count <= room else { continue }
            room -= masked.text.unicodeScalars.count
            sources.append(masked)
        }
        var masks: [ExplanationSource] = []
        for number in lines.indices {
            if let reason: RedactedLabel.Reason =
                suspicious.contains(number)
                ? .suspicious
                : refused.contains(number) ? .refused : confirmedLines.contains(number) ? nil : .unconfirmed
            {
                leftOut.append(.init(line: number, reason: reason))
                continue
            }
            let text = line(number, of: label, confirmed: confirmed, with: &run)
            guard text.unicodeScalars.count <= min(room, lineLimit) else {
                leftOut.append(.init(line: number, reason: .tooLong))
                continue
            }
            room -= text.unicodeScalars.count
            let words = lines[number].words.indices.map { LabelReading.WordPlace(line: number, word: $0) }
            masks.append(.init(id: .line(number), text: text, words: words.filter { confirmed.contains($0) }))
        }
        return RedactedLabel(
            sources: masks + sources, leftOut: leftOut, masked: run.masked, identifying: identifying)
    }

    /// Returns the redacted question; the person's own data are masked, too.
    package static func redact(question: String, names: [String] = [], label: RedactedLabel? = nil) -> RedactedQuestion
    {
        let identifying = (label?.identifying ?? []).union(names.flatMap(telling))
        var run = RedactionRun(identifying: identifying)
        let capped = String(UntrustedText.visible(question).prefix(QuestionTriage.limit))
        let words = capped.split(separator: " ").map { RedactionWord(text: String($0), isConfirmed: false) }
        return RedactedQuestion(text: run.redact(words, isQuestion: true), masked: run.masked)
    }

    private static func line(
        _ number: Int, of label: ConfirmedLabel, confirmed: Set<LabelReading.WordPlace>, with run: inout RedactionRun
    ) -> String {
        let identifiers = Set(label.reading?.identifiers ?? [])
        let words = (label.text?.lines[number].words ?? []).enumerated().map { place, word in
            let here = LabelReading.WordPlace(line: number, word: place)
            let text = UntrustedText.visible(word.text)
            let isConfirmed = confirmed.contains(here)
            var mark: RedactionMark?
            if identifiers.contains(here) {
                mark = .name
            } else if !isConfirmed, !RedactionWords.isHarmless(text) {
                mark = .other
            }
            return RedactionWord(text: text, isConfirmed: isConfirmed, mark: mark)
        }
        return run.redact(words, isQuestion: false)
    }

    /// Returns a value, masked because a typed value may contain names, too; nil if it looks as if it addresses a
    /// program.
    private static func value(
        _ source: ExplanationSource, of label: ConfirmedLabel, with run: inout RedactionRun
    ) -> ExplanationSource? {
        guard !RedactionInjection.isSuspicious(source.text), !isRefused(source, of: label) else { return nil }
        let words = UntrustedText.visible(source.text).split(separator: " ").map {
            RedactionWord(text: String($0), isConfirmed: true)
        }
        let text = run.redact(words, isQuestion: false)
        guard text.unicodeScalars.count <= lineLimit * 3 else { return nil }
        return ExplanationSource(id: source.id, text: text, words: source.words)
    }

    /// Returns true for a value from refused directions.
    private static func isRefused(_ source: ExplanationSource, of label: ConfirmedLabel) -> Bool {
        guard let number = source.id.medicine, label.items.indices.contains(number), label.items[number].isRefused
        else {
            return false
        }
        let value = source.id.rawValue.split(separator: ".").last.map(String.init) ?? ""
        return !["name", "form", "quantity", "refills"].contains(value) && !value.hasPrefix("warning")
            && !(value == "strength" && source.text == label.items[number].medicine.strength)
    }

    /// Returns the words that identify a person anywhere: from the reader, from the household, and the name of the
    /// person who takes the medicine.
    private static func identifyingWords(_ label: ConfirmedLabel, names: [String]) -> Set<String> {
        let lines = label.text?.lines ?? []
        let read = (label.reading?.identifiers ?? []).compactMap { place -> String? in
            guard lines.indices.contains(place.line), lines[place.line].words.indices.contains(place.word) else {
                return nil
            }
            return lines[place.line].words[place.word].text
        }
        let persons = label.items.compactMap(\.medicine.person)
        let medicines = Set(label.items.flatMap { UntrustedText.words($0.medicine.name) })
        return Set((read + names + persons).flatMap(telling)).subtracting(medicines)
    }

    /// Returns the distinctive words of a name: no short words and no words of directions.
    private static func telling(_ text: String) -> [String] {
        UntrustedText.words(text).filter { word in
            let hasDigit = word.unicodeScalars.contains { $0.properties.numericType != nil }
            return word.count >= (hasDigit ? 4 : 3) && !RedactionWords.isHarmless(word)
        }
    }
}
