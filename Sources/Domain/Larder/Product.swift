public import Foundation

/// A product as a service knows it. A missing value was not entered; it means neither zero nor none.
public struct Product: Sendable, Hashable, Codable {
    /// The code in Open Food Facts: 8, 13 or 14 digits, rarely another length.
    public let code: String
    /// The project that has the product; `food` if the service does not state it.
    public var sort: Sort = .food
    /// The name of the product, in the requested language if it was entered; nil if no name was entered.
    public var name: String?
    /// "Hazelnut spread with cocoa".
    public var genericName: String?
    /// The brands as entered, separated by commas if there are several; nil if not entered.
    public var brands: String?
    /// "400 g".
    public var quantity: String?
    /// The size of one serving as entered: "30 g"; nil if not entered.
    public var servingSize: String?
    /// The language of the package, as two letters.
    public var language: String?
    /// Web addresses.
    public var pictures: [Picture: String] = [:]
    /// The Nutri-Score of the service, which grades the nutrients; nil if the service gives none.
    public var nutriScore: Score?
    /// 1 to 4; nil if unknown.
    public var novaGroup: Int?
    /// The Green-Score of the service, which grades the environmental impact; nil if the service gives none.
    public var greenScore: Score?
    /// The list of ingredients as on the package, in the requested language if it was entered; nil if not entered.
    public var ingredientsText: String?
    /// The ingredients that the service found in the list, with their parts; empty if not known.
    public var ingredients: [Ingredient] = []
    /// Whether a person declared the ingredients complete; nil if not declared.
    public var hasAllIngredients: Bool?
    /// The allergens that the product contains, as entered from the package.
    public var allergens: Statement = .notKnown
    /// The allergens of which the product may contain traces, as entered from the package.
    public var traces: Statement = .notKnown
    /// Whether the product is vegan, by the service's analysis of its ingredients.
    public var vegan: Finding = .unknown
    /// Whether the product is vegetarian, by the service's analysis of its ingredients.
    public var vegetarian: Finding = .unknown
    /// Whether the product is free of palm oil, by the service's analysis of its ingredients.
    public var palmOilFree: Finding = .unknown
    /// Tags such as "en:e322"; nil if unknown.
    public var additives: [String]?
    /// The nutrients in the order of a package's table, further ones by name; empty if not known.
    public var nutrients: [Nutrient] = []
    /// The reference of the package's own numbers: "100g" or "serving".
    public var nutritionPer: String?
    /// Tags of the labels, such as "en:organic"; empty if none were entered.
    public var labels: [String] = []
    /// From general to specific.
    public var categories: [String] = []
    /// Tags of the countries in which the product is sold, such as "en:france"; empty if none were entered.
    public var countries: [String] = []
    /// Further texts of the package that may name an allergen. nil if an earlier release fetched the product, which did
    /// not request them.
    public var texts: [PacketText]?
    /// When the service's entry was changed.
    public var modifiedAt: Date?
    /// From 0 to 1.
    public var completeness: Double?

    public init(code: String) { self.code = code }
}

extension Product {
    /// The Open Food Facts project that has the product.
    public enum Sort: String, Sendable, Hashable, Codable, CaseIterable {
        case food, beauty
        case petFood = "petfood"
        case other = "product"
    }

    /// What a picture of the package shows.
    public enum Picture: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
        case front, ingredients, nutrition, packaging
    }

    /// A grade from the service, or why there is none.
    public enum Score: Sendable, Hashable, Codable {
        /// "a" to "e"; for the Green-Score also "a-plus" and "f". `points` is nil if not given.
        case grade(String, points: Int?)
        /// The score does not apply to such products.
        case notApplicable
        /// The entered data do not suffice to compute the score.
        case unknown
    }

    /// A statement of the package about its contents.
    public enum Statement: Sendable, Hashable, Codable {
        /// Not entered.
        case notKnown
        /// Entered, and empty.
        case noneStated
        /// Tags such as "en:milk".
        case stated([String])
    }

    /// A text that a person typed from the package.
    public struct PacketText: Sendable, Hashable, Codable {
        /// What a text of the package states.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
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

        /// What the text states, such as the ingredients or a warning.
        public let kind: Kind
        /// The words of the package, in any language.
        public let text: String

        public init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// The answer to a question about a product or an ingredient, such as whether it is vegan.
    public enum Finding: String, Sendable, Hashable, Codable, CaseIterable {
        case yes, no
        /// Depends on the origin of an ingredient.
        case maybe
        case unknown
    }

    /// An ingredient that the service found in the list of ingredients.
    public struct Ingredient: Sendable, Hashable, Codable {
        /// "en:sugar". The service may not know the tag.
        public let tag: String?
        /// The name as in the list; words made from the tag if the service gives no name.
        public let text: String
        /// The share in percent, 0 to 100; estimated if the package does not state it.
        public let percent: Double?
        /// Whether the ingredient is vegan, by the service's analysis.
        public let vegan: Finding
        /// Whether the ingredient is vegetarian, by the service's analysis.
        public let vegetarian: Finding
        /// Whether the ingredient is made from palm oil, by the service's analysis.
        public let fromPalmOil: Finding
        /// The ingredients of this ingredient, in brackets on the package; empty if none are known.
        public let parts: [Ingredient]

        public init(
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

    /// One row of the table of nutrients.
    public struct Nutrient: Sendable, Hashable, Codable {
        /// "energy-kcal", "fat", "saturated-fat", "sugars", "salt" …
        public let name: String
        /// The amount in 100 g or 100 mL, in `unit`; nil if not known.
        public let per100: Double?
        /// The amount in one serving, in `unit`; nil if not known in this unit.
        public let perServing: Double?
        /// "g", "kcal" …
        public let unit: String?

        public init(name: String, per100: Double?, perServing: Double?, unit: String?) {
            self.name = name
            self.per100 = per100
            self.perServing = perServing
            self.unit = unit
        }
    }

    /// The title in one line: the name, otherwise the generic name, otherwise the code.
    public var title: String { name ?? genericName ?? code }
}
