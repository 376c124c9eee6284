/// The forms of medicines: the words that labels use, and one singular name for each.
enum MedicineForm {
    /// Returns the name of the form: "caps" is "capsule". Returns nil for a word that names no form.
    static func named(_ word: String) -> String? { words[word] }

    /// Words that describe a form and are no name: "oral", "chewable".
    static let beside: Set<String> = [
        "oral", "chewable", "chew", "film", "coated", "soluble", "dispersible", "effervescent", "orodispersible",
        "ophth",
        "ophthalmic", "otic", "nasal", "topical", "vaginal", "rectal", "eye", "ear", "nose", "cfc", "free", "sugar",
        "metered",
        "dose", "gastro", "resistant", "enteric", "modified", "prolonged", "extended", "delayed", "immediate",
        "release",
        "hard", "soft", "gelatin", "sublingual", "buccal", "scalp", "pre", "filled", "disposable", "breath", "actuated",
        "softgel", "transdermal", "disintegrating", "for", "infusion", "subcutaneous",
    ]

    /// Words that distinguish kinds of one medicine and belong to its name.
    static let kinds: Set<String> = [
        "er", "xr", "xl", "sr", "cr", "la", "dr", "ec", "mr", "ir", "cd", "cc", "hfa", "odt", "ds", "hcl", "hbr",
        "hydrochloride",
        "sodium", "sod", "potassium", "pot", "succinate", "succ", "tartrate", "tart", "acetate", "maleate", "mesylate",
        "besylate", "citrate", "sulfate", "sulphate", "phosphate", "fumarate", "carbonate", "calcium", "hyclate",
        "monohydrate", "dihydrate", "nitrate", "bromide", "chloride", "propionate", "furoate", "valerate", "kwikpen",
        "flexpen", "solostar", "flextouch", "diskus", "respimat", "ellipta", "turbohaler", "accuhaler", "evohaler",
        "retard", "forte", "plus", "depot", "mcr", "polst", "bitartrate", "bit", "apap", "hctz",
    ]

    /// Returns the groups of forms in the list of strengths (its letters) that a text may mean; empty if it names no
    /// known form. A solution may be swallowed, injected, inhaled or dropped.
    static func groups(of text: String) -> Set<Character> {
        let words = LabelToken.all(in: [text]).filter { $0.kind == .letters }.map(\.text)
        var found: Set<Character> = []
        for form in words.compactMap(named) { found.formUnion(groups[form] ?? "") }
        for place in words.compactMap({ places[$0] }) where !found.isDisjoint(with: place) {
            found.formIntersection(place)
        }
        return found
    }

    /// Returns true for a form for the skin, whose strength is a share; a plain weight is the size of the tube.
    static func isSpread(_ text: String) -> Bool {
        let groups = groups(of: text)
        return groups.contains("s") && groups.isDisjoint(with: ["t", "i", "p"])
    }

    /// Words that exclude some groups: an oral solution does not go into the eye.
    private static let places: [String: String] = [
        "oral": "tl", "eye": "e", "ear": "e", "ophthalmic": "e", "otic": "e", "nasal": "r", "nose": "r",
        "injection": "i", "infusion": "i", "inhalation": "r", "nebuliser": "r", "nebulizer": "r", "rectal": "u",
        "vaginal": "ut", "topical": "s", "transdermal": "ps", "scalp": "s", "cutaneous": "s",
    ]

    private static let groups: [String: String] = [
        "tablet": "t", "caplet": "t", "capsule": "t", "pill": "t", "lozenge": "t", "pastille": "t", "wafer": "t",
        "film": "ts", "gum": "t", "suspension": "leriu", "solution": "lerisu", "syrup": "l", "elixir": "l",
        "linctus": "l", "liquid": "ls", "inhaler": "r", "spray": "rlst", "cream": "su", "ointment": "seru",
        "gel": "selu", "lotion": "se", "foam": "su", "shampoo": "s", "paste": "sl", "patch": "p", "drops": "elr",
        "suppository": "u", "pessary": "u", "powder": "lstr", "granules": "lt", "sachet": "lts", "injection": "i",
        "pen": "i", "syringe": "il", "cartridge": "ir", "nebule": "r", "mouthwash": "sl", "enema": "u", "implant": "u",
        "ring": "u", "emulsion": "sel", "concentrate": "li", "aerosol": "rs", "cleanser": "s", "swab": "s", "pad": "s",
        "vial": "ierl", "ampoule": "ierl",
    ]

    private static let words: [String: String] = {
        var words: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: " ").map(String.init)
            guard let form = parts.first else { continue }
            for word in parts { words[word] = form }
        }
        return words
    }()

    private static let lines = [
        "tablet tablets tab tabs tb tbl tbs", "caplet caplets", "capsule capsules cap caps softgel softgels",
        "pill pills",
        "suspension susp", "solution soln", "syrup syr", "elixir", "linctus", "liquid liq", "inhaler inhalers",
        "spray sprays",
        "cream crm", "ointment oint ung", "gel", "lotion lotn", "foam", "shampoo", "paste",
        "patch patches plaster plasters",
        "drops", "suppository suppositories supp supps", "pessary pessaries", "powder pwdr", "granules",
        "sachet sachets packet packets pkt", "lozenge lozenges", "pastille pastilles", "injection inj injections",
        "pen pens", "vial vials", "ampoule ampoules amp amps", "syringe syringes", "cartridge cartridges",
        "nebule nebules", "mouthwash", "enema enemas", "film films", "gum", "implant", "ring", "wafer", "emulsion",
        "concentrate", "aerosol", "cleanser", "swab", "pad pads", "device",
    ]
}
