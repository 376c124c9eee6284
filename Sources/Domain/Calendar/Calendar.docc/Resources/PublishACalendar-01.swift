import Calendar

/// The calendar of a garden.
struct GardenCalendar {
    let zone: Zone

    /// `file` has the bytes of the zone's file in the IANA database.
    init(zone name: String, file: [UInt8]) throws {
        zone = try Zone(name: name, tzif: file)
    }
}
