/// What a medicine is made up as: the words that labels use, and one word for each, singular.
enum MedicineForm {
    /// "caps" is "capsule"; nothing for a word that names no form.
    static func named(_ word: String) -> String? { words[word] }

    /// Words beside a form that say more about it and are no name: "oral", "chewable".
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

    /// What tells kinds of one medicine apart: it belongs to the name.
    static let kinds: Set<String> = [
        "er", "xr", "xl", "sr", "cr", "la", "dr", "ec", "mr", "ir", "cd", "cc", "hfa", "odt", "ds", "hcl", "hbr",
        "hydrochloride",
        "sodium", "sod", "potassium", "pot", "succinate", "succ", "tartrate", "tart", "acetate", "maleate", "mesylate",
        "besylate", "citrate", "sulfate", "sulphate", "phosphate", "fumarate", "carbonate", "calcium", "hyclate",
        "monohydrate", "dihydrate", "nitrate", "bromide", "chloride", "propionate", "furoate", "valerate", "kwikpen",
        "flexpen", "solostar", "flextouch", "diskus", "respimat", "ellipta", "turbohaler", "accuhaler", "evohaler",
        "retard", "forte", "plus", "depot", "mcr", "polst", "bitartrate", "bit", "apap", "hctz",
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
