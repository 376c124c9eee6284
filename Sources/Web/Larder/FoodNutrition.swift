import Foundation
import Larder
import Messages

/// The nutrition table of a product; pure.
struct FoodNutrition {
    let product: Product

    init(_ product: Product) { self.product = product }

    /// The nutrients of every table in their usual order. The table also shows those that are missing from the product.
    static let usual = [
        "energy-kj", "energy-kcal", "fat", "saturated-fat", "carbohydrates", "sugars", "fiber", "proteins", "salt",
    ]
    /// The largest number of further rows. Some products have hundreds of nutrients.
    static let rows = 60

    var context: Fields {
        let known = product.nutrients.filter { Self.isSaid($0.per100) || Self.isSaid($0.perServing) }
        guard !known.isEmpty else { return Fields(isUnknown: true) }
        var byName = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
        // "energy" is the energy in kilojoules.
        if let energy = byName.removeValue(forKey: "energy"), byName["energy-kj"] == nil {
            byName["energy-kj"] = energy
        }
        let calculated = Self.kilocalories(byName["energy-kj"])
        // The row in kilojoules is omitted if it has no value.
        let usual = Self.usual.filter { $0 != "energy-kj" || byName[$0] != nil }
        let rest = known.map(\.name).filter { !Self.usual.contains($0) && byName[$0] != nil }.prefix(Self.rows)
        let hasServing = known.contains { Self.isSaid($0.perServing) }
        var context = Fields(
            isKnown: true, hasServing: hasServing,
            serving: product.servingSize.map { localized("Per serving (\(Wording.short($0, 40), "amount"))") }
                ?? localized("Per serving"),
            nutrients: (usual + rest).map { name in
                var row = row(name, byName[name], hasServing)
                if name == "energy-kcal" {
                    row.per100 = row.per100 ?? calculated.per100
                    if hasServing { row.perServing = row.perServing ?? calculated.perServing }
                }
                return row
            })
        if product.nutritionPer == "serving" {
            context.asPacked = localized("The package shows the values per serving.")
        }
        return context
    }

    private func row(_ name: String, _ nutrient: Product.Nutrient?, _ hasServing: Bool) -> Row {
        var row = Row(name: Self.word(name), isPart: Self.parts.contains(name))
        row.per100 = nutrient?.per100.flatMap { Wording.amount($0, nutrient?.unit) }
        if hasServing {
            row.servingCell = true
            row.perServing = nutrient?.perServing.flatMap { Wording.amount($0, nutrient?.unit) }
        }
        return row
    }

    /// Returns "Saturated fat" for "saturated-fat".
    private static func word(_ name: String) -> String {
        switch name {
        case "energy-kj", "energy-kcal": localized("Energy")
        case "carbohydrates": localized("Carbohydrates")
        default: NutrientWords.words(name)
        }
    }

    /// Returns the kilocalories for a table that has kilojoules only. Food in the EU states both (Regulation (EU)
    /// No 1169/2011, Annex XV), but not every entry of the service does. 1 kcal is 4.184 kJ.
    private static func kilocalories(
        _ kilojoules: Product.Nutrient?
    ) -> (per100: String?, perServing: String?) {
        guard let kilojoules, kilojoules.unit?.lowercased() == "kj" else { return (nil, nil) }
        func words(_ value: Double?) -> String? {
            value.flatMap { Wording.amount(($0 / kilojoulesInKilocalorie).rounded(), "kcal") }.map {
                localized("\($0, "amount") (calculated)")
            }
        }
        return (words(kilojoules.per100), words(kilojoules.perServing))
    }

    private static let kilojoulesInKilocalorie = 4.184

    /// Nutrients that are part of the nutrient in the row above.
    private static let parts: Set = ["saturated-fat", "sugars"]

    private static func isSaid(_ value: Double?) -> Bool { value.flatMap { Wording.amount($0, nil) } != nil }
}

extension FoodNutrition {
    struct Fields: TemplateFields {
        var isUnknown: Bool = false
        var isKnown: Bool = false
        var hasServing: Bool = false
        var serving: String = ""
        var nutrients: [Row] = []
        var asPacked: String?
    }

    struct Row: TemplateFields {
        let name: String
        let isPart: Bool
        var per100: String?
        var servingCell = false
        var perServing: String?
    }
}
