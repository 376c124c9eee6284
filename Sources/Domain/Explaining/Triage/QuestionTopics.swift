import Directions
import Doses
import Messages
import Wording

/// Recognises simple questions, and finds the answers on the label.
enum QuestionTopics {
    static let patterns: [(QuestionAnswer.Topic, [PhrasePattern])] = [
        (
            .refills,
            PhrasePattern.all(
                """
                refil*; repeats|repeat left|remaining|prescription; how many more times; reorder
                """)
        ),
        (
            .quantity,
            PhrasePattern.all(
                """
                how many|much … in|left|bottle|box|pack|packet|dispensed|supplied|get|got|came|included|container|
                total; quantity; how big; how many tablets|pills|capsules are|were|is|do
                """)
        ),
        (
            .maximum,
            PhrasePattern.all(
                """
                maximum|max|limit; most … day|take|24|hours; at most; how many … per day|24; up to how
                """)
        ),
        (
            .howLong,
            PhrasePattern.all(
                """
                how long … for|take|use|last|course|treatment|do|should|must|need|is; how many days|weeks|months;
                until when; for how long; duration; when … finish|end|done|over
                """)
        ),
        (
            .howOften,
            PhrasePattern.all(
                """
                how often|frequently|frequent|regularly; how many times; times a|per day|daily|week; when … take|
                taking|use|do|should|must|have; what time|times; what hours; schedule; time|part of day; every how;
                morning|night|evening|bedtime; once|twice or
                """)
        ),
        (
            .food,
            PhrasePattern.all(
                """
                food; meal|meals; breakfast|lunch|dinner|supper; stomach; eat|eating; before|after eating; with|
                without|take water
                """)
        ),
        (
            .purpose,
            PhrasePattern.all(
                """
                what … =for; what … used|use|treat|treats|help|helps|do; purpose; why … take|taking|prescribed|
                given|need|have|this; reason; what does it|this do; whats it|this for
                """)
        ),
        (
            .strength,
            PhrasePattern.all(
                """
                strength; how strong; how many =mg|milligrams|micrograms|=mcg|=ml; which|what =mg|strength
                """)
        ),
        (
            .name,
            PhrasePattern.all(
                """
                what|which medicine|medication|drug|tablet|pill … this|called|it|have|on|named|here; ^what is this|
                it; ^whats this|it; whats|what … name|called; name of; called; what … medicine|medication|drug
                """)
        ),
        (
            .storage,
            PhrasePattern.all(
                """
                store|stored|storing|storage; fridge|refrigerat*|freezer|cold place; keep|kept … where|it|cool|this;
                where … keep|put
                """)
        ),
        (.handling, handling.map { PhrasePattern($0.asked) }),
        (
            .warnings,
            PhrasePattern.all(
                """
                warning*; careful|caution|cautious|precaution*; avoid; watch out; beware; attention; look out; know
                before
                """)
        ),
        (
            .howMuch,
            PhrasePattern.all(
                """
                how much; how many; what|whats … dose|dosage; dose; dosage; amount; number of tablets|pills|puffs|
                drops|capsules
                """)
        ),
        (
            .howToTake,
            PhrasePattern.all(
                """
                how … take|taking|use|using|apply|inhale|inject|taken|used|swallow|administer|put; directions|
                instructions|direction; what … label say|says; label say|says; explain; read … label|it|this; plain
                words|english; where … apply|put|drops|use; which eye|ear|nostril|side|arm; as needed
                """)
        ),
    ]

    /// Subjects of a question, and the beginnings of the words by which a label mentions them.
    private static let handling: [(asked: String, stems: [String])] = [
        ("crush*", ["crush", "swallow whole", "whole"]), ("chew*", ["chew", "swallow whole", "whole"]),
        ("shake|shaken|shaking", ["shak"]),
        ("drive|driving|machine*|drows*|sleepy", ["driv", "machine", "drows"]), ("sun|sunlight|sunshine", ["sun"]),
        ("swallow whole", ["whole"]), ("water", ["water"]), ("dissolve*", ["dissolv"]), ("rinse", ["rinse"]),
        ("discard|throw", ["discard"]),
    ]

    static func answer(_ topic: QuestionAnswer.Topic, question: PhraseWords, label: ConfirmedLabel) -> [Explanation
        .Sentence]
    {
        let found =
            switch topic {
            case .meaning: [Explanation.Sentence]()
            case .refills:
                values("refills", of: label) { refills, _ in
                    localized(Int(refills) ?? 0, one: "1 refill", other: "\(refills, "count") refills")
                }
            case .quantity:
                values("quantity", of: label) { quantity, medicine in
                    localized("Quantity \(medicine.quantityWords ?? quantity, "quantity")")
                }
            case .strength: values("strength", of: label) { strength, _ in strength }
            case .name: label.items.indices.map { Explanation.medicine($0, label) }
            case .purpose: label.items.indices.flatMap { Explanation.uses($0, label) }
            case .warnings: Explanation.warnings(label)
            case .howToTake: Explanation.howToTake(label)
            case .storage: lines(with: ["store", "fridge", "refrigerat", "cool", "temperature", "keep"], of: label)
            case .handling:
                lines(with: handling.filter { PhrasePattern($0.asked).matches(question) }.flatMap(\.stems), of: label)
            case .food:
                directions([.when], of: label, where: \.speaksOfMeals)
                    + lines(with: ["food", "meal", "stomach", "water"], of: label)
            case .howMuch: directions([.dose, .strength], of: label) { $0.dose != nil }
            case .howLong: directions([.duration, .count], of: label) { $0.duration != nil || $0.count != nil }
            case .maximum: directions([.max], of: label) { $0.maximum != nil }
            case .howOften:
                directions([.frequency, .times, .days, .when, .asNeeded], of: label) {
                    $0.frequency != nil || !$0.times.isEmpty || !$0.days.isEmpty || !$0.when.isEmpty || $0.isAsNeeded
                }
            }
        return found.isEmpty ? [Explanation.own(SafetyText.notOnLabel)] : found
    }

    /// Returns the warnings of the label that contain one of the stems.
    static func lines(with stems: [String], of label: ConfirmedLabel) -> [Explanation.Sentence] {
        let warnings = Explanation.warnings(label).filter { sentence in
            let text = UntrustedText.folded(sentence.text)
            return sentence.fromLabel && stems.contains { text.contains($0) }
        }
        return warnings
    }

    private static func values(
        _ value: String, of label: ConfirmedLabel, words: (String, Medicine) -> String
    ) -> [Explanation.Sentence] {
        label.items.indices.compactMap { number in
            let id = SourceID.medicine(number, value)
            guard let source = label.sources(of: label.items[number], number: number).first(where: { $0.id == id })
            else {
                return nil
            }
            let medicine = label.items[number].medicine
            let said = words(source.text, medicine)
            return .init(
                localized("Your label says for \(medicine.name, "medicine"): \(said, "value")."), sources: [id],
                fromLabel: true, origin: .label)
        }
    }

    /// Returns our sentences for medicines whose directions contain these fields, restricted to the fields if the spans
    /// are known.
    private static func directions(
        _ fields: [DirectionsReading.Field], of label: ConfirmedLabel, where says: (Direction) -> Bool
    ) -> [Explanation.Sentence] {
        label.items.indices.flatMap { number -> [Explanation.Sentence] in
            let item = label.items[number]
            guard item.medicine.clauses.contains(where: says) else { return [] }
            let alone = ConfirmedLabel(text: label.text, reading: label.reading, items: [item])
            let ids = Set(fields.map { SourceID.medicine(0, $0.rawValue) })
            let all = Explanation.howToTake(alone).filter(\.fromLabel)
            let fitting = all.filter { !ids.isDisjoint(with: $0.sources) }
            return (fitting.isEmpty ? all : fitting).map { renumbered($0, number, label) }
        }
    }

    private static func renumbered(
        _ sentence: Explanation.Sentence, _ number: Int, _ label: ConfirmedLabel
    ) -> Explanation.Sentence {
        let before = label.items.count > 1 ? label.items[number].medicine.name + ": " : ""
        let sources = sentence.sources.map { id in
            guard id.medicine == 0, let dot = id.rawValue.firstIndex(of: ".") else { return id }
            return SourceID.medicine(number, String(id.rawValue[dot...].dropFirst()))
        }
        return .init(before + sentence.text, sources: sources, fromLabel: sentence.fromLabel, origin: sentence.origin)
    }
}

extension Direction {
    fileprivate var speaksOfMeals: Bool {
        when.contains { [.C, .CM, .CD, .CV, .AC, .ACM, .ACD, .ACV, .PC, .PCM, .PCD, .PCV].contains($0) }
    }
}
