/// Durations, numbers of doses, and maximums.
extension PhraseScanner {
    // MARK: Duration

    /// Reads "for 7 days", "x7d", "times 2 weeks", "for at least 3 days", "x1" and "for 3 doses".
    mutating func duration() -> Bool {
        guard ["for", "x", "times", "during", "over", "within"].contains(text(place)) else { return false }
        if ["over", "within", "during"].contains(text(place)), text(place + 1) != "the" { return false }
        var next = skip(["a", "the", "next", "another", "further", "about", "period", "of", "-"], from: place + 1)
        var bound: Direction.Duration.Bound?
        for (words, limit) in Self.bounds where words.indices.allSatisfy({ text(next + $0) == words[$0] }) {
            bound = limit
            next += words.count
            break
        }
        next = skip(["of", "a", "total", "the"], from: next)
        if let (duration, end) = length(at: next, bound: bound) {
            lasting(duration, to: end)
            return true
        }
        if text(next) == "fortnight", ["a", "one"].contains(text(next - 1)) {
            add(.duration(.init(value: 2, unit: .week, bound: bound)), to: next + 1)
            return true
        }
        if let unit = TimeUnit.duration(text(next)), ["a", "one"].contains(text(next - 1)), unit != .hour {
            add(.duration(.init(value: 1, unit: unit, bound: bound)), to: next + 1)
            return true
        }
        return doses(from: next, bound: bound)
    }

    /// Adds the duration. "for 5 days a week" and "no more than 10 days per month" are flagged, because the days are
    /// not named.
    private mutating func lasting(_ duration: Direction.Duration, to end: Int) {
        let next = skip(
            ["a", "any", "each", "every", "one", "the"], from: end + (["per", "in", "/"].contains(text(end)) ? 1 : 0))
        let isOften = next > end && [.week, .month].contains(TimeUnit.frequency(text(next))) && text(next - 1) != "the"
        add(isOften ? .doubtful("days-a-week") : .duration(duration), to: isOften ? next + 1 : end)
    }

    private static let bounds: [([String], Direction.Duration.Bound)] = [
        (["up", "to", "a", "maximum", "of"], .max), (["a", "maximum", "of"], .max), (["maximum", "of"], .max),
        (["max", "of"], .max), (["up", "to"], .max), (["upto"], .max), (["no", "more", "than"], .max),
        (["not", "more", "than"], .max), (["no", "longer", "than"], .max), (["not", "longer", "than"], .max),
        (["at", "most"], .max), (["maximum"], .max), (["max"], .max),
        (["at", "least"], .min), (["minimum", "of"], .min), (["minimum"], .min), (["a", "minimum", "of"], .min),
    ]

    /// Returns the length at the token: "7 days", "5-7 days", "7/7", "2/52".
    func length(at place: Int, bound: Direction.Duration.Bound?) -> (Direction.Duration, end: Int)? {
        guard let number = NumberPhrase.read(at: place, of: tokens), number.fault == nil, number.low > 0 else {
            return nil
        }
        if text(number.end) == "/", let below = token(number.end + 1), let unit = TimeUnit.denominator(below.value),
            token(number.end)?.isGlued == true
        {
            return (
                .init(value: number.low, valueMax: number.isRange ? number.high : nil, unit: unit, bound: bound),
                number.end + 2
            )
        }
        var end = number.end
        if text(end) == "-" { end += 1 }
        if ["more", "consecutive", "full"].contains(text(end)) { end += 1 }
        guard let unit = TimeUnit.duration(text(end)), !["prior", "before", "after", "ago"].contains(text(end + 1))
        else { return nil }
        end += 1
        if text(end) == "(", text(end + 1) == "s", text(end + 2) == ")" { end += 3 }
        return (.init(value: number.low, valueMax: number.isRange ? number.high : nil, unit: unit, bound: bound), end)
    }

    /// Reads a number of doses: "x1", "x 3 doses".
    private mutating func doses(from next: Int, bound: Direction.Duration.Bound?) -> Bool {
        guard bound == nil, let number = NumberPhrase.read(at: next, of: tokens), !number.isRange,
            number.high == number.high.rounded(), number.high >= 1, number.high < 200
        else { return false }
        if ["dose", "doses"].contains(text(number.end)) {
            add(.count(Int(number.high)), to: number.end + 1 + (text(number.end + 1) == "only" ? 1 : 0))
            return true
        }
        let isAlone =
            token(number.end) == nil || [",", ";", "."].contains(text(number.end)) || text(number.end) == "now"
        if text(place) == "x", number.high == 1, isAlone || !["tab", "tablet"].contains(text(number.end)) {
            guard DoseUnit.named(text(number.end)) == nil, TimeUnit.duration(text(number.end)) == nil else {
                return false
            }
            add(.count(1), to: number.end)
            return true
        }
        return false
    }

    /// Reads "2/52" and "7/7" without "for".
    mutating func course(_ number: NumberPhrase) -> Bool {
        guard hasTiming, text(number.end) == "/", token(number.end)?.isGlued == true,
            let (duration, end) = length(at: place, bound: nil), TimeUnit.duration(text(end)) == nil,
            DoseUnit.named(text(end)) == nil
        else { return false }
        // "24/7", "daily 5/7": always, or on five days of the week.
        let isOften = duration.unit == .day && (duration.value > 14 || (duration.value < 7 && saidPerDay == 1))
        add(isOften ? .doubtful("ambiguous-frequency") : .duration(duration), to: end)
        return true
    }

    /// Reads a duration without "for": "once a day 30 days".
    mutating func bareDuration(_ number: NumberPhrase) -> Bool {
        guard let (duration, end) = length(at: place, bound: nil), duration.unit != .hour else { return false }
        var isDirected = false
        if case .directed? = previous { isDirected = true }
        guard hasTiming || (isDirected && hasDose), text(end) != "supply" else {
            if hasDose, text(end) == "course" {
                add(.duration(duration), to: end + 1)
                return true
            }
            return false
        }
        add(.duration(duration), to: end)
        return true
    }

    // MARK: Maximum

    /// Reads "mdd 6", "max 8 per day", "not more than 4 doses in 24 hours" and "for up to 200 mg/24 hr".
    mutating func maximum() -> Bool {
        guard case .maximum(let isDaily)? = lexicon.phrase(at: place, of: tokens)?.meaning else { return false }
        let next = skip(
            [":", ".", "=", "of", "is", "-", "to", "("],
            from: place + (lexicon.phrase(at: place, of: tokens)?.length ?? 1))
        guard let (value, unit, unitEnd) = limit(at: next, isDaily: isDaily) else { return often(at: next) }
        if let (duration, end) = length(at: next, bound: .max), !isDaily {
            lasting(duration, to: end)
            return true
        }
        var end = unitEnd
        var period: (Double, Direction.Frequency.Unit)? = isDaily ? (1, .day) : nil
        if let (count, periodUnit, periodEnd) = within(at: end) {
            period = (count, periodUnit)
            end = periodEnd
        }
        if period == nil, isAtATime(unitEnd), has({ $0.isAmount(value) }) {
            add(.harmless, to: unitEnd + 3 + (text(unitEnd + 1) == "any" ? 1 : 0))
            return true
        }
        guard let period else {
            add(.doubtful("max-without-period"), to: unitEnd)
            return true
        }
        add(.maximum(.init(value: value, unit: unit, period: period.0, periodUnit: period.1)), to: end)
        return true
    }

    /// Returns true at "at any one time": "not more than 2 at any one time" repeats a dose of 2.
    private func isAtATime(_ place: Int) -> Bool {
        guard text(place) == "at" else { return false }
        let next = text(place + 1) == "any" ? place + 2 : place + 1
        return ["one", "a"].contains(text(next)) && text(next + 1) == "time"
    }

    private func limit(at place: Int, isDaily: Bool) -> (Double, String?, end: Int)? {
        guard let number = NumberPhrase.read(at: place, of: tokens), number.fault == nil, !number.isRange,
            !isSplit(number)
        else { return nil }
        let next = number.end
        if ["times", "x", "applications", "time"].contains(text(next)) { return (number.high, "dose", next + 1) }
        if let (unit, end) = unit(at: next) {
            let name = unit.name == "application" ? "dose" : unit.name
            return (number.high * unit.factor, name, end)
        }
        return (number.high, nil, next)
    }

    /// Reads a maximum frequency: "no more than twice a day", "maximum three times daily".
    private mutating func often(at next: Int) -> Bool {
        guard case .frequency(let frequency, let isPlain)? = lexicon.phrase(at: next, of: tokens)?.meaning, !isPlain,
            let count = frequency.count, frequency.countMax == nil,
            let length = lexicon.phrase(at: next, of: tokens)?.length
        else { return false }
        add(
            .maximum(
                .init(value: Double(count), unit: "dose", period: frequency.period, periodUnit: frequency.periodUnit)),
            to: next + length)
        return true
    }

    /// Returns the period of a maximum: "per day", "in 24 hours", "/24h", "in any 24 hour period".
    private func within(at place: Int) -> (Double, Direction.Frequency.Unit, end: Int)? {
        var next = place
        if ["in", "per", "a", "/", "each", "every", "within", "over", "daily", "during", "any"].contains(text(next)) {
            if text(next) == "daily" { return (1, .day, next + 1) }
            next += 1
        } else {
            return nil
        }
        next = skip(["a", "any", "one", "the", "each", "-"], from: next)
        if let unit = TimeUnit.frequency(text(next)), unit != .minute { return (1, unit, next + 1) }
        guard let number = NumberPhrase.read(at: next, of: tokens), !number.isRange, number.low > 0 else { return nil }
        next = skip(["-"], from: number.end)
        guard let unit = TimeUnit.frequency(text(next)) else { return nil }
        next += 1
        if text(next) == "period" { next += 1 }
        return (number.high, unit, next)
    }

    // MARK: Up to

    /// Reads "up to 5 puffs", "up to three times a day" and "for up to 200 mg/24 hr".
    mutating func upTo() -> Bool {
        var next = place
        if ["for", "take", "use"].contains(text(next)), text(next + 1) == "up" { next += 1 }
        guard case .upToNumber? = lexicon.phrase(at: next, of: tokens)?.meaning else { return false }
        next += lexicon.phrase(at: next, of: tokens)?.length ?? 1
        if case .frequency(let frequency, let isPlain)? = lexicon.phrase(at: next, of: tokens)?.meaning, !isPlain,
            let length = lexicon.phrase(at: next, of: tokens)?.length
        {
            limited(frequency, to: next + length)
            return true
        }
        guard let number = NumberPhrase.read(at: next, of: tokens), number.fault == nil else { return false }
        return upTo(number, at: next)
    }

    private mutating func upTo(_ number: NumberPhrase, at next: Int) -> Bool {
        if let (frequency, end) = timesFrequency(number) {
            limited(frequency, to: end)
            return true
        }
        if let (duration, end) = length(at: next, bound: .max) {
            lasting(duration, to: end)
            return true
        }
        if !number.isRange, hasDose, text(number.end) == "in", let (count, periodUnit, last) = within(at: number.end) {
            add(.maximum(.init(value: number.high, unit: nil, period: count, periodUnit: periodUnit)), to: last)
            return true
        }
        guard !number.isRange, let (unit, end) = unit(at: number.end) else { return false }
        if let (count, periodUnit, last) = within(at: end), hasDose {
            add(
                .maximum(
                    .init(value: number.high * unit.factor, unit: unit.name, period: count, periodUnit: periodUnit)),
                to: last)
            return true
        }
        if unit.name == "dose", hasDose, number.high == 1 {
            add(.count(1), to: end)
            return true
        }
        if unit.name == "dose", hasDose {
            add(.doubtful("max-without-period"), to: end)
            return true
        }
        add(
            .amount(.init(low: nil, high: number.high * unit.factor, unit: unit.name), unit.kind, strength: nil),
            to: end)
        return true
    }

    private mutating func limited(_ frequency: Direction.Frequency, to end: Int) {
        guard frequency.countMax == nil, frequency.periodMax == nil, let count = frequency.count,
            frequency.period == 1, frequency.periodUnit != .hour
        else {
            add(.doubtful("ambiguous-frequency"), to: end)
            return
        }
        add(
            .frequency(
                .init(count: nil, countMax: count, period: 1, periodUnit: frequency.periodUnit), isPlain: false),
            to: end)
    }
}
