package import FoundationEssentials

/// What is left of a service's requests for one UTC day.
package struct Quota: Sendable, Hashable {
    /// When to speak up.
    package enum Level: String, Sendable, CaseIterable {
        case plenty, note, warning, critical, exhausted
    }

    /// Units a day that the household allows itself.
    package let budget: Int
    /// Units that were spent, or may have been.
    package let used: Int
    /// Units held for calls under way.
    package let reserved: Int
    /// The most the service itself will give today, counted from the start of the day; nothing where it did not say.
    package let ceiling: Int?
    /// The service said to wait until then.
    package let blockedUntil: Date?
    package let day: UTCDay

    package init(
        budget: Int, used: Int = 0, reserved: Int = 0, ceiling: Int? = nil, blockedUntil: Date? = nil, day: UTCDay
    ) {
        self.budget = budget
        self.used = used
        self.reserved = reserved
        self.ceiling = ceiling
        self.blockedUntil = blockedUntil
        self.day = day
    }

    /// The smaller of the household's budget and what the service gives.
    package var limit: Int { min(budget, ceiling ?? budget) }

    package func remaining(at now: Date) -> Int {
        if let blockedUntil, now < blockedUntil { return 0 }
        return max(0, limit - used - reserved)
    }

    package func level(at now: Date) -> Level {
        switch remaining(at: now) {
        case 0: .exhausted
        case ...10: .critical
        case ...50: .warning
        case ...100: .note
        default: .plenty
        }
    }

    /// When there is something again: the end of the UTC day, or sooner where the service said so.
    package func resetsAt(from now: Date) -> Date {
        guard let blockedUntil, now < blockedUntil, blockedUntil < day.end, limit - used - reserved > 0 else {
            return day.end
        }
        return blockedUntil
    }
}

/// A day of the service's quota: midnight to midnight UTC, whatever the local zone.
package struct UTCDay: Sendable, Hashable {
    /// Days since 1 January 1970.
    package let number: Int

    package init(number: Int) { self.number = number }

    package init(of time: Date) { number = Int((time.timeIntervalSince1970 / 86_400).rounded(.down)) }

    package var end: Date { Date(timeIntervalSince1970: Double(number + 1) * 86_400) }
}

/// Units held for one call, so that calls under way at the same time cannot spend the same unit.
package struct Reservation: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Reservation>

    package let id: ID
    /// Whose units: the service and, in a form that does not tell it, its key.
    package let account: String
    package let units: Int
    package let day: UTCDay
    /// A reservation that nobody settled until then was lost with its process; its units count as spent.
    package let deadline: Date

    package init(id: ID, account: String, units: Int, day: UTCDay, deadline: Date) {
        self.id = id
        self.account = account
        self.units = units
        self.day = day
        self.deadline = deadline
    }
}

/// What became of a reservation.
package struct Settlement: Sendable, Hashable {
    /// Whether the service counted the call, or may have.
    package let isSpent: Bool
    /// What the service says is left after it.
    package let remaining: Int?
    package let blockedUntil: Date?

    package init(isSpent: Bool, remaining: Int? = nil, blockedUntil: Date? = nil) {
        self.isSpent = isSpent
        self.remaining = remaining
        self.blockedUntil = blockedUntil
    }
}
