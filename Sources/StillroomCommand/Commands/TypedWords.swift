import Messages

/// Words that a person types as they are, in every language, as lists for help and errors.
enum TypedWords {
    static var allergens: String { "nuts,milk" }
    static var answerKeys: String { LocalList.or(["y", "n", "s"]) }
    static var answers: String { LocalList.or(["yes", "no", "skip"]) }
    static var archiveReasons: String { LocalList.or(["died", "sold", "given-away", "other"]) }
    static var choreKinds: String { "watering, fertilising, pruning, repotting …" }
    static var collectionFormats: String { LocalList.or(["json", "csv", "darwin-core"]) }
    static var colours: String { LocalList.or(["auto", "always", "never"]) }
    static var endKey: String { "q" }
    static var gameKeys: String { LocalList.or(["y", "n", "s", endKey]) }
    static var lastWaterings: String { "today, yesterday, few-days, week, unknown" }
    static var materials: String { LocalList.or(["plastic", "clay", "glazed", "metal", "wood", "fabric"]) }
    static var medicineFormats: String { LocalList.or(["json", "csv", "fhir"]) }
    static var orders: String { LocalList.or(["popular", "random", "confidence"]) }
    static var places: String { LocalList.or(["indoor", "outdoor", "balcony", "greenhouse"]) }
    static var questionKinds: String { "category, label, brand …" }
    static var shells: String { LocalList.or(["bash", "zsh", "fish"]) }
    static var snoozes: String { LocalList.or(["2h", "3d", "tomorrow", "2026-11-21T18:00:00Z"]) }
    static var spots: String { LocalList.or(["shaded", "usual", "bright"]) }
    static var stockPlaces: String { "cupboard, fridge, freezer, cellar" }
    static var traceRules: String { LocalList.or(["refuse", "careful", "accept"]) }
    static var preferences: String { "vegan, vegetarian, palm-oil-free" }

}

/// Answers at a prompt, in lower case. The English words are understood in every language, too.
extension TypedWords {
    static var yes: String { localized("yes", context: "typed at a prompt").lowercased() }
    static var no: String { localized("no", context: "typed at a prompt").lowercased() }
    static var skip: String { localized("skip", context: "typed at a prompt").lowercased() }
    static var quit: String { localized("quit", context: "typed at a prompt").lowercased() }
}
