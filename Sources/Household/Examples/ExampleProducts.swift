import Larder

/// A product of the example data: a plain food with invented facts. Nothing in it is from Open Food Facts.
struct ExampleProduct {
    /// Its key in the record.
    let key: String
    let product: Product

    /// The brand of all examples.
    static let brand = "Example Mill"

    private init(_ key: String, _ code: String, _ name: String, _ quantity: String, _ fill: (inout Product) -> Void) {
        self.key = key
        var product = Product(code: code)
        product.name = "\(name) (example)"
        product.brands = Self.brand
        product.quantity = quantity
        product.language = "en"
        product.texts = []
        fill(&product)
        self.product = product
    }

    /// Values for 100 g or 100 mL: energy in kcal, the others in g.
    private static func nutrients(
        _ energy: Double, fat: Double, saturated: Double, carbohydrates: Double, sugars: Double, protein: Double,
        salt: Double
    ) -> [Product.Nutrient] {
        let values = [
            ("fat", fat), ("saturated-fat", saturated), ("carbohydrates", carbohydrates), ("sugars", sugars),
            ("proteins", protein), ("salt", salt),
        ]
        return [.init(name: "energy-kcal", per100: energy, perServing: nil, unit: "kcal")]
            + values.map { .init(name: $0.0, per100: $0.1, perServing: nil, unit: "g") }
    }

    /// 12 products with the numbers that GS1 reserves for demonstrations. The last one is known by its name only.
    static let all = [
        ExampleProduct("oats", "9521234000013", "Rolled oats", "500 g") {
            $0.ingredientsText = "Whole oat flakes."
            $0.hasAllIngredients = true
            $0.allergens = .stated(["en:gluten"])
            $0.traces = .noneStated
            $0.vegan = .yes
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
            $0.novaGroup = 1
            $0.nutriScore = .grade("a", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                372, fat: 7, saturated: 1.3, carbohydrates: 58.7, sugars: 0.7, protein: 13.5, salt: 0.01)
        },
        ExampleProduct("spread", "9521234000020", "Hazelnut cocoa spread", "350 g") {
            $0.ingredientsText =
                "Sugar, rapeseed oil, hazelnuts 20 %, skimmed milk powder, fat-reduced cocoa, emulsifier: lecithins (soya)."
            $0.hasAllIngredients = true
            $0.allergens = .stated(["en:nuts", "en:milk", "en:soybeans"])
            $0.traces = .stated(["en:gluten"])
            $0.vegan = .no
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
            $0.novaGroup = 4
            $0.nutriScore = .grade("e", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                545, fat: 33, saturated: 4.1, carbohydrates: 54, sugars: 53, protein: 6.1, salt: 0.11)
        },
        ExampleProduct("lentils", "9521234000037", "Red lentils", "500 g") {
            $0.ingredientsText = "Red lentils."
            $0.hasAllIngredients = true
            $0.allergens = .notKnown
            $0.traces = .stated(["en:gluten"])
            $0.vegan = .yes
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
            $0.novaGroup = 1
            $0.nutriScore = .grade("a", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                341, fat: 1.6, saturated: 0.3, carbohydrates: 51, sugars: 1.9, protein: 25, salt: 0.02)
        },
        ExampleProduct("milk", "9521234000044", "Whole milk", "1 l") {
            $0.ingredientsText = "Milk."
            $0.hasAllIngredients = true
            $0.allergens = .stated(["en:milk"])
            $0.traces = .noneStated
            $0.vegan = .no
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
            $0.novaGroup = 1
            $0.nutriScore = .grade("b", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                65, fat: 3.6, saturated: 2.4, carbohydrates: 4.8, sugars: 4.8, protein: 3.3, salt: 0.1)
        },
        ExampleProduct("soya", "9521234000051", "Soya drink", "1 l") {
            $0.ingredientsText = "Water, soya beans 8 %, calcium carbonate, sea salt."
            $0.hasAllIngredients = true
            $0.allergens = .stated(["en:soybeans"])
            $0.traces = .stated(["en:nuts"])
            $0.vegan = .yes
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
            $0.novaGroup = 3
            $0.nutriScore = .grade("a", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                36, fat: 1.9, saturated: 0.3, carbohydrates: 1.2, sugars: 0.9, protein: 3.4, salt: 0.09)
        },
        ExampleProduct("bread", "9521234000068", "Rye bread", "750 g") {
            $0.ingredientsText = "Rye flour, water, sourdough, salt, yeast."
            $0.hasAllIngredients = true
            $0.allergens = .stated(["en:gluten"])
            $0.traces = .stated(["en:sesame-seeds", "en:nuts"])
            $0.vegan = .yes
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
            $0.novaGroup = 3
            $0.nutriScore = .grade("b", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                215, fat: 1.1, saturated: 0.2, carbohydrates: 41, sugars: 1.4, protein: 6.2, salt: 1.2)
        },
        ExampleProduct("tomatoes", "9521234000075", "Peeled tomatoes", "400 g") {
            $0.ingredientsText = "Tomatoes, tomato juice, acidity regulator: citric acid."
            $0.hasAllIngredients = true
            $0.allergens = .noneStated
            $0.traces = .noneStated
            $0.vegan = .yes
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
            $0.novaGroup = 3
            $0.nutriScore = .grade("a", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                22, fat: 0.2, saturated: 0, carbohydrates: 3.6, sugars: 3.4, protein: 1.2, salt: 0.03)
        },
        ExampleProduct("pasta", "9521234000082", "Egg pasta", "500 g") {
            $0.ingredientsText = "Durum wheat semolina, eggs 20 %."
            $0.hasAllIngredients = true
            $0.allergens = .stated(["en:gluten", "en:eggs"])
            $0.traces = .stated(["en:soybeans"])
            $0.vegan = .no
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
            $0.novaGroup = 1
            $0.nutriScore = .grade("a", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                366, fat: 3.9, saturated: 1.1, carbohydrates: 67, sugars: 3, protein: 14, salt: 0.06)
        },
        ExampleProduct("sardines", "9521234000099", "Sardines in olive oil", "120 g") {
            $0.ingredientsText = "Sardines (fish), olive oil, salt."
            $0.hasAllIngredients = true
            $0.allergens = .stated(["en:fish"])
            $0.traces = .noneStated
            $0.vegan = .no
            $0.vegetarian = .no
            $0.palmOilFree = .yes
            $0.novaGroup = 3
            $0.nutriScore = .grade("c", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                218, fat: 14, saturated: 3.2, carbohydrates: 0, sugars: 0, protein: 23, salt: 0.9)
        },
        ExampleProduct("chocolate", "9521234000105", "Dark chocolate 70 %", "100 g") {
            $0.ingredientsText = "Cocoa mass, sugar, cocoa butter, emulsifier: lecithins (sunflower)."
            $0.hasAllIngredients = true
            $0.allergens = .noneStated
            $0.traces = .stated(["en:milk", "en:nuts"])
            $0.vegan = .maybe
            $0.vegetarian = .maybe
            $0.palmOilFree = .yes
            $0.novaGroup = 4
            $0.nutriScore = .grade("e", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                584, fat: 42, saturated: 25, carbohydrates: 34, sugars: 29, protein: 8.9, salt: 0.02)
        },
        ExampleProduct("crackers", "9521234000112", "Sesame crackers", "200 g") {
            $0.ingredientsText = "Wheat flour, sesame seeds 12 %, sunflower oil, salt, barley malt extract."
            $0.hasAllIngredients = true
            $0.allergens = .stated(["en:gluten", "en:sesame-seeds"])
            $0.traces = .stated(["en:milk"])
            $0.vegan = .yes
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
            $0.novaGroup = 4
            $0.nutriScore = .grade("d", points: nil)
            $0.nutritionPer = "100g"
            $0.nutrients = nutrients(
                452, fat: 17, saturated: 2, carbohydrates: 60, sugars: 2.6, protein: 11, salt: 1.9)
        },
        ExampleProduct("mystery", "9521234000129", "Mixed herb tea", "40 g") { _ in },
    ]
}
