/// Frequencies, intervals and clock times.
extension PhraseScanner {
    // MARK: Times a day

    /// Reads "3 times a day", "3x/day", "4/day" and "2 to 3 times daily".
    mutating func times(_ number: NumberPhrase) -> Bool {
        guard let (frequency, end) = timesFrequency(number) else { return false }
        add(.frequency(frequency, isPlain: false), to: end)
        return true
    }

    func timesFrequency(_ number: NumberPhrase) -> (Direction.Frequency, end: Int)? {
        guard number.low == number.low.rounded(), number.high == number.high.rounded(), number.low >= 1,
            number.high < 100
        else { return nil }
        var next = number.end
        var isCounted = false
        if ["times", "time", "x"].contains(text(next)) {
            next += 1
            isCounted = true
            if text(next) == "only" { next += 1 }
        }
        guard let (unit, period, end) = per(at: next, isCounted: isCounted) else { return nil }
        return (
            .init(
                count: Int(number.low), countMax: number.isRange ? Int(number.high) : nil, period: period,
                periodUnit: unit), end
        )
    }

    /// Returns the period of "a day", "/day", "daily" or "every week". Without "times" before it, only the form with a
    /// slash counts.
    private func per(at place: Int, isCounted: Bool) -> (Direction.Frequency.Unit, Double, end: Int)? {
        let word = text(place)
        if isCounted {
            switch word {
            case "daily", "day", "qd", "dly": return (.day, 1, place + 1)
            case "weekly", "week", "wk": return (.week, 1, place + 1)
            case "monthly", "month": return (.month, 1, place + 1)
            case "hourly": return (.hour, 1, place + 1)
            default: break
            }
        }
        let isStroke = word == "/"
        guard isStroke || (isCounted && ["a", "per", "each", "every", "in", "an", "the"].contains(word)) else {
            return nil
        }
        var next = place + 1
        if word == "in" || word == "the", ["a", "each", "one", "the", "any"].contains(text(next)) { next += 1 }
        if let unit = TimeUnit.frequency(text(next)), unit != .minute, text(next) != "nights" {
            return (unit, 1, next + 1)
        }
        if isCounted, text(next) == "24" || text(next) == "24hr" || text(next) == "twenty",
            let number = NumberPhrase.read(at: next, of: tokens), number.high == 24,
            TimeUnit.frequency(text(number.end)) == .hour
        {
            return (.day, 1, number.end + 1)
        }
        if isCounted, word == "every", let number = NumberPhrase.read(at: next, of: tokens), !number.isRange,
            number.fault == nil, let unit = TimeUnit.frequency(text(number.end)), unit != .minute
        {
            return (unit, number.low, number.end + 1)
        }
        return nil
    }

    // MARK: Intervals

    /// Reads "every 4 to 6 hours", "q6h", "q 72 hrs", "every other night" and "each 8 hours".
    mutating func interval() -> Bool {
        if let end = alternate() { return end }
        guard ["every", "q", "each"].contains(text(place)) else { return false }
        let isQ = text(place) == "q"
        if ["other", "second", "alternate", "2nd"].contains(text(place + 1)),
            let day = ["night": [.NIGHT], "evening": [.EVE], "morning": [.MORN], "bedtime": [.HS]][text(place + 2)]
                as [Direction.Event]?
        {
            add(.frequency(.init(count: 1, period: 2, periodUnit: .day), isPlain: false), to: place + 3)
            also(.events(day, offset: nil))
            return true
        }
        if let ordinal = Self.ordinals[text(place + 1)] ?? ordinal(at: place + 1),
            text(place + ordinal.length + 1) == "day"
        {
            add(
                .frequency(.init(count: 1, period: ordinal.value, periodUnit: .day), isPlain: false),
                to: place + ordinal.length + 2)
            return true
        }
        var next = place + 1
        if text(next) == "." || text(next) == "-" { next += 1 }
        guard let number = NumberPhrase.read(at: next, of: tokens), number.fault == nil else { return false }
        var end = number.end
        if text(end) == "-" || text(end) == "." { end += 1 }
        if isQ, ["pm", "am"].contains(text(end)), let hour = Self.hour(number.low, 0, text(end)) {
            add(.frequency(.init(count: 1, period: 1, periodUnit: .day), isPlain: false), to: end + 1)
            also(.times([hour]))
            return true
        }
        guard let unit = intervalUnit(text(end)), number.low > 0 else { return false }
        if number.isRange && number.high <= number.low { return false }
        add(
            .frequency(
                .init(
                    count: 1, period: number.low, periodMax: number.isRange ? number.high : nil, periodUnit: unit),
                isPlain: false),
            to: end + 1)
        return true
    }

    /// Reads "on alternate nights" and "every alternate morning".
    private mutating func alternate() -> Bool? {
        let next = skip(["on", "every", "each"], from: place)
        guard next - place <= 1, ["alternate", "alternating"].contains(text(next)),
            let event = ["night": .NIGHT, "evening": .EVE, "morning": .MORN][
                text(next + 1).hasSuffix("s") ? String(text(next + 1).dropLast()) : text(next + 1)] as Direction.Event?
        else { return nil }
        add(.frequency(.init(count: 1, period: 2, periodUnit: .day), isPlain: false), to: next + 2)
        also(.events([event], offset: nil))
        return true
    }

    private static let ordinals: [String: (value: Double, length: Int)] = [
        "third": (3, 1), "fourth": (4, 1), "fifth": (5, 1), "sixth": (6, 1), "seventh": (7, 1), "tenth": (10, 1),
    ]

    /// Returns the value of an ordinal number: "3rd".
    private func ordinal(at place: Int) -> (value: Double, length: Int)? {
        guard let value = token(place)?.value, value >= 2, value < 32, ["nd", "rd", "th"].contains(text(place + 1))
        else {
            return nil
        }
        return (value, 2)
    }

    private func intervalUnit(_ word: String) -> Direction.Frequency.Unit? {
        ["hourly", "hrly", "hourlies"].contains(word) ? .hour : TimeUnit.frequency(word)
    }

    /// Reads "6 hourly", "6-8 hrly", "12 weekly" and "6 monthly".
    mutating func hourly(_ number: NumberPhrase) -> Bool {
        var end = number.end
        if text(end) == "-" { end += 1 }
        let word = text(end)
        if hasDose, !number.isRange, number.low == number.low.rounded(), number.low >= 2,
            let (unit, clear) = ["weekly": (.week, Self.weeks), "monthly": (.month, Self.months)][word]
                as (Direction.Frequency.Unit, ClosedRange<Double>)?
        {
            let frequency = Direction.Frequency(count: 1, period: number.low, periodUnit: unit)
            let isClear = clear.contains(number.low)
            add(isClear ? .frequency(frequency, isPlain: false) : .doubtful("ambiguous-frequency"), to: end + 1)
            return true
        }
        if ["hourly", "hrly"].contains(word) || (["h", "hr", "hour"].contains(word) && text(end + 1) == "ly") {
            let frequency = Direction.Frequency(
                count: 1, period: number.low, periodMax: number.isRange ? number.high : nil, periodUnit: .hour)
            guard number.low > 0 else { return false }
            add(.frequency(frequency, isPlain: false), to: end + (word == "hourly" || word == "hrly" ? 1 : 2))
            return true
        }
        return false
    }

    /// "12 weekly" is every 12 weeks. Smaller numbers are flagged: "4 weekly" may be four times a week.
    private static let weeks = 8.0...52
    /// "6 monthly" is every 6 months. Smaller numbers are flagged: "2 monthly" may be twice a month.
    private static let months = 3.0...12

    // MARK: Clock times

    /// Reads "8am", "at 5:00 pm", "9am-5p" and "20:00".
    mutating func clock() -> Bool {
        var times: [String] = []
        var isSpan = false
        var next = skip(["at", "@", "around", "about"], from: place)
        while let (time, end) = hour(at: next, afterAnother: !times.isEmpty) {
            times.append(time)
            next = end
            let over = skip([",", "and", "&", "-", "at", "@"], from: next)
            guard over > next, hour(at: over, afterAnother: true) != nil else { break }
            isSpan = isSpan || (next..<over).contains { text($0) == "-" }
            next = over
        }
        guard !times.isEmpty else { return false }
        // "1 am 2 pm": an amount in the morning, or one o'clock.
        if !hasDose, token(place)?.isNumber == true, text(place + 1) != ":", text(next - 1).count == 2, !hasTiming {
            add(.refused("ambiguous-number"), to: next)
            return true
        }
        // "8am-10am": a time between the two, unless the number of doses a day equals the number of clock times.
        let isUnclear = isSpan && saidPerDay != times.count
        add(isUnclear ? .doubtful("ambiguous-frequency") : .times(times), to: next)
        return true
    }

    private func hour(at place: Int, afterAnother: Bool) -> (String, end: Int)? {
        guard let token = token(place), token.isNumber, let hours = token.value else { return nil }
        if let whole = fourDigits(at: place, afterAnother: afterAnother) { return whole }
        guard hours == hours.rounded() else { return dotted(at: place) }
        if hours == 12, let noon = ["noon": "12:00", "midday": "12:00", "midnight": "00:00"][text(place + 1)] {
            return (noon, place + 2)
        }
        var next = place + 1
        var minutes = 0.0
        if text(next) == ":", let more = self.token(next + 1), more.isNumber, more.text.count == 2,
            let value = more.value
        {
            minutes = value
            next += 2
        }
        let isAt = ["at", "@"].contains(text(place - 1))
        if isAt || afterAnother, let (half, end) = partOfDay(at: next, hours) {
            return Self.hour(hours, minutes, half).map { ($0, end) }
        }
        if next == place + 3 || afterAnother || isAt || ["am", "pm"].contains(text(next)) || text(next + 1) == "m" {
            if let half = Self.halves[text(next)], text(next).count > 1 || self.token(next)?.isGlued == true {
                var end = next + 1
                if text(next).count == 1, text(end) == "m" { end += 1 }
                return Self.hour(hours, minutes, half).map { ($0, end) }
            }
        }
        guard next == place + 3 else { return nil }
        let end = ["hrs", "hr", "h", "hours"].contains(text(next)) ? next + 1 : next
        return Self.hour(hours, minutes, nil).map { ($0, end) }
    }

    /// Reads a time in four digits: "at 0800", "@ 1400", "0800 and 2000 hrs".
    private func fourDigits(at place: Int, afterAnother: Bool) -> (String, end: Int)? {
        guard let token = token(place), token.raw.utf8.count == 4,
            token.raw.utf8.allSatisfy({ (48...57).contains($0) }),
            let value = Int(token.raw)
        else { return nil }
        let isHours = ["hrs", "hr", "h", "hours"].contains(text(place + 1))
        guard ["at", "@"].contains(text(place - 1)) || isHours || afterAnother,
            DoseUnit.named(text(place + 1)) == nil
        else { return nil }
        return Self.hour(Double(value / 100), Double(value % 100), nil).map { ($0, place + (isHours ? 2 : 1)) }
    }

    /// Reads a time with a point: "8.30 am".
    private func dotted(at place: Int) -> (String, end: Int)? {
        let sides = (token(place)?.raw ?? "").split(separator: ".")
        guard sides.count == 2, sides[1].utf8.count == 2, ["am", "pm"].contains(text(place + 1)),
            let hours = Double(sides[0]), let minutes = Double(sides[1])
        else { return nil }
        return Self.hour(hours, minutes, text(place + 1)).map { ($0, place + 2) }
    }

    /// Reads a clock time with a part of the day: "at 5 in the evening", "at 8 o'clock in the morning", "at 10 at
    /// night".
    private func partOfDay(at place: Int, _ hours: Double) -> (String, end: Int)? {
        guard (1...12).contains(hours) else { return nil }
        let next = text(place) == "oclock" ? place + 1 : place
        if text(next) == "at", text(next + 1) == "night", (7...11).contains(hours) { return ("pm", next + 2) }
        guard text(next) == "in", text(next + 1) == "the" else { return nil }
        switch text(next + 2) {
        case "morning" where (4...11).contains(hours): return ("am", next + 3)
        case "afternoon" where hours <= 6 || hours == 12: return ("pm", next + 3)
        case "evening" where (4...11).contains(hours): return ("pm", next + 3)
        default: return nil
        }
    }

    private static let halves = ["am": "am", "pm": "pm", "a": "am", "p": "pm"]

    static func hour(_ hours: Double, _ minutes: Double, _ half: String?) -> String? {
        guard hours >= 0, hours <= (half == nil ? 23 : 12), minutes < 60, half == nil || hours >= 1 else { return nil }
        var hour = Int(hours)
        if half == "pm", hour < 12 { hour += 12 }
        if half == "am", hour == 12 { hour = 0 }
        let minute = Int(minutes)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
