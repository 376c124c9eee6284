package import FoundationEssentials

/// What a service knows of a product. Anything may be missing, because nobody has entered it: that is neither zero nor
/// none.
package struct Product: Sendable, Hashable, Codable {
    /// As Open Food Facts keeps it: 8, 13 or 14 digits, seldom others.
    package let code: String
    package var sort: Sort = .food
    package var name: String?
    /// "Hazelnut spread with cocoa".
    package var genericName: String?
    package var brands: String?
    /// "400 g".
    package var quantity: String?
    package var servingSize: String?
    /// Of the packet: two letters.
    package var language: String?
    /// Addresses.
    package var pictures: [Picture: String] = [:]
    package var nutriScore: Score?
    /// 1 to 4; nothing where it is not known.
    package var novaGroup: Int?
    package var greenScore: Score?
    package var ingredientsText: String?
    package var ingredients: [Ingredient] = []
    /// Whether somebody said that they are entered whole; nothing where nobody did.
    package var hasAllIngredients: Bool?
    package var allergens: Statement = .notKnown
    package var traces: Statement = .notKnown
    package var vegan: Finding = .unknown
    package var vegetarian: Finding = .unknown
    package var palmOilFree: Finding = .unknown
    /// Tags such as "en:e322"; nothing where it is not known.
    package var additives: [String]?
    package var nutrients: [Nutrient] = []
    /// "100g" or "serving": what the packet's own numbers are for.
    package var nutritionPer: String?
    package var labels: [String] = []
    /// From wide to narrow.
    package var categories: [String] = []
    package var countries: [String] = []
    /// Words of the packet beside the fields above, in which an allergen may be named. Nothing where an earlier release
    /// looked the product up, which did not ask for them.
    package var texts: [PacketText]?
    /// Of the service's own entry.
    package var modifiedAt: Date?
    /// From 0 to 1.
    package var completeness: Double?

    package init(code: String) { self.code = code }
}

extension Product {
    /// Which of the sister projects it belongs to.
    package enum Sort: String, Sendable, Hashable, Codable, CaseIterable {
        case food, beauty
        case petFood = "petfood"
        case other = "product"
    }

    package enum Picture: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
        case front, ingredients, nutrition, packaging
    }

    package enum Score: Sendable, Hashable, Codable {
        /// "a" to "e"; of the Green-Score also "a-plus" and "f". Points where they are told.
        case grade(String, points: Int?)
        /// Such products have none.
        case notApplicable
        /// It cannot be computed from what was entered.
        case unknown
    }

    /// Something that a packet says or leaves out.
    package enum Statement: Sendable, Hashable, Codable {
        /// Nobody has entered it.
        case notKnown
        /// All was entered, and there is none among it.
        case noneStated
        /// Tags such as "en:milk".
        case stated([String])
    }

    /// What somebody typed from the packet.
    package struct PacketText: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// A list of ingredients in another language.
            case ingredients
            /// What it contains, between commas: tags and words.
            case allergens
            /// What there may be traces of, between commas: tags and words.
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
        /// It depends on where an ingredient comes from.
        case maybe
        case unknown
    }

    package struct Ingredient: Sendable, Hashable, Codable {
        /// "en:sugar"; the service may not know it.
        package let tag: String?
        package let text: String
        /// Of the whole, 0 to 100; estimated where the packet does not say.
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

    /// What to call it where it has to be one line: its name, else its generic name, else its number.
    package var title: String { name ?? genericName ?? code }
}
