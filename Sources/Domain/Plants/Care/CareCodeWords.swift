import Messages

// The words of codes in the current language. The codes themselves are the same in all languages, because pages, files
// and clients of the API use them. In English the words are the codes.

extension CareValue {
    /// The words for a value that is a code; nil for another value.
    public var codeWords: String? {
        guard case .text(let code) = value else { return nil }
        return switch path {
        case "light.category": CareLight.Category(rawValue: code)?.words
        case "watering.dryness": Dryness(rawValue: code)?.name
        case "watering.frequency":
            CareWatering.Frequency(rawValue: code)?.words ?? (code == "none" ? Self.never : nil)
        case "watering.amount": CareWatering.Amount(rawValue: code)?.name
        case "temperature.tolerance": CareTemperature.Tolerance(rawValue: code)?.name
        case "fertiliser.frequency": CareFertilising.Frequency(rawValue: code)?.words
        case "fertiliser.type": FertiliserType(rawValue: code)?.name
        case "growth.rate": GrowthRate(rawValue: code)?.words
        case "growth.form": GrowthForm(rawValue: code)?.words
        case "growth.rest": Rest(rawValue: code)?.name
        case "toxicity.pets", "toxicity.people": Toxicity(rawValue: code)?.name ?? Self.unknown(code)
        default: nil
        }
    }

    private static var never: String { localized("none", context: "how often") }

    private static func unknown(_ code: String) -> String? {
        code == CarePlan.unknownToxicity ? localized("not known", context: "toxicity") : nil
    }
}

extension Dryness {
    /// "very-low".
    var name: String {
        switch self {
        case .veryLow: localized("very-low", context: "moisture of soil")
        case .low: localized("low", context: "moisture of soil")
        case .medium: localized("medium", context: "moisture of soil")
        case .high: localized("high", context: "moisture of soil")
        case .wet: localized("wet", context: "moisture of soil")
        }
    }
}

extension CareWatering.Frequency {
    /// "twice weekly".
    public var words: String {
        switch self {
        case .daily: localized("daily")
        case .everyOtherDay: localized("every other day")
        case .twiceWeekly: localized("twice weekly")
        case .weekly: localized("weekly")
        case .biweekly: localized("biweekly")
        case .monthly: localized("monthly")
        }
    }
}

extension CareWatering.Amount {
    /// "thorough".
    public var name: String {
        switch self {
        case .light: localized("light", context: "amount of water")
        case .moderate: localized("moderate", context: "amount of water")
        case .thorough: localized("thorough", context: "amount of water")
        case .soak: localized("soak", context: "amount of water")
        }
    }
}

extension CareFertilising.Frequency {
    /// "quarterly".
    public var words: String {
        switch self {
        case .weekly: localized("weekly")
        case .biweekly: localized("biweekly")
        case .monthly: localized("monthly")
        case .quarterly: localized("quarterly")
        case .biannually: localized("biannually")
        case .none: localized("none", context: "how often")
        }
    }

    /// "fertiliser quarterly".
    var effect: String {
        switch self {
        case .weekly: localized("fertiliser weekly")
        case .biweekly: localized("fertiliser biweekly")
        case .monthly: localized("fertiliser monthly")
        case .quarterly: localized("fertiliser quarterly")
        case .biannually: localized("fertiliser biannually")
        case .none: localized("no fertiliser")
        }
    }
}

extension FertiliserType {
    /// "high-nitrogen".
    public var name: String {
        switch self {
        case .balanced: localized("balanced", context: "fertiliser")
        case .phosphorus: localized("phosphorus", context: "fertiliser")
        case .potassium: localized("potassium", context: "fertiliser")
        case .organic: localized("organic", context: "fertiliser")
        case .highNitrogen: localized("high-nitrogen", context: "fertiliser")
        }
    }
}

extension GrowthRate {
    /// "rapid".
    public var words: String {
        switch self {
        case .slow: localized("slow", context: "growth")
        case .moderate: localized("moderate", context: "growth")
        case .rapid: localized("rapid", context: "growth")
        }
    }
}

extension GrowthForm {
    /// "carnivorous".
    public var words: String {
        switch self {
        case .succulent: localized("succulent", context: "kind of plant")
        case .cactus: localized("cactus", context: "kind of plant")
        case .fern: localized("fern", context: "kind of plant")
        case .bulb: localized("bulb", context: "kind of plant")
        case .annual: localized("annual", context: "kind of plant")
        case .perennial: localized("perennial", context: "kind of plant")
        case .grass: localized("grass", context: "kind of plant")
        case .aroid: localized("aroid", context: "kind of plant")
        case .climber: localized("climber", context: "kind of plant")
        case .shrub: localized("shrub", context: "kind of plant")
        case .tree: localized("tree", context: "kind of plant")
        case .palm: localized("palm", context: "kind of plant")
        case .epiphyte: localized("epiphyte", context: "kind of plant")
        case .aquatic: localized("aquatic", context: "kind of plant")
        case .carnivorous: localized("carnivorous", context: "kind of plant")
        case .moss: localized("moss", context: "kind of plant")
        }
    }
}

extension Rest {
    /// "leafless".
    public var name: String {
        switch self {
        case .winter: localized("winter", context: "rest of a plant")
        case .summer: localized("summer", context: "rest of a plant")
        case .leafless: localized("leafless", context: "rest of a plant")
        case .never: localized("none", context: "rest of a plant")
        }
    }
}

extension Toxicity {
    /// "medium".
    public var name: String {
        switch self {
        case .none: localized("none", context: "toxicity")
        case .low: localized("low", context: "toxicity")
        case .medium: localized("medium", context: "toxicity")
        case .high: localized("high", context: "toxicity")
        }
    }
}
