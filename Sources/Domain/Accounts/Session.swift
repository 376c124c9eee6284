package import FoundationEssentials
package import Recognition

/// A signed-in device of an account. The token is not part of it; only its digest is stored.
package struct Session: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Session>

    package let id: ID
    package let account: Account.ID
    package let device: Device
    package let createdAt: Date
    package let lastUsedAt: Date
    /// Whether the person gave a passphrase, used a passkey or confirmed at the sign-in service when the session began.
    /// False for a mere sign-in through the service, which may know the browser from days before.
    package let isConfirmed: Bool

    package init(
        id: ID, account: Account.ID, device: Device, createdAt: Date, lastUsedAt: Date, isConfirmed: Bool = true
    ) {
        self.id = id
        self.account = account
        self.device = device
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isConfirmed = isConfirmed
    }
}

extension Session {
    /// When the person confirmed who it is; the distant past if that was not needed.
    package static func confirmed(at created: Date, _ isConfirmed: Bool) -> Date {
        isConfirmed ? created : .distantPast
    }
}

/// How long sessions are valid.
package struct SessionLifetime: Sendable, Hashable {
    /// The seconds without use after which a session ends.
    package let idle: Double
    /// The seconds after sign-in at which a session ends in any case.
    package let absolute: Double
    /// The time of use is stored at most once in this many seconds.
    package let touch: Double

    package init(idle: Double = 30 * 86_400, absolute: Double = 180 * 86_400, touch: Double = 3600) {
        self.idle = idle
        self.absolute = absolute
        self.touch = touch
    }

    /// Returns when the session ends if it is not used again.
    package func end(of session: Session) -> Date {
        min(session.lastUsedAt.addingTimeInterval(idle), latestEnd(from: session.createdAt))
    }

    /// Returns the latest possible end of a session that began at `created`.
    package func latestEnd(from created: Date) -> Date { created.addingTimeInterval(absolute) }

    package func isValid(_ session: Session, at now: Date) -> Bool { now < end(of: session) }

    /// Returns whether the time of use is to be stored at `now`. A stored time in the future is replaced, too: the clock
    /// was put back.
    package func needsTouch(_ session: Session, at now: Date) -> Bool {
        abs(now.timeIntervalSince(session.lastUsedAt)) >= touch
    }
}
