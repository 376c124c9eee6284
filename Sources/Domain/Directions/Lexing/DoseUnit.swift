/// A unit in which a dose is counted or measured.
public struct DoseUnit: Sendable, Hashable {
    /// How a unit measures: by counting, by weight, or by volume.
    public enum Kind: Sendable {
        /// Tablets, puffs, drops.
        case count
        /// Milligrams and other weights: beside a count they are the strength.
        case weight
        case volume
    }

    let name: String
    let kind: Kind
    /// The factor to the named unit: 5 for a spoonful, whose unit is the mL.
    var factor = 1.0

    static func named(_ word: String) -> Self? { all[word] }

    private static let all: [String: Self] = {
        var all: [String: Self] = [:]
        for (name, words) in counts {
            for word in words.split(whereSeparator: \.isWhitespace) {
                all[String(word)] = .init(name: name, kind: .count)
            }
        }
        for (name, words) in weights {
            for word in words.split(whereSeparator: \.isWhitespace) {
                all[String(word)] = .init(name: name, kind: .weight)
            }
        }
        for (name, factor, words) in volumes {
            for word in words.split(whereSeparator: \.isWhitespace) {
                all[String(word)] = .init(name: name, kind: .volume, factor: factor)
            }
        }
        return all
    }()

    private static let counts: [(String, String)] = [
        ("tablet", "tablet tablets tab tabs tabl tabls"),
        ("capsule", "capsule capsules cap caps capsul capsuls"),
        ("caplet", "caplet caplets"), ("pill", "pill pills"), ("lozenge", "lozenge lozenges troche troches"),
        ("pastille", "pastille pastilles"), ("softgel", "softgel softgels gelcap gelcaps"),
        ("gummy", "gummy gummies"), ("puff", "puff puffs pf pfs"),
        ("inhalation", "inhalation inhalations inhal inhals"),
        ("spray", "spray sprays squirt squirts"), ("drop", "drop drops gtt gtts"),
        ("patch", "patch patches"), ("applicator", "applicator applicators applicatorful applicatorfuls"),
        ("suppository", "suppository suppositories supp supps suppos"), ("pessary", "pessary pessaries"),
        ("sachet", "sachet sachets"), ("packet", "packet packets pkt pkts"), ("vial", "vial vials"),
        ("ampoule", "ampoule ampoules ampule ampules amp amps"), ("nebule", "nebule nebules neb nebs"),
        ("pen", "pen pens"), ("syringe", "syringe syringes"), ("injection", "injection injections"),
        ("dose", "dose doses"), ("click", "click clicks"), ("pump", "pump pumps"),
        ("application", "application applications appl appls app apps applic"), ("film", "film films"),
        ("strip", "strip strips"),
        ("capful", "capful capfuls"), ("scoop", "scoop scoops"), ("enema", "enema enemas"), ("ring", "ring rings"),
        ("wafer", "wafer wafers"), ("blister", "blister blisters"), ("actuation", "actuation actuations"),
        ("cartridge", "cartridge cartridges"), ("unit", "unit units u iu ius"), ("kit", "kit kits"),
        ("implant", "implant implants"),
        ("inch", "inch inches"), ("cm", "cm cms"), ("bottle", "bottle bottles"), ("tube", "tube tubes"),
        ("dropperful", "dropperful dropperfuls dropperfull dropperfulls dropper droppers"),
        ("pipette", "pipette pipettes pipetteful pipettefuls"),
        ("dessertspoon", "dessertspoon dessertspoons dessertspoonful dessertspoonfuls"),
        ("grain", "grain grains"), ("dram", "dram drams drachm drachms"), ("minim", "minim minims"),
    ]

    /// Measures without a fixed size, and measures that are hardly used today.
    static let vague: Set = ["dropperful", "pipette", "dessertspoon", "grain", "dram", "minim"]

    private static let solids: Set = [
        "tablet", "capsule", "caplet", "pill", "lozenge", "pastille", "softgel", "gummy", "patch", "suppository",
        "pessary", "film", "strip", "wafer",
    ]

    /// Returns true for counted units that contain the medicine: "tablet", "patches", "vial", "puff"; false for "unit"
    /// and "dose".
    static func isHolder(_ word: String) -> Bool {
        named(word).map { $0.kind == .count && !["unit", "dose", "application"].contains($0.name) } ?? false
    }

    /// Returns true if an unknown word is more likely a measure than a medicine: "5 scruples", "1 thimbleful".
    static func isPerhapsMeasure(_ word: String) -> Bool {
        word.hasSuffix("s") || ["ful", "full", "spoon"].contains(where: word.hasSuffix) || perhaps.contains(word)
    }

    private static let perhaps: Set = [
        "stone", "quart", "pint", "pound", "gallon", "thimble", "pellet", "globule", "granule", "scruple", "ounce",
        "piece", "square", "stick", "swab", "wipe",
        "glass", "pinch", "dollop", "splash", "sachette", "tumbler", "eggcup", "wineglass", "spritz", "squeeze",
        "measure", "portion", "serving", "helping", "ration", "bottle", "carton", "phial", "flask", "beaker", "lakh",
        "crore", "gross", "strand", "smear", "finger", "knuckle", "inhaler", "ampulla", "bolus", "shot", "gulp",
    ]

    /// Returns the kind of the unit with this name; `count` for nil; nil if the unit is unknown.
    public static func kind(of name: String?) -> Kind? {
        guard let name else { return .count }
        return kinds[name]
    }

    private static let kinds = Dictionary(
        all.values.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })

    /// Returns true for solid forms, which have no volume.
    static func isSolid(_ word: String) -> Bool { named(word).map { solids.contains($0.name) } ?? false }

    private static let weights: [(String, String)] = [
        ("mg", "mg mgs milligram milligrams milligramme milligrammes"),
        ("mcg", "mcg mcgs ug ugs microgram micrograms microgramme microgrammes"),
        ("g", "g gm gms gram grams gramme grammes"), ("ng", "ng nanogram nanograms"), ("kg", "kg kilogram kilograms"),
        ("mEq", "meq meqs milliequivalent milliequivalents"), ("mmol", "mmol mmols millimole millimoles"),
    ]

    private static let volumes: [(String, Double, String)] = [
        ("mL", 1, "ml mls milliliter milliliters millilitre millilitres cc ccs"),
        (
            "mL", 5,
            """
            teaspoon teaspoons teaspoonful teaspoonfuls tsp tsps spoonful spoonfuls spoon spoons spoonsful teaspoonsful
            spoonfull spoonfulls
            """
        ),
        ("tablespoon", 1, "tablespoon tablespoons tablespoonful tablespoonfuls tbsp tbsps"),
        ("L", 1, "l liter liters litre litres"), ("oz", 1, "oz ounce ounces"),
    ]

    /// Words for a spoon of 5 mL, alone or after "5 ml".
    static let spoons: Set = [
        "spoonful", "spoonfuls", "spoonsful", "teaspoonsful", "spoonfull", "spoonfulls", "spoon", "spoons", "teaspoon",
        "teaspoons", "teaspoonful", "teaspoonfuls", "tsp",
    ]
}

/// Units of time.
enum TimeUnit {
    static func frequency(_ word: String) -> Direction.Frequency.Unit? {
        switch word {
        case "minute", "minutes", "min", "mins": .minute
        case "hour", "hours", "hr", "hrs", "h": .hour
        case "day", "days", "d", "dy", "dys", "night", "nights": .day
        case "week", "weeks", "wk", "wks", "w": .week
        case "month", "months", "mo", "mos", "mth", "mths": .month
        default: nil
        }
    }

    static func duration(_ word: String) -> Direction.Duration.Unit? {
        switch word {
        case "hour", "hours", "hr", "hrs", "h": .hour
        case "day", "days", "d", "dy", "dys", "night", "nights": .day
        case "week", "weeks", "wk", "wks", "w": .week
        case "month", "months", "mo", "mos", "mth", "mths": .month
        case "year", "years", "yr", "yrs": .year
        default: nil
        }
    }

    /// Returns the unit that the denominator stands for: "7/7" (days), "2/52" (weeks), "3/12" (months).
    static func denominator(_ value: Double?) -> Direction.Duration.Unit? {
        switch value {
        case 7: .day
        case 52: .week
        case 12: .month
        default: nil
        }
    }
}
