import Larder

/// Products for tests; a value that is not given is not entered.
extension Product {
    /// Returns a product with complete data that excludes nothing.
    static func whole(
        _ text: String? = nil, language: String? = "en", allergens: Statement = .noneStated,
        traces: Statement = .noneStated,
        tags: [String] = [], change: (inout Product) -> Void = { _ in }
    ) -> Product {
        var product = Product(code: "3017620422003")
        product.language = language
        product.ingredientsText = text
        product.ingredients = tags.map { .init(tag: $0, text: String($0.drop { $0 != ":" }.dropFirst())) }
        product.hasAllIngredients = true
        product.allergens = allergens
        product.traces = traces
        change(&product)
        return product
    }

    func finding(
        _ allergen: Allergen, traces: TraceRule = .careful
    ) -> DietReport.Finding? {
        var diet = Diet()
        diet.allergens = [allergen]
        diet.traces = traces
        return DietReport(of: self, for: diet).findings.first
    }

    func finding(_ preference: Diet.Preference) -> DietReport.Finding? {
        var diet = Diet()
        diet.preferences = [preference]
        return DietReport(of: self, for: diet).findings.first
    }

    func finding(_ word: String, traces: TraceRule = .careful) -> DietReport.Finding? {
        var diet = Diet()
        diet.words = [word]
        diet.traces = traces
        return DietReport(of: self, for: diet).findings.first
    }
}
