extension FoodStub {
    /// Questions and names in some languages; for other languages the questions are English and the names are tags.
    enum Words {
        static let asked: Set = ["category", "label", "product_weight", "brand", "packaging"]
        static let askable = asked.union(["nutrition_image", "is_upc_image", "image_orientation"])

        static func question(_ type: String, in language: String) -> String {
            questions[type]?[language] ?? questions[type]?["en"] ?? type
        }

        /// Without a fallback to English: a tag without a name in the language stays a tag.
        static func name(of tag: String, in language: String) -> String { names[tag]?[language] ?? tag }

        private static let questions = [
            "category": [
                "en": "Is the product in this category?", "fr": "Ce produit est-il dans cette catégorie ?",
                "de": "Ist das Produkt aus dieser Kategorie?", "nl": "Hoort het product in deze categorie?",
            ],
            "label": [
                "en": "Does the product carry this label?", "fr": "Ce produit porte-t-il ce label ?",
                "de": "Trägt das Produkt dieses Siegel?", "nl": "Draagt het product dit keurmerk?",
            ],
            "product_weight": [
                "en": "Is this the weight on the packet?", "fr": "Est-ce le poids indiqué sur le paquet ?",
                "de": "Steht dieses Gewicht auf der Packung?", "nl": "Staat dit gewicht op het pak?",
            ],
            "brand": [
                "en": "Is the product of this brand?", "fr": "Ce produit est-il de cette marque ?",
                "de": "Ist das Produkt von dieser Marke?", "nl": "Is het product van dit merk?",
            ],
            "packaging": [
                "en": "Is this a part of the packaging?", "fr": "Est-ce une partie de l'emballage ?",
                "de": "Gehört das zur Verpackung?", "nl": "Hoort dit bij de verpakking?",
            ],
            "nutrition_image": [
                "en": "Does the picture show the nutrition in this language?",
                "fr": "L'image montre-t-elle la nutrition dans cette langue ?",
                "de": "Zeigt das Bild die Nährwerte in dieser Sprache?",
                "nl": "Toont de foto de voedingswaarde in deze taal?",
            ],
            "image_orientation": [
                "en": "Is the picture turned like this?", "fr": "L'image est-elle tournée ainsi ?",
                "de": "Ist das Bild so gedreht?", "nl": "Is de foto zo gedraaid?",
            ],
            // Only in English, as in the real service.
            "is_upc_image": ["en": "Does the picture show the barcode?"],
        ]

        private static let names = [
            "en:hazelnut-spreads": [
                "en": "Hazelnut spreads", "fr": "Pâtes à tartiner aux noisettes", "de": "Haselnussaufstriche",
                "nl": "Hazelnootpasta's",
            ],
            "en:oat-biscuits": ["en": "Oat biscuits", "de": "Haferkekse"],
            "en:biscuits": ["en": "Biscuits", "fr": "Biscuits", "de": "Kekse", "nl": "Koekjes"],
            "en:lemon-sodas": ["en": "Lemon sodas", "fr": "Limonades au citron"],
            "en:organic": ["en": "Organic", "fr": "Bio", "de": "Bio", "nl": "Biologisch"],
            "en:vegan": ["en": "Vegan", "fr": "Végan", "de": "Vegan", "nl": "Veganistisch"],
            "en:jar": ["en": "Jar", "fr": "Pot", "de": "Glas", "nl": "Pot"],
            "en:glass": ["en": "Glass", "fr": "Verre", "de": "Glas", "nl": "Glas"],
        ]
    }

    /// A question in the form of `/questions`; without missing values.
    static func question(_ insight: Insight, in language: String, at url: String) -> StubJSON {
        var question: StubJSON = [
            "barcode": .string(insight.barcode), "server_type": .string(insight.serverType), "type": "add-binary",
            "value": value(of: insight, in: language).map { .string($0) } ?? .null,
            "question": .string(Words.question(insight.type, in: language)), "insight_id": .string(insight.id),
            "insight_type": .string(insight.type),
        ]
        if let tag = insight.valueTag, insight.type != "nutrition_image" { question["value_tag"] = .string(tag) }
        if let path = insight.sourceImage {
            question["source_image_url"] =
                .string(url + "/images/products" + path.replacing(".jpg", with: ".400.jpg"))
        } else if insight.type == "category" {
            question["source_image_url"] = .string(url + picturePath(insight.barcode) + "/front_en.4.400.jpg")
        }
        if insight.type == "label", let tag = insight.valueTag {
            question["ref_image_url"] = .string(url + "/images/labels/\(tag.dropFirst(3)).jpg")
        }
        return question
    }

    private static func value(of insight: Insight, in language: String) -> String? {
        if insight.type == "is_upc_image" { return nil }
        if insight.type == "packaging" {
            let element = insight.data["element"]
            let tags = ["shape", "material", "recycling"].compactMap { element?[$0]?["value_tag"]?.string }
            return tags.map { Words.name(of: $0, in: language) }.joined(separator: ", ")
        }
        return insight.value ?? insight.valueTag.map { Words.name(of: $0, in: language) }
    }
}
