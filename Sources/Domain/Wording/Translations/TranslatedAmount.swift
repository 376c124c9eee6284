import Directions

/// Writes numbers and amounts for people who read German or French: with a decimal comma, a narrow space between
/// thousands, and quarters as "½". Each function returns nil if a unit is not in the tables or if a number has no short
/// form.
struct TranslatedAmount {
    let language: PlainLanguage

    /// Returns "2 Tabletten", "½ Tablette", "1 bis 2 Hübe" or "bis zu 5 Hübe"; without a unit only the number.
    func words(_ amount: Direction.Amount) -> String? {
        switch (amount.low, amount.high) {
        case (nil, nil): return nil
        case (nil, let high?): return counted(high, amount.unit).map { prefix(atMost: true) + $0 }
        case (let low?, nil): return counted(low, amount.unit).map { prefix(atMost: false) + $0 }
        case (let low?, let high?):
            guard low != high else { return counted(low, amount.unit) }
            guard low < high, let least = numeral(low, amount.unit), let most = counted(high, amount.unit) else {
                return nil
            }
            return "\(least) \(to) \(most)"
        }
    }

    /// Returns "8 Tabletten", "½ Tablette", "1 000 mg" or "6".
    func counted(_ value: Double, _ unit: String?) -> String? {
        guard let numeral = numeral(value, unit) else { return nil }
        guard let unit else { return numeral }
        return name(of: unit, for: value).map { "\(numeral) \($0)" }
    }

    /// Returns the name of a unit in the singular or plural for the value.
    func name(of unit: String, for value: Double) -> String? {
        let isOne =
            switch language {
            case .german: value == 1 || (value < 1 && fraction(of: value, unit) != nil)
            case .french: value < 2
            }
        return TranslatedUnits.name(of: unit, isOne: isOne, in: language)
    }

    /// Returns "0,5" or "1 250".
    func number(_ value: Double) -> String? {
        let millionths = (value * 1_000_000).rounded()
        guard value >= 0, let digits = Int(exactly: millionths), Double(digits) / 1_000_000 == value else { return nil }
        let rest = String(digits % 1_000_000 + 1_000_000).dropFirst()
        let decimals = rest.reversed().drop { $0 == "0" }.reversed()
        return grouped(digits / 1_000_000) + (decimals.isEmpty ? "" : "," + String(decimals))
    }

    /// Returns "1 000", with a narrow space that does not break.
    func grouped(_ value: Int) -> String {
        value < 1000 ? "\(value)" : grouped(value / 1000) + "\u{202F}" + String(value % 1000 + 1000).dropFirst()
    }

    /// The word between the numbers of a range.
    var to: String {
        switch language {
        case .german: "bis"
        case .french: "à"
        }
    }

    private func prefix(atMost: Bool) -> String {
        switch language {
        case .german: atMost ? "bis zu " : "mindestens "
        case .french: atMost ? "jusqu’à " : "au moins "
        }
    }

    private func numeral(_ value: Double, _ unit: String?) -> String? { fraction(of: value, unit) ?? number(value) }

    /// Returns "½" or "1½" for quarters of something that is counted; nil for other values.
    private func fraction(of value: Double, _ unit: String?) -> String? {
        guard value > 0, value < 1000, unit.map(TranslatedUnits.isMeasured) != true else { return nil }
        let whole = Int(value)
        let signs = [0.25: "¼", 0.5: "½", 0.75: "¾"]
        guard let sign = signs[value - Double(whole)] else { return nil }
        return whole == 0 ? sign : "\(whole)\(sign)"
    }
}
