/// Statements that a model's sentence must not contain, whatever it cites.
enum AnswerCheckTalk {
    static func isForbidden(_ text: String) -> Bool { PhraseWords(text, isForgiving: true).hasAny(forbidden) }

    /// Returns true for a sentence that instructs the reader to do something with a medicine.
    static func isInstruction(_ text: String) -> Bool {
        let words = UntrustedText.words(text)
        return words.indices.contains { place in
            guard verbs.contains(words[place]) else { return false }
            return place == 0 || before.contains(words[place - 1])
                || (words[place - 1] == "to" && place > 1 && urging.contains(words[place - 2]))
        }
    }

    /// Returns true for letters separated by spaces: "t e n  p i l l s".
    static func isSpaced(_ text: String) -> Bool {
        var run = 0
        for word in UntrustedText.words(text) {
            run = word.count == 1 && word.first?.isLetter == true ? run + 1 : 0
            if run >= 3 { return true }
        }
        return false
    }

    /// Returns true for a link, an address, a picture, a tag, a table, a list, a heading or a telephone number.
    static func hasMarkup(_ text: String) -> Bool {
        let folded = UntrustedText.folded(text)
        if [
            "://", "www.", "](", "![", "<", ">", "`", "#", "@", "|", "{", "}", "\\", "&lt", "&#", "mailto",
            "javascript:", "data:",
        ]
        .contains(where: { folded.contains($0) }) {
            return true
        }
        return hasDomain(folded) || hasTelephone(folded)
    }

    /// Returns true for "example.invalid", "example . com" and "example dot com".
    private static func hasDomain(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        for place in scalars.indices.dropFirst().dropLast() where scalars[place] == "." {
            if scalars[place - 1].properties.isAlphabetic, scalars[place + 1].properties.isAlphabetic { return true }
        }
        let words = UntrustedText.words(text)
        return words.indices.dropFirst().contains { place in
            domains.contains(words[place]) && (words[place - 1] == "dot" || text.contains(". " + words[place]))
        }
    }

    /// Returns true for at least seven digits with only signs and spaces between them.
    private static func hasTelephone(_ text: String) -> Bool {
        var digits = 0
        for scalar in text.unicodeScalars {
            if scalar.properties.numericType != nil {
                digits += 1
                if digits >= 7 { return true }
            } else if ![" ", "-", "(", ")", "+", ".", "/"].contains(scalar) {
                digits = 0
            }
        }
        return false
    }

    /// Returns true for words built like names of substances, and for the most common ones, which the list of names may
    /// not contain.
    static func soundsLikeMedicine(_ word: String) -> Bool {
        known.contains(word) || (word.count >= 7 && endings.contains { word.hasSuffix($0) })
    }

    /// Returns true for names in the list that are also ordinary words.
    static func isCommonWord(_ word: String) -> Bool {
        word.count < 4 || common.contains(word) || AnswerCheckQuantity.units[word] != nil
    }

    private static let verbs: Set = [
        "take", "swallow", "inhale", "inject", "apply", "drink", "use", "put", "insert", "chew", "crush", "spray",
        "give",
        "start", "stop", "continue", "increase", "decrease", "reduce", "raise", "lower", "double", "skip", "repeat",
        "mix",
        "finish", "split", "halve", "eat", "combine", "switch", "replace", "resume", "empty", "throw", "adjust",
    ]
    private static let before: Set = [
        "please", "always", "never", "not", "dont", "then", "just", "also", "should", "must", "can", "may", "could",
        "simply", "only", "now", "and", "or", "lets", "safely", "first", "instead",
    ]
    private static let urging: Set = [
        "need", "needs", "have", "has", "ought", "want", "patient", "you", "told", "advised", "best", "important",
        "sure",
        "remember", "safe", "fine", "ok", "okay", "able", "allowed", "supposed", "try", "better",
    ]
    private static let domains: Set = [
        "com", "org", "net", "invalid", "io", "info", "co", "uk", "de", "ru", "cn", "xyz", "gov",
    ]

    private static let forbidden = PhrasePattern.all(
        """
        safe|harmless|riskless; unsafe; perfectly|completely|totally fine|ok|okay|alright; it is|its fine|ok|okay|
        alright; no risk|danger|harm|interaction|interactions|problem|need|reason|warnings; no side effects; not
        dangerous|harmful|necessary|needed; double|triple|quadruple|halve|skip|miss|missed|extra|another … dose|
        doses|tablet*|pill*|medicine|amount; make up for; increase|decrease|raise|lower|reduce|change|adjust|modify|
        alter … dose|dosage|amount|strength|doses; dose|dosage … increased|decreased|raised|lowered|reduced|changed|
        adjusted|doubled|wrong|incorrect; more|less|higher|lower|larger|smaller|bigger than prescribed|the? label|
        directed|dose; more|less often than; stop|quit|discontinue|pause|cease … taking|using|it|medicine|
        medication|treatment|this; go off|without it|this|medicine; whole|entire|full|rest|all|every|remaining …
        bottle|pack*|box|strip|blister|tube|container|supply; all at once; as many|much as; you have|suffer|are
        suffering|probably|likely|certainly|definitely … disease|infection|diabetes|cancer|depression|hypertension|
        condition|asthma|disorder|syndrome; diagnos*; you|patient probably|likely|certainly|definitely has|have;
        better|worse|stronger|weaker|superior|safer than; best|strongest medicine|drug|treatment; instead of …
        doctor|pharmacist|label|printed; ignore|disregard … label|warning*|doctor|pharmacist|line*; do not|dont|no
        need … call|ask|see|contact|consult|tell … doctor|pharmacist|emergency|ambulance; can|may be? taken? … with
        … alcohol|wine|beer; with alcohol; mixed|combined|together with; interact* with; compatible; guaranteed|
        guarantee; cure|cures|cured; dose is|of|should|dosage; correct|right|usual|typical|normal|standard|
        recommended|maximum|maximal|starting dose|dosage|amount; overdose is|cannot|impossible; label is|was|must|
        may|might be? wrong|mistaken|incorrect|outdated|misprint*|error; label should|meant|means … say|instead|
        really; pregnan*; pregnancy; breastfe*; lethal|deadly|fatal|suicid*|kill; for|your child|children|kids|
        infant|baby … dose|take|given|give; drive safely; recommended to|by; i recommend|advise|suggest|prescribe|
        am; as an|a =ai|doctor|model|assistant
        """)

    private static let known: Set = [
        "aspirin", "ibuprofen", "paracetamol", "acetaminophen", "tylenol", "advil", "motrin", "aleve", "warfarin",
        "coumadin",
        "viagra", "xanax", "valium", "prozac", "zoloft", "lipitor", "nexium", "ozempic", "wegovy", "insulin",
        "metformin",
        "morphine", "codeine", "fentanyl", "heroin", "cocaine", "cannabis", "methadone", "lithium", "digoxin",
        "heparin",
        "adderall", "ritalin", "ketamine", "nurofen", "panadol", "lexapro", "eliquis", "xarelto", "plavix", "synthroid",
    ]
    private static let endings = [
        "pril", "sartan", "statin", "olol", "dipine", "cillin", "mycin", "cycline", "floxacin", "azole", "vir", "mab",
        "tinib", "glutide", "gliptin", "gliflozin", "prazole", "tidine", "setron", "triptan", "oxetine", "azepam",
        "zolam",
        "barbital", "codone", "morphone", "caine", "profen", "coxib", "sone", "solone", "thiazide", "semide", "lukast",
        "parin", "xaban", "gatran", "grel", "formin", "glitazone", "afil", "dronate", "terol", "tropium", "quine",
        "thyroxine", "dopa", "giline", "pramine", "triptyline", "apine", "idone", "piprazole", "bamate", "racetam",
    ]
    private static let common: Set = [
        "water", "alcohol", "sugar", "salt", "milk", "food", "air", "oxygen", "iron", "zinc", "calcium", "vitamin",
        "pain",
        "relief", "cold", "cough", "sleep", "aid", "daily", "health", "care", "plus", "complete", "balance", "clear",
        "ease",
        "person", "reason", "season", "lesson", "label", "line", "medicine", "blood", "pressure", "heart", "comfort",
        "kids",
        "children", "adult", "night", "allergy", "sinus", "stomach", "skin", "eye", "ear", "nasal", "throat", "fiber",
    ]
}
