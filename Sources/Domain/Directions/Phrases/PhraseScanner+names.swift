/// Names of medicines, and rules that look at the words on both sides.
extension PhraseScanner {
    // MARK: Names

    /// Reads a word that is in no list as the name of a medicine, if it stands where names stand: at the beginning,
    /// after "of", or after a count.
    mutating func medicine() -> Bool {
        let isCombined = text(place) == "co" && text(place + 1) == "-" && isName(place + 2)
        guard isNamePlace, isCombined || isName(place) else { return false }
        var next = place + (isCombined ? 3 : 1)
        while next - place < 3,
            isName(next)
                || (next == place + 1 && text(next).count == 1 && token(next)?.isWord == true
                    && lexicon.phrase(at: next, of: tokens) == nil && text(next) != "x")
        {
            next += 1
        }
        next = joined(from: next)
        let name = text(of: place..<next)
        // "Formerly 2 tablets": a word at the beginning that is no known medicine may change the meaning, so it stays
        // unread.
        if isLeading, !isCombined, !(place..<next).allSatisfy({ isMedicineWord($0) }) {
            add(.unread, to: next)
            also(.medicine(name))
        } else {
            add(.medicine(name), to: next)
        }
        strengthBehindName()
        strengths()
        return true
    }

    /// Reads the strengths of a combined medicine: "co-codamol 30/500"; not "1/2" and not "10/7".
    private mutating func strengths() {
        guard let first = token(place)?.value, text(place + 1) == "/", token(place + 1)?.isGlued == true,
            let second = token(place + 2)?.value, token(place + 2)?.isGlued == true,
            first == first.rounded(), second == second.rounded(), first >= 8 || second >= 50,
            ![7, 12, 24, 52].contains(second), text(place + 3) != "/"
        else { return }
        add(.concentration(), to: unit(at: place + 3).map { $0.unit.kind == .weight ? $0.end : place + 3 } ?? place + 3)
    }

    /// Returns the end of a name with a hyphen, a slash or a number: "amoxicillin/clavulanate", "vitamin b12",
    /// "omega-3".
    private func joined(from start: Int) -> Int {
        var next = start
        while ["-", "/"].contains(text(next)), token(next)?.isGlued == true, isName(next + 1) { next += 2 }
        if text(next) == "-", token(next)?.isGlued == true, token(next + 1)?.isWord == true, text(next + 1).count <= 2,
            token(next + 2)?.isNumber == true, token(next + 2)?.isGlued == true
        {
            return next + 3
        }
        if text(next) == "-", token(next)?.isGlued == true, token(next + 1)?.isNumber == true, unit(at: next + 2) == nil
        {
            return next + 2
        }
        if token(next)?.isNumber == true, token(next)?.isGlued == true, unit(at: next + 1) == nil {
            return next + 1
        }
        // "NovoMix 30: 22 units"
        if token(next)?.isNumber == true, text(next + 1) == ":", token(next + 2)?.isNumber == true { return next + 2 }
        return next
    }

    /// True if nothing or only a verb stands before the name.
    private var isLeading: Bool {
        switch previous {
        case nil, .verb?: !hasDose && text(place - 1) != "of"
        default: false
        }
    }

    private func isMedicineWord(_ place: Int) -> Bool {
        guard let token = token(place), token.isWord, token.text.count >= 3 else { return true }
        // "alendronic acid"
        let isAcid = token.text == "acid" || (token.text.hasSuffix("ic") && text(place + 1) == "acid")
        return isAcid || MedicineWords.isKnown(token.text) || RiskyNotation.drugs.contains(token.raw)
    }

    /// True after a time: in "every morning of dialysis" the word after "of" is not a medicine.
    var isBehindTiming: Bool {
        switch previous {
        case .frequency?, .events?, .times?, .days?, .otherDays?, .asNeeded?, .duration?, .unread?: true
        default: false
        }
    }

    private var isNamePlace: Bool {
        let hasNumberSoon = (place..<(place + 5)).contains { token($0)?.isNumber == true }
        guard let last = parts.last else { return hasNumberSoon || isNumberBefore(place + 5) }
        if text(place - 1) == "of" { return hasDose && !isBehindTiming }
        switch previous {
        case nil: return hasNumberSoon
        case .verb?:
            return !hasDose && (hasNumberSoon || isNumberBefore(place + 5)) || hasDose == false && hasNumberSoon
        case .amount?, .number?:
            return !hasTiming && last.range.upperBound == place && (text(place).count >= 5 || text(place) == "co")
        case .and?: return has { if case .medicine = $0 { true } else { false } }
        default: return false
        }
    }

    private func isNumberBefore(_ end: Int) -> Bool {
        (place..<end).contains { NumberPhrase.read(at: $0, of: tokens) != nil }
    }

    private func isName(_ place: Int) -> Bool {
        guard let token = token(place), token.isWord, token.text.count >= 3 || RiskyNotation.drugs.contains(token.raw),
            lexicon.phrase(at: place, of: tokens) == nil, !lexicon.words.contains(Substring(token.text)),
            DoseUnit.named(token.text) == nil, TimeUnit.duration(token.text) == nil,
            !ForeignWords.words.contains(token.text), !ForeignWords.common.contains(token.text),
            NumberPhrase.read(at: place, of: tokens) == nil
        else { return false }
        return token.text.unicodeScalars.allSatisfy { ("a"..."z").contains($0) }
    }

    /// Reads a strength after the name if the dose is known already: "of amoxicillin 500mg".
    private mutating func strengthBehindName() {
        guard hasDose, let number = NumberPhrase.read(at: place, of: tokens), number.fault == nil,
            let (unit, end) = unit(at: number.end), unit.kind == .weight, text(end) != "/"
        else { return }
        add(.concentration(measured(number, unit)), to: end)
    }

    // MARK: Words on both sides

    /// Rules that must run before all others.
    mutating func special() -> Bool {
        shortName() || plural() || counted() || age() || allergies() || waiting() || quantity() || gap() || daysAWeek()
            || percent() || mixed() || rightEye()
            || frequencyRange() || dayNumber() || otherDays() || daysOff() || lastStop() || shelfLife()
    }

    /// Reads a name of letters and a number: "T3", "MSO4".
    private mutating func shortName() -> Bool {
        guard let word = token(place), word.isWord, let number = token(place + 1), number.isNumber, number.isGlued,
            RiskyNotation.drugs.contains(word.raw + number.raw) || ["MSO4", "MgSO4"].contains(word.raw + number.raw)
        else { return false }
        add(.medicine(word.raw + number.raw), to: place + 2)
        return true
    }

    /// Reads "1 time in the morning", "x 3 times a day" and "x2 daily".
    private mutating func counted() -> Bool {
        if let (meaning, length) = lexicon.phrase(at: place, of: tokens), length > 1 {
            if case .once = meaning, timesFrequency(at: place) == nil {
                add(.once, to: place + length)
                return true
            }
        }
        guard text(place) == "x", let number = NumberPhrase.read(at: place + 1, of: tokens), number.fault == nil else {
            return false
        }
        if let (frequency, end) = timesFrequency(number) {
            add(.frequency(frequency, isPlain: false), to: end)
            return true
        }
        guard case .frequency(let frequency, isPlain: true)? = lexicon.phrase(at: number.end, of: tokens)?.meaning,
            let length = lexicon.phrase(at: number.end, of: tokens)?.length, !number.isRange, number.high >= 1,
            number.high < 10, number.high == number.high.rounded(), hasDose, token(place - 1)?.isNumber != true
        else { return false }
        add(
            .frequency(.init(count: Int(number.high), period: 1, periodUnit: frequency.periodUnit), isPlain: false),
            to: number.end + length)
        return true
    }

    private func timesFrequency(at place: Int) -> Direction.Frequency? {
        NumberPhrase.read(at: place, of: tokens).flatMap { timesFrequency($0)?.0 }
    }

    /// Reads the "(s)" of "area(s)" and "as needed(s)".
    private mutating func plural() -> Bool {
        guard text(place) == "(", ["s", "es"].contains(text(place + 1)), text(place + 2) == ")",
            token(place)?.isGlued == true
        else { return false }
        add(.harmless, to: place + 3)
        return true
    }

    private static let quantities: Set = ["#", "disp", "dispense", "qty", "quantity", "rf", "refill", "refills", "rfs"]

    /// Reads an age, which is not a duration: "children under 12 years", "adults and children over 12".
    private mutating func age() -> Bool {
        guard let number = NumberPhrase.read(at: place, of: tokens), number.fault == nil else { return false }
        let isYears = ["year", "years", "yr", "yrs", "yo"].contains(text(number.end))
        let isAfterAge = ["under", "over", "below", "above", "age", "aged", "ages"].contains(text(place - 1))
        let isOld =
            isYears && ["old", "of", "and", "or"].contains(text(number.end + 1))
            && ["old", "age", "over", "older", "above", "under"].contains(
                text(number.end + (text(number.end + 1) == "old" ? 1 : 2)))
        let isOfPeople =
            ["age", "aged", "ages"].contains(text(place - 1))
            || ["children", "child", "adults", "adult", "age", "aged", "infants", "anyone", "those"].contains(
                text(place - 2))
        guard isOld || (isAfterAge && (isYears || (isOfPeople && DoseUnit.named(text(number.end)) == nil))) else {
            return false
        }
        var end = number.end + (isYears ? 1 : 0)
        end = skip(["of", "age", "old", "and", "or", "over", "older", "above", "under"], from: end)
        if case .remark? = previous { add(.harmless, to: end) } else { add(.doubtful("depends"), to: end) }
        return true
    }

    /// Reads "Allergies: penicillin, sulfa".
    private mutating func allergies() -> Bool {
        guard ["allergy", "allergies", "allergic"].contains(text(place)), [":", "to"].contains(text(place + 1)) else {
            return false
        }
        var next = place + 2
        while let token = token(next), token.isWord || token.text == ",", next - place < 9,
            DoseUnit.named(token.text) == nil, TimeUnit.frequency(token.text) == nil
        { next += 1 }
        add(.harmless, to: next)
        return true
    }

    /// Reads the waiting time between two medicines: "Wait 5 minutes before using any other eye drops".
    private mutating func waiting() -> Bool {
        guard ["wait", "leave", "allow"].contains(text(place)) else { return false }
        var next = skip(["at", "least", "about", "for", "a", "few"], from: place + 1)
        if let number = NumberPhrase.read(at: next, of: tokens) { next = number.end }
        guard ["minutes", "mins", "min", "minute"].contains(text(next)), ["before", "between"].contains(text(next + 1))
        else {
            return false
        }
        next = skip(
            [
                "using", "putting", "in", "instilling", "applying", "giving", "taking", "inserting", "use", "your",
                "any",
            ],
            from: next + 2)
        guard ["other", "another", "different", "next", "second"].contains(text(next)) else { return false }
        next = skip(
            [
                "other", "another", "different", "next", "second", "eye", "ear", "drop", "drops", "inhaler", "inhalers",
                "cream",
                "medicine", "medicines", "ones", "products", "type", "types", "of",
            ],
            from: next)
        add(.harmless, to: next)
        return true
    }

    /// Reads the quantity that the pharmacy supplies: "#30", "refills 3".
    private mutating func quantity() -> Bool {
        guard Self.quantities.contains(text(place)) else { return false }
        let next = skip(["#", ":", "of", "="], from: place + 1)
        guard let number = NumberPhrase.read(at: next, of: tokens) else { return false }
        let end = unit(at: number.end)?.end ?? number.end
        add(.doubtful("quantity"), to: end)
        return true
    }

    /// Reads the minimum time between doses: "at least 4 hours between doses". No field carries it, so it is flagged.
    private mutating func gap() -> Bool {
        var next = skip(["with", "leave", "allow", "wait", "minimum", "of", "at", "least", "a"], from: place)
        guard let number = NumberPhrase.read(at: next, of: tokens), TimeUnit.frequency(text(number.end)) != nil else {
            return false
        }
        next = number.end + 1
        guard ["between", "apart", "interval"].contains(text(next)) else { return false }
        let end = skip(["each", "the", "doses", "dose", "every", "them"], from: next + 1)
        // "twice daily, 12 hours apart"
        let agrees =
            text(next) == "apart" && !number.isRange && TimeUnit.frequency(text(number.end)) == .hour
            && saidPerDay.map { Double($0) * number.low == 24 } ?? false
        add(agrees ? .harmless : .doubtful("gap"), to: end)
        return true
    }

    /// Reads "5 days a week"; it is flagged, because the days are not named.
    private mutating func daysAWeek() -> Bool {
        guard let number = NumberPhrase.read(at: place, of: tokens),
            ["day", "days", "nights"].contains(text(number.end)),
            ["a", "per", "each", "out", "every", "/"].contains(text(number.end + 1)),
            ["week", "of", "month", "cycle"].contains(text(number.end + 2))
        else { return false }
        add(.doubtful("days-a-week"), to: number.end + 3)
        return true
    }

    /// Reads a second amount that is not the dose: "mixed in 8 oz of water".
    private mutating func mixed() -> Bool {
        var next = place
        if ["mix", "mixed", "dissolve", "dissolved", "dilute", "diluted", "stir", "stirred"].contains(text(next)) {
            next += 1
        }
        if ["with", "in", "into"].contains(text(next)) { next += 1 }
        let isDrunk = next == place + 1 && text(place) == "with"
        guard next > place,
            let number = NumberPhrase.read(at: skip(["at", "least", "a", "about"], from: next), of: tokens),
            let (unit, end) = unit(at: number.end), unit.kind == .volume || unit.name == "cup"
        else { return false }
        let last = skip(["of", "cold", "warm", "the", "plain", "tap", "fluid"], from: end)
        guard
            ["water", "juice", "liquid", "fluid", "milk", "beverage", "gatorade", "drink", "saline"].contains(
                text(last))
        else {
            return false
        }
        // "with 8 oz of water": a drink with the dose.
        add(.doubtful(isDrunk && text(last) == "water" ? "washed-down" : "mixed-with"), to: last + 1)
        return true
    }

    private mutating func percent() -> Bool {
        guard token(place)?.isNumber == true, text(place + 1) == "%" else { return false }
        add(.concentration(), to: place + 2)
        return true
    }

    /// Reads "OD": once daily, or the right eye if the directions are for the eye. `RiskyNotation` flags it.
    private mutating func rightEye() -> Bool {
        if token(place)?.raw == "AS", isAtEye, lexicon.phrase(at: place, of: tokens) == nil {
            add(.site("left ear", route: "otic"), to: place + 1)
            return true
        }
        if aroundTheClock() { return true }
        guard text(place) == "od" else { return false }
        if isAtEye, hasTiming || isTimed(from: place + 1) {
            add(.site("right eye", route: "ophthalmic"), to: place + 1)
            return true
        }
        add(.frequency(.init(count: 1, period: 1, periodUnit: .day), isPlain: false), to: place + 1)
        return true
    }

    /// Reads "day and night" after an hourly frequency: "hourly day and night" means at all hours.
    private mutating func aroundTheClock() -> Bool {
        guard case .frequency(let frequency, _)? = previous, frequency.periodUnit == .hour else { return false }
        for words in [
            ["day", "and", "night"], ["night", "and", "day"], ["around", "the", "clock"], ["round", "the", "clock"],
        ]
        where words.indices.allSatisfy({ text(place + $0) == words[$0] }) {
            add(.harmless, to: place + words.count)
            return true
        }
        return false
    }

    /// Reads "qd - bid". "once or twice daily" is a fixed phrase and is not read here.
    private mutating func frequencyRange() -> Bool {
        guard case .frequency(let low, isPlain: false)? = lexicon.phrase(at: place, of: tokens)?.meaning,
            let length = lexicon.phrase(at: place, of: tokens)?.length,
            ["-", "to", "or"].contains(text(place + length)),
            case .frequency(let high, isPlain: false)? = lexicon.phrase(at: place + length + 1, of: tokens)?.meaning,
            let more = lexicon.phrase(at: place + length + 1, of: tokens)?.length,
            low.period == high.period, low.periodUnit == high.periodUnit, let least = low.count, let most = high.count,
            least < most, low.countMax == nil, high.countMax == nil
        else { return false }
        add(
            .frequency(
                .init(count: least, countMax: most, period: low.period, periodUnit: low.periodUnit), isPlain: false),
            to: place + length + 1 + more)
        return true
    }

}
