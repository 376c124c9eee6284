package import FoundationEssentials

/// The rules of one IANA time zone, read from the bytes of a TZif file (RFC 9636).
package struct Zone: Sendable, Hashable {
    /// From then on clocks are that far ahead of UTC.
    struct Transition: Sendable, Hashable {
        /// Seconds since 1970.
        let at: Int
        /// Seconds east of UTC.
        let offset: Int
    }

    package static let utc = Zone(name: "UTC", first: 0, transitions: [], rule: nil)

    /// As IANA writes it: "Europe/Vienna".
    package let name: String
    /// The offset before all transitions.
    private let first: Int
    /// In the order of time.
    private let transitions: [Transition]
    /// What holds from the last transition on, for ever; without one, that transition's own offset.
    private let rule: ZoneRule?

    private init(name: String, first: Int, transitions: [Transition], rule: ZoneRule?) {
        self.name = name
        self.first = first
        self.transitions = transitions
        self.rule = rule
    }

    /// Throws where the bytes are not such a file, are damaged, or count leap seconds (those of the folder `right`).
    package init(name: String, tzif bytes: [UInt8]) throws(ZoneError) {
        let file = try ZoneFile(of: bytes, name: name)
        self.init(name: name, first: file.first, transitions: file.transitions, rule: file.rule)
    }

    /// By the name alone: zones with other rules under one name are rare, and rules are long.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Whether that could be the name of a zone, and so the end of a path: letters, digits, `_`, `+`, `-` and `/`
    /// between them, no dot, at most 64 in all.
    package static func isName(_ text: String) -> Bool {
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

/// Why bytes are no time zone.
package struct ZoneError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Safe for a log: the zone's name and what is wrong, nothing of the file.
    package let description: String
}

// MARK: - From instants to clocks

extension Zone {
    /// Seconds east of UTC.
    package func offset(at instant: Date) -> Int { stretch(at: Self.seconds(instant)).offset }

    package func day(at instant: Date) -> LocalDay { clock(at: instant).day }

    package func time(at instant: Date) -> LocalTime { clock(at: instant).time }

    /// What calendar and clock show; parts of a second are dropped.
    package func clock(at instant: Date) -> (day: LocalDay, time: LocalTime) {
        let seconds = Self.seconds(instant)
        let local = Self.shown(seconds + stretch(at: seconds).offset)
        let number = local.dividedDown(by: LocalDay.seconds)
        return (LocalDay(number: number), LocalTime(ofDay: local - number * LocalDay.seconds))
    }

    /// Whole seconds since 1970, those beyond the calendar brought to its ends; what is no number is 1970.
    private static func seconds(_ instant: Date) -> Int {
        let seconds = instant.timeIntervalSince1970
        if seconds.isNaN { return 0 }
        let (low, high) = (Double(calendar.lowerBound), Double(calendar.upperBound))
        return Int(min(max(seconds, low), high).rounded(.down))
    }

    /// Wall-clock seconds that the calendar holds.
    private static func shown(_ local: Int) -> Int { min(max(local, calendar.lowerBound), calendar.upperBound) }

    private static let calendar =
        LocalDay.earliest.number * LocalDay.seconds...(LocalDay.latest.number + 1) * LocalDay.seconds - 1
}

// MARK: - From clocks to instants

extension Zone {
    /// The instant at which calendar and clock show that. Where they never do, as the hour that spring takes, it is
    /// counted with the offset from before the gap (RFC 5545 §3.3.5): 02:30 becomes 03:30, a missing day falls into the
    /// next. Where they do twice, it is the first time.
    package func instant(of day: LocalDay, at time: LocalTime) -> Date {
        let local = day.number * LocalDay.seconds + time.second
        // Whatever ends before this cannot show so late a clock: nowhere are clocks farther ahead of UTC.
        var stretch = stretch(at: local - Self.offsets.upperBound)
        // A clock that shows this only after the end shows it in a later stretch. One that there should have shown it
        // before the stretch began shows it never.
        while local - stretch.offset >= stretch.end {
            let next = self.stretch(at: stretch.end)
            if local - next.offset < stretch.end { break }
            stretch = next
        }
        return Date(timeIntervalSince1970: Double(local - stretch.offset))
    }

    /// What RFC 9636 §3.2 lets an offset be.
    static let offsets = -89_999...93_599
}

// MARK: - Stretches

extension Zone {
    /// A time through which one offset holds.
    struct Stretch {
        let offset: Int
        /// Seconds since 1970; not part of it. The next one may have the same offset.
        let end: Int
    }

    func stretch(at seconds: Int) -> Stretch {
        let last = transitions.last
        if seconds >= last?.at ?? .min {
            return rule?.stretch(at: seconds) ?? Stretch(offset: last?.offset ?? first, end: .max)
        }
        // The first transition that is later.
        var (low, high) = (0, transitions.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at > seconds { high = middle } else { low = middle + 1 }
        }
        return Stretch(offset: low == 0 ? first : transitions[low - 1].offset, end: transitions[low].at)
    }
}

extension LocalDay {
    /// In a day.
    package static let seconds = 86_400
}

extension Int {
    /// Towards the past, also before 1970.
    func dividedDown(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
