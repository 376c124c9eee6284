import Calendar
import Foundation

/// The calendar of a garden.
struct GardenCalendar {
    let zone: Zone

    /// `file` has the bytes of the zone's file in the IANA database.
    init(zone name: String, file: [UInt8]) throws {
        zone = try Zone(name: name, tzif: file)
    }

    /// Returns the day in the garden.
    func day(at now: Date) -> LocalDay {
        zone.day(at: now)
    }

    /// Returns the instant of a time of a day in the garden.
    func instant(of day: LocalDay, at time: LocalTime) -> Date {
        zone.instant(of: day, at: time)
    }
}
