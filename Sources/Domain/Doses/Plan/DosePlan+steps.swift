package import Calendar
package import Directions
package import FoundationEssentials

/// A day and a time as a calendar and a clock on the wall show them.
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
    /// How a dose comes back.
    package enum Rhythm: Sendable, Hashable, Codable {
        /// Every so many days, on the wall, counted from the step's first day.
        case days(every: Int)
        /// On those days of the week, every so many weeks, counted from the step's first.
        case weekdays([Direction.Day], everyWeeks: Int)
        /// On the day of the month of the step's first day, or on a month's last where it is shorter.
        case months(every: Int)
        /// So many seconds after the one before, whatever clocks are changed meanwhile.
        case elapsed(seconds: Int)
        /// Never by itself.
        case asNeeded
    }

    /// How long.
    package enum Limit: Sendable, Hashable, Codable {
        case open
        /// As many doses as so many whole days have, from the first dose on: on the wall, or of 24 hours each where
        /// elapsed time is counted.
        case days(Int)
        case months(Int)
        case elapsed(seconds: Int)
        case doses(Int)
        case lastDay(LocalDay)
        /// Until nothing is left; the schedule itself does not end.
        case untilGone
    }

    /// One clause of the label within a step.
    package struct Track: Sendable, Hashable, Codable {
        /// Its place among the medicine's clauses.
        package let clause: Int
        package let amount: Direction.Amount?
        package let rhythm: Rhythm
        /// Ascending; empty for elapsed time and as needed.
        package let times: [LocalTime]
        package let limit: Limit
        /// Of elapsed time, where a person said so; otherwise it begins with its step.
        package let first: Date?

        package var isScheduled: Bool { rhythm != .asNeeded }
        var isElapsed: Bool { if case .elapsed = rhythm { true } else { false } }
    }

    /// Clauses that hold at the same time; the next step follows when its time is over.
    package struct Step: Sendable, Hashable, Codable {
        package let tracks: [Track]
        /// Where a person said so; otherwise it begins where the one before ends.
        package let first: DosePoint?
        /// Until the next step; `open` for the last.
        package let length: Limit
        /// Days on which nothing is taken.
        package var isRest: Bool { tracks.isEmpty }
    }
}

// MARK: - How it is kept

// Instants are written as seconds since 1970, whatever the encoder prefers. Calendar writes days and times.

extension DosePlan {
    static func malformed(_ decoder: any Decoder, _ problem: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: problem))
    }
}

// The compiler's own coding of a value finds these before those that leave a date to the encoder.

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
