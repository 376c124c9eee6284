import Messages

/// A set of the months of the year, 1–12.
public struct Months: Sendable, Hashable, CustomStringConvertible {
    /// No month.
    public static let none = Months(bits: 0)
    /// All twelve months.
    public static let all = Months(bits: 0xFFF)

    /// Bit 0 is January.
    private let bits: UInt16

    private init(bits: UInt16) { self.bits = bits }

    /// Invalid numbers are ignored.
    public init(_ months: some Sequence<Int>) {
        bits = months.reduce(0) { 1...12 ~= $1 ? $0 | 1 << UInt16($1 - 1) : $0 }
    }

    /// Returns whether the set has the month, 1 to 12; false for other numbers.
    public func contains(_ month: Int) -> Bool { 1...12 ~= month && bits >> UInt16(month - 1) & 1 == 1 }

    /// True if it has no month.
    public var isEmpty: Bool { bits == 0 }
    /// The number of months, 0 to 12.
    public var count: Int { bits.nonzeroBitCount }
    /// In ascending order.
    public var numbers: [Int] { (1...12).filter(contains) }

    /// Returns the months of both sets.
    public func union(_ other: Months) -> Months { Months(bits: bits | other.bits) }

    /// Returns the months that both sets have.
    public func intersection(_ other: Months) -> Months { Months(bits: bits & other.bits) }

    /// Returns the months moved by this number, cyclically: six gives the same season in the other hemisphere.
    public func shifted(by months: Int) -> Months {
        let places = UInt16((months % 12 + 12) % 12)
        return Months(bits: (bits << places | bits >> (12 - places)) & 0xFFF)
    }

    /// Runs of consecutive months, cyclically, sorted by their first month; `last` is less than `first` if a run
    /// crosses the turn of the year.
    private var runs: [(first: Int, last: Int)] {
        if self == .all { return [(1, 12)] }
        return numbers.filter { !contains(($0 + 10) % 12 + 1) }.map { first in
            var last = first
            while contains(last % 12 + 1) { last = last % 12 + 1 }
            return (first, last)
        }
    }
}

// MARK: - Text

extension Months {
    /// Reads "3-9", "10-4" (across the turn of the year), "3-5,9", or an empty text for no month.
    public init?(_ text: String) {
        guard !text.isEmpty else {
            self = .none
            return
        }
        var months: [Int] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let ends = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            let numbers = ends.compactMap { Self.month($0) }
            guard numbers.count == ends.count, numbers.count <= 2, let first = numbers.first, let last = numbers.last
            else { return nil }
            months += (first...(first <= last ? last : last + 12)).map { ($0 - 1) % 12 + 1 }
        }
        self.init(months)
    }

    private static func month(_ digits: Substring.UTF8View) -> Int? {
        guard digits.first != UInt8(ascii: "0"), let month = LocalDigits.value(of: digits), 1...12 ~= month else {
            return nil
        }
        return month
    }

    /// The canonical text that `init(_:)` reads.
    public var text: String {
        runs.map { $0 == $1 ? "\($0)" : "\($0)-\($1)" }.joined(separator: ",")
    }

    public var description: String { text }

    /// "March to September", "October to April", "March to May and September", "all year".
    public var words: String {
        if self == .all { return localized("all year") }
        let items = runs.flatMap { run -> [String] in
            let (first, last) = (LocalDate.monthName(run.first), LocalDate.monthName(run.last))
            return switch (run.last - run.first + 12) % 12 {
            case 0: [first]
            case 1: [first, last]
            default: [localized("\(first, "firstMonth") to \(last, "lastMonth")")]
            }
        }
        return items.isEmpty ? localized("no month") : LocalList.and(items)
    }
}
