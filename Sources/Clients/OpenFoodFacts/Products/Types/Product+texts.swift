import HTTPTransport

/// What people typed from the packet, beside the fields that the service makes of it. An allergen may be named here and in no
/// tag, so whoever warns of allergens must read all of these.
extension Product {
    /// What it contains, as typed and as the service found it: `en:milk,en:nuts`, `(en) en:milk`, `oeuf, lait écrémé`.
    public var allergenTexts: [String] {
        texts(of: ["allergens"], behind: ["from_user", "from_ingredients", "imported"])
    }
    /// What there may be traces of, likewise.
    public var traceTexts: [String] { texts(of: ["traces"], behind: ["from_user", "from_ingredients", "imported"]) }
    /// Labels as typed: `Organic, may contain nuts`.
    public var labelTexts: [String] { texts(of: ["labels"]) }
    /// Warnings and other sentences of the packet, in every language of the answer.
    public var warningTexts: [String] { texts(of: ["warning", "other_information"], inLanguages: true) }
    /// Names, in every language of the answer.
    public var names: [String] { texts(of: ["product_name", "generic_name"], inLanguages: true) }
    /// The ingredients, in every language of the answer.
    public var ingredientsTexts: [String] { texts(of: ["ingredients_text"], inLanguages: true) }

    /// Each text once, in the order of their keys.
    private func texts(of names: [String], behind endings: [String] = [], inLanguages: Bool = false) -> [String] {
        guard case .object(let members) = raw else { return [] }
        func isMeant(_ key: String) -> Bool {
            names.contains { name in
                if key == name { return true }
                guard key.hasPrefix(name + "_") else { return false }
                let ending = key.dropFirst(name.count + 1)
                return endings.contains(String(ending))
                    || inLanguages && ending.count == 2 && ending.allSatisfy { $0.isASCII && $0.isLowercase }
            }
        }
        var found: [String] = []
        for key in members.keys.sorted() where isMeant(key) {
            let text = raw.words(key) ?? raw.texts(key)?.joined(separator: ", ")
            if let text, !text.isEmpty, !found.contains(text) { found.append(text) }
        }
        return found
    }
}
