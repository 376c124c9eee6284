import Calendar
import FoundationEssentials
import Support
import Testing

@Suite("Calendar feeds", .tags(.small))
struct CalendarFeedTests {
    private let modified = Date(timeIntervalSince1970: 1_790_000_000.75)

    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    private func event(
        _ uid: String = "a@stillroom", _ time: CalendarEvent.Time? = nil, summary: String = "Water the fern",
        description: String? = nil, url: String? = nil, categories: [String] = [], alarm: Date? = nil
    ) throws -> CalendarEvent {
        CalendarEvent(
            uid: uid, time: try time ?? .allDay(day("2026-11-21")), summary: summary, description: description,
            url: url, categories: categories, alarm: alarm, sequence: 3, modified: modified)
    }

    private func feed(_ events: [CalendarEvent], name: String = "Stillroom", zone: Zone = .utc) -> CalendarFeed {
        CalendarFeed(
            name: name, description: "What is due", color: "seagreen", zone: zone, refreshMinutes: 60,
            version: "1.0", events: events)
    }

    private func vienna() throws -> Zone {
        try Zone(name: "Europe/Vienna", tzif: ZoneBytes.ruled("CET-1CEST,M3.5.0,M10.5.0/3").bytes)
    }

    @Test("A calendar feed is written line by line as the standard demands")
    func whole() throws {
        let first = try event(
            description: "Pot 3; back row", url: "https://home.example/chores/7?x=1,2",
            categories: ["Watering", "a,b"], alarm: Date(timeIntervalSince1970: 1_795_244_400))
        let second = try event("b", .instant(Date(timeIntervalSince1970: 1_795_273_200.9), minutes: 15))
        let head = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Stillroom//Stillroom 1.0//EN
            CALSCALE:GREGORIAN
            NAME:Stillroom
            X-WR-CALNAME:Stillroom
            DESCRIPTION:What is due
            X-WR-CALDESC:What is due
            X-WR-TIMEZONE:UTC
            COLOR:seagreen
            REFRESH-INTERVAL;VALUE=DURATION:PT60M
            X-PUBLISHED-TTL:PT60M

            """
        let body = """
            LAST-MODIFIED:20260921T141320Z
            BEGIN:VEVENT
            DTSTAMP:20260921T141320Z
            LAST-MODIFIED:20260921T141320Z
            SEQUENCE:3
            DTSTART;VALUE=DATE:20261121
            DTEND;VALUE=DATE:20261122
            UID:a@stillroom
            SUMMARY:Water the fern
            DESCRIPTION:Pot 3\\; back row
            URL;VALUE=URI:https://home.example/chores/7?x=1,2
            CATEGORIES:Watering,a\\,b
            CLASS:PRIVATE
            TRANSP:TRANSPARENT
            BEGIN:VALARM
            ACTION:DISPLAY
            TRIGGER;VALUE=DATE-TIME:20261121T070000Z
            DESCRIPTION:Water the fern
            END:VALARM
            END:VEVENT
            BEGIN:VEVENT
            DTSTAMP:20260921T141320Z
            LAST-MODIFIED:20260921T141320Z
            SEQUENCE:3
            DTSTART:20261121T150000Z
            DURATION:PT15M
            UID:b
            SUMMARY:Water the fern
            CLASS:PRIVATE
            TRANSP:TRANSPARENT
            END:VEVENT
            END:VCALENDAR

            """
        #expect(feed([second, first]).text == (head + body).split(separator: "\n").joined(separator: "\r\n") + "\r\n")
        #expect(feed([]).text == (head + "END:VCALENDAR\n").split(separator: "\n").joined(separator: "\r\n") + "\r\n")
    }

    @Test("A calendar feed without local times names no zone and writes no VTIMEZONE")
    func withoutWall() throws {
        let zone = try vienna()
        let instant = try event("b", .instant(Date(timeIntervalSince1970: 0), minutes: 5))
        let text = feed([try event(), instant], zone: zone).text
        #expect(text.contains("X-WR-TIMEZONE:Europe/Vienna\r\n"))
        #expect(!text.contains("TZID"))
        #expect(!text.contains("VTIMEZONE"))
    }

    @Test("Local times are written in UTC if the zone is UTC or if its name cannot be written")
    func inUTC() throws {
        let eight = try #require(LocalTime("08:00"))
        let timed = try event("a", .local(day("2026-07-01"), eight, minutes: 30))
        let nasty = try Zone(name: "x\r\nATTENDEE:y", tzif: ZoneBytes.ruled("CET-1CEST,M3.5.0,M10.5.0/3").bytes)
        let universal = try Zone(name: "Etc/UTC", tzif: ZoneBytes.ruled("UTC0").bytes)
        for (zone, written) in [(Zone.utc, "080000"), (nasty, "060000"), (universal, "080000")] {
            let text = feed([timed], zone: zone).text
            #expect(text.contains("\r\nDTSTART:20260701T\(written)Z\r\nDURATION:PT30M\r\n"))
            #expect(text.contains("\r\nX-WR-TIMEZONE:UTC\r\n"))
            #expect(!text.contains("TZID"))
            #expect(!text.contains("ATTENDEE"))
        }
    }
}

extension CalendarFeedTests {
    @Test(
        "A calendar feed writes the local time that exists, and the first of two equal ones",
        arguments: [
            ("2026-03-29", "02:30", "20260329T033000"), ("2026-03-29", "01:59:59", "20260329T015959"),
            ("2026-10-25", "02:30", "20261025T023000"), ("2026-07-01", "08:00", "20260701T080000"),
        ])
    func gaps(day: String, time: String, written: String) throws {
        let event = try event("a", .local(self.day(day), try #require(LocalTime(time)), minutes: 30))
        let text = feed([event], zone: try vienna()).text
        #expect(text.contains("\r\nDTSTART;TZID=Europe/Vienna:\(written)\r\nDURATION:PT30M\r\n"))
    }

    @Test("Events are sorted by start and then by uid, whatever their order in the input")
    func order() throws {
        let eight = try #require(LocalTime("08:00"))
        let events = [
            try event("c", .allDay(day("2026-07-01"))), try event("d", .allDay(day("2026-07-01"))),
            try event("b", .local(day("2026-07-01"), eight, minutes: 30)),
            try event("a", .instant(Date(timeIntervalSince1970: 1_782_885_601), minutes: 30)),
            try event("0", .allDay(day("2026-07-02"))),
        ]
        let zone = try vienna()
        let text = feed(events, zone: zone).text
        let uids = text.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) }
        #expect(uids == ["c", "d", "b", "a", "0"])
        for rotation in 1..<events.count {
            #expect(feed(Array(events[rotation...] + events[..<rotation]), zone: zone).text == text)
        }
    }

    @Test(
        "Characters with a meaning in iCalendar are escaped, and control characters are dropped",
        arguments: [
            ("a;b,c\\d", "a\\;b\\,c\\\\d"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\nb"), ("a\rb", "a\\nb"),
            ("a\n\r\n\rb", "a\\n\\n\\nb"), ("a\r\r\nb", "a\\n\\nb"), ("a\u{85}b\u{2028}c\u{2029}d", "a\\nb\\nc\\nd"),
            ("a\0b\u{1B}c\u{7F}d\u{9F}e", "abcde"), ("a\tb", "a\tb"), ("\\n", "\\\\n"), ("a:b=\"c\"", "a:b=\"c\""),
            ("Käfer 🪲 👨‍👩‍👧", "Käfer 🪲 👨‍👩‍👧"), ("\r\n", "\\n"), ("", ""),
        ])
    func escaping(text: String, written: String) throws {
        let whole = feed([try event(summary: text)]).text
        #expect(whole.contains("\r\nSUMMARY:\(written)\r\n"))
    }

    @Test(
        "No value can end a line or a component",
        arguments: [
            "x\r\nBEGIN:VEVENT", "x\nEND:VCALENDAR", "x\rATTENDEE:y", "x\u{2028}BEGIN:VALARM", "x\r\n BEGIN:VEVENT",
            "\r\n\r\nBEGIN:VEVENT\r\n", "x\u{0B}BEGIN:VEVENT", "x\u{85}BEGIN:VEVENT",
        ])
    func injection(nasty: String) throws {
        let event = CalendarEvent(
            uid: nasty, time: .allDay(try day("2026-11-21")), summary: nasty, description: nasty, url: nasty,
            categories: [nasty, "b"], alarm: modified, sequence: -1, modified: modified)
        let feed = CalendarFeed(
            name: nasty, description: nasty, color: nasty, zone: .utc, refreshMinutes: -5, version: nasty,
            events: [event])
        let text = CalendarLines.unfolded(feed.text)
        let names = text.map { line in String(line.prefix { $0 != ":" && $0 != ";" }) }
        #expect(
            names == [
                "BEGIN", "VERSION", "PRODID", "CALSCALE", "NAME", "X-WR-CALNAME", "DESCRIPTION", "X-WR-CALDESC",
                "X-WR-TIMEZONE", "LAST-MODIFIED", "BEGIN", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DTEND",
                "UID", "SUMMARY", "DESCRIPTION", "CATEGORIES", "CLASS", "TRANSP", "BEGIN", "ACTION", "TRIGGER",
                "DESCRIPTION", "END", "END", "END",
            ])
        #expect(text.contains("SEQUENCE:0"))
        // Also not for readers that split lines by Unicode's rules.
        #expect(feed.text.split(whereSeparator: \.isNewline).count == feed.text.split(separator: "\r\n").count)
    }

    @Test(
        "An invalid URL is omitted", arguments: ["", "https://x/ä", "https://x/a b", "https://x/\t", "https://x/\n"])
    func urls(url: String) throws {
        #expect(!feed([try event(url: url)]).text.contains("\r\nURL"))
    }
}

extension CalendarFeedTests {
    @Test("Events at the ends of the calendar and with extreme lengths are written correctly")
    func ends() throws {
        let late = try #require(LocalTime("23:59:59"))
        let events = [
            try event("a", .allDay(.latest)), try event("b", .local(.latest, late, minutes: .max)),
            try event("c", .local(.earliest, .midnight, minutes: .min)),
            try event("d", .instant(.init(timeIntervalSince1970: .infinity), minutes: 0)),
        ]
        let lines = CalendarLines.unfolded(feed(events, zone: try vienna()).text)
        #expect(lines.contains("DTSTART;VALUE=DATE:99991231"))
        #expect(!lines.contains { $0.hasPrefix("DTEND") })
        #expect(lines.contains("DURATION:PT10080M"))
        #expect(lines.filter { $0.hasPrefix("DURATION") }.count == 1)
        #expect(lines.filter { $0.hasPrefix("DTSTART;TZID=Europe/Vienna:") }.count == 2)
    }

    @Test("The content of an event differs if subscribers see a difference, and ignores its version")
    func content() throws {
        let eight = try #require(LocalTime("08:00"))
        let nine = try #require(LocalTime("09:00"))
        let date = Date(timeIntervalSince1970: 1_782_885_600)
        let different = [
            try event(), try event("b"), try event(summary: "x"), try event(description: "x"),
            try event(url: "https://x/"), try event(categories: ["x"]), try event(categories: ["x", "y"]),
            try event(categories: ["x,y"]), try event(alarm: date), try event(alarm: date + 1),
            try event("a@stillroom", .allDay(day("2026-11-22"))), try event("a@stillroom", .instant(date, minutes: 5)),
            try event("a@stillroom", .instant(date, minutes: 6)),
            try event("a@stillroom", .instant(date + 1, minutes: 5)),
            try event("a@stillroom", .local(day("2026-11-21"), eight, minutes: 5)),
            try event("a@stillroom", .local(day("2026-11-21"), nine, minutes: 5)),
            try event("a@stillroom", .local(day("2026-11-21"), eight, minutes: 6)),
            try event(summary: "x\nDESCRIPTION:y"), try event(summary: "x", description: "y"),
        ]
        #expect(Set(different.map(\.content)).count == different.count)
        var later = try event(description: "", categories: [""])
        later.sequence = 9
        later.modified = date
        #expect(later.content == (try event().content))
    }
}
