import Directions

/// An amount, a frequency or a time of day in a sentence. A model's sentence may contain only quantities of the label;
/// to which dose a quantity belongs is not checked.
struct AnswerCheckQuantity: Sendable, Hashable {
    let value: Double
    /// A name from `AnswerCheckQuantity.units`; nil if the number has no unit.
    let unit: String?

    /// Returns all quantities of a text, including numbers in words and "a tablet".
    static func all(in text: String) -> [Self] {
        var reader = AnswerCheckQuantityReader(text)
        return reader.read()
    }

    static func isUnit(_ letters: some Sequence<Unicode.Scalar>) -> Bool {
        var word = String.UnicodeScalarView()
        for scalar in letters where scalar.properties.isAlphabetic { word.append(scalar) }
        return units[String(word)] != nil
    }

    /// True for an amount or a frequency, false for "with food" or "in the morning".
    var isCounted: Bool { unit?.hasPrefix("@") != true }

    func isSupported(by others: Set<Self>) -> Bool {
        // An ambiguous number: two of them need not have the same value.
        guard value.isFinite else { return false }
        if others.contains(self) { return true }
        // "once a day" means the same as "daily".
        guard value == 1, unit == "time" else { return false }
        return ["day", "week", "month", "@night"].contains { others.contains(Self(value: 1, unit: $0)) }
    }

    static let units: [String: String] = {
        var units: [String: String] = [:]
        for (unit, forms) in [
            ("tablet", "tablet tablets tab tabs caplet caplets"), ("capsule", "capsule capsules cap caps"),
            ("pill", "pill pills"), ("mL", "ml mls millilitre millilitres milliliter milliliters cc"),
            ("mg", "mg mgs milligram milligrams"), ("mcg", "mcg ug mcgs microgram micrograms"),
            ("g", "g gm gms gram grams"), ("kg", "kg kgs kilo kilos kilogram kilograms"),
            ("L", "litre litres liter liters"), ("unit", "unit units iu iuis"),
            ("puff", "puff puffs inhalation inhalations"),
            ("spray", "spray sprays"), ("drop", "drop drops gtt gtts"), ("patch", "patch patches"),
            ("sachet", "sachet sachets packet packets"), ("suppository", "suppository suppositories supp"),
            ("vial", "vial vials"), ("ampoule", "ampoule ampoules amp amps"), ("lozenge", "lozenge lozenges"),
            ("dose", "dose doses"), ("injection", "injection injections shot shots"), ("bottle", "bottle bottles"),
            ("teaspoon", "teaspoon teaspoons teaspoonful teaspoonfuls tsp"),
            ("tablespoon", "tablespoon tablespoons tablespoonful tablespoonfuls tbsp"),
            ("spoonful", "spoon spoons spoonful spoonfuls"), ("applicator", "applicator applicators applicatorful"),
            ("minute", "minute minutes min mins"), ("hour", "hour hours hr hrs h hourly"),
            ("day", "day days d daily"), ("week", "week weeks wk wks weekly"), ("month", "month months mo monthly"),
            ("year", "year years yr yrs yearly"), ("time", "time times"), ("percent", "percent"), ("am", "am"),
            ("pm", "pm"), ("fold", "fold"), ("mmol", "mmol"), ("meq", "meq"),
        ] {
            for form in forms.split(separator: " ") { units[String(form)] = unit }
        }
        return units
    }()

    /// Words that contain a number and a frequency or a time.
    static let wholes: [String: Self] = {
        var wholes: [String: Self] = [
            "once": .init(value: 1, unit: "time"), "twice": .init(value: 2, unit: "time"),
            "thrice": .init(value: 3, unit: "time"), "daily": .init(value: 1, unit: "day"),
            "weekly": .init(value: 1, unit: "week"), "monthly": .init(value: 1, unit: "month"),
            "yearly": .init(value: 1, unit: "year"), "hourly": .init(value: 1, unit: "hour"),
            "fortnightly": .init(value: 2, unit: "week"), "double": .init(value: 2, unit: "fold"),
            "triple": .init(value: 3, unit: "fold"), "quadruple": .init(value: 4, unit: "fold"),
        ]
        for (moment, forms) in [
            ("morning", "morning mornings"), ("noon", "noon midday"), ("afternoon", "afternoon afternoons"),
            ("evening", "evening evenings"), ("night", "night nights nightly bedtime bed overnight midnight"),
            ("breakfast", "breakfast"), ("lunch", "lunch"), ("dinner", "dinner supper"), ("food", "food meal meals"),
            ("empty", "empty"), ("monday", "monday mondays mon"), ("tuesday", "tuesday tuesdays tue"),
            ("wednesday", "wednesday wednesdays wed"), ("thursday", "thursday thursdays thu"),
            ("friday", "friday fridays fri"), ("saturday", "saturday saturdays"), ("sunday", "sunday sundays"),
        ] {
            for form in forms.split(separator: " ") { wholes[String(form)] = .init(value: 1, unit: "@" + moment) }
        }
        return wholes
    }()

    static let numbers: [String: Double] = PrintedNumber.words.merging(
        ["dozen": 12, "couple": 2, "pair": 2, "half": 0.5, "halves": 0.5, "quarter": 0.25, "single": 1],
        uniquingKeysWith: { _, other in other })
}
