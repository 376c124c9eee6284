package import Calendar
package import FoundationEssentials

/// Now, as a clock on a person's wall shows it.
package struct WallClock: Sendable {
    package let zone: Zone
    package let instant: Date
    package let day: LocalDay
    package let time: LocalTime
    /// Nobody has said where they are, so this is the machine's zone.
    package let isAssumed: Bool

    package init(zone: Zone, instant: Date, isAssumed: Bool = false) {
        self.zone = zone
        self.instant = instant
        self.isAssumed = isAssumed
        (day, time) = zone.clock(at: instant)
    }
}
