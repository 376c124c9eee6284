public import Calendar
public import Directions
public import Foundation

/// A calendar day and a clock time, without a zone.
public struct DosePoint: Sendable, Hashable, Codable, Comparable {
    /// The calendar day.
    public var day: LocalDay
    /// The clock time on that day.
    public var time: LocalTime

    public init(_ day: LocalDay, _ time: LocalTime) {
        self.day = day
        self.time = time
    }

    public static func < (left: Self, right: Self) -> Bool { (left.day, left.time) < (right.day, right.time) }

    func adding(days: Int) -> DosePoint { DosePoint(day.adding(days: days), time) }
}

extension DosePlan {
    /// How a dose recurs.
    public enum Rhythm: Sendable, Hashable, Codable {
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
    public enum Limit: Sendable, Hashable, Codable {
        /// No end is known.
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
    public struct Track: Sendable, Hashable, Codable {
        /// The index of the clause in the medicine.
        public let clause: Int
        /// The amount of one dose; nil if the label prints none.
        public let amount: Direction.Amount?
        /// How the doses of the clause recur.
        public let rhythm: Rhythm
        /// In ascending order; empty for fixed intervals and as-needed doses.
        public let times: [LocalTime]
        /// How long the clause applies; `open` if no end is known.
        public let limit: Limit
        /// The first dose of a fixed interval if a person set it; otherwise the interval begins with its step.
        public let first: Date?

        /// True if the doses have planned times; false for as-needed doses.
        public var isScheduled: Bool { rhythm != .asNeeded }
        var isElapsed: Bool { if case .elapsed = rhythm { true } else { false } }
    }

    /// Clauses that apply at the same time. The next step begins when this one ends.
    public struct Step: Sendable, Hashable, Codable {
        /// The clauses of the step; empty for days without a dose.
        public let tracks: [Track]
        /// The beginning if a person set it; otherwise the end of the previous step.
        public let first: DosePoint?
        /// The time until the next step; `open` for a last step with doses.
        public let length: Limit
        /// True for days without a dose.
        public var isRest: Bool { tracks.isEmpty }
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
