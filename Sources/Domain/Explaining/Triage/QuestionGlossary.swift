import Messages

/// The meaning of abbreviations in prescriptions. Ambiguous ones are explained as such. Abbreviations that are ordinary
/// words ("as", "im") are not included.
enum QuestionGlossary {
    /// Returns the meaning; nil if the question does not ask for a known abbreviation.
    static func meaning(in question: String) -> String? {
        let words = UntrustedText.words(question)
        let isAsked =
            words.contains {
                ["mean", "means", "meaning", "stand", "stands", "abbreviation", "abbreviated", "define"].contains($0)
            }
            || (words.count <= 4 && words.starts(with: ["what", "is"])) || (words.count <= 3 && words.first == "whats")
        guard isAsked else { return nil }
        // "p.r.n." is three words and one abbreviation.
        let candidates = words + [words.filter { $0.count == 1 && $0 != "a" }.joined()]
        for word in candidates {
            if let meaning = sentence(of: word) { return meaning }
        }
        return nil
    }

    /// Returns a sentence in the language of the current task; nil for an unknown word.
    private static func sentence(of word: String) -> String? {
        let name = word.uppercased()
        switch word {
        case "prn": return localized("“\(name, "abbreviation")” on a prescription means: as needed.")
        case "bid", "bd": return localized("“\(name, "abbreviation")” means: 2 times a day.")
        case "tid", "tds": return localized("“\(name, "abbreviation")” means: 3 times a day.")
        case "qid", "qds": return localized("“\(name, "abbreviation")” means: 4 times a day.")
        case "qd":
            return localized(
                "“\(name, "abbreviation")” means: once a day. It is easily misread, so check it with your pharmacist.")
        case "qod":
            return localized(
                """
                “\(name, "abbreviation")” means: every other day. It is easily misread, so check it with your \
                pharmacist.
                """)
        case "od":
            return localized(
                "“\(name, "abbreviation")” can mean once a day, or the right eye. Ask your pharmacist which is meant.")
        case "os": return localized("“\(name, "abbreviation")” can mean the left eye. Ask your pharmacist.")
        case "ou": return localized("“\(name, "abbreviation")” can mean both eyes. Ask your pharmacist.")
        case "au": return localized("“\(name, "abbreviation")” can mean both ears. Ask your pharmacist.")
        case "po": return localized("“\(name, "abbreviation")” means: by mouth.")
        case "sl": return localized("“\(name, "abbreviation")” means: under the tongue.")
        case "pr": return localized("“\(name, "abbreviation")” means: into the rectum.")
        case "pv": return localized("“\(name, "abbreviation")” means: into the vagina.")
        case "iv": return localized("“\(name, "abbreviation")” means: into a vein.")
        case "sc", "sq": return localized("“\(name, "abbreviation")” means: under the skin.")
        case "qhs": return localized("“\(name, "abbreviation")” means: every night at bedtime.")
        case "hs":
            return localized("“\(name, "abbreviation")” can mean at bedtime, or half strength. Ask your pharmacist.")
        case "qam": return localized("“\(name, "abbreviation")” means: every morning.")
        case "qpm": return localized("“\(name, "abbreviation")” means: every evening.")
        case "ac": return localized("“\(name, "abbreviation")” means: before meals.")
        case "pc": return localized("“\(name, "abbreviation")” means: after meals.")
        case "stat": return localized("“\(name, "abbreviation")” means: at once.")
        case "nocte": return localized("“\(name, "abbreviation")” means: at night.")
        case "mane": return localized("“\(name, "abbreviation")” means: in the morning.")
        case "gtt": return localized("“\(name, "abbreviation")” means: drop.")
        case "gtts": return localized("“\(name, "abbreviation")” means: drops.")
        case "tab": return localized("“\(name, "abbreviation")” means: tablet.")
        case "tabs": return localized("“\(name, "abbreviation")” means: tablets.")
        case "cap": return localized("“\(name, "abbreviation")” means: capsule.")
        case "caps": return localized("“\(name, "abbreviation")” means: capsules.")
        case "sig": return localized("“\(name, "abbreviation")” on a prescription stands before the directions.")
        case "disp": return localized("“\(name, "abbreviation")” stands before how much is dispensed.")
        case "rx": return localized("“\(name, "abbreviation")” stands for: prescription.")
        case "mcg": return localized("“\(name, "abbreviation")” means: micrograms.")
        case "mg": return localized("“\(name, "abbreviation")” means: milligrams.")
        case "ml": return localized("“\(name, "abbreviation")” means: millilitres.")
        case "iu": return localized("“\(name, "abbreviation")” means: international units.")
        case "ud":
            return localized(
                "“\(name, "abbreviation")” means: as directed. Ask your pharmacist how, if the label does not say.")
        case "tsp": return localized("“\(name, "abbreviation")” means: teaspoon.")
        case "tbsp": return localized("“\(name, "abbreviation")” means: tablespoon.")
        case "q4h": return localized("“\(name, "abbreviation")” means: every 4 hours.")
        case "q6h": return localized("“\(name, "abbreviation")” means: every 6 hours.")
        case "q8h": return localized("“\(name, "abbreviation")” means: every 8 hours.")
        case "q12h": return localized("“\(name, "abbreviation")” means: every 12 hours.")
        default: return nil
        }
    }
}
