/// The warnings that labels print, by how they begin or what they say.
enum LabelWarnings {
    /// Whether a line is one. Not for lines of directions, which are told first.
    static func isWarning(_ letters: [String]) -> Bool {
        let text = " " + letters.joined(separator: " ") + " "
        let first = letters.prefix(2).joined(separator: " ")
        return beginnings.contains { text.hasPrefix(" " + $0 + " ") || isNear(first, $0) }
            || phrases.contains { text.contains(" " + $0 + " ") }
    }

    /// A beginning of two words, one slip of reading away.
    private static func isNear(_ first: String, _ beginning: String) -> Bool {
        guard first.utf8.count >= 6, first.utf8.count < 30, beginning.contains(" ") else { return false }
        return EditDistance.between(Array(first.utf8), Array(beginning.utf8), atMost: 1) != nil
    }

    private static let beginnings = [
        "warning", "caution", "important", "your", "you", "this", "may cause", "do not", "donot", "don't", "never", "avoid", "keep out", "keep in",
        "keep refrigerated", "keep away", "keep this", "keep all", "keep", "store in", "store at", "store", "refrigerate",
        "do not refrigerate", "shake well", "shake before", "shake the", "shake", "swallow whole", "swallow this",
        "swallow", "discard", "for external", "for the", "not for", "contains", "this medicine", "this medication", "this drug",
        "this may", "take with", "take after", "take on", "take this", "take without", "take before", "take while",
        "finish all", "finish", "complete", "use caution", "use only", "if pregnant", "if you", "when taking",
        "while taking", "until you", "call your", "tell your", "ask your", "talk to", "read the", "read patient",
        "limit alcohol", "wash hands", "protect from", "medication should", "may discolor", "may impair", "may make",
        "can cause", "could cause", "warning do", "dissolve under", "chew before", "rinse mouth", "see leaflet",
        "important finish", "federal law", "caution federal", "flammable",
    ]

    private static let phrases = [
        "drowsiness", "reach of children", "reach and sight", "drink alcohol", "alcoholic", "external use", "if pregnant",
        "breast feeding", "breastfeeding", "operate machinery", "drive or operate", "driving", "direct sunlight",
        "sunlight", "empty stomach or", "chew or crush", "crush or chew", "grapefruit", "side effects", "dizziness may",
        "keep in the fridge", "keep in fridge", "flammable", "antacids", "indigestion remedies", "plenty of water",
        "anything else containing", "contains paracetamol", "contains aspirin", "stop taking this", "until finished",
    ]

    /// Their words, which name nobody.
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
        for line in beginnings + phrases { words.formUnion(line.split(separator: " ").map(String.init)) }
        return words
    }()
}
