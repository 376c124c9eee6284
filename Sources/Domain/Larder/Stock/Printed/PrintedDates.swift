package import Calendar

/// The dates by which a food is to be eaten, and its lot, as they are printed on the package. A person confirms them.
///
/// Nothing is guessed: "03/04/27" gives two candidates unless something else on the package settles which number is the
/// month, and a day of packing or an impossible day gives none.
package struct PrintedDates: Sendable, Hashable {
    package struct Candidate: Sendable, Hashable {
        /// If only a month is printed, the last day of the month. Without a printed kind, a best before date, as most are.
        package let date: FoodDate
        /// Whether a word such as "use by" belongs to the date.
        package let isKindPrinted: Bool
        /// Whether the day is printed, not only the month.
        package let hasDay: Bool
        /// The line of text with the date.
        package let line: String
    }

    /// The likely ones first: "use by" before "best before" before dates without a kind.
    package let candidates: [Candidate]
    package let lot: String?

    /// The candidate to propose; nil if there is none or the package leaves it open.
    package var proposal: Candidate? {
        guard let first = candidates.first else { return nil }
        let rivals = candidates.filter { $0.date.kind == first.date.kind && $0.isKindPrinted == first.isKindPrinted }
        return rivals.count == 1 ? first : nil
    }

    /// Reads the text lines of a package, from top to bottom. `today` gives a date without a year its year, and excludes
    /// dates that are no dates of food: more than 3 years ago or 15 years ahead.
    package init(lines: [String], today: LocalDay) {
        let lines = lines.map(PrintedLine.init)
        lot = lines.lazy.compactMap(\.lot).first.map { String($0.prefix(StockItem.Content.lotLimit)) }
        candidates = PrintedDateReader(lines: lines, today: today).candidates
    }
}

/// Finds the dates of the lines, and the word that each belongs to.
private struct PrintedDateReader {
    private struct Found {
        let match: PrintedDateMatch
        let line: Int
        var kind: PrintedDateWords.Kind?
    }

    private enum Event {
        case word(PrintedDateWords.Kind, line: Int)
        case date(Int)
    }

    private let lines: [PrintedLine]
    private let today: LocalDay
    private var found: [Found] = []

    init(lines: [PrintedLine], today: LocalDay) {
        (self.lines, self.today) = (lines, today)
        assign(events())
    }

    /// The words and dates in reading order.
    private mutating func events() -> [Event] {
        var events: [Event] = []
        var lineOfWord: Int?
        for (number, line) in lines.enumerated() {
            var index = 0
            var isAfterWord = false
            // Whether dates in a row are below their words, as in a table.
            var isInRow = false
            while index < line.tokens.count {
                let isBelowWord = isInRow || index == 0 && lineOfWord.map { number - $0 <= Self.farthest } ?? false
                if let phrase = PrintedDateWords.phrase(in: line.tokens, at: index) {
                    // "MEILLEUR AVANT / BEST BEFORE" is one word in two languages.
                    if case .word(phrase.kind, _)? = events.last { events.removeLast() }
                    events.append(.word(phrase.kind, line: number))
                    index += phrase.count
                    (isAfterWord, lineOfWord) = (true, number)
                } else if let match = PrintedDateMatch(
                    in: line.tokens, at: index, isAfterWord: isAfterWord || isBelowWord),
                    isAfterWord || match.isLong || match.isAlone(in: line.tokens, at: index)
                {
                    events.append(.date(found.count))
                    found.append(Found(match: match, line: number))
                    index += match.count
                    (isAfterWord, lineOfWord, isInRow) = (false, isBelowWord ? number : nil, isBelowWord)
                } else {
                    // Other words and numbers end what a word says, but "Best before end:" is still before its date.
                    let token = line.tokens[index]
                    if token.number != nil || token.word.map({ !PrintedDateWords.fillers.contains($0) }) ?? false {
                        isAfterWord = false
                    }
                    index += 1
                }
            }
        }
        return events
    }

    /// A word belongs to a date at most this many lines below it.
    private static let farthest = 3

    private mutating func assign(_ events: [Event]) {
        var index = 0
        while index < events.count {
            var words: [(kind: PrintedDateWords.Kind, line: Int)] = []
            while index < events.count, case .word(let kind, let line) = events[index] {
                words.append((kind, line))
                index += 1
            }
            var dates: [Int] = []
            while index < events.count, case .date(let date) = events[index] {
                dates.append(date)
                index += 1
            }
            assign(words, to: dates)
        }
        takeWordBehind(events)
    }

    /// As many dates as words belong to them in their order, as in a table; otherwise the nearest word counts.
    private mutating func assign(_ words: [(kind: PrintedDateWords.Kind, line: Int)], to dates: [Int]) {
        let pairs: [(word: (kind: PrintedDateWords.Kind, line: Int), date: Int)] =
            words.count <= dates.count
            ? zip(words, dates).map { ($0, $1) } : zip(words.suffix(dates.count), dates).map { ($0, $1) }
        for (word, date) in pairs where found[date].line - word.line <= Self.farthest * max(1, dates.count) {
            found[date].kind = word.kind
        }
    }

    /// A date before its word in the same line, such as "12.03.2027 (MHD)", if that word has no other date.
    private mutating func takeWordBehind(_ events: [Event]) {
        for (date, next) in zip(events.indices, events.dropFirst()) {
            guard case .date(let index) = events[date], found[index].kind == nil, case .word(let kind, let line) = next,
                found[index].line == line
            else { continue }
            if date + 2 < events.count, case .date = events[date + 2] { continue }
            found[index].kind = kind
        }
    }

    // MARK: Days

    var candidates: [PrintedDates.Candidate] {
        let orders = orders
        var candidates: [PrintedDates.Candidate] = []
        for found in found where found.kind != .other {
            // A month without a word is no date of food.
            guard found.kind != nil || found.match.isWhole else { continue }
            for day in found.match.days(orders, today: today, isUseBy: found.kind == .useBy) {
                let kind: FoodDate.Kind = found.kind == .useBy ? .useBy : .bestBefore
                let candidate = PrintedDates.Candidate(
                    date: FoodDate(kind, day), isKindPrinted: found.kind != nil,
                    hasDay: found.match.hasDay || day.day < LocalDay.length(ofMonth: day.month, in: day.year),
                    line: lines[found.line].text)
                if !candidates.contains(where: {
                    $0.date.day == day && ($0.date.kind == kind || !candidate.isKindPrinted)
                }) {
                    candidates.append(candidate)
                }
            }
        }
        if candidates.contains(where: \.isKindPrinted) { candidates.removeAll { !$0.isKindPrinted } }
        return candidates.filter { $0.date.kind == .useBy } + candidates.filter { $0.date.kind == .bestBefore }
    }

    /// The orders of day and month that are possible on this package: one of its dates may settle it for all, or its
    /// language.
    private var orders: Set<PrintedDateMatch.Order> {
        var orders = Set(PrintedDateMatch.Order.allCases)
        for found in found {
            let possible = found.match.possibleOrders
            if !possible.isEmpty, !orders.isDisjoint(with: possible) { orders.formIntersection(possible) }
        }
        let languages = Set(lines.flatMap { PrintedDateWords.languages(in: $0.tokens) })
        if orders.count > 1, !languages.isEmpty, !languages.contains(.english) { orders = [.dayFirst] }
        return orders
    }
}
