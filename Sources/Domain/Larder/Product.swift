package import FoundationEssentials

/// A product as a service knows it. A missing value was not entered; it means neither zero nor none.
package struct Product: Sendable, Hashable, Codable {
    /// The code in Open Food Facts: 8, 13 or 14 digits, rarely another length.
    package let code: String
    package var sort: Sort = .food
    package var name: String?
    /// "Hazelnut spread with cocoa".
    package var genericName: String?
    package var brands: String?
    /// "400 g".
    package var quantity: String?
    package var servingSize: String?
    /// The language of the package, as two letters.
    package var language: String?
    /// Web addresses.
    package var pictures: [Picture: String] = [:]
    package var nutriScore: Score?
    /// 1 to 4; nil if unknown.
    package var novaGroup: Int?
    package var greenScore: Score?
    package var ingredientsText: String?
    package var ingredients: [Ingredient] = []
    /// Whether a person declared the ingredients complete; nil if not declared.
    package var hasAllIngredients: Bool?
    package var allergens: Statement = .notKnown
    package var traces: Statement = .notKnown
    package var vegan: Finding = .unknown
    package var vegetarian: Finding = .unknown
    package var palmOilFree: Finding = .unknown
    /// Tags such as "en:e322"; nil if unknown.
    package var additives: [String]?
    package var nutrients: [Nutrient] = []
    /// The reference of the package's own numbers: "100g" or "serving".
    package var nutritionPer: String?
    package var labels: [String] = []
    /// From general to specific.
    package var categories: [String] = []
    package var countries: [String] = []
    /// Further texts of the package that may name an allergen. nil if an earlier release fetched the product, which did
    /// not request them.
    package var texts: [PacketText]?
    /// When the service's entry was changed.
    package var modifiedAt: Date?
    /// From 0 to 1.
    package var completeness: Double?

    package init(code: String) { self.code = code }
}

extension Product {
    /// The Open Food Facts project that has the product.
    package enum Sort: String, Sendable, Hashable, Codable, CaseIterable {
        case food, beauty
        case petFood = "petfood"
        case other = "product"
    }

    package enum Picture: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
        case front, ingredients, nutrition, packaging
    }

    package enum Score: Sendable, Hashable, Codable {
        /// "a" to "e"; for the Green-Score also "a-plus" and "f". `points` is nil if not given.
        case grade(String, points: Int?)
        /// The score does not apply to such products.
        case notApplicable
        /// The entered data do not suffice to compute the score.
        case unknown
    }

    /// A statement of the package about its contents.
    package enum Statement: Sendable, Hashable, Codable {
        /// Not entered.
        case notKnown
        /// Entered, and empty.
        case noneStated
        /// Tags such as "en:milk".
        case stated([String])
    }

    /// A text that a person typed from the package.
    package struct PacketText: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// A list of ingredients in another language.
            case ingredients
            /// The contained allergens, separated by commas: tags and words.
            case allergens
            /// The possible traces, separated by commas: tags and words.
            case traces
            /// A warning, or other sentences.
            case warning
            /// A name in another language.
            case name
            case label
        }

        package let kind: Kind
        package let text: String

        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    package enum Finding: String, Sendable, Hashable, Codable, CaseIterable {
        case yes, no
        /// Depends on the origin of an ingredient.
        case maybe
        case unknown
    }

    package struct Ingredient: Sendable, Hashable, Codable {
        /// "en:sugar". The service may not know the tag.
        package let tag: String?
        package let text: String
        /// The share in percent, 0 to 100; estimated if the package does not state it.
        package let percent: Double?
        package let vegan: Finding
        package let vegetarian: Finding
        package let fromPalmOil: Finding
        package let parts: [Ingredient]

        package init(
            tag: String?, text: String, percent: Double? = nil, vegan: Finding = .unknown,
            vegetarian: Finding = .unknown, fromPalmOil: Finding = .unknown, parts: [Ingredient] = []
        ) {
            self.tag = tag
            self.text = text
            self.percent = percent
            self.vegan = vegan
            self.vegetarian = vegetarian
            self.fromPalmOil = fromPalmOil
            self.parts = parts
        }
    }

    package struct Nutrient: Sendable, Hashable, Codable {
        /// "energy-kcal", "fat", "saturated-fat", "sugars", "salt" …
        package let name: String
        package let per100: Double?
        package let perServing: Double?
        /// "g", "kcal" …
        package let unit: String?

        package init(name: String, per100: Double?, perServing: Double?, unit: String?) {
            self.name = name
            self.per100 = per100
            self.perServing = perServing
            self.unit = unit
        }
    }

    /// The title in one line: the name, otherwise the generic name, otherwise the code.
    package var title: String { name ?? genericName ?? code }
}
