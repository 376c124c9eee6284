/// The subject of a Robotoff question in one or two words.
package enum QuestionWords {
    /// Returns "Category", "Label", "Amount" …; an unknown kind is made readable: "Some kind" for "some_kind".
    package static func words(_ kind: String) -> String {
        if let known = known[kind] { return known }
        let line = TagWords.line(kind, limit: 60).split { $0 == "_" || $0 == "-" || $0 == " " }.joined(separator: " ")
        return line.isEmpty ? "Question" : line.prefix(1).uppercased() + line.dropFirst()
    }

    /// The kinds that have questions today, and those stored beside them.
    package static let known = [
        "category": "Category", "label": "Label", "brand": "Brand", "product_weight": "Amount",
        "packaging": "Packaging", "nutrition_image": "Nutrition picture", "is_upc_image": "Barcode picture",
        "image_orientation": "Picture's direction", "ingredient_spellcheck": "Spelling of the ingredients",
        "ingredient_detection": "Ingredients", "nutrient_extraction": "Nutrition", "store": "Shop",
        "expiration_date": "Best before", "packager_code": "Packager's code",
    ]
}
