public import Foundation
public import HTTPTransport

/// A product. Every value may be missing, because it has not been entered or was not requested: nil and
/// empty mean not known, never zero and never none.
public struct Product: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    // MARK: What it is

    /// As stored: digits, 8 or 13 of them mostly.
    public var code: String? { raw.words("code") ?? raw.words("_id") ?? raw.words("id") }
    /// `food`, `beauty`, `petfood`, `product`.
    public var productType: String? { raw.words("product_type") }
    /// In the language asked for, or the product's own.
    public var name: String? { raw.words("product_name") }
    /// As "Hazelnut spread with cocoa".
    public var genericName: String? { raw.words("generic_name") }
    /// As written, with commas.
    public var brands: String? {
        raw.words("brands") ?? raw.texts("brands").flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") }
    }
    /// As `ferrero`, since API 3.2 `xx:ferrero`; Robotoff's have no prefix.
    public var brandTags: [String] { tags("brands") }
    /// As `400 g`.
    public var quantity: String? { raw.words("quantity") }
    /// In grams or millilitres.
    public var quantityAmount: Double? { raw.number("product_quantity") }
    /// As `15 g`.
    public var servingSize: String? { raw.words("serving_size") }
    /// In grams or millilitres.
    public var servingAmount: Double? { raw.number("serving_quantity") }
    /// The product's own language.
    public var language: Language? { raw.word("lang") }

    /// In one language, if it has been entered.
    public func name(in language: Language) -> String? { raw.words("product_name_\(language)") }

    /// In one language, if it has been entered.
    public func genericName(in language: Language) -> String? { raw.words("generic_name_\(language)") }

    // MARK: Scores

    /// Nil if the response has none; ``NutriScore/unknown`` if it cannot be computed.
    public var nutriScore: NutriScore? {
        raw.word("nutriscore_grade") ?? raw.word("nutrition_grades") ?? raw.word("nutrition_grade_fr")
    }
    /// Points: the fewer the better. They are below zero for the best.
    public var nutriScorePoints: Int? { raw.integer("nutriscore_score") }
    /// Nil if the answer has none.
    public var novaGroup: NovaGroup? {
        if let group = raw.word("nova_group", as: NovaGroup.self) { return group }
        // `en:4-ultra-processed-food-and-drink-products`, `unknown`, `not-applicable`
        guard let tag = raw.texts("nova_groups_tags")?.first else { return nil }
        let word = tag.hasPrefix("en:") ? String(tag.dropFirst(3).prefix { $0.isNumber }) : tag
        return word.isEmpty ? nil : NovaGroup(rawValue: word)
    }
    /// Nil if the answer has none. The Eco-Score's key until API 3.0.
    public var greenScore: GreenScore? { raw.word("environmental_score_grade") ?? raw.word("ecoscore_grade") }
    /// 0 to 100, and above with a bonus: the more the better.
    public var greenScorePoints: Int? { raw.integer("environmental_score_score") ?? raw.integer("ecoscore_score") }
    /// By nutrient: `low`, `moderate`, `high`.
    public var nutrientLevels: [String: String] { raw.members("nutrient_levels").compactMapValues(\.asText) }

    // MARK: What is in it

    /// As on the packet; allergens stand between underscores.
    public var ingredientsText: String? { raw.words("ingredients_text") }
    /// Parsed; nil if the answer has none.
    public var ingredients: [Ingredient]? { raw.list("ingredients") == nil ? nil : raw.values("ingredients") }
    /// How many there are.
    public var ingredientCount: Int? { raw.integer("ingredients_n") }
    /// How many of them the service does not know.
    public var unknownIngredientCount: Int? { raw.integer("unknown_ingredients_n") }
    /// As `en:vegan`, `en:palm-oil-free`, `en:vegetarian-status-unknown`.
    public var ingredientAnalysis: [String] { tags("ingredients_analysis") }
    /// Whether the ingredients are marked as complete; nil if the response does not say.
    public var hasAllIngredients: Bool? {
        guard let states = raw.texts("states_tags") else { return nil }
        if states.contains("en:ingredients-to-be-completed") { return false }
        return states.contains("en:ingredients-completed") ? true : nil
    }
    /// The allergens; see ``AllergenStatement``.
    public var allergens: AllergenStatement {
        AllergenStatement(tags: raw.texts("allergens_tags"), states: raw.texts("states_tags"))
    }
    /// Possible traces. Never ``AllergenStatement/none`` because of what is entered: traces are in no list
    /// of ingredients.
    public var traces: AllergenStatement { AllergenStatement(tags: raw.texts("traces_tags"), states: nil) }
    /// As `en:e322`; nil if the answer has none.
    public var additives: [String]? { raw.texts("additives_tags") }

    /// In one language, if it has been entered.
    public func ingredientsText(in language: Language) -> String? { raw.words("ingredients_text_\(language)") }

    // MARK: Nutrition

    /// By nutrient, as `energy-kcal`, `fat`, `saturated-fat`, `sugars`, `salt`.
    public var nutriments: [String: Nutriment] {
        let flat = raw.members("nutriments")
        guard flat.isEmpty, let set = raw["nutrition"]?["aggregated_set"] else { return Nutriment.table(flat: flat) }
        return Nutriment.table(set: set)
    }
    /// `100g` or `serving`: the quantity that the packet's numbers refer to.
    public var nutritionDataPer: String? { raw.words("nutrition_data_per") }
    /// Whether the packet is marked as having no nutrition facts.
    public var hasNoNutritionData: Bool {
        raw.text("no_nutrition_data") == "on" || raw.flag("no_nutrition_data") == true
            || raw["nutrition"]?.flag("no_nutrition_data_on_packaging") == true
    }

    // MARK: Where it belongs

    /// As `en:chocolates`, from wide to narrow.
    public var categories: [String] { tags("categories") }
    /// As `en:organic`.
    public var labels: [String] { tags("labels") }
    /// As `en:france`.
    public var countries: [String] { tags("countries") }
    /// Parts of the packaging.
    public var packagings: [Packaging] { raw.values("packagings") }
    /// As `en:ingredients-completed`.
    public var states: [String] { tags("states") }
    /// As `en:energy-value-in-kcal-does-not-match-value-computed-from-other-nutrients`.
    public var qualityErrors: [String] { tags("data_quality_errors") }
    /// From 0 to 1.
    public var completeness: Double? { raw.number("completeness") }
    /// When it was last changed.
    public var lastModified: Date? { raw.moment("last_modified_t") }
    /// Counts its changes.
    public var revision: Int? { raw.integer("rev") }
    /// Of the structure of all this.
    public var schemaVersion: Int? { raw.integer("schema_version") }

    private func tags(_ name: String) -> [String] { raw.texts(name + "_tags") ?? [] }
}

/// The text that volunteers typed from the packet, beside the fields that the service derives from it. An allergen may
/// be named here and in no tag, so an application that warns of allergens must read all of these.
extension Product {
    /// The allergens, as typed and as the service found them: `en:milk,en:nuts`, `(en) en:milk`, `oeuf, lait écrémé`.
    public var allergenTexts: [String] {
        texts(of: ["allergens"], behind: ["from_user", "from_ingredients", "imported"])
    }
    /// Possible traces, likewise.
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
