import HTTPTransport

/// One nutrient. Nil means not known, not zero.
public struct Nutriment: Sendable, Hashable {
    /// The amount in 100 g or 100 ml.
    public var per100g: Amount?
    /// The amount in a serving.
    public var perServing: Amount?
    /// The amount in 100 g or 100 ml of the prepared product.
    public var preparedPer100g: Amount?
    /// The amount in a serving of the prepared product.
    public var preparedPerServing: Amount?
    /// The amount as entered from the packet, in the entered unit, for ``Product/nutritionDataPer``.
    public var entered: Amount?

    /// A nutrient without any value.
    public init(
        per100g: Amount? = nil, perServing: Amount? = nil, preparedPer100g: Amount? = nil,
        preparedPerServing: Amount? = nil, entered: Amount? = nil
    ) {
        self.per100g = per100g
        self.perServing = perServing
        self.preparedPer100g = preparedPer100g
        self.preparedPerServing = preparedPerServing
        self.entered = entered
    }

    /// A number with its unit.
    public struct Amount: Sendable, Hashable {
        /// The number.
        public let value: Double
        /// `g`, `kJ`, `kcal`, `% vol` …; nil for points and values without a unit.
        public let unit: String?
        /// The modifier on the packet: `<`, `>`, `~` …; or `-` if the packet does not state the value.
        public let modifier: String?

        /// A number with its unit.
        public init(_ value: Double, _ unit: String?, modifier: String? = nil) {
            self.value = value
            self.unit = unit
            self.modifier = modifier
        }
    }

    var isEmpty: Bool {
        per100g == nil && perServing == nil && preparedPer100g == nil && preparedPerServing == nil && entered == nil
    }
}

/// Reads both structures of nutrition data.
extension Nutriment {
    /// `nutriments`: `fat_100g`, `fat_serving`, `fat_unit`, `fat_value`, `fat_modifier`, `fat_prepared_100g` … Until
    /// API 3.4.
    ///
    /// Only `_value` is in `_unit`; `_100g` and `_serving` are always in grams, kilojoules or kilocalories.
    static func table(flat members: [String: JSONValue]) -> [String: Nutriment] {
        var names = Set<String>()
        for key in members.keys { names.insert(name(of: key)) }
        return names.reduce(into: [:]) { table, name in
            let declared = JSONValue.object(members).words(name + "_unit")
            let modifier = JSONValue.object(members).words(name + "_modifier")
            func amount(_ suffix: String, _ unit: String?) -> Amount? {
                members[name + suffix]?.asNumber.map { Amount($0, unit, modifier: modifier) }
            }
            let unit = standardUnit(of: name, declared: declared)
            let nutriment = Nutriment(
                per100g: amount("_100g", unit), perServing: amount("_serving", unit),
                preparedPer100g: amount("_prepared_100g", unit), preparedPerServing: amount("_prepared_serving", unit),
                entered: amount("_value", declared))
            if !nutriment.isEmpty { table[name] = nutriment }
        }
    }

    /// `nutrition.aggregated_set`: `{preparation, per, nutrients: {fat: {value, unit}}}`. Since API 3.5.
    static func table(set: JSONValue) -> [String: Nutriment] {
        let isPrepared = set.text("preparation") == "prepared"
        let isServing = set.text("per") == "serving"
        return set.members("nutrients").reduce(into: [:]) { table, member in
            guard let value = member.value.number("value_computed") ?? member.value.number("value") else { return }
            let amount = Amount(value, member.value.words("unit"), modifier: member.value.words("modifier"))
            var nutriment = Nutriment()
            switch (isPrepared, isServing) {
            case (false, false): nutriment.per100g = amount
            case (false, true): nutriment.perServing = amount
            case (true, false): nutriment.preparedPer100g = amount
            case (true, true): nutriment.preparedPerServing = amount
            }
            table[member.key] = nutriment
        }
    }

    private static let suffixes = [
        "_prepared_100g", "_prepared_serving", "_prepared_value", "_prepared_unit", "_prepared_modifier", "_prepared",
        "_100g", "_serving", "_value", "_unit", "_modifier", "_label",
    ]

    private static func name(of key: String) -> String {
        suffixes.first { key.hasSuffix($0) }.map { String(key.dropLast($0.count)) } ?? key
    }

    private static func standardUnit(of name: String, declared: String?) -> String? {
        switch name {
        case "energy", "energy-kj", "energy-from-fat": "kJ"
        case "energy-kcal": "kcal"
        case "alcohol": "% vol"
        case _ where name.hasPrefix("nutrition-score") || name.hasPrefix("nova-group") || name == "ph": nil
        case _ where name.hasPrefix("fruits-vegetables") || name == "cocoa" || name == "collagen-meat-protein-ratio":
            "%"
        default: declared.map { ["%", "% vol", "% DV"].contains($0) ? $0 == "% DV" ? "g" : $0 : "g" } ?? "g"
        }
    }
}
