/// Numbers and the units that they count.
extension PhraseScanner {
    mutating func numbered() -> Bool {
        guard let number = NumberPhrase.read(at: place, of: tokens) else { return false }
        if let fault = number.fault {
            add(.refused(fault), to: number.end)
            return true
        }
        if number.isChain {
            let isTimes = ["times", "x"].contains(text(number.end))
            add(.doubtful("ambiguous-range"), to: isTimes ? number.end + 1 : unit(at: number.end)?.end ?? number.end)
            return true
        }
        if let code = broken(number) {
            add(.refused(code), to: number.end)
            return true
        }
        return course(number) || times(number) || hourly(number) || product(number) || amount(number)
            || bareDuration(number) || alone(number)
    }

    /// Returns the code of a refusal if the number may be misprinted or misread: "1.5.2", "1,5", "1Omg", "-1".
    private func broken(_ number: NumberPhrase) -> String? {
        if let sign = token(number.end), [".", ","].contains(sign.text), sign.isGlued,
            token(number.end + 1)?.isNumber == true,
            token(number.end + 1)?.isGlued == true
        {
            return "ambiguous-number"
        }
        if let word = token(number.end), word.isWord, word.isGlued, token(number.end - 1)?.isNumber == true,
            !isKnown(number.end)
        {
            return "ambiguous-number"
        }
        if isSplit(number) || isOneOrLitre(number.end) || isSlip(number) { return "ambiguous-number" }
        let isSigned = text(place - 1) == "-" && token(place)?.isGlued == true && token(place - 1)?.isGlued == false
        return isSigned && TimeUnit.frequency(text(number.end)) == nil ? "ambiguous-number" : nil
    }

    /// Symbols that may stand between two numbers.
    private static let parting: Set = ["/", "-", "(", ")", "[", "]", "+", "&", "#", "%"]

    /// Returns true for "2. 5 ml", "3*250 mg", "2 = 5 mg" and "1 000 mg": either one number split by a symbol or a
    /// space, or two numbers. A comma may end the dose if the second number belongs to a time: "2, 4 times a day", "1 @
    /// 8am".
    func isSplit(_ number: NumberPhrase) -> Bool {
        guard token(number.end - 1)?.isNumber == true, let sign = token(number.end) else { return false }
        if sign.isNumber { return sign.raw.hasPrefix("0") && !sign.raw.contains(".") }
        guard sign.kind == .symbol, !Self.parting.contains(sign.text), token(number.end + 1)?.isNumber == true,
            let second = NumberPhrase.read(at: number.end + 1, of: tokens)
        else { return false }
        let next = text(second.end) == "/" || text(second.end) == "-" ? second.end + 1 : second.end
        if ["am", "pm", "minutes"].contains(text(next)) { return false }
        guard [",", ";", "@"].contains(sign.text) else { return true }
        return TimeUnit.frequency(text(next)) == nil
            && !["times", "time", "x", "hourly", "hrly", ":"].contains(text(next))
    }

    /// Returns true if a character was probably printed or recognised wrongly: "l/2", "V2", "O.5 mg", "05 mg", "1.
    /// tablet", "1+ tablets", "1OU".
    private func isSlip(_ number: NumberPhrase) -> Bool {
        guard let digits = token(place), digits.isNumber else { return false }
        // "05 mg": a decimal point may be lost.
        if digits.raw.hasPrefix("0"), digits.raw.utf8.count < 5,
            digits.raw.utf8.dropFirst().first.map({ (48...57).contains($0) }) ?? false
        {
            return true
        }
        if token(place)?.isGlued == true, let before = token(place - 1) {
            if before.isWord, Self.slips.contains(before.text) { return true }
            if before.kind == .symbol, Self.coins.contains(before.text) { return true }
            if before.text == ".", before.isGlued, let above = token(place - 2), above.isWord,
                Self.slips.contains(above.text)
            {
                return true
            }
            if before.text == "/", let above = token(place - 2), before.isGlued {
                if Self.slips.contains(above.text) || above.kind == .symbol { return true }
            }
        }
        guard let sign = token(number.end), sign.isGlued else { return false }
        if ["ou", "od"].contains(sign.text), sign.isWord { return true }
        guard Self.lost.contains(sign.text) else { return false }
        let next = skip(Self.lost, from: number.end)
        return unit(at: next) != nil && !(sign.text == "." && token(next)?.raw.first?.isUppercase == true)
    }

    /// Letters that look like digits.
    private static let slips: Set = ["v", "l", "i", "y", "z", "o", "s"]
    private static let coins: Set = ["¥", "£", "€", "$"]
    /// Symbols that may stand for a lost digit.
    private static let lost: Set = [".", "+", "*", "'", "°"]

    /// Returns true for "1l tablets": one litre, or eleven.
    private func isOneOrLitre(_ place: Int) -> Bool {
        token(place)?.raw == "l" && token(place)?.isGlued == true && token(place - 1)?.isNumber == true
    }

    private func isKnown(_ place: Int) -> Bool {
        let word = text(place)
        return DoseUnit.named(word) != nil || TimeUnit.frequency(word) != nil || TimeUnit.duration(word) != nil
            || lexicon.phrase(at: place, of: tokens) != nil
            || ["x", "a", "p", "hourly", "hrly", "times"].contains(word)
    }

    private mutating func alone(_ number: NumberPhrase) -> Bool {
        if number.high < 1, text(number.end) == "a", text(number.end + 1) == "day" {
            add(.doubtful("ambiguous-frequency"), to: number.end + 2)
            return true
        }
        if TimeUnit.frequency(text(number.end)) != nil
            || ["seconds", "second", "secs", "sec"].contains(text(number.end))
        {
            add(.unread, to: number.end + 1)
            return true
        }
        add(.number(number), to: number.end)
        return true
    }

    // MARK: Amounts

    private mutating func amount(_ number: NumberPhrase) -> Bool {
        let next = text(number.end) == "-" && (token(number.end)?.isGlued ?? false) ? number.end + 1 : number.end
        if text(next) == "inh", DoseUnit.named(text(next + 1)) == nil {
            add(
                .amount(.init(low: number.low, high: number.high, unit: "inhalation"), .count, strength: nil),
                to: next + 1)
            also(.route("inhalation"))
            return true
        }
        guard let (unit, behind) = unit(at: next) else { return weighted(number) }
        var end = behind
        if let refusal = rate(of: measured(number, unit), at: end, behind: unit) {
            add(refusal.content, to: refusal.end)
            return true
        }
        if let last = productEnd(number, unit, at: end) {
            add(.concentration(measured(number, unit)), to: last)
            return true
        }
        if unit.kind == .volume, DoseUnit.isSolid(text(end)) {
            add(.refused("two-amounts"), to: end + 1)
            return true
        }
        if number.low > 0, number.high / number.low > (unit.kind == .count ? 5 : 4) {
            add(.doubtful("ambiguous-range"), to: end)
            return true
        }
        if unit.name == "dose", [1, 2, 3].contains(number.high), text(end) == "only" {
            add(.count(Int(number.high)), to: end + 1)
            return true
        }
        if unit.name == "mL", unit.factor == 1, DoseUnit.spoons.contains(text(end)) { end += 1 }
        var measured = measured(number, unit)
        if let (most, last) = rangeEnd(number, unit, at: end) {
            measured.high = most
            end = last
        }
        add(.amount(measured, unit.kind, strength: nil), to: end)
        return true
    }

    /// Returns the end of a description of the product that another amount follows: "100 microgram inhaler", "20,000
    /// unit capsules", "200 ml bottle".
    private func productEnd(_ number: NumberPhrase, _ unit: DoseUnit, at place: Int) -> Int? {
        guard !number.isRange, unit.kind != .count || unit.name == "unit" else { return nil }
        var next = place
        while [
            "mr", "er", "sr", "xl", "la", "ec", "modified", "prolonged", "release", "gastro", "resistant", "-",
            "chewable",
            "dispersible", "effervescent", "soluble", "film", "coated", "pre", "filled", "prefilled", "oral", "nasal",
            "eye",
            "ear", "nebuliser", "depot",
        ].contains(text(next)) { next += 1 }
        let word = text(next)
        let isDevice = Self.devices.contains(word)
        let isForm = DoseUnit.isHolder(word) && (unit.name == "unit" || unit.kind == .volume)
        guard isDevice || (isForm && !hasDose), hasAmount(from: next + 1) else { return nil }
        return next + 1
    }

    private static let devices: Set = [
        "inhaler", "evohaler", "accuhaler", "turbohaler", "easyhaler", "respimat", "diskus", "ellipta", "handihaler",
        "nebules", "suspension", "solution", "syrup", "liquid", "elixir", "ampoules", "spray",
    ]

    /// Returns true if an amount follows that is the dose: "20,000 unit capsules, 1 capsule".
    private func hasAmount(from start: Int) -> Bool {
        for place in start..<max(start, min(tokens.count, start + 8)) {
            guard let number = NumberPhrase.read(at: place, of: tokens), number.fault == nil else { continue }
            let next = text(number.end)
            if DoseUnit.named(next) != nil { return true }
            return TimeUnit.frequency(next) == nil && !["times", "x", "hourly", "/", "am", "pm", ":"].contains(next)
                && token(place - 1)?.text != "every"
        }
        return false
    }

    /// Returns the upper value of a range whose unit is written twice: "5 ml - 10 ml", "1 tablet or 2 tablets".
    private func rangeEnd(_ number: NumberPhrase, _ unit: DoseUnit, at place: Int) -> (Double, end: Int)? {
        guard !number.isRange, ["-", "to", "or"].contains(text(place)),
            let second = NumberPhrase.read(at: place + 1, of: tokens), !second.isRange, second.fault == nil,
            let (other, end) = self.unit(at: second.end), other == unit, second.high > number.high,
            second.high / number.high <= 4, !["/", "per"].contains(text(end))
        else { return nil }
        return (second.high * unit.factor, end)
    }

    func measured(_ number: NumberPhrase, _ unit: DoseUnit) -> Direction.Amount {
        .init(low: number.low * unit.factor, high: number.high * unit.factor, unit: unit.name)
    }

    /// Returns the unit at the token and the place after it, including "(s)".
    func unit(at place: Int) -> (unit: DoseUnit, end: Int)? {
        guard let unit = DoseUnit.named(text(place)) else { return nil }
        var end = place + 1
        if unit.name == "unit", text(place) == "iu", ["unit", "units"].contains(text(end)) { end += 1 }
        if text(end) == "(", text(end + 1) == "s" || text(end + 1) == "es", text(end + 2) == ")" { end += 3 }
        if text(place) == "l", !(token(place)?.isGlued ?? false) { return nil }
        return (unit, end)
    }

    /// Reads a count with the size of one: "one 5 ml spoonful", "one 150 mg tab".
    private mutating func weighted(_ number: NumberPhrase) -> Bool {
        let start = skip(["x"], from: number.end)
        guard let inner = NumberPhrase.read(at: start, of: tokens), inner.fault == nil, !inner.isRange,
            let (weight, next) = unit(at: inner.end), weight.kind != .count || weight.name == "unit"
        else { return false }
        // "2 5 mg" may be a misprinted 25 mg; "2 5 ml spoonfuls" cannot be 25.
        if !inner.isWord, !number.isWord, token(start - 1)?.isWord != true {
            guard inner.high == 5, weight.name == "mL", DoseUnit.spoons.contains(text(next)) else { return false }
        }
        return spooned(number, inner, weight, next) || formed(number, inner, weight, next)
    }

    /// Keeps count and volume as written; the product of both is not computed.
    private mutating func spooned(_ number: NumberPhrase, _ inner: NumberPhrase, _ unit: DoseUnit, _ next: Int) -> Bool
    {
        guard unit.name == "mL", unit.factor == 1, !DoseUnit.isSolid(text(next)) else { return false }
        let isSpoon = DoseUnit.spoons.contains(text(next))
        let end = isSpoon ? next + 1 : next
        if number.low == 1, number.high == 1 {
            add(.amount(.init(low: inner.low, high: inner.low, unit: "mL"), .volume, strength: nil), to: end)
            return true
        }
        let count = Direction.Amount(low: number.low, high: number.high, unit: nil)
        add(.amount(count, .count, strength: .init(low: inner.low, high: inner.low, unit: "mL")), to: end)
        also(.doubtful("count-of-volumes"))
        return true
    }

    private mutating func formed(_ number: NumberPhrase, _ inner: NumberPhrase, _ weight: DoseUnit, _ next: Int) -> Bool
    {
        let place = text(next) == "-" ? next + 1 : next
        guard weight.kind == .weight || weight.name == "unit", let (form, end) = unit(at: place), form.kind == .count
        else { return false }
        add(.amount(measured(number, form), .count, strength: measured(inner, weight)), to: end)
        return true
    }

    /// Reads "2 x 5 ml spoon" and "2 x 500 mg tablets". "1 x 2 tabs" is ambiguous and refused.
    private mutating func product(_ number: NumberPhrase) -> Bool {
        guard text(number.end) == "x", let inner = NumberPhrase.read(at: number.end + 1, of: tokens) else {
            return false
        }
        if let (unit, next) = unit(at: inner.end), unit.kind != .count {
            if spooned(number, inner, unit, next) || formed(number, inner, unit, next) { return true }
            add(.refused("multiplied"), to: next)
            return true
        }
        if let (_, next) = unit(at: inner.end) {
            add(.refused("multiplied"), to: next)
            return true
        }
        return false
    }

    /// Reads a rate or a concentration after an amount: "mg/kg", "mL/hour", "250 mg/5 mL".
    private func rate(
        of amount: Direction.Amount, at place: Int, behind unit: DoseUnit
    ) -> (content: Phrase.Content, end: Int)? {
        guard ["/", "per"].contains(text(place)) else { return nil }
        let next = text(place + 1)
        if ["kg", "kilogram", "kilo", "m", "m2", "kgs", "lb"].contains(next) {
            return (.refused("per-kg"), place + 2)
        }
        if ["h", "hr", "hour", "min", "minute"].contains(next), unit.kind != .count || unit.name == "unit" {
            let isPatch = tokens.contains { ["patch", "patches"].contains($0.text) }
            return (isPatch ? .concentration(amount) : .refused("rate"), place + 2)
        }
        if unit.kind == .weight || unit.name == "unit" || unit.name == "mL" {
            if ["ml", "mls", "actuation", "puff", "dose", "spray", "tablet", "capsule", "drop", "l", "g", "gram"]
                .contains(
                    next)
            {
                let per = DoseUnit.named(next).map { Direction.Amount(low: 1, high: 1, unit: $0.name) }
                return (.concentration(amount, per: per), place + 2)
            }
            if let number = NumberPhrase.read(at: place + 1, of: tokens), let (below, end) = self.unit(at: number.end) {
                if below.name == unit.name { return (.refused("slash-as-1"), end) }
                if below.name == "kg" { return (.refused("per-kg"), end) }
                return (.concentration(amount, per: measured(number, below)), end)
            }
            if let number = NumberPhrase.read(at: place + 1, of: tokens),
                ["h", "hr", "hrs", "hours"].contains(text(number.end))
            {
                let isPatch = tokens.contains { ["patch", "patches"].contains($0.text) }
                return (isPatch ? .concentration(amount) : .refused("rate"), number.end + 1)
            }
        }
        return nil
    }
}
