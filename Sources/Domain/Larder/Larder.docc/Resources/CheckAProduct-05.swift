import Larder

/// Reads barcodes and answers whether a product fits a diet.
enum FoodCheck {
    /// Returns the number of the product, or the sentence that says why there is none.
    static func number(in text: String) -> String {
        let reading = BarcodeReading(text)
        if let gtin = reading.gtin { return gtin.description }
        return reading.error?.sentence ?? ""
    }

    /// Returns the "use by" date in a text of GS1, such as "2027-01-31"; nil if there is none.
    static func expiry(in text: String, thisYear: Int) -> String? {
        BarcodeReading(text).elements?.expiry(in: thisYear)?.description
    }

    /// Returns a product with the texts of its package; nil for what was not entered.
    static func product(_ code: String, ingredients: String?, allergens: [Allergen]?) -> Product {
        var product = Product(code: code)
        product.ingredientsText = ingredients
        switch allergens {
        case nil: product.allergens = .notKnown
        case []?: product.allergens = .noneStated
        case let listed?: product.allergens = .stated(listed.map(\.tag))
        }
        return product
    }

    /// Returns the answer for a person who avoids these allergens, with the reasons.
    static func answer(for product: Product, avoiding allergens: Set<Allergen>) -> [String] {
        var diet = Diet()
        diet.allergens = allergens
        let report = DietReport(of: product, for: diet)
        let reasons = report.findings.map { finding in
            [finding.because, finding.missing?.words].compactMap(\.self).joined(separator: " ")
        }
        return [report.sentence] + reasons + ["Read the package: these data were typed by people."]
    }
}
