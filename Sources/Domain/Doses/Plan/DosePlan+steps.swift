package import Calendar
package import Directions
package import FoundationEssentials

/// A calendar day and a clock time, without a zone.
package struct DosePoint: Sendable, Hashable, Codable, Comparable {
    package var day: LocalDay
    package var time: LocalTime

    package init(_ day: LocalDay, _ time: LocalTime) {
        self.day = day
        self.time = time
    }

    package static func < (left: Self, right: Self) -> Bool { (left.day, left.time) < (right.day, right.time) }

    func adding(days: Int) -> DosePoint { DosePoint(day.adding(days: days), time) }
}

extension DosePlan {
    /// How a dose recurs.
    package enum Rhythm: Sendable, Hashable, Codable {
        /// Every N days of the calendar, counted from the first day of the step.
        case days(every: Int)
        /// On the given days of the week, every N weeks from the first week of the step.
        case weekdays([Direction.Day], everyWeeks: Int)
        /// Every N months on the day of the month of the first dose; on the last day of shorter months.
        case months(every: Int)
        /// N seconds after the previous dose, independent of clock changes.
        case elapsed(seconds: Int)
        /// Not scheduled.
        case asNeeded
    }

    /// A duration.
    package enum Limit: Sendable, Hashable, Codable {
        case open
        /// As many doses as this number of days has, from the first dose on. A day is a calendar day, or 24 hours for a
        /// fixed interval.
        case days(Int)
        case months(Int)
        case elapsed(seconds: Int)
        case doses(Int)
        case lastDay(LocalDay)
        /// Until the stock is empty; the schedule itself has no end.
        case untilGone
    }

    /// One clause of the label within a step.
    package struct Track: Sendable, Hashable, Codable {
        /// The index of the clause in the medicine.
        package let clause: Int
        package let amount: Direction.Amount?
        package let rhythm: Rhythm
        /// In ascending order; empty for fixed intervals and as-needed doses.
        package let times: [LocalTime]
        package let limit: Limit
        /// The first dose of a fixed interval if a person set it; otherwise the interval begins with its step.
        package let first: Date?

        package var isScheduled: Bool { rhythm != .asNeeded }
        var isElapsed: Bool { if case .elapsed = rhythm { true } else { false } }
    }

    /// Clauses that apply at the same time. The next step begins when this one ends.
    package struct Step: Sendable, Hashable, Codable {
        package let tracks: [Track]
        /// The beginning if a person set it; otherwise the end of the previous step.
        package let first: DosePoint?
        /// The time until the next step; `open` for the last step.
        package let length: Limit
        /// True for days without a dose.
        package var isRest: Bool { tracks.isEmpty }
    }
}

// MARK: - Encoding

// Dates are encoded as seconds since 1970, whatever strategy the encoder has. Calendar encodes days and times.

extension DosePlan {
    static func malformed(_ decoder: any Decoder, _ problem: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: problem))
    }
}

// The synthesised Codable code prefers these overloads to the encoder's own strategy for dates.

extension KeyedEncodingContainer {
    mutating func encode(_ instant: Date, forKey key: Key) throws {
        try encode(instant.timeIntervalSince1970, forKey: key)
    }

    mutating func encodeIfPresent(_ instant: Date?, forKey key: Key) throws {
        try encodeIfPresent(instant?.timeIntervalSince1970, forKey: key)
    }
}

extension KeyedDecodingContainer {
    func decode(_ type: Date.Type, forKey key: Key) throws -> Date {
        Date(timeIntervalSince1970: try decode(Double.self, forKey: key))
    }

    func decodeIfPresent(_ type: Date.Type, forKey key: Key) throws -> Date? {
        try decodeIfPresent(Double.self, forKey: key).map(Date.init(timeIntervalSince1970:))
    }
}
