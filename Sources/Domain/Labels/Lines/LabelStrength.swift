/// The strength of a medicine: "500 mg", "400MG/5ML", "5-325 MG", "0.005%", "100micrograms/dose".
struct LabelStrength: Sendable, Hashable {
    /// Weights are in mg, and concentrations per mL, per g or per hour, so that "1%" and "10 mg/mL" are equal.
    struct Amount: Sendable, Hashable {
        let value: Double
        let unit: String
    }

    /// The tokens of the line.
    let tokens: Range<Int>
    /// Normalised for comparison; empty if the strength cannot be compared.
    let amounts: [Amount]
    /// The amounts before "per": of "250 mg/5 mL" the 250 mg. Empty if one is a percentage.
    let contents: [Amount]

    func isSame(as other: Self) -> Bool { Self.areSame(amounts, other.amounts) }

    /// Compares without regard to order.
    static func areSame(_ left: [Amount], _ right: [Amount]) -> Bool {
        let left = left.sorted { ($0.unit, $0.value) < ($1.unit, $1.value) }
        let right = right.sorted { ($0.unit, $0.value) < ($1.unit, $1.value) }
        return left.count == right.count && !left.isEmpty
            && zip(left, right).allSatisfy {
                $0.unit == $1.unit && abs($0.value - $1.value) <= 0.001 * max($0.value, $1.value)
            }
    }

    /// Creates a strength from a text that contains nothing else; nil for other texts.
    init?(text: String) {
        let tokens = LabelToken.all(in: text.split(whereSeparator: \.isWhitespace).map(String.init))
        guard let found = Self(in: tokens, at: 0), found.tokens.upperBound == tokens.count else { return nil }
        self = found
    }

    /// Reads the notation of the list of names: "325mg+5mg".
    init?(list text: String) {
        let parts = text.split(separator: "+").map { Self(text: String($0)) }
        guard !parts.isEmpty, !parts.contains(nil) else { return nil }
        tokens = 0..<0
        amounts = parts.flatMap { $0?.amounts ?? [] }
        contents = parts.flatMap { $0?.contents ?? [] }
    }

    private init(tokens: Range<Int>, amounts: [Amount], contents: [Amount]) {
        self.tokens = tokens
        self.amounts = amounts
        self.contents = contents
    }

    /// Returns the first strength of a line from `start` on.
    static func first(in tokens: [LabelToken], from start: Int) -> Self? {
        (start..<max(start, tokens.count)).lazy.compactMap { Self(in: tokens, at: $0) }.first
    }
}

// MARK: - Reading

extension LabelStrength {
    /// Reads a strength that begins at `start`; nil if there is none.
    init?(in tokens: [LabelToken], at start: Int) {
        var at = start
        var parts: [(numbers: [LabelToken], unit: String, over: (Double, String)?)] = []
        while let part = Self.part(in: tokens, at: at) {
            parts.append((part.numbers, part.unit, part.over))
            at = part.end
            guard at < tokens.count, tokens[at].kind == .sign, ["/", "-", "+"].contains(tokens[at].text),
                Self.part(in: tokens, at: at + 1) != nil
            else { break }
            at += 1
        }
        guard !parts.isEmpty else { return nil }
        let amounts = parts.flatMap { part in
            part.numbers.map { Self.amount($0.value, part.unit, over: part.over) }
        }
        let contents = parts.flatMap { part in part.numbers.map { Self.amount($0.value, part.unit, over: nil) } }
        let areWhole = !amounts.contains(nil) && !contents.contains(nil)
        let hasShares = parts.contains { $0.unit == "%" }
        self.init(
            tokens: start..<at, amounts: areWhole ? amounts.compactMap(\.self) : [],
            contents: areWhole && !hasShares ? contents.compactMap(\.self) : [])
    }

    /// Reads numbers, a unit, and the reference amount: "5-325 mg", "400 mg / 5 mL".
    private static func part(
        in tokens: [LabelToken], at start: Int
    ) -> (numbers: [LabelToken], unit: String, over: (Double, String)?, end: Int)? {
        var at = start
        var numbers: [LabelToken] = []
        while at < tokens.count, tokens[at].kind == .number {
            numbers.append(tokens[at])
            at += 1
            guard numbers.count < 4, at + 1 < tokens.count, tokens[at].is("-") || tokens[at].is("/"),
                tokens[at + 1].kind == .number
            else { break }
            at += 1
        }
        guard !numbers.isEmpty, at < tokens.count, let unit = units[tokens[at].text] else { return nil }
        at += 1
        guard at + 1 < tokens.count, tokens[at].is("/") || tokens[at].text == "per" else {
            return (numbers, unit, nil, at)
        }
        let hasNumber = tokens[at + 1].kind == .number
        let place = at + (hasNumber ? 2 : 1)
        // "5 mg/325 mg" are two parts of a medicine, "25 mg/mg" is a concentration.
        guard place < tokens.count, let over = overs[tokens[place].text], !(hasNumber && over == "mg") else {
            return (numbers, unit, nil, at)
        }
        let count = hasNumber ? tokens[at + 1].value ?? 0 : 1
        return (numbers, unit, (count, over), place + 1)
    }

    private static func amount(_ value: Double?, _ unit: String, over: (Double, String)?) -> Amount? {
        guard var value, value > 0 else { return nil }
        var name = unit
        switch unit {
        case "mcg": (value, name) = (value / 1000, "mg")
        case "ng": (value, name) = (value / 1_000_000, "mg")
        case "g": (value, name) = (value * 1000, "mg")
        case "%": return Amount(value: value * 10, unit: "mg/part")
        default: break
        }
        guard let over else { return Amount(value: value, unit: name) }
        guard over.0 > 0 else { return nil }
        switch over.1 {
        case "mL", "g": return Amount(value: value / over.0, unit: name + "/part")
        case "mg", "L": return Amount(value: value / over.0 / (over.1 == "L" ? 1000 : 0.001), unit: name + "/part")
        case "h": return Amount(value: value / over.0, unit: name + "/h")
        case "d": return Amount(value: value / over.0 / 24, unit: name + "/h")
        default: return Amount(value: value / over.0, unit: name)
        }
    }

    /// Millilitres are a volume and no strength.
    private static let units: [String: String] = [
        "mg": "mg", "mgs": "mg", "milligram": "mg", "milligrams": "mg", "mcg": "mcg", "mcgs": "mcg", "µg": "mcg",
        "μg": "mcg",
        "ug": "mcg", "microgram": "mcg", "micrograms": "mcg", "g": "g", "gm": "g", "gram": "g",
        "grams": "g", "ng": "ng", "nanogram": "ng", "nanograms": "ng", "%": "%", "unit": "unit", "units": "unit",
        "unt": "unit", "iu": "unit", "meq": "mEq", "mmol": "mmol",
    ]

    private static let overs: [String: String] = [
        "ml": "mL", "millilitre": "mL", "milliliter": "mL", "g": "g", "gm": "g", "gram": "g", "mg": "mg", "l": "L",
        "h": "h",
        "hr": "h", "hour": "h", "hours": "h", "hrs": "h", "d": "d", "day": "d", "dose": "dose", "actuation": "dose",
        "act": "dose", "puff": "dose", "inhalation": "dose", "spray": "dose", "drop": "dose", "tablet": "dose",
        "tab": "dose", "capsule": "dose", "cap": "dose", "vial": "dose", "patch": "dose", "sachet": "dose",
    ]
}
