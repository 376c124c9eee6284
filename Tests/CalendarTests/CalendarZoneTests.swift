import Calendar
import FoundationEssentials
import Support
import Testing

@Suite("Zones in calendar feeds", .tags(.small))
struct CalendarZoneTests {
    /// A zone, and a period of days in it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let footer: String
        let first: String
        let last: String
        /// The number of observances in the text.
        let count: Int
        var transitions: [(at: Int, index: UInt8)] = []
        var offsets = [0]

        var testDescription: String { "\(name) \(first)" }

        func zone() throws -> Zone {
            try Zone(
                name: name, tzif: ZoneBytes(transitions: transitions, offsets: offsets, footer: footer).bytes)
        }
    }

    /// Changes around Ramadan.
    private static let casablanca: [(at: Int, index: UInt8)] = [
        (1_740_276_000, 1), (1_743_904_800, 0), (1_771_120_800, 1), (1_774_144_800, 0), (1_801_965_600, 1),
        (1_804_989_600, 0), (1_832_205_600, 1), (1_835_834_400, 0),
    ]

    /// The skipped day, and the end of summer time.
    private static let apia: [(at: Int, index: UInt8)] = [
        (1_285_498_800, 1), (1_301_752_800, 0), (1_316_872_800, 1), (1_325_239_200, 2), (1_333_202_400, 3),
        (1_348_927_200, 2), (1_365_256_800, 3), (1_380_376_800, 2),
    ]

    private static let central = "CET-1CEST,M3.5.0,M10.5.0/3"

    static let rows = [
        Row(
            name: "Europe/Vienna", footer: central, first: "2026-10-20", last: "2026-11-20",
            count: 6),
        Row(
            name: "Europe/Vienna", footer: central, first: "2026-12-10", last: "2027-04-10",
            count: 8),
        Row(
            name: "Europe/Dublin", footer: "IST-1GMT0,M10.5.0,M3.5.0/1", first: "2026-03-01", last: "2026-11-20",
            count: 6),
        Row(
            name: "America/New_York", footer: "EST5EDT,M3.2.0,M11.1.0", first: "2026-01-01", last: "2026-12-31",
            count: 8),
        Row(
            name: "Australia/Lord_Howe", footer: "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", first: "2026-03-20",
            last: "2026-10-20", count: 6),
        Row(
            name: "Africa/Casablanca", footer: "<+01>-1", first: "2026-02-01", last: "2026-04-20", count: 6,
            transitions: casablanca, offsets: [3600, 0]),
        Row(
            name: "Pacific/Apia", footer: "<+13>-13", first: "2011-09-01", last: "2012-04-20", count: 7,
            transitions: apia, offsets: [-39_600, -36_000, 50_400, 46_800]),
        Row(name: "Asia/Kolkata", footer: "IST-5:30", first: "2026-02-01", last: "2026-12-31", count: 1),
        Row(name: "Atlantic/Reykjavik", footer: "GMT0", first: "2026-02-01", last: "2026-02-01", count: 1),
        Row(
            name: "Africa/Monrovia", footer: "GMT0", first: "1972-01-01", last: "1972-01-20", count: 2,
            transitions: [(63_593_070, 1)], offsets: [-2670, 0]),
    ]

    private func feed(
        _ row: Row, times: [String] = ["00:00", "01:45", "02:30", "08:00", "23:59:59"]
    ) throws -> CalendarFeed {
        let (first, last) = (try #require(LocalDay(row.first)), try #require(LocalDay(row.last)))
        var events: [CalendarEvent] = []
        for day in first...last {
            for text in times {
                events.append(
                    CalendarEvent(
                        uid: "\(day) \(text)", time: .local(day, try #require(LocalTime(text)), minutes: 30),
                        summary: "x", modified: Date(timeIntervalSince1970: 0)))
            }
        }
        return CalendarFeed(
            name: "x", zone: try row.zone(), refreshMinutes: 60, version: "1", events: events)
    }

    @Test("The written zone has the right offset at every hour of the feed", arguments: rows)
    func hours(row: Row) throws {
        let feed = try feed(row)
        let written = CalendarZone(feed.text)
        #expect(written.observances.count == row.count)
        let (first, last) = (try #require(LocalDay(row.first)), try #require(LocalDay(row.last)))
        let start = Int(feed.zone.instant(of: first, at: .midnight).timeIntervalSince1970)
        let end = Int(feed.zone.instant(of: last.adding(days: 1), at: .midnight).timeIntervalSince1970)
        for seconds in stride(from: start, through: end, by: 900) {
            let offset = feed.zone.offset(at: Date(timeIntervalSince1970: Double(seconds)))
            if written.offset(at: seconds) != offset { Issue.record("\(seconds): \(offset)") }
        }
        let pairs = zip(written.observances, written.observances.dropFirst())
        #expect(pairs.allSatisfy { $0.at < $1.at && $0.to == $1.from })
    }

    @Test("Every event has its instant when the feed is read like a subscriber does", arguments: rows)
    func instants(row: Row) throws {
        let feed = try feed(row)
        let lines = CalendarLines.unfolded(feed.text)
        let written = CalendarZone(feed.text)
        let prefix = "DTSTART;TZID=\(row.name):"
        var found: [String: Int] = [:]
        var start: Int?
        for line in lines {
            if line.hasPrefix(prefix) {
                start = CalendarLines.seconds(line.dropFirst(prefix.count)).flatMap { written.instant(ofWall: $0) }
            }
            if line.hasPrefix("UID:") { found[String(line.dropFirst(4))] = start }
        }
        for event in feed.events {
            guard case .local(let day, let time, _) = event.time else { continue }
            let expected = Int(feed.zone.instant(of: day, at: time).timeIntervalSince1970)
            if found[event.uid] != expected { Issue.record("\(event.uid): \(expected)") }
        }
        #expect(found.count == feed.events.count)
    }

    @Test("Daylight time is the larger of two offsets, and a permanent offset is standard time", arguments: rows)
    func daylight(row: Row) throws {
        for observance in CalendarZone(try feed(row).text).observances {
            let isSummer =
                switch row.name {
                case "Asia/Kolkata", "Africa/Monrovia", "Atlantic/Reykjavik": false
                case "Pacific/Apia": [-36_000, 50_400].contains(observance.to)
                default: observance.to > observance.from
                }
            #expect(observance.isDaylight == isSummer, "\(observance)")
        }
    }

    @Test("Onsets are written in local time before the change, and odd offsets with their seconds")
    func text() throws {
        let vienna = CalendarLines.unfolded(try feed(Self.rows[0], times: ["08:00"]).text)
        let start = try #require(vienna.firstIndex(of: "BEGIN:VTIMEZONE"))
        #expect(
            Array(vienna[start...].prefix(12)) == [
                "BEGIN:VTIMEZONE", "TZID:Europe/Vienna", "BEGIN:DAYLIGHT", "DTSTART:20250330T020000",
                "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:20251026T030000",
                "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD",
            ])
        let monrovia = CalendarLines.unfolded(try feed(try #require(Self.rows.last)).text)
        #expect(monrovia.contains("DTSTART:19720107T000000"))
        #expect(monrovia.contains("TZOFFSETFROM:-004430"))
        #expect(monrovia.contains("TZOFFSETTO:+0000"))
    }

    @Test("The written zone stays the same throughout a year")
    func stable() throws {
        func zone(_ day: String) throws -> [String] {
            let row = Row(name: "Europe/Vienna", footer: Self.central, first: day, last: day, count: 6)
            let lines = CalendarLines.unfolded(try feed(row, times: ["08:00"]).text)
            let start = try #require(lines.firstIndex(of: "BEGIN:VTIMEZONE"))
            return Array(lines[start...].prefix { $0 != "END:VTIMEZONE" })
        }
        let winter = try zone("2026-01-05")
        #expect(winter.count == 2 + 6 * 5)
        #expect(try zone("2026-11-30") == winter)
    }
}
