import Messages

/// The subject of a Robotoff question in one or two words.
package enum QuestionWords {
    /// Returns "Category", "Label", "Amount" …; an unknown kind is made readable: "Some kind" for "some_kind".
    package static func words(_ kind: String) -> String {
        if let known = Self.known(kind) { return known }
        let line = TagWords.line(kind, limit: 60).split { $0 == "_" || $0 == "-" || $0 == " " }.joined(separator: " ")
        return line.isEmpty ? localized("Question") : line.prefix(1).uppercased() + line.dropFirst()
    }

    /// The kinds that have questions today, and those stored beside them.
    private static func known(_ kind: String) -> String? {
        switch kind {
        case "category": localized("Category")
        case "label": localized("Label", context: "of a product, such as organic")
        case "brand": localized("Brand")
        case "product_weight": localized("Amount")
        case "packaging": localized("Packaging")
        case "nutrition_image": localized("Nutrition picture")
        case "is_upc_image": localized("Barcode picture")
        case "image_orientation": localized("Picture's direction")
        case "ingredient_spellcheck": localized("Spelling of the ingredients")
        case "ingredient_detection": localized("Ingredients")
        case "nutrient_extraction": localized("Nutrition")
        case "store": localized("Shop")
        case "expiration_date": localized("Best before")
        case "packager_code": localized("Packager's code")
        default: nil
        }
    }
}
