public import Directions

/// Formats numbers and units for people: a zero before the decimal point, no trailing zero, commas between thousands,
/// and no abbreviation that is easily misread.
public enum PlainAmount {
    /// Returns "2 tablets", "half a tablet (½)", "1 to 2 puffs", "up to 5 puffs", or "1" without a unit; nil if there
    /// is no number.
    public static func words(_ amount: Direction.Amount) -> String? {
        switch (amount.low, amount.high) {
        case (nil, nil): nil
        case (nil, let high?): "up to \(counted(high, amount.unit))"
        case (let low?, nil): "at least \(counted(low, amount.unit))"
        case (let low?, let high?) where low == high: counted(low, amount.unit)
        case (let low?, let high?): range(low, high, amount.unit)
        }
    }

    /// Returns "5 mg each, 10 mg in all" or "10 mg in all"; "5 mg" for one piece or if the text does not say what the
    /// weight refers to; nil if no weight is printed.
    static func strength(of direction: Direction) -> String? {
        let total = direction.total.flatMap(words)
        guard let strength = direction.strength, let amount = words(strength.amount) else {
            return total.map { "\($0) in all" }
        }
        let isOne = direction.dose?.low == 1 && direction.dose?.high == 1
        switch strength.basis {
        case .all: return "\(total ?? amount) in all"
        case .unknown: return amount
        case .each:
            guard !isOne, DoseUnit.kind(of: direction.dose?.unit) == .count else { return amount }
            return ["\(amount) each", total.map { "\($0) in all" }].compactMap(\.self).joined(separator: ", ")
        }
    }

    /// "8 tablets", "half a tablet (½)", "1,000 mg", "6".
    public static func counted(_ value: Double, _ unit: String?) -> String {
        guard let unit else { return fraction(of: value).map(bare) ?? number(value) }
        guard !isMeasured(unit), let part = fraction(of: value) else {
            return "\(number(value)) \(name(of: unit, for: value))"
        }
        return part.whole == 0
            ? "\(part.words) \(article(unit)) (\(part.sign))"
            : "\(part.sign) \(name(of: unit, for: value))"
    }

    /// "0.5", "1,250", "2.75".
    public static func number(_ value: Double) -> String {
        let millionths = (value * 1_000_000).rounded()
        guard value > 0, let digits = Int(exactly: millionths), Double(digits) / 1_000_000 == value else {
            return "\(value)"
        }
        let rest = String(digits % 1_000_000 + 1_000_000).dropFirst()
        let decimals = rest.reversed().drop { $0 == "0" }.reversed()
        return grouped(digits / 1_000_000) + (decimals.isEmpty ? "" : "." + String(decimals))
    }

    /// "1,000".
    static func grouped(_ value: Int) -> String {
        value < 1000 ? "\(value)" : grouped(value / 1000) + "," + String(value % 1000 + 1000).dropFirst()
    }

    /// Returns the full name of the unit, in the singular or plural for the value.
    public static func name(of unit: String, for value: Double) -> String {
        let full = full[unit] ?? unit
        guard value != 1, !stays.contains(full) else { return full }
        if full.hasSuffix("y"), let before = full.dropLast().last, !"aeiou".contains(before) {
            return full.dropLast() + "ies"
        }
        return full + (["s", "x", "ch", "sh"].contains(where: full.hasSuffix) ? "es" : "s")
    }

    /// Returns true for units of measurement: their values are written with decimals, never as a half.
    static func isMeasured(_ unit: String) -> Bool { stays.contains(unit) || full[unit] != nil || unit == "unit" }

    /// Returns "half a tablet" for "half a tablet (½)".
    static func withoutSign(_ words: String) -> String {
        for sign in [" (¼)", " (½)", " (¾)"] where words.hasSuffix(sign) { return String(words.dropLast(sign.count)) }
        return words
    }

    private static func range(_ low: Double, _ high: Double, _ unit: String?) -> String {
        let small = fraction(of: low).flatMap { unit.map(isMeasured) == true ? nil : $0.sign } ?? number(low)
        return "\(small) to \(unit.map { rangeEnd(high, $0) } ?? counted(high, nil))"
    }

    private static func rangeEnd(_ value: Double, _ unit: String) -> String {
        let sign = isMeasured(unit) ? nil : fraction(of: value)?.sign
        return "\(sign ?? number(value)) \(name(of: unit, for: value))"
    }

    /// Splits off a fraction. Only quarters have one: tablets are not scored for other parts.
    private static func fraction(of value: Double) -> (whole: Int, words: String, sign: String)? {
        guard value > 0, value < 1000 else { return nil }
        let whole = Int(value)
        let parts = [0.25: ("a quarter of", "¼"), 0.5: ("half", "½"), 0.75: ("three quarters of", "¾")]
        guard let part = parts[value - Double(whole)] else { return nil }
        return (whole, part.0, whole == 0 ? part.1 : "\(whole)\(part.1)")
    }

    private static func bare(_ part: (whole: Int, words: String, sign: String)) -> String {
        part.whole == 0 && part.sign == "½" ? "half (½)" : part.sign
    }

    private static func article(_ unit: String) -> String {
        (unit.first.map("aeio".contains) == true ? "an " : "a ") + unit
    }

    private static let full = [
        "mcg": "microgram", "oz": "ounce", "IU": "international unit", "mEq": "milliequivalent",
    ]
    private static let stays: Set = ["mg", "g", "kg", "mL", "L", "mmol", "%"]
}
