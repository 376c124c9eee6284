package import Calendar
package import FoundationEssentials

/// The current day and time in a person's time zone.
package struct WallClock: Sendable {
    package let zone: Zone
    package let instant: Date
    package let day: LocalDay
    package let time: LocalTime
    /// True if no zone was chosen; then it is the machine's zone.
    package let isAssumed: Bool

    package init(zone: Zone, instant: Date, isAssumed: Bool = false) {
        self.zone = zone
        self.instant = instant
        self.isAssumed = isAssumed
        (day, time) = zone.clock(at: instant)
    }
}
