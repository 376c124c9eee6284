public import Foundation
public import HTTPTransport

/// A product. Every value may be missing, because it has not been entered or was not requested: nil and empty mean
/// unknown, never zero and never none.
public struct Product: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    // MARK: Identity

    /// The code as stored; mostly 8 or 13 digits.
    public var code: String? { raw.words("code") ?? raw.words("_id") ?? raw.words("id") }
    /// `food`, `beauty`, `petfood`, `product`.
    public var productType: String? { raw.words("product_type") }
    /// The name in the requested language or the product's own.
    public var name: String? { raw.words("product_name") }
    /// The generic name, for example "Hazelnut spread with cocoa".
    public var genericName: String? { raw.words("generic_name") }
    /// The brands as entered, separated by commas.
    public var brands: String? {
        raw.words("brands") ?? raw.texts("brands").flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") }
    }
    /// The tags of the brands, for example `ferrero`, since API 3.2 `xx:ferrero`; Robotoff's tags have no prefix.
    public var brandTags: [String] { tags("brands") }
    /// The quantity as a text, for example `400 g`.
    public var quantity: String? { raw.words("quantity") }
    /// The amount in grams or millilitres.
    public var quantityAmount: Double? { raw.number("product_quantity") }
    /// The serving size as a text, for example `15 g`.
    public var servingSize: String? { raw.words("serving_size") }
    /// The amount in grams or millilitres.
    public var servingAmount: Double? { raw.number("serving_quantity") }
    /// The product's own language.
    public var language: Language? { raw.word("lang") }

    /// The text in one language; nil if it has not been entered.
    public func name(in language: Language) -> String? { raw.words("product_name_\(language)") }

    /// The text in one language; nil if it has not been entered.
    public func genericName(in language: Language) -> String? { raw.words("generic_name_\(language)") }

    // MARK: Scores

    /// The Nutri-Score; nil if the response has none, ``NutriScore/unknown`` if it cannot be computed.
    public var nutriScore: NutriScore? {
        raw.word("nutriscore_grade") ?? raw.word("nutrition_grades") ?? raw.word("nutrition_grade_fr")
    }
    /// The points of the Nutri-Score. Fewer is better; the best products have negative points.
    public var nutriScorePoints: Int? { raw.integer("nutriscore_score") }
    /// The NOVA group; nil if the response has none.
    public var novaGroup: NovaGroup? {
        if let group = raw.word("nova_group", as: NovaGroup.self) { return group }
        // `en:4-ultra-processed-food-and-drink-products`, `unknown`, `not-applicable`
        guard let tag = raw.texts("nova_groups_tags")?.first else { return nil }
        let word = tag.hasPrefix("en:") ? String(tag.dropFirst(3).prefix { $0.isNumber }) : tag
        return word.isEmpty ? nil : NovaGroup(rawValue: word)
    }
    /// The Green-Score; nil if the response has none. Until API 3.0 its key was the Eco-Score's.
    public var greenScore: GreenScore? { raw.word("environmental_score_grade") ?? raw.word("ecoscore_grade") }
    /// The points of the Green-Score, 0 to 100, and above with a bonus. More is better.
    public var greenScorePoints: Int? { raw.integer("environmental_score_score") ?? raw.integer("ecoscore_score") }
    /// The level of each nutrient: `low`, `moderate`, `high`.
    public var nutrientLevels: [String: String] { raw.members("nutrient_levels").compactMapValues(\.asText) }

    // MARK: Ingredients

    /// The text as on the packet; allergens are between underscores.
    public var ingredientsText: String? { raw.words("ingredients_text") }
    /// The parsed ingredients; nil if the response has none.
    public var ingredients: [Ingredient]? { raw.list("ingredients") == nil ? nil : raw.values("ingredients") }
    /// The number of elements.
    public var ingredientCount: Int? { raw.integer("ingredients_n") }
    /// The number of ingredients that the service does not know.
    public var unknownIngredientCount: Int? { raw.integer("unknown_ingredients_n") }
    /// The results of the analysis, for example `en:vegan`, `en:palm-oil-free`, `en:vegetarian-status-unknown`.
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
    /// Possible traces. Never ``AllergenStatement/none``, because a list of ingredients does not contain traces.
    public var traces: AllergenStatement { AllergenStatement(tags: raw.texts("traces_tags"), states: nil) }
    /// The tags of the additives, for example `en:e322`; nil if the response has none.
    public var additives: [String]? { raw.texts("additives_tags") }

    /// The text in one language; nil if it has not been entered.
    public func ingredientsText(in language: Language) -> String? { raw.words("ingredients_text_\(language)") }

    // MARK: Nutrition

    /// The nutrients by name, for example `energy-kcal`, `fat`, `saturated-fat`, `sugars`, `salt`.
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

    // MARK: Classification and state

    /// The tags of the categories, for example `en:chocolates`, from general to specific.
    public var categories: [String] { tags("categories") }
    /// For example `en:organic`.
    public var labels: [String] { tags("labels") }
    /// For example `en:france`.
    public var countries: [String] { tags("countries") }
    /// Parts of the packaging.
    public var packagings: [Packaging] { raw.values("packagings") }
    /// For example `en:ingredients-completed`.
    public var states: [String] { tags("states") }
    /// For example `en:energy-value-in-kcal-does-not-match-value-computed-from-other-nutrients`.
    public var qualityErrors: [String] { tags("data_quality_errors") }
    /// A fraction from 0 to 1.
    public var completeness: Double? { raw.number("completeness") }
    /// When it was last changed.
    public var lastModified: Date? { raw.moment("last_modified_t") }
    /// The number of the revision.
    public var revision: Int? { raw.integer("rev") }
    /// The version of the data structure.
    public var schemaVersion: Int? { raw.integer("schema_version") }

    private func tags(_ name: String) -> [String] { raw.texts(name + "_tags") ?? [] }
}

/// The texts that volunteers entered from the packet, besides the fields that the service derives from them. An
/// allergen may be named here and in no tag, so an application that warns about allergens must read all of these texts.
extension Product {
    /// The allergens as entered and as the service found them: `en:milk,en:nuts`, `(en) en:milk`, `oeuf, lait écrémé`.
    public var allergenTexts: [String] {
        texts(of: ["allergens"], behind: ["from_user", "from_ingredients", "imported"])
    }
    /// Possible traces as entered and as the service found them.
    public var traceTexts: [String] { texts(of: ["traces"], behind: ["from_user", "from_ingredients", "imported"]) }
    /// Labels as entered: `Organic, may contain nuts`.
    public var labelTexts: [String] { texts(of: ["labels"]) }
    /// Warnings and other sentences on the packet, in every language of the response.
    public var warningTexts: [String] { texts(of: ["warning", "other_information"], inLanguages: true) }
    /// Names, in every language of the response.
    public var names: [String] { texts(of: ["product_name", "generic_name"], inLanguages: true) }
    /// The ingredients, in every language of the response.
    public var ingredientsTexts: [String] { texts(of: ["ingredients_text"], inLanguages: true) }

    /// Each text once, in the order of the keys.
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
