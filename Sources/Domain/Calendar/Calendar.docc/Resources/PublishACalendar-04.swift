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

    /// Returns an event for the watering of a whole day; `now` is when it was made or changed.
    func watering(on day: LocalDay, at now: Date) -> CalendarEvent {
        CalendarEvent(
            uid: "watering-\(day)@garden.example", time: .allDay(day), summary: "Water the garden", modified: now)
    }
}
