public import Foundation

/// The rules of one IANA time zone, read from the bytes of a TZif file (RFC 9636).
public struct Zone: Sendable, Hashable {
    /// A change of the offset.
    struct Transition: Sendable, Hashable {
        /// Seconds since 1970.
        let at: Int
        /// Seconds east of UTC, from `at` on.
        let offset: Int
    }

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", first: 0, transitions: [], rule: nil)

    /// The IANA name: "Europe/Vienna".
    public let name: String
    /// The offset before the first transition, in seconds east of UTC.
    private let first: Int
    /// In order of time.
    private let transitions: [Transition]
    /// The rule after the last transition; nil if the last offset stays.
    private let rule: ZoneRule?

    private init(name: String, first: Int, transitions: [Transition], rule: ZoneRule?) {
        self.name = name
        self.first = first
        self.transitions = transitions
        self.rule = rule
    }

    /// Throws `ZoneError` if the bytes are not a TZif file, are damaged, or count leap seconds (files of the folder
    /// `right`).
    public init(name: String, tzif bytes: [UInt8]) throws(ZoneError) {
        let file = try ZoneFile(of: bytes, name: name)
        self.init(name: name, first: file.first, transitions: file.transitions, rule: file.rule)
    }

    /// Hashes only the name: zones with the same name and different rules are rare, and rules are long.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Returns true if the text may be the name of a zone and therefore safe at the end of a path: letters, digits,
    /// `_`, `+`, `-`, and `/` between them, no dot, at most 64 characters.
    public static func isName(_ text: String) -> Bool {
        guard 1...64 ~= text.utf8.count else { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            guard let first = part.first, first != UInt8(ascii: "-") else { return false }
            return part.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        }
    }
}

/// Why bytes are not a time zone.
public struct ZoneError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Safe for a log: the zone's name and the problem, without content of the file.
    public let description: String
}

// MARK: - From instants to local times

extension Zone {
    /// Seconds east of UTC.
    public func offset(at instant: Date) -> Int { stretch(at: Self.seconds(instant)).offset }

    /// Returns the date in the zone at an instant.
    public func day(at instant: Date) -> LocalDay { clock(at: instant).day }

    /// Returns the time of the day in the zone at an instant.
    public func time(at instant: Date) -> LocalTime { clock(at: instant).time }

    /// Returns the local day and time; fractions of a second are dropped.
    public func clock(at instant: Date) -> (day: LocalDay, time: LocalTime) {
        let seconds = Self.seconds(instant)
        let local = Self.shown(seconds + stretch(at: seconds).offset)
        let number = local.dividedDown(by: LocalDay.seconds)
        return (LocalDay(number: number), LocalTime(ofDay: local - number * LocalDay.seconds))
    }

    /// Whole seconds since 1970, clamped to the calendar; 0 for NaN.
    private static func seconds(_ instant: Date) -> Int {
        let seconds = instant.timeIntervalSince1970
        if seconds.isNaN { return 0 }
        let (low, high) = (Double(calendar.lowerBound), Double(calendar.upperBound))
        return Int(min(max(seconds, low), high).rounded(.down))
    }

    /// Clamps local seconds to the calendar.
    private static func shown(_ local: Int) -> Int { min(max(local, calendar.lowerBound), calendar.upperBound) }

    private static let calendar =
        LocalDay.earliest.number * LocalDay.seconds...(LocalDay.latest.number + 1) * LocalDay.seconds - 1
}

// MARK: - From local times to instants

extension Zone {
    /// Returns the instant of a local time. A time inside a gap, such as the hour skipped in spring, is computed with
    /// the offset before the gap (RFC 5545 §3.3.5): 02:30 becomes 03:30, and a missing day falls into the next. For a
    /// time that occurs twice, returns the first.
    public func instant(of day: LocalDay, at time: LocalTime) -> Date {
        let local = day.number * LocalDay.seconds + time.second
        // A stretch that ends before this cannot contain the time: no offset is larger.
        var stretch = stretch(at: local - Self.offsets.upperBound)
        // If the time is after the end of this stretch, it is in a later one. If it is also before the beginning of the
        // next stretch, it is in the gap between them.
        while local - stretch.offset >= stretch.end {
            let next = self.stretch(at: stretch.end)
            if local - next.offset < stretch.end { break }
            stretch = next
        }
        return Date(timeIntervalSince1970: Double(local - stretch.offset))
    }

    /// The range of offsets by RFC 9636 §3.2.
    static let offsets = -89_999...93_599
}

// MARK: - Stretches

extension Zone {
    /// A period with one offset.
    struct Stretch {
        let offset: Int
        /// Seconds since 1970, exclusive. The next stretch may have the same offset.
        let end: Int
    }

    func stretch(at seconds: Int) -> Stretch {
        let last = transitions.last
        if seconds >= last?.at ?? .min {
            return rule?.stretch(at: seconds) ?? Stretch(offset: last?.offset ?? first, end: .max)
        }
        // Binary search for the first later transition.
        var (low, high) = (0, transitions.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at > seconds { high = middle } else { low = middle + 1 }
        }
        return Stretch(offset: low == 0 ? first : transitions[low - 1].offset, end: transitions[low].at)
    }
}

extension LocalDay {
    /// The seconds of a day.
    public static let seconds = 86_400
}

extension Int {
    /// Rounds down, also for negative numbers.
    func dividedDown(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
