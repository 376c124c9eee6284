import Calendar

/// A date of numbers and names of months in the tokens of a line.
struct PrintedDateMatch: Hashable {
    enum Order: CaseIterable, Hashable { case dayFirst, monthFirst }

    private enum Form: Hashable {
        /// Three numbers, of which the last is the year; with points the first one is the day.
        case numbers(Int, Int, year: Int, hasPoints: Bool)
        case day(Int, month: Int, year: Int)
        case month(Int, year: Int)
        /// "DEC 26": a year, or the day.
        case monthAndNumber(Int, Int)
        /// Two numbers, the second of which can only be a year.
        case shortMonth(Int, year: Int)
        /// Two numbers without a year.
        case dayOfMonth(Int, Int, hasPoints: Bool)
        case dayOfNamedMonth(Int, month: Int)
        /// Six or eight digits without separators.
        case digits(Int, Int, Int)
    }

    private let form: Form
    /// The number of tokens.
    let count: Int

    /// Whether day, month and year are printed.
    var isWhole: Bool {
        switch form {
        case .numbers, .day, .digits: true
        case .month, .monthAndNumber, .shortMonth, .dayOfMonth, .dayOfNamedMonth: false
        }
    }

    /// Whether it is a date without a word before it too.
    var isLong: Bool {
        switch form {
        case .numbers, .day, .month, .monthAndNumber: true
        case .shortMonth, .dayOfMonth, .dayOfNamedMonth, .digits: false
        }
    }

    /// Whether nothing else follows in the line but a time or another date.
    func isAlone(in tokens: [PrintedLine.Token], at start: Int) -> Bool {
        let next = start + count
        if next < tokens.count, let other = PrintedDateMatch(in: tokens, at: next, isAfterWord: true) {
            return other.isAlone(in: tokens, at: next)
        }
        let rest = tokens[next...]
        let isTime = rest.contains { $0.sign == ":" } && rest.count <= 5
        return rest.allSatisfy { $0.sign != nil || isTime && $0.number != nil }
    }

    var hasDay: Bool {
        switch form {
        case .month, .monthAndNumber, .shortMonth: false
        default: true
        }
    }

    /// Reads a date that begins at a token. After a word such as "best before", short forms are dates too: "03/27", "4 DEC",
    /// "120327".
    init?(in tokens: [PrintedLine.Token], at start: Int, isAfterWord: Bool) {
        guard Self.mayBegin(tokens, at: start) else { return nil }
        let cursor = Cursor(tokens: tokens, index: start)
        for reading in Self.longReadings + (isAfterWord ? Self.shortReadings : []) {
            if let (form, end) = reading(cursor), Self.mayEnd(tokens, at: end) {
                (self.form, count) = (form, end - start)
                return
            }
        }
        return nil
    }

    // MARK: Forms

    /// Moves over the tokens of a date.
    private struct Cursor {
        let tokens: [PrintedLine.Token]
        var index: Int
        private(set) var separators: [Character?] = []

        init(tokens: [PrintedLine.Token], index: Int) { (self.tokens, self.index) = (tokens, index) }

        mutating func number(_ allowed: ClosedRange<Int>, digits: ClosedRange<Int>) -> Int? {
            guard index < tokens.count, let number = tokens[index].number, digits.contains(number.digits),
                allowed.contains(number.value)
            else { return nil }
            index += 1
            return number.value
        }

        mutating func day() -> Int? { number(1...31, digits: 1...2) }
        mutating func month() -> Int? { number(1...12, digits: 1...2) }

        /// A year of four digits, or of two if `isShort` allows it.
        mutating func year(isShort: Bool = true) -> Int? {
            if let year = number(2000...2099, digits: 4...4) { return year }
            // "28 NOV  30 NOV" are two days without a year.
            let isDay =
                index + 1 < tokens.count && tokens[index + 1].word.map { PrintedDateWords.months[$0] != nil } ?? false
            return isShort && !isDay ? number(0...99, digits: 2...2).map { 2000 + $0 } : nil
        }

        mutating func namedMonth() -> Int? {
            guard index < tokens.count, let month = tokens[index].word.flatMap({ PrintedDateWords.months[$0] }) else {
                return nil
            }
            index += 1
            return month
        }

        mutating func codedMonth() -> Int? {
            guard index < tokens.count, let word = tokens[index].word,
                let month = PrintedDateWords.canadianMonths[word] ?? PrintedDateWords.months[word]
            else { return nil }
            index += 1
            return month
        }

        /// One or two signs such as a point, or a space. False if the next token is glued to a number without a sign.
        mutating func separator(betweenNumbers: Bool) -> Bool {
            var sign: Character?
            var count = 0
            while count < 2, index < tokens.count, let found = tokens[index].sign, "./-,·•–'’".contains(found) {
                sign = sign ?? found
                index += 1
                count += 1
            }
            separators.append(sign)
            guard index < tokens.count else { return false }
            return sign != nil || !betweenNumbers || !tokens[index].isGlued
        }
    }

    private typealias Reading = @Sendable (Cursor) -> (form: Form, end: Int)?

    private static let longReadings: [Reading] = [yearFirst, named, monthNamedFirst, numeric, monthAndYear]
    private static let shortReadings: [Reading] = [shortMonth, short, compact]

    /// "2027-03-12", "2027 MA 05"
    private static func yearFirst(_ start: Cursor) -> (form: Form, end: Int)? {
        var cursor = start
        guard let year = cursor.year(isShort: false), cursor.separator(betweenNumbers: true) else {
            return codedWithShortYear(start)
        }
        if let month = cursor.codedMonth() {
            guard cursor.separator(betweenNumbers: false), let day = cursor.day() else { return nil }
            return (.day(day, month: month, year: year), cursor.index)
        }
        guard let month = cursor.month(), cursor.separator(betweenNumbers: true), let day = cursor.day() else {
            return nil
        }
        return (.day(day, month: month, year: year), cursor.index)
    }

    /// "27 MA 05": the form of Canada, year first, and with its own names of months.
    private static func codedWithShortYear(_ start: Cursor) -> (form: Form, end: Int)? {
        var cursor = start
        guard let year = cursor.number(20...59, digits: 2...2), cursor.separator(betweenNumbers: false),
            cursor.index < cursor.tokens.count, let word = cursor.tokens[cursor.index].word,
            let month = PrintedDateWords.canadianMonths[word]
        else { return nil }
        cursor.index += 1
        guard cursor.separator(betweenNumbers: false), let day = cursor.number(1...31, digits: 2...2) else {
            return nil
        }
        return (.day(day, month: month, year: 2000 + year), cursor.index)
    }

    /// "12 MAR 27"
    private static func named(_ start: Cursor) -> (form: Form, end: Int)? {
        var cursor = start
        guard let day = cursor.day(), cursor.separator(betweenNumbers: false), let month = cursor.namedMonth(),
            cursor.separator(betweenNumbers: false), let year = cursor.year()
        else { return nil }
        return (.day(day, month: month, year: year), cursor.index)
    }

    /// "JAN 08 2027", "AOUT 2027", "OKT 27"
    private static func monthNamedFirst(_ start: Cursor) -> (form: Form, end: Int)? {
        var cursor = start
        guard let month = cursor.namedMonth(), cursor.separator(betweenNumbers: false) else { return nil }
        var withDay = cursor
        if let day = withDay.day(), withDay.separator(betweenNumbers: true), let year = withDay.year() {
            return (.day(day, month: month, year: year), withDay.index)
        }
        let isShort = cursor.index < cursor.tokens.count && cursor.tokens[cursor.index].number?.digits == 2
        return cursor.year().map { year in
            (isShort ? .monthAndNumber(month, year - 2000) : .month(month, year: year), cursor.index)
        }
    }

    /// "12.03.2027", "12/03/27"
    private static func numeric(_ start: Cursor) -> (form: Form, end: Int)? {
        var cursor = start
        guard let first = cursor.day(), cursor.separator(betweenNumbers: true), let second = cursor.day(),
            cursor.separator(betweenNumbers: true), let year = cursor.year()
        else { return nil }
        let hasSigns = cursor.separators.contains { $0 != nil }
        guard hasSigns || !isBesideNumbers(start, cursor.index) else { return nil }
        return (.numbers(first, second, year: year, hasPoints: cursor.separators.contains(".")), cursor.index)
    }

    /// Whether more numbers stand beside numbers with spaces, as in a telephone number; a time does not count.
    private static func isBesideNumbers(_ start: Cursor, _ end: Int) -> Bool {
        let tokens = start.tokens
        if start.index > 0, tokens[start.index - 1].number != nil { return true }
        return end < tokens.count && tokens[end].number != nil
            && !(end + 1 < tokens.count && tokens[end + 1].sign == ":")
    }

    /// "03/2027"
    private static func monthAndYear(_ start: Cursor) -> (form: Form, end: Int)? {
        var cursor = start
        guard let month = cursor.month(), cursor.separator(betweenNumbers: true), let year = cursor.year(isShort: false)
        else { return nil }
        return (.month(month, year: year), cursor.index)
    }

    /// "03/27"
    private static func shortMonth(_ start: Cursor) -> (form: Form, end: Int)? {
        var cursor = start
        guard let month = cursor.month(), cursor.separator(betweenNumbers: true),
            let year = cursor.number(13...99, digits: 2...2)
        else { return nil }
        return (.shortMonth(month, year: 2000 + year), cursor.index)
    }

    /// "4 DEC", "DEC 4", "12.03."
    private static func short(_ start: Cursor) -> (form: Form, end: Int)? {
        var named = start
        if let day = named.day(), named.separator(betweenNumbers: false), let month = named.namedMonth() {
            return (.dayOfNamedMonth(day, month: month), named.index)
        }
        named = start
        if let month = named.namedMonth(), named.separator(betweenNumbers: false), let day = named.day() {
            return (.dayOfNamedMonth(day, month: month), named.index)
        }
        // "DE 08"
        named = start
        if let month = named.codedMonth(), named.separator(betweenNumbers: false),
            let day = named.number(1...31, digits: 2...2)
        {
            return (.dayOfNamedMonth(day, month: month), named.index)
        }
        var cursor = start
        guard let first = cursor.day(), cursor.separator(betweenNumbers: true), cursor.separators != [nil],
            let second = cursor.day()
        else { return nil }
        return (.dayOfMonth(first, second, hasPoints: cursor.separators == ["."]), cursor.index)
    }

    /// "120327", "12032027", "20270312"
    private static func compact(_ start: Cursor) -> (form: Form, end: Int)? {
        guard start.index < start.tokens.count, let number = start.tokens[start.index].number else { return nil }
        let value = number.value
        switch number.digits {
        case 8 where 2000...2099 ~= value / 10_000:
            return (.day(value % 100, month: value / 100 % 100, year: value / 10_000), start.index + 1)
        case 8 where 2000...2099 ~= value % 10_000:
            return (
                .numbers(value / 1_000_000, value / 10_000 % 100, year: value % 10_000, hasPoints: false),
                start.index + 1
            )
        case 6: return (.digits(value / 10_000, value / 100 % 100, value % 100), start.index + 1)
        default: return nil
        }
    }

    // MARK: What is around it

    /// A date does not begin within a number such as "1.12.03.27", and not behind a letter, as in "B12".
    private static func mayBegin(_ tokens: [PrintedLine.Token], at start: Int) -> Bool {
        guard start > 0, tokens[start].isGlued else { return true }
        let before = tokens[start - 1]
        if let word = before.word { return word.count > 1 && !PrintedDateWords.units.contains(word) }
        guard before.number == nil, let sign = before.sign else { return false }
        guard "./-,+:°".contains(sign), start > 1, before.isGlued else { return !"€$£+".contains(sign) }
        return tokens[start - 2].number == nil
    }

    /// It does not end within a number, and what follows is neither a currency nor a unit nor a time.
    private static func mayEnd(_ tokens: [PrintedLine.Token], at end: Int) -> Bool {
        guard end < tokens.count else { return true }
        let next = tokens[end]
        if let word = next.word {
            // The L of a lot is not litres.
            let isLot = word == "l" && end + 1 < tokens.count && tokens[end + 1].isGlued
            return isLot || !PrintedDateWords.units.contains(word)
        }
        if next.isGlued, next.number != nil { return false }
        guard let sign = next.sign else { return true }
        if "€$£%°".contains(sign) { return false }
        guard next.isGlued, "./-,:".contains(sign), end + 1 < tokens.count, tokens[end + 1].isGlued else { return true }
        return tokens[end + 1].number == nil
    }

    // MARK: Days

    /// The orders in which three numbers are a date; empty if the form says nothing about it.
    var possibleOrders: Set<Order> {
        guard case .numbers(let first, let second, _, let hasPoints) = form else { return [] }
        if hasPoints { return [.dayFirst] }
        return Set((second <= 12 ? [Order.dayFirst] : []) + (first <= 12 ? [.monthFirst] : []))
    }

    /// The years before and after the current one in which a date of food may be.
    private static let years = (before: 3, after: 15)
    /// A date without a year is at most this many days ago.
    private static let daysAgo = 30

    /// The days that it can mean, without impossible ones, in order.
    func days(_ orders: Set<Order>, today: LocalDay, isUseBy: Bool) -> [LocalDay] {
        func day(_ year: Int, _ month: Int, _ day: Int) -> LocalDay? {
            guard today.year - Self.years.before...today.year + Self.years.after ~= year else { return nil }
            return LocalDay(year: year, month: month, day: day)
        }
        func next(_ month: Int, _ number: Int) -> LocalDay? {
            [today.year - 1, today.year, today.year + 1].lazy.compactMap { day($0, month, number) }
                .first { $0 >= today.adding(days: -Self.daysAgo) }
        }
        func lastDay(_ year: Int, _ month: Int) -> LocalDay? {
            day(year, month, LocalDay.length(ofMonth: month, in: year))
        }
        let days: [LocalDay?] =
            switch form {
            case .day(let number, let month, let year): [day(year, month, number)]
            case .month(let month, let year): [lastDay(year, month)]
            // A wrong "use by" is dangerous, so both are possible; "best before DEC 26" is the month.
            case .monthAndNumber(let month, let number):
                [lastDay(2000 + number, month)] + (isUseBy ? [next(month, number)] : [])
            // "12/15" is 15 December if it cannot be the year.
            case .shortMonth(let month, let year): [lastDay(year, month) ?? next(month, year - 2000)]
            case .dayOfNamedMonth(let number, let month): [next(month, number)]
            case .dayOfMonth(let first, let second, let hasPoints):
                (orders.contains(.dayFirst) ? [next(second, first)] : [])
                    + (orders.contains(.monthFirst) && !hasPoints ? [next(first, second)] : [])
            case .numbers(let first, let second, let year, _):
                numbers(first, second, year, orders, day)
            case .digits(let first, let second, let third):
                // The order is open, so a day in the past is only meant if no other one is possible.
                Self.ahead(
                    [
                        day(2000 + third, second, first), day(2000 + first, second, third),
                        day(2000 + third, first, second),
                    ],
                    of: today)
            }
        return Set(days.compactMap(\.self)).sorted()
    }

    private static func ahead(_ days: [LocalDay?], of today: LocalDay) -> [LocalDay?] {
        let ahead = days.compactMap(\.self).filter { $0 >= today }
        return ahead.isEmpty ? days : ahead
    }

    private func numbers(
        _ first: Int, _ second: Int, _ year: Int, _ orders: Set<Order>, _ day: (Int, Int, Int) -> LocalDay?
    ) -> [LocalDay?] {
        // Where an order is settled, a date that is not possible in it still has the other one.
        let possible = possibleOrders.isDisjoint(with: orders) ? possibleOrders : possibleOrders.intersection(orders)
        return (possible.contains(.dayFirst) ? [day(year, second, first)] : [])
            + (possible.contains(.monthFirst) ? [day(year, first, second)] : [])
    }
}
