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
            if let meaning = meanings[word] { return "“\(word.uppercased())” \(meaning)" }
        }
        return nil
    }

    private static let meanings: [String: String] = [
        "prn": "on a prescription means: as needed.", "bid": "means: 2 times a day.", "bd": "means: 2 times a day.",
        "tid": "means: 3 times a day.", "tds": "means: 3 times a day.", "qid": "means: 4 times a day.",
        "qds": "means: 4 times a day.",
        "qd": "means: once a day. It is easily misread, so check it with your pharmacist.",
        "qod": "means: every other day. It is easily misread, so check it with your pharmacist.",
        "od": "can mean once a day, or the right eye. Ask your pharmacist which is meant.",
        "os": "can mean the left eye. Ask your pharmacist.", "ou": "can mean both eyes. Ask your pharmacist.",
        "au": "can mean both ears. Ask your pharmacist.", "po": "means: by mouth.", "sl": "means: under the tongue.",
        "pr": "means: into the rectum.", "pv": "means: into the vagina.",
        "iv": "means: into a vein.", "sc": "means: under the skin.", "sq": "means: under the skin.",
        "qhs": "means: every night at bedtime.", "hs": "can mean at bedtime, or half strength. Ask your pharmacist.",
        "qam": "means: every morning.", "qpm": "means: every evening.", "ac": "means: before meals.",
        "pc": "means: after meals.", "stat": "means: at once.", "nocte": "means: at night.",
        "mane": "means: in the morning.",
        "gtt": "means: drop.", "gtts": "means: drops.", "tab": "means: tablet.", "tabs": "means: tablets.",
        "cap": "means: capsule.", "caps": "means: capsules.", "sig": "on a prescription stands before the directions.",
        "disp": "stands before how much is dispensed.", "rx": "stands for: prescription.", "mcg": "means: micrograms.",
        "mg": "means: milligrams.", "ml": "means: millilitres.", "iu": "means: international units.",
        "ud": "means: as directed. Ask your pharmacist how, if the label does not say.", "tsp": "means: teaspoon.",
        "tbsp": "means: tablespoon.", "q4h": "means: every 4 hours.", "q6h": "means: every 6 hours.",
        "q8h": "means: every 8 hours.", "q12h": "means: every 12 hours.",
    ]
}
