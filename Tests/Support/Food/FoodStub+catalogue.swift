extension FoodStub {
    /// Invented products. Some have the codes in the tests' barcode pictures, so that a photograph leads to a product;
    /// the real products with these codes differ.
    enum Catalogue {
        static let products: [String: Product] = {
            guard let all = try? StubJSON(Array(text.replacing("{long}", with: long).utf8)) else { return [:] }
            let products = all.elements.compactMap { json -> Product? in
                guard case .object(var fields) = json, let code = fields.removeValue(forKey: "code")?.string else {
                    return nil
                }
                let type = fields.removeValue(forKey: "product_type")?.string ?? "food"
                return Product(code: code, type: type, fields: fields)
            }
            return Dictionary(products.map { ($0.code, $0) }) { $1 }
        }()

        /// A text of 600 characters.
        private static let long = String(repeating: "Most carefully hand-picked ", count: 22) + "chips"

        private static let text = #"""
            [
            {"code": "3560070169443", "lang": "en", "product_name": "Hazelnut spread",
             "product_name_en": "Hazelnut spread", "product_name_fr": "Pâte à tartiner aux noisettes",
             "product_name_de": "Haselnussaufstrich", "generic_name": "Spread with hazelnuts and cocoa",
             "brands": "Nordlicht", "brands_tags": ["nordlicht"], "quantity": "350 g", "product_quantity": 350,
             "serving_size": "15 g", "serving_quantity": 15, "nutriscore_grade": "e", "nutriscore_score": 26,
             "nova_group": 4, "nova_groups_tags": ["en:4-ultra-processed"], "ecoscore_grade": "d",
             "ecoscore_score": 31,
             "nutrient_levels": {"fat": "high", "saturated-fat": "high", "sugars": "high", "salt": "low"},
             "ingredients_text":
              "Sugar, palm oil, _hazelnuts_ 13%, _milk_ powder, cocoa, _wheat_ flour, emulsifier: E322",
             "ingredients_text_fr":
              "Sucre, huile de palme, _noisettes_ 13%, _lait_ en poudre, cacao, farine de _blé_, émulsifiant : E322",
             "ingredients": [{"id": "en:sugar", "text": "Sugar", "vegan": "yes", "vegetarian": "yes",
              "percent_estimate": 44}, {"id": "en:palm-oil", "text": "palm oil", "vegan": "yes", "vegetarian": "yes",
              "from_palm_oil": "yes"}, {"id": "en:hazelnut", "text": "hazelnuts", "vegan": "yes", "vegetarian": "yes",
              "percent": 13}, {"id": "en:skimmed-milk-powder", "text": "skimmed milk powder", "vegan": "no",
              "vegetarian": "yes"}, {"id": "en:cocoa", "text": "cocoa", "vegan": "yes", "vegetarian": "yes"},
              {"id": "en:wheat-flour", "text": "wheat flour", "vegan": "yes", "vegetarian": "yes"},
              {"id": "en:emulsifier", "text": "emulsifier", "ingredients": [{"id": "en:e322", "text": "E322",
              "vegan": "maybe", "vegetarian": "maybe"}]}], "ingredients_n": 8, "unknown_ingredients_n": 0,
             "ingredients_analysis_tags": ["en:palm-oil", "en:non-vegan", "en:vegetarian"],
             "allergens_tags": ["en:gluten", "en:milk", "en:nuts"], "traces_tags": ["en:soybeans"],
             "additives_tags": ["en:e322"],
             "nutriments": {"energy-kcal_100g": 539, "energy-kcal_unit": "kcal", "energy-kj_100g": 2252,
              "energy-kj_unit": "kJ", "fat_100g": 30.9, "saturated-fat_100g": 10.6, "carbohydrates_100g": 57.5,
              "sugars_100g": 56.3, "fiber_100g": 0, "proteins_100g": 6.3, "salt_100g": 0.107},
             "nutrition_data_per": "100g", "categories_tags": ["en:spreads", "en:sweet-spreads"],
             "labels_tags": ["en:green-dot"], "countries_tags": ["en:france", "en:germany"],
             "packagings": [{"shape": {"id": "en:jar"}, "material": {"id": "en:glass"}}],
             "states_tags": ["en:ingredients-completed", "en:nutrition-facts-completed", "en:photos-uploaded"],
             "completeness": 0.95, "last_modified_t": 1767322800, "rev": 12,
             "pictures": ["front", "ingredients", "nutrition", "packaging"]},

            {"code": "5010477348678", "lang": "en", "product_name": "Oat biscuits",
             "product_name_fr": "Biscuits à l'avoine", "brands": "Field & Mill", "brands_tags": ["field-and-mill"],
             "quantity": "200 g", "product_quantity": "200", "serving_size": "2 biscuits (25 g)",
             "serving_quantity": "25", "nutriscore_grade": "c", "nutriscore_score": "8", "nova_group": "3",
             "ingredients_text": "Wholegrain _oats_ 60%, sugar, _butter_ (_milk_), flavouring, salt",
             "ingredients": [{"id": "en:oats", "text": "Wholegrain oats", "vegan": "yes", "vegetarian": "yes",
              "percent": "60"}, {"id": "en:butter", "text": "butter", "vegan": "no", "vegetarian": "yes"},
              {"id": "en:flavouring", "text": "flavouring", "vegan": "maybe", "vegetarian": "maybe"}],
             "ingredients_n": "5", "unknown_ingredients_n": "0",
             "ingredients_analysis_tags": ["en:palm-oil-free", "en:non-vegan", "en:maybe-vegetarian"],
             "allergens_tags": ["en:gluten", "en:milk"], "traces_tags": ["en:nuts", "en:sesame-seeds"],
             "additives_tags": [],
             "nutriments": {"energy-kcal_100g": "452", "energy-kcal_unit": "kcal", "fat_100g": "18.5",
              "saturated-fat_100g": "9.1", "sugars_100g": "21", "proteins_100g": "7.2", "salt_100g": "0.6"},
             "nutrition_data_per": "100g", "categories_tags": ["en:snacks"], "labels_tags": [],
             "countries_tags": ["en:united-kingdom"], "states_tags": ["en:ingredients-completed"],
             "completeness": "0.8", "last_modified_t": "1767322801", "rev": "4", "pictures": ["front"]},

            {"code": "8413000065504", "lang": "fr", "product_name": "Soupe de lentilles",
             "brands": "La Marmite Bleue", "brands_tags": ["la-marmite-bleue"], "nutriscore_grade": "unknown",
             "allergens_tags": [], "traces_tags": [],
             "ingredients_analysis_tags": ["en:palm-oil-content-unknown", "en:vegan-status-unknown",
              "en:vegetarian-status-unknown"], "countries_tags": ["en:france", "en:spain"],
             "states_tags": ["en:ingredients-to-be-completed", "en:nutrition-facts-to-be-completed"],
             "completeness": 0.3, "last_modified_t": 1767322802, "rev": 2},

            {"code": "5000213002834", "lang": "en", "product_name": "Dried wild thyme", "brands": "Hillside",
             "brands_tags": ["hillside"], "quantity": "15 g", "product_quantity": 15,
             "nutriscore_grade": "not-applicable", "nova_group": 1, "ecoscore_grade": "b",
             "ingredients_text": "Thyme",
             "ingredients": [{"id": "en:thyme", "text": "Thyme", "vegan": "yes", "vegetarian": "yes"}],
             "ingredients_n": 1, "unknown_ingredients_n": 0,
             "ingredients_analysis_tags": ["en:palm-oil-free", "en:vegan", "en:vegetarian"], "allergens_tags": [],
             "traces_tags": [], "additives_tags": [], "no_nutrition_data": "on", "categories_tags": ["en:thyme"],
             "labels_tags": ["en:organic"], "countries_tags": ["en:united-kingdom"],
             "states_tags": ["en:ingredients-completed"], "last_modified_t": 1767322803, "rev": 3,
             "pictures": ["front"]},

            {"code": "0049000006346", "lang": "en", "product_name": "Lemon fizz", "brands": "Bubbleworks",
             "brands_tags": ["bubbleworks"], "quantity": "355 ml", "nutriscore_grade": "d", "nova_group": 4,
             "ingredients_text": "Carbonated water, sugar, lemon juice, glycerine, flavouring",
             "ingredients_analysis_tags": ["en:may-contain-palm-oil", "en:maybe-vegan", "en:maybe-vegetarian"],
             "nutriments": {"energy-kcal_100g": 42, "energy-kcal_unit": "kcal", "fat_100g": 0, "sugars_100g": 10.6,
              "salt_100g": "0.01"}, "countries_tags": ["en:united-states"], "last_modified_t": 1767322804, "rev": 5,
             "pictures": ["front"]},

            {"code": "0050968000093", "lang": "en", "product_name": "Peach fizz", "brands": "Bubbleworks",
             "brands_tags": ["bubbleworks"], "nova_group": 4, "allergens_tags": [],
             "traces_tags": ["en:sulphur-dioxide-and-sulphites"],
             "ingredients_analysis_tags": ["en:palm-oil-free", "en:vegan-status-unknown", "en:non-vegetarian"],
             "states_tags": ["en:ingredients-completed"], "last_modified_t": 1767322805, "rev": 1},

            {"code": "0059290522143", "lang": "ar", "product_name": "رقائق البطاطس 🥔 بملح البحر",
             "product_name_en": "{long}", "product_name_ar": "رقائق البطاطس 🥔 بملح البحر", "brands": "Żółw & Söhne",
             "brands_tags": ["zolw-sohne"], "quantity": "200 g ℮", "nutriscore_grade": "b",
             "allergens_tags": ["en:celery", "en:mustard"], "traces_tags": ["en:milk"],
             "ingredients_text": "بطاطس، زيت، ملح", "states_tags": ["en:ingredients-completed"],
             "last_modified_t": 1767322806, "rev": 7},

            {"code": "1990000000010", "lang": "en", "product_name": "Chips <script>alert('name')</script> & \"salt\"",
             "generic_name": "<b>Chips</b>", "brands": "<img src=x onerror=alert('brand')>", "brands_tags": ["img"],
             "quantity": "1 < 2 kg", "ingredients_text": "Potatoes</td><script>alert(1)</script>, salt",
             "allergens_tags": ["en:<i>lupin</i>"], "labels_tags": ["en:javascript:alert(1)"],
             "states_tags": ["en:ingredients-completed"], "last_modified_t": 1767322807, "rev": 1},

            {"code": "1990000000027"},

            {"code": "30712345000010", "lang": "en", "product_name": "Case of 12 bottles", "quantity": "12 x 330 ml",
             "allergens_tags": [], "states_tags": ["en:ingredients-to-be-completed"], "last_modified_t": 1767322808,
             "rev": 1},

            {"code": "0712345000019", "lang": "en", "product_name": "Ginger beer", "quantity": "330 ml",
             "nutriscore_grade": "e", "nova_group": 4,
             "ingredients_analysis_tags": ["en:palm-oil-free", "en:vegan", "en:vegetarian"], "allergens_tags": [],
             "states_tags": ["en:ingredients-completed"], "last_modified_t": 1767322809, "rev": 1},

            {"code": "59001270", "lang": "de", "product_name": "Pfefferminzdrops", "brands": "Kleinkram",
             "brands_tags": ["kleinkram"], "nutriscore_grade": "unknown", "nova_group": 4,
             "ingredients_analysis_tags": ["en:may-contain-palm-oil", "en:vegan-status-unknown",
              "en:vegetarian-status-unknown"], "allergens_tags": [],
             "states_tags": ["en:ingredients-to-be-completed"], "last_modified_t": 1767322810, "rev": 1},

            {"code": "1990000000034", "product_type": "beauty", "lang": "en", "product_name": "Soap of olive oil",
             "last_modified_t": 1767322811, "rev": 1},

            {"code": "1990000000041", "product_type": "petfood", "lang": "en",
             "product_name": "Crunchy fish for cats", "last_modified_t": 1767322812, "rev": 1}
            ]
            """#
    }
}
