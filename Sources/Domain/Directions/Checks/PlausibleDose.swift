/// The largest doses that directions ask for, by form. A larger number was misprinted or misread. Docs/medicines.md
/// contains the table and its source. The bounds are wide on purpose: a dose below them is not confirmed as right.
public enum PlausibleDose {
    struct Bound: Sendable {
        let units: [String]
        /// The maximum at one time.
        let dose: Double
        /// The maximum in 24 hours.
        let day: Double
    }

    static let bounds: [Bound] = [
        Bound(units: ["tablet", "capsule", "caplet", "pill", "softgel", "film", "strip", "wafer"], dose: 12, day: 24),
        Bound(units: ["lozenge", "pastille", "gummy"], dose: 4, day: 30),
        Bound(units: ["puff", "inhalation", "actuation"], dose: 12, day: 60),
        Bound(units: ["spray"], dose: 8, day: 48), Bound(units: ["drop"], dose: 40, day: 200),
        Bound(units: ["patch"], dose: 6, day: 24),
        Bound(units: ["suppository", "pessary", "enema", "applicator"], dose: 4, day: 24),
        Bound(units: ["sachet", "packet"], dose: 8, day: 16),
        Bound(units: ["vial", "ampoule", "nebule", "pen", "syringe", "cartridge"], dose: 6, day: 24),
        Bound(units: ["spoonful", "tablespoon"], dose: 6, day: 24),
        Bound(units: ["capful", "scoop"], dose: 8, day: 16),
        Bound(units: ["application"], dose: 4, day: 24), Bound(units: ["pump", "click"], dose: 20, day: 60),
        Bound(units: ["ng"], dose: 1_000_000, day: 10_000_000), Bound(units: ["mcg"], dose: 100_000, day: 1_000_000),
        Bound(units: ["mg"], dose: 20_000, day: 60_000), Bound(units: ["g"], dose: 150, day: 600),
        Bound(units: ["kg"], dose: 0, day: 0), Bound(units: ["unit"], dose: 30_000_000, day: 60_000_000),
        Bound(units: ["L"], dose: 1, day: 4), Bound(units: ["oz"], dose: 34, day: 140),
    ]

    /// Millilitres: by mouth, by mouth for bowel preparations and feeds, and by other routes.
    static let byMouth = Bound(units: ["mL"], dose: 100, day: 1_200)
    static let byMouthOfPreparations = Bound(units: ["mL"], dose: 1_000, day: 6_000)
    static let otherVolumes = Bound(units: ["mL"], dose: 4_000, day: 8_000)
    /// A can of feed (8 US fluid ounces), in millilitres. A person checks it even if no feed is named.
    static let cans: Set = [237.0, 240]
    /// For units of insulin.
    static let insulin = Bound(units: ["unit"], dose: 300, day: 800)
    /// For drops into an eye, an ear or the nose.
    static let instilled = Bound(units: ["drop"], dose: 10, day: 240)
    /// For forms that are not in the table.
    static let others = Bound(units: [], dose: 50, day: 240)

    /// Bowel preparations, feeds and drinks.
    private static let preparations: Set = [
        "prep", "kleanprep", "klean", "moviprep", "plenvu", "picoprep", "golytely", "nulytely", "colyte", "gavilyte",
        "suprep", "citrafleet", "picolax", "polyethylene", "macrogol", "peg", "lytely", "colonoscopy", "bowel",
        "fortisip", "fortijuice", "ensure", "nutrison", "fresubin", "feed", "feeds", "formula", "boost", "glucerna",
        "jevity", "complan", "altraplen", "nutricrem", "scandishake", "contrast", "gastrografin", "glucose",
        "rehydration",
        "dioralyte", "pedialyte", "electrolyte", "saline", "shake", "supplement",
    ]
    private static let elsewhere: Set = [
        "apply", "wash", "rinse", "irrigate", "bath", "bathe", "soak", "enema", "infuse", "infusion", "instil",
        "instill",
        "inject", "mouthwash", "gargle", "swish", "spit", "shampoo", "rub", "spray", "nebuliser", "nebulizer", "add",
    ]

    static func bound(for draft: ClauseDraft, _ tokens: [Token]) -> Bound {
        let unit = draft.direction.dose?.unit ?? "tablet"
        switch unit {
        case "mL":
            let isElsewhere =
                draft.direction.route.map { $0 != "oral" } ?? tokens.contains { elsewhere.contains($0.text) }
            if isElsewhere { return otherVolumes }
            return tokens.contains { preparations.contains($0.text) } ? byMouthOfPreparations : byMouth
        case "unit" where tokens.contains(where: { insulins.contains($0.text) }): return insulin
        case "drop" where ["ophthalmic", "otic", "nasal"].contains(draft.direction.route): return instilled
        default: return bounds.first { $0.units.contains(unit) } ?? others
        }
    }

    /// Returns the largest amount that a person can log at one time without confirmation if the label names no amount.
    /// The bound for units is low because most of them are insulin. An amount without a unit counts as tablets.
    public static func most(atOnceOf unit: String?) -> Double {
        switch unit {
        case "unit": 100
        case "mL": byMouth.dose
        case let unit: (bounds.first { $0.units.contains(unit ?? "tablet") } ?? others).dose
        }
    }

    private static let insulins: Set = [
        "insulin", "lantus", "levemir", "novorapid", "novolog", "humalog", "tresiba", "toujeo", "glargine", "detemir",
        "degludec", "aspart", "lispro", "humulin", "novolin", "basaglar", "apidra", "fiasp", "abasaglar",
    ]

    /// Returns true if a solid form is swallowed 16 times a day or more. Forms for under the tongue or in the cheek are
    /// excluded.
    static func isHourlySolid(_ draft: ClauseDraft) -> Bool {
        guard let frequency = draft.direction.frequency, let unit = draft.direction.dose?.unit,
            bounds[0].units.contains(unit), !["sublingual", "buccal"].contains(draft.direction.route),
            let perDay = Assembly.perDay(frequency)
        else { return false }
        return perDay >= 16
    }
}
