public import Foundation

/// The remaining requests to a service in one UTC day.
public struct Quota: Sendable, Hashable {
    /// The levels at which a warning is shown.
    public enum Level: String, Sendable, CaseIterable {
        case plenty, note, warning, critical, exhausted
    }

    /// The household's own limit of units a day.
    public let budget: Int
    /// Units that were spent or may have been spent.
    public let used: Int
    /// Units reserved for calls in progress.
    public let reserved: Int
    /// The service's own limit for today, counted from the start of the day; nil if unknown.
    public let ceiling: Int?
    /// The end of a waiting time that the service demanded; nil if there is none.
    public let blockedUntil: Date?
    /// The day of the count.
    public let day: UTCDay

    public init(
        budget: Int, used: Int = 0, reserved: Int = 0, ceiling: Int? = nil, blockedUntil: Date? = nil, day: UTCDay
    ) {
        self.budget = budget
        self.used = used
        self.reserved = reserved
        self.ceiling = ceiling
        self.blockedUntil = blockedUntil
        self.day = day
    }

    /// The lower of the household's budget and the service's limit.
    public var limit: Int { min(budget, ceiling ?? budget) }

    /// Returns the units that can be spent now; 0 while the service demands to wait.
    public func remaining(at now: Date) -> Int {
        if let blockedUntil, now < blockedUntil { return 0 }
        return max(0, limit - used - reserved)
    }

    /// Returns the level of the remaining units: 100, 50, 10 and 0 are the limits.
    public func level(at now: Date) -> Level {
        switch remaining(at: now) {
        case 0: .exhausted
        case ...10: .critical
        case ...50: .warning
        case ...100: .note
        default: .plenty
        }
    }

    /// Returns when requests are possible again: the end of the UTC day, or the end of the waiting time.
    public func resetsAt(from now: Date) -> Date {
        guard let blockedUntil, now < blockedUntil, blockedUntil < day.end, limit - used - reserved > 0 else {
            return day.end
        }
        return blockedUntil
    }
}

/// A day of the service's quota: midnight to midnight UTC, independent of the local zone.
public struct UTCDay: Sendable, Hashable {
    /// Days since 1 January 1970.
    public let number: Int

    public init(number: Int) { self.number = number }

    public init(of time: Date) { number = Int((time.timeIntervalSince1970 / 86_400).rounded(.down)) }

    /// The midnight at which the next day begins.
    public var end: Date { Date(timeIntervalSince1970: Double(number + 1) * 86_400) }
}

/// Units reserved for one call, so that concurrent calls cannot spend the same unit.
public struct Reservation: Sendable, Hashable, Identifiable {
    /// The identifier of a reservation.
    public typealias ID = Identifier<Reservation>

    /// The identifier.
    public let id: ID
    /// The owner of the units: the service and a hash of its key.
    public let account: String
    /// The reserved units.
    public let units: Int
    /// The day on which they count.
    public let day: UTCDay
    /// A reservation that is not settled by then was lost with its process; its units count as spent.
    public let deadline: Date

    public init(id: ID, account: String, units: Int, day: UTCDay, deadline: Date) {
        self.id = id
        self.account = account
        self.units = units
        self.day = day
        self.deadline = deadline
    }
}

/// The settlement of a reservation.
public struct Settlement: Sendable, Hashable {
    /// True if the service counted the call or may have counted it.
    public let isSpent: Bool
    /// The units left after the call, as reported by the service; nil if not reported.
    public let remaining: Int?
    /// The end of a waiting time that the service demanded; nil if there is none.
    public let blockedUntil: Date?

    public init(isSpent: Bool, remaining: Int? = nil, blockedUntil: Date? = nil) {
        self.isSpent = isSpent
        self.remaining = remaining
        self.blockedUntil = blockedUntil
    }
}
