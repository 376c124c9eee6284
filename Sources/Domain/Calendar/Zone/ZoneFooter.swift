/// Reads the TZ string of the footer: `CET-1CEST,M3.5.0,M10.5.0/3`, `<+0330>-3:30`.
struct ZoneFooter {
    /// A syntax error in the footer.
    struct Problem: Error, CustomStringConvertible {
        let description: String

        static let name = Problem(description: "no name of at least three characters")
        static let number = Problem(description: "a number that is missing or out of range")
        static let day = Problem(description: "a day that is not written as M3.5.0, J60 or 59")
        static let change = Problem(description: "it does not say when clocks are changed")
        static let rest = Problem(description: "something after its end")
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Returns nil if the footer is empty.
    mutating func rule() throws(Problem) -> ZoneRule? {
        if rest.isEmpty { return nil }
        try name()
        // POSIX offsets are positive to the west.
        let standard = -(try time(hours: 0...24))
        if rest.isEmpty { return ZoneRule(standard: standard, summer: nil) }
        try name()
        let isSaid = !rest.isEmpty && rest.first != UInt8(ascii: ",")
        let offset = isSaid ? -(try time(hours: 0...24)) : standard + 3600
        let start = try change()
        let end = try change()
        guard rest.isEmpty else { throw .rest }
        return ZoneRule(standard: standard, summer: ZoneRule.Summer(offset: offset, start: start, end: end))
    }

    /// `CET` or `<+0330>`.
    private mutating func name() throws(Problem) {
        let isQuoted = skip(UInt8(ascii: "<"))
        let name = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
            default: false
            }
        }
        rest = rest[name.endIndex...]
        guard name.count >= 3, !isQuoted || skip(UInt8(ascii: ">")) else { throw .name }
    }

    /// `,M3.5.0/2`; the default time is two o'clock.
    private mutating func change() throws(Problem) -> ZoneRule.Change {
        guard skip(UInt8(ascii: ",")) else { throw .change }
        let day = try day()
        return ZoneRule.Change(day: day, time: skip(UInt8(ascii: "/")) ? try time(hours: 0...167) : 7200)
    }

    private mutating func day() throws(Problem) -> ZoneRule.Day {
        if skip(UInt8(ascii: "J")) { return .julian(try number(1...365)) }
        guard skip(UInt8(ascii: "M")) else { return .ordinal(try number(0...365)) }
        let month = try number(1...12)
        guard skip(UInt8(ascii: ".")) else { throw .day }
        let week = try number(1...5)
        guard skip(UInt8(ascii: ".")) else { throw .day }
        return .weekday(month: month, week: week, weekday: try number(0...6))
    }

    /// `-3:30`, in seconds.
    private mutating func time(hours: ClosedRange<Int>) throws(Problem) -> Int {
        let sign = skip(UInt8(ascii: "-")) ? -1 : 1
        if sign == 1 { _ = skip(UInt8(ascii: "+")) }
        var seconds = try number(hours) * 3600
        for unit in [60, 1] {
            guard skip(UInt8(ascii: ":")) else { break }
            seconds += try number(0...59) * unit
        }
        return sign * seconds
    }

    private mutating func number(_ range: ClosedRange<Int>) throws(Problem) -> Int {
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        rest = rest[digits.endIndex...]
        guard let number = LocalDigits.value(of: digits), range ~= number else { throw .number }
        return number
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }
}
