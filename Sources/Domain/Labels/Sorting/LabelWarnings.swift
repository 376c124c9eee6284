/// The warnings printed on labels, recognised by their first words or by their content.
enum LabelWarnings {
    /// Returns true for a warning. Lines of directions must be recognised before.
    static func isWarning(_ letters: [String]) -> Bool {
        let first = letters.prefix(2).joined(separator: " ")
        return beginnings.begin(letters) || phrases.occur(in: letters) || isNear(first)
    }

    /// Returns true if the first word is one reading error away from the beginning of a warning.
    private static func isNear(_ first: String) -> Bool {
        guard (6..<30).contains(first.utf8.count) else { return false }
        let bytes = Array(first.utf8)
        return pairs.contains { EditDistance.isWithinOne(bytes, $0) }
    }

    private static let beginnings = LabelPhrases(beginningWords)
    private static let phrases = LabelPhrases(phraseWords)
    private static let pairs = beginningWords.filter { $0.contains(" ") }.map { Array($0.utf8) }

    private static let beginningWords = [
        "warning", "caution", "important", "your", "you", "this", "may cause", "do not", "donot", "don t", "never",
        "avoid", "keep out", "keep in",
        "keep refrigerated", "keep away", "keep this", "keep all", "keep", "store in", "store at", "store",
        "refrigerate",
        "do not refrigerate", "shake well", "shake before", "shake the", "shake", "swallow whole", "swallow this",
        "swallow", "discard", "for external", "for the", "not for", "contains", "this medicine", "this medication",
        "this drug",
        "this may", "take with", "take after", "take on", "take this", "take without", "take before", "take while",
        "finish all", "finish", "complete", "use caution", "use only", "if pregnant", "if you", "when taking",
        "while taking", "until you", "call your", "tell your", "ask your", "talk to", "read the", "read patient",
        "limit alcohol", "wash hands", "protect from", "medication should", "may discolor", "may impair", "may make",
        "can cause", "could cause", "warning do", "dissolve under", "chew before", "rinse mouth", "see leaflet",
        "important finish", "federal law", "caution federal", "flammable",
    ]

    private static let phraseWords = [
        "drowsiness", "reach of children", "reach and sight", "drink alcohol", "alcoholic", "external use",
        "if pregnant",
        "breast feeding", "breastfeeding", "operate machinery", "drive or operate", "driving", "direct sunlight",
        "sunlight", "empty stomach or", "chew or crush", "crush or chew", "grapefruit", "side effects", "dizziness may",
        "keep in the fridge", "keep in fridge", "flammable", "antacids", "indigestion remedies", "plenty of water",
        "anything else containing", "contains paracetamol", "contains aspirin", "stop taking this", "until finished",
    ]

    /// The words of warnings, which name no person.
    static let words: Set<String> = {
        var words = LabelVocabulary.set(
            """
            be careful may affect driving machines operating machinery sunlight exposure drowsy dizzy alcohol alcoholic drinks
            drink pregnant breastfeeding pharmacist advice ask call tell talk doctor nurse questions unless told tells their
            anything else containing paracetamol aspirin ibuprofen product products antacids iron dairy grapefruit remedies
            indigestion room temperature light moisture fridge freezer using use opening open bottle container weeks after
            external only internal eyes mouth contact wash hands thoroughly plenty light sensitive stain urine colour color
            discolor impair ability drive operate machine effects effect side sun sunlamps reach sight children away
            suddenly without consulting taking medicine finished prescribed complete course even feel better while when
            federal law prohibits transfer person other than whom it was
            """)
        for line in beginningWords + phraseWords { words.formUnion(line.split(separator: " ").map(String.init)) }
        return words
    }()
}
