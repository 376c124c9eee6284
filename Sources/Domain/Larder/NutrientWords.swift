import Messages

/// The nutrition table in words.
package enum NutrientWords {
    /// Returns "Saturated fat" for "saturated-fat"; unknown names are made readable.
    package static func words(_ name: String) -> String {
        switch name {
        case "energy-kj": localized("Energy (kJ)")
        case "energy": localized("Energy")
        case "energy-kcal": localized("Energy (kcal)")
        case "fat": localized("Fat")
        case "saturated-fat": localized("Saturated fat")
        case "monounsaturated-fat": localized("Monounsaturated fat")
        case "polyunsaturated-fat": localized("Polyunsaturated fat")
        case "trans-fat": localized("Trans fat")
        case "cholesterol": localized("Cholesterol")
        case "carbohydrates": localized("Carbohydrate")
        case "sugars": localized("Sugars")
        case "added-sugars": localized("Added sugars")
        case "polyols": localized("Polyols")
        case "starch": localized("Starch")
        case "fiber", "fibre": localized("Fibre")
        case "proteins": localized("Protein")
        case "salt": localized("Salt")
        case "sodium": localized("Sodium")
        case "alcohol": localized("Alcohol")
        default: TagWords.words("en:" + name)
        }
    }

    /// Sorts by the usual order on packages, then by name.
    package static func sorted(_ nutrients: [Product.Nutrient]) -> [Product.Nutrient] {
        nutrients.sorted { first, second in
            let places = (place[first.name] ?? place.count, place[second.name] ?? place.count)
            return places.0 == places.1 ? first.name < second.name : places.0 < places.1
        }
    }

    /// Returns true if the nutrient is part of the one above it, as sugars are of carbohydrates.
    package static func isPart(_ name: String) -> Bool { parts.contains(name) }

    /// Returns "12.5 g", with at most two decimals, or more if they would all be zero.
    package static func amount(_ value: Double, unit: String?) -> String? {
        guard value.isFinite, abs(value) < 1e9 else { return nil }
        var scale = 100.0
        while scale < 1e6, value != 0, abs(value) * scale < 1 { scale *= 10 }
        let rounded = (value * scale).rounded() / scale
        let number = LocalNumber.decimal(
            rounded == rounded.rounded() ? String(Int(rounded)) : plain(rounded, scale))
        let unit = TagWords.line(unit ?? "", limit: 12)
        return unit.isEmpty ? number : "\(number) \(unit)"
    }

    /// Returns "400 g" for "400g"; other notations are unchanged.
    package static func quantity(_ text: String) -> String {
        let line = TagWords.cut(TagWords.line(text))
        let number = line.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
        let unit = line.dropFirst(number.count).lowercased()
        guard number.contains(where: \.isNumber), units.contains(unit) else { return line }
        return "\(number) \(line.dropFirst(number.count))"
    }

    /// Formats without an exponent.
    private static func plain(_ value: Double, _ scale: Double) -> String {
        let whole = Int(abs(value))
        let rest = Int(((abs(value) - Double(whole)) * scale).rounded())
        var digits = String(rest)
        digits = String(repeating: "0", count: max(String(Int(scale)).count - 1 - digits.count, 0)) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(value < 0 ? "-" : "")\(whole).\(digits)"
    }

    private static let units: Set = ["g", "kg", "mg", "ml", "cl", "dl", "l", "oz", "lb", "fl oz"]
    private static let parts: Set = [
        "saturated-fat", "monounsaturated-fat", "polyunsaturated-fat", "trans-fat", "sugars", "added-sugars", "starch",
        "polyols", "sodium",
    ]
    /// The usual order on packages.
    private static let order = [
        "energy-kj", "energy", "energy-kcal", "fat", "saturated-fat", "monounsaturated-fat", "polyunsaturated-fat",
        "trans-fat", "cholesterol", "carbohydrates", "sugars", "added-sugars", "polyols", "starch", "fiber", "fibre",
        "proteins", "salt", "sodium", "alcohol",
    ]
    private static let place = Dictionary(
        order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
}
