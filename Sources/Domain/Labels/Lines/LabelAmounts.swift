/// The dispensed quantity and the number of refills in a line.
struct LabelAmounts: Sendable {
    struct Found: Sendable, Hashable {
        let value: Double
        let unit: String?
        let tokens: Range<Int>
    }

    var quantities: [Found] = []
    var refills: [Found] = []

    var isEmpty: Bool { quantities.isEmpty && refills.isEmpty }
    /// The first token of the first amount.
    var start: Int? { (quantities + refills).map(\.tokens.lowerBound).min() }

    /// `isInBlock` is true below the name of a medicine, where "#30" and "30 tablets" alone are quantities.
    init(_ line: LabelLine, from start: Int = 0, isInBlock: Bool) {
        let tokens = line.tokens
        var at = start
        while at < tokens.count {
            if let found = Self.refills(tokens, at) {
                refills.append(found)
                at = found.tokens.upperBound
            } else if let found = Self.quantity(tokens, at, isInBlock: isInBlock) {
                quantities.append(found)
                at = found.tokens.upperBound
            } else {
                at += 1
            }
        }
        if isEmpty, isInBlock, start == 0, let found = Self.whole(tokens) { quantities = [found] }
    }

    private static let quantityWords: Set<String> = [
        "qty", "quantity", "disp", "dispense", "dispensed", "mitte", "supply", "quant", "amt",
    ]
    private static let refillWords: Set<String> = [
        "refill", "refills", "rf", "rfl", "rfls", "refs", "repeats", "rpt", "rpts",
    ]
    private static let betweenWords: Set<String> = [
        "remaining", "left", "x", "authorized", "authorised", "no", "of", "up", "to",
    ]
    private static let numbers: [String: Double] = [
        "zero": 0, "none": 0, "no": 0, "nil": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
        "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    ]

    static func isKeyword(_ word: String) -> Bool { quantityWords.contains(word) || isRefills(word) }

    private static func isRefills(_ word: String) -> Bool {
        refillWords.contains(word)
            || (6...8).contains(word.utf8.count) && EditDistance.isWithinOne(Array(word.utf8), Array("refills".utf8))
    }

    /// "Qty: 150 ML", "Disp: #6", "#21".
    private static func quantity(_ tokens: [LabelToken], _ start: Int, isInBlock: Bool) -> Found? {
        let isNamed = quantityWords.contains(tokens[start].text)
        guard isNamed || isInBlock && tokens[start].is("#") && !isNumbered(tokens, start) else { return nil }
        var at = start + 1
        while at < tokens.count, tokens[at].kind == .sign, !["½", "("].contains(tokens[at].text) { at += 1 }
        guard at < tokens.count, let value = tokens[at].value, value > 0 else { return nil }
        return found(value, tokens, start: start, number: at)
    }

    /// Returns true if the number belongs to something else: "Rx # 7012345", "Store #12".
    private static func isNumbered(_ tokens: [LabelToken], _ sign: Int) -> Bool {
        guard sign > 0 else { return false }
        let before = tokens[sign - 1]
        return ["rx", "store", "no", "pharmacy", "order", "npi", "dea", "lic", "lot"].contains(before.text)
    }

    /// Returns the amount of a line that contains nothing else: "21 CAPSULES".
    private static func whole(_ tokens: [LabelToken]) -> Found? {
        let said = tokens.filter { $0.kind != .sign }
        guard said.count == 2, let value = said[0].value, value > 0, value == value.rounded(),
            let place = tokens.firstIndex(of: said[0]), let unit = unit(said[1].text), tokens.count <= 4,
            // A dose or a strength may also stand alone on a line.
            !["unit", "puff", "dose"].contains(unit)
        else { return nil }
        return found(value, tokens, start: place, number: place)
    }

    private static func found(_ value: Double, _ tokens: [LabelToken], start: Int, number: Int) -> Found? {
        var end = number + 1
        // "2 x 28", "30/60", "1-2": more than one number.
        if end + 1 < tokens.count, tokens[end].text == "x" || tokens[end].is("/") || tokens[end].is("-"),
            tokens[end + 1].kind == .number
        {
            return nil
        }
        // "3O": a digit may be misread.
        if end < tokens.count, tokens[end].kind == .letters, tokens[end].word == tokens[number].word,
            unit(tokens[end].text) == nil
        {
            return nil
        }
        // "30 (thirty) tablets"
        if end + 2 < tokens.count, tokens[end].is("("), tokens[end + 2].is(")") { end += 3 }
        let name = end < tokens.count ? unit(tokens[end].text) : nil
        return Found(value: value, unit: name, tokens: start..<(name == nil ? number + 1 : end + 1))
    }

    /// Returns the unit in the singular; nil for a word that is no unit of a quantity.
    static func unit(_ word: String) -> String? {
        switch word {
        case "ml", "mls", "millilitre", "millilitres", "milliliter", "milliliters": "mL"
        case "g", "gm", "gms", "gram", "grams": "g"
        case "l", "litre", "litres", "liter", "liters": "L"
        case "unit", "units": "unit"
        case "puff", "puffs": "puff"
        case "dose", "doses": "dose"
        case "bottle", "bottles", "btl": "bottle"
        case "tube", "tubes": "tube"
        case "box", "boxes": "box"
        case "pack", "packs", "pk": "pack"
        case "kit", "kits": "kit"
        default: MedicineForm.named(word)
        }
    }

    /// "Refills: 2", "2 refills", "rf 0", "No refills", "REFILLS: NONE".
    private static func refills(_ tokens: [LabelToken], _ start: Int) -> Found? {
        if let value = number(tokens[start]), start + 1 < tokens.count {
            var at = start + 1
            if tokens[at].text == "more", at + 1 < tokens.count { at += 1 }
            // "Qty 30 refills 2": the 30 belongs to the quantity.
            let isOthers =
                tokens[start].kind == .number && start > 0
                && tokens[..<start].suffix(3).contains { quantityWords.contains($0.text) || $0.is("#") }
            if isRefills(tokens[at].text), !isOthers, !hasNumber(tokens, behind: at) {
                return Found(value: value, unit: nil, tokens: start..<(at + 1))
            }
        }
        guard isRefills(tokens[start].text) else { return nil }
        var at = start + 1
        while at < tokens.count, tokens[at].kind == .sign || betweenWords.contains(tokens[at].text) {
            if tokens[at].text == "no", at + 1 == tokens.count || number(tokens[at + 1]) == nil { break }
            at += 1
        }
        guard at < tokens.count, let value = number(tokens[at]) else { return nil }
        if at + 1 < tokens.count, tokens[at].kind == .number, tokens[at + 1].kind == .letters,
            tokens[at + 1].word == tokens[at].word
        {
            return nil
        }
        // "2:4", "1-2": more than one number.
        if at + 2 < tokens.count, tokens[at + 1].kind == .sign, tokens[at + 2].kind == .number,
            tokens[at + 2].word == tokens[at].word
        {
            return nil
        }
        return Found(value: value, unit: nil, tokens: start..<(at + 1))
    }

    private static func hasNumber(_ tokens: [LabelToken], behind place: Int) -> Bool {
        var at = place + 1
        while at < tokens.count, tokens[at].kind == .sign { at += 1 }
        return at < tokens.count && at > place + 1 && number(tokens[at]) != nil
    }

    private static func number(_ token: LabelToken) -> Double? {
        guard let value = token.value ?? numbers[token.text], value == value.rounded(), value < 100 else { return nil }
        return value
    }
}
