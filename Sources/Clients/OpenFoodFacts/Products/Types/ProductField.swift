/// A field of a product that can be requested; fields without a constant can be created by name.
public struct ProductField: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The field's name.
    public let rawValue: String

    /// A field with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// The fields that a product page needs, in the names of all versions of the API.
    public static let page: [ProductField] = [
        "code", "product_type", "product_name", "generic_name", "brands", "brands_tags", "quantity", "product_quantity",
        "serving_size", "serving_quantity", "lang", "image_front_url", "image_front_small_url", "image_ingredients_url",
        "image_nutrition_url", "image_packaging_url", "selected_images", "nutriscore_grade", "nutriscore_score",
        "nova_group", "nova_groups_tags", "ecoscore_grade", "ecoscore_score", "environmental_score_grade",
        "environmental_score_score", "nutrient_levels", "ingredients_text", "ingredients", "ingredients_n",
        "unknown_ingredients_n", "ingredients_analysis_tags", "allergens_tags", "traces_tags", "additives_tags",
        "allergens", "allergens_from_user", "allergens_from_ingredients", "traces", "traces_from_user",
        "traces_from_ingredients", "labels", "warning", "other_information", "nutriments", "nutrition",
        "nutrition_data_per", "no_nutrition_data", "categories_tags", "labels_tags",
        "countries_tags", "packagings", "states_tags", "data_quality_errors_tags", "completeness", "last_modified_t",
        "rev", "schema_version",
    ]

    /// The fields of ``page``, plus name, generic name and ingredients in one language.
    public static func page(in language: Language) -> [ProductField] {
        page + ["product_name", "generic_name", "ingredients_text"].map { ProductField(rawValue: "\($0)_\(language)") }
    }
}
