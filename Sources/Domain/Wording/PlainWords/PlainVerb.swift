import Directions

/// The verb of a sentence and the place of the medicine: from route and form, otherwise from the verb of the label,
/// otherwise "use". A route that the label does not state is never implied.
enum PlainVerb {
    /// The verbs of labels and the form used in our sentences.
    static let ofLabels = [
        "take": "Take", "takes": "Take", "taken": "Take", "taking": "Take", "give": "Give", "given": "Give",
        "administer": "Give", "chew": "Chew", "chewed": "Chew", "dissolve": "Dissolve", "dissolved": "Dissolve",
        "suck": "Suck", "sucked": "Suck", "swallow": "Swallow", "drink": "Drink", "inject": "Inject",
        "injected": "Inject", "insert": "Insert", "inserted": "Insert", "instill": "Put", "instil": "Put",
        "instilled": "Put", "put": "Put", "place": "Put", "apply": "Apply", "applied": "Apply", "use": "Use",
        "used": "Use", "inhale": "Inhale", "inhaled": "Inhale", "spray": "Spray",
    ]

    static func verb(for direction: Direction, label: String?) -> String {
        guard let route = direction.route else { return label ?? usual(for: direction.dose?.unit) }
        let (usual, also): (String, Set<String>) =
            switch route {
            case "oral": ("Take", ["Give", "Chew", "Dissolve", "Suck", "Swallow", "Drink"])
            case "sublingual", "buccal": ("Put", ["Take", "Give", "Dissolve", "Use"])
            case "topical", "transdermal": ("Apply", [])
            case "inhalation": ("Inhale", [])
            case "nasal": ("Use", ["Put"])
            case "ophthalmic", "otic": ("Put", ["Use"])
            case "rectal", "vaginal": ("Insert", ["Use", "Put"])
            case "subcutaneous", "intramuscular", "intravenous": ("Inject", ["Give"])
            default: (label ?? "Use", [])
            }
        return label.flatMap { also.contains($0) ? $0 : nil } ?? usual
    }

    /// "by mouth", "in each eye".
    static func place(for direction: Direction, source: PlainSource) -> String? {
        let site = direction.site.flatMap { $0.isEmpty ? nil : sited($0) }
        guard let route = direction.route else { return site }
        switch route {
        case "topical": return site
        case "inhalation": return source.saysNebuliser ? "using a nebulizer" : site
        case "ophthalmic": return site ?? "in the eye"
        case "otic": return site ?? "in the ear"
        case "nasal": return site ?? "in the nose"
        default: break
        }
        guard let words = places[route] else {
            return ["by \(route) route", site].compactMap(\.self).joined(separator: " ")
        }
        return [words, site].compactMap(\.self).joined(separator: " ")
    }

    private static let places = [
        "oral": "by mouth", "sublingual": "under the tongue", "buccal": "inside the cheek",
        "transdermal": "to the skin (transdermal)", "rectal": "in the rectum", "vaginal": "in the vagina",
        "subcutaneous": "under the skin", "intramuscular": "into a muscle", "intravenous": "into a vein",
    ]

    /// "both eyes" could mean one drop for both.
    private static func sited(_ site: String) -> String {
        let bare =
            ["into ", "in "].first(where: site.lowercased().hasPrefix).map { site.dropFirst($0.count) } ?? site[...]
        switch bare.lowercased() {
        case "both eyes", "each eye": return "in each eye"
        case "both ears", "each ear": return "in each ear"
        case "both nostrils", "each nostril": return "in each nostril"
        default:
            let first = site.split(separator: " ").first.map(String.init) ?? ""
            if ["in", "into", "to", "on", "onto", "inside", "under", "at"].contains(first) { return site.lowercased() }
            let article = ["the", "each", "both", "one", "a", "an", "your", "affected"].contains(first) ? "" : "the "
            let isInside = site.hasSuffix("eye") || site.hasSuffix("ear") || site.hasSuffix("nostril")
            return "\(isInside ? "in" : "to") \(first == "affected" ? "the " : article)\(site)"
        }
    }

    private static func usual(for unit: String?) -> String {
        switch unit {
        case "tablet", "capsule", "caplet", "pill": "Take"
        case "suppository": "Insert"
        default: "Use"
        }
    }
}
