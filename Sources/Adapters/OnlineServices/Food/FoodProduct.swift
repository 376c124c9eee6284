import Foundation
import Larder
import OpenFoodFacts

/// Converts a product of Open Food Facts to the household's type. Missing values stay missing.
extension Larder.Product {
    init(_ found: OpenFoodFacts.Product, code: String, language: Language?) {
        self.init(code: code)
        sort = found.productType.map { Sort(rawValue: $0) ?? .other } ?? .food
        name = FoodText.line(language.flatMap { found.name(in: $0) } ?? found.name)
        genericName = FoodText.line(language.flatMap { found.genericName(in: $0) } ?? found.genericName, limit: 300)
        brands = FoodText.line(found.brands, limit: 300)
        quantity = FoodText.line(found.quantity, limit: 80)
        servingSize = FoodText.line(found.servingSize, limit: 80)
        self.language = found.language.flatMap { Language(tag: $0.rawValue)?.rawValue }
        for kind in OpenFoodFacts.Product.PictureKind.allCases {
            guard let use = Picture(rawValue: kind.rawValue) else { continue }
            pictures[use] = FoodText.address(found.pictureURL(kind))
        }
        setScores(of: found)
        setIngredients(of: found, language: language)
        nutrients = FoodNutrients.table(found.nutriments)
        nutritionPer = FoodText.line(found.nutritionDataPer, limit: 20)
        labels = FoodText.tags(found.labels)
        texts = FoodPacketTexts.list(found, besides: [ingredientsText, name, genericName].compactMap(\.self))
        categories = FoodText.tags(found.categories)
        countries = FoodText.tags(found.countries, limit: 300)
        // Timestamps before 2001 and after 2286 are ignored.
        modifiedAt = found.lastModified.flatMap { (1e9...1e10).contains($0.timeIntervalSince1970) ? $0 : nil }
        completeness = FoodText.number(found.completeness, in: 0...10).map { min($0, 1) }
    }

    private mutating func setScores(of found: OpenFoodFacts.Product) {
        nutriScore =
            switch found.nutriScore {
            case .unknown?: .unknown
            case .notApplicable?: .notApplicable
            case .other?, nil: nil
            case let grade?: .grade(grade.rawValue, points: found.nutriScorePoints)
            }
        greenScore =
            switch found.greenScore {
            case .unknown?: .unknown
            case .notApplicable?: .notApplicable
            case .other?, nil: nil
            case let grade?: .grade(grade.rawValue, points: found.greenScorePoints)
            }
        novaGroup =
            switch found.novaGroup {
            case .unprocessed?: 1
            case .culinaryIngredient?: 2
            case .processed?: 3
            case .ultraProcessed?: 4
            default: nil
            }
    }

    private mutating func setIngredients(of found: OpenFoodFacts.Product, language: Language?) {
        ingredientsText = FoodText.line(
            language.flatMap { found.ingredientsText(in: $0) } ?? found.ingredientsText, limit: 10_000)
        ingredients = FoodIngredients.list(found.ingredients ?? [])
        hasAllIngredients = found.hasAllIngredients
        allergens = Statement(found.allergens)
        traces = Statement(found.traces)
        let analysis = found.ingredientAnalysis
        vegan = Finding(analysis, yes: "en:vegan", no: "en:non-vegan", maybe: "en:maybe-vegan")
        vegetarian = Finding(analysis, yes: "en:vegetarian", no: "en:non-vegetarian", maybe: "en:maybe-vegetarian")
        palmOilFree = Finding(
            analysis, yes: "en:palm-oil-free", no: "en:palm-oil", maybe: "en:may-contain-palm-oil")
        // An empty list means "none" only if the list is complete.
        additives = found.additives.map { FoodText.tags($0) }.flatMap { tags in
            tags.isEmpty && hasAllIngredients != true ? nil : tags
        }
    }
}

/// Free texts beside the structured fields; they may name an allergen that no tag contains.
enum FoodPacketTexts {
    private static let limit = 60
    private static let lengthLimit = 10_000

    static func list(_ found: OpenFoodFacts.Product, besides known: [String]) -> [Larder.Product.PacketText] {
        let kinds: [(Larder.Product.PacketText.Kind, [String])] = [
            (.allergens, found.allergenTexts), (.traces, found.traceTexts), (.warning, found.warningTexts),
            (.ingredients, found.ingredientsTexts), (.label, found.labelTexts), (.name, found.names),
        ]
        let texts = kinds.flatMap { kind, texts in
            texts.compactMap { FoodText.line($0, limit: lengthLimit) }.filter { !known.contains($0) }
                .map { Larder.Product.PacketText(kind, $0) }
        }
        return Array(texts.prefix(limit))
    }
}

extension Larder.Product.Statement {
    /// The list of allergens is never shortened.
    init(_ said: AllergenStatement) {
        switch said {
        case .notKnown: self = .notKnown
        case .none: self = .noneStated
        case .listed(let tags):
            let kept = FoodText.tags(tags, limit: 1000)
            self = kept.isEmpty ? .notKnown : .stated(kept)
        }
    }
}

extension Larder.Product.Finding {
    /// If tags contradict each other, the least favourable value is used.
    init(_ tags: [String], yes: String, no: String, maybe: String) {
        self =
            tags.contains(no) ? .no : tags.contains(maybe) ? .maybe : tags.contains(yes) ? .yes : .unknown
    }

    init(_ answer: Ingredient.Answer?) {
        self =
            switch answer {
            case .yes?: .yes
            case .no?: .no
            case .maybe?: .maybe
            case .other?, nil: .unknown
            }
    }
}

/// Nested ingredients, with limits on number and depth.
enum FoodIngredients {
    private static let depth = 8

    static func list(_ found: [Ingredient], limit: Int = 500) -> [Larder.Product.Ingredient] {
        var left = limit
        return list(found, depth: depth, left: &left)
    }

    private static func list(_ found: [Ingredient], depth: Int, left: inout Int) -> [Larder.Product.Ingredient] {
        guard depth > 0 else { return [] }
        var list: [Larder.Product.Ingredient] = []
        for one in found {
            let tag = FoodText.tag(one.id)
            // Open Food Facts marks allergens with underscores.
            let words = FoodText.line(one.text?.replacing("_", with: " "))
            guard left > 0, let text = words ?? tag.map({ FoodText.words(ofTags: $0) }) else { continue }
            left -= 1
            list.append(
                .init(
                    tag: tag, text: text, percent: FoodText.number(one.percent ?? one.percentEstimate, in: 0...100),
                    vegan: .init(one.vegan), vegetarian: .init(one.vegetarian), fromPalmOil: .init(one.fromPalmOil),
                    parts: self.list(one.ingredients, depth: depth - 1, left: &left)))
        }
        return list
    }
}

/// Nutrients in the order of a packet's table, then by name.
enum FoodNutrients {
    private static let order = [
        "energy-kj", "energy", "energy-kcal", "fat", "saturated-fat", "carbohydrates", "sugars", "fiber", "proteins",
        "salt", "sodium",
    ]

    static func table(_ found: [String: Nutriment]) -> [Larder.Product.Nutrient] {
        let nutrients = found.compactMap { name, nutriment in
            isNutrient(name) && !(name == "energy" && found["energy-kj"] != nil) ? nutrient(name, nutriment) : nil
        }
        func rank(_ name: String) -> Int { order.firstIndex(of: name) ?? order.count }
        return Array(nutrients.sorted { (rank($0.name), $0.name) < (rank($1.name), $1.name) }.prefix(100))
    }

    /// Excludes scores and estimates, which the service stores among the nutrients.
    private static func isNutrient(_ name: String) -> Bool {
        let others = ["nutrition-score", "nova-group", "carbon-footprint", "fruits-vegetables"]
        return !others.contains { name.hasPrefix($0) } && !name.contains("estimate")
    }

    private static func nutrient(_ name: String, _ found: Nutriment) -> Larder.Product.Nutrient? {
        guard let name = FoodText.tag(name) else { return nil }
        let per100 = amount(found.per100g)
        let perServing = amount(found.perServing)
        guard let first = per100 ?? perServing else { return nil }
        return .init(
            name: name, per100: per100?.value, perServing: perServing?.unit == first.unit ? perServing?.value : nil,
            unit: FoodText.line(first.unit, limit: 12))
    }

    /// "-" means that the packet does not state the value.
    private static func amount(_ found: Nutriment.Amount?) -> (value: Double, unit: String?)? {
        guard let found, found.modifier != "-", let value = FoodText.number(found.value, in: 0...1_000_000) else {
            return nil
        }
        return (value, found.unit)
    }
}
