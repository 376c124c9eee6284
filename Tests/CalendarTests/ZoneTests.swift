import FoundationEssentials
import Support
import Testing

@testable import Calendar

@Suite("Zones", .tags(.small))
struct ZoneTests {
    private func zone(_ footer: String, name: String = "Test/Zone") throws -> Zone {
        try Zone(name: name, tzif: ZoneBytes.ruled(footer).bytes)
    }

    /// Returns "2026-03-29 02:30" as seconds of a UTC clock.
    private func seconds(_ text: String) throws -> Int {
        let day = try #require(LocalDay(String(text.prefix(10))))
        return day.number * 86_400 + (try #require(LocalTime(String(text.dropFirst(11))))).second
    }

    private func shown(_ zone: Zone, _ instant: Date) -> String { "\(zone.day(at: instant)) \(zone.time(at: instant))" }

    private func instant(_ zone: Zone, _ text: String) throws -> Date {
        let day = try #require(LocalDay(String(text.prefix(10))))
        return zone.instant(of: day, at: try #require(LocalTime(String(text.dropFirst(11)))))
    }

    @Test(
        "A missing local time uses the offset before the gap, and a repeated one is the first of two",
        arguments: [
            // The rule, the local time, the instant in UTC, and the local time at that instant.
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29 01:59:59", "2026-03-29 00:59:59", "2026-03-29 01:59:59"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29 02:00", "2026-03-29 01:00", "2026-03-29 03:00"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29 02:30", "2026-03-29 01:30", "2026-03-29 03:30"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29 03:00", "2026-03-29 01:00", "2026-03-29 03:00"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25 01:59:59", "2026-10-24 23:59:59", "2026-10-25 01:59:59"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25 02:30", "2026-10-25 00:30", "2026-10-25 02:30"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25 03:00", "2026-10-25 02:00", "2026-10-25 03:00"),
            // Gaps of half an hour, of two hours, and at midnight.
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-10-04 02:15", "2026-10-03 15:45", "2026-10-04 02:45"),
            ("<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", "2026-03-29 01:30", "2026-03-29 01:30", "2026-03-29 03:30"),
            ("<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", "2026-03-29 02:30", "2026-03-29 02:30", "2026-03-29 04:30"),
            ("CST5CDT,M3.2.0/0,M11.1.0/1", "2026-03-08 00:30", "2026-03-08 05:30", "2026-03-08 01:30"),
            // Summer across the new year; winter as the exception; a change before midnight and on a later day.
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2027-01-01 08:00", "2026-12-31 19:00", "2027-01-01 08:00"),
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-07-01 08:00", "2026-06-30 20:00", "2026-07-01 08:00"),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01 08:00", "2026-07-01 07:00", "2026-07-01 08:00"),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29 01:30", "2026-03-29 01:30", "2026-03-29 02:30"),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-28 23:30", "2026-03-29 01:30", "2026-03-29 00:30"),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27 02:30", "2026-03-27 00:30", "2026-03-27 03:30"),
            ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28 02:30", "2026-03-28 00:30", "2026-03-28 03:30"),
        ])
    func rules(rule: String, clock: String, utc: String, shown: String) throws {
        let zone = try zone(rule)
        let instant = try instant(zone, clock)
        #expect(Int(instant.timeIntervalSince1970) == (try seconds(utc)))
        #expect(self.shown(zone, instant) == shown)
        #expect(zone.offset(at: instant) == (try seconds(shown)) - (try seconds(utc)))
    }
}

extension ZoneTests {
    @Test(
        "A zone follows rules of every form",
        arguments: [
            ("EST5", "2026-07-01 12:00", -5.0), ("<+0330>-3:30", "2026-07-01 12:00", 3.5),
            ("<-00>0", "2026-07-01 12:00", 0), ("ABC-1:30:36", "2026-07-01 12:00", 1.51),
            ("<ABC+1>+5", "2026-07-01 12:00", -5),
            // J60 is 1 March in every year, 59 the day after 28 February.
            ("AAA0BBB,J60/0,J300", "2024-02-29 23:59", 0), ("AAA0BBB,J60/0,J300", "2024-03-01 00:00", 1),
            ("AAA0BBB,J60/0,J300", "2026-02-28 23:59", 0), ("AAA0BBB,J60/0,J300", "2026-03-01 00:00", 1),
            ("AAA0BBB,59/0,300", "2024-02-28 23:59", 0), ("AAA0BBB,59/0,300", "2024-02-29 00:00", 1),
            ("AAA0BBB,59/0,300", "2026-03-01 00:00", 1),
            // The default time of two o'clock; summer all year.
            ("AAA0BBB,J60,J300", "2026-03-01 01:59", 0), ("AAA0BBB,J60,J300", "2026-03-01 02:00", 1),
            ("AAA0BBB-2,J60,J300", "2026-03-01 02:00", 2),
            ("EST5EDT,0/0,J365/25", "2026-01-01 05:00", -4), ("EST5EDT,0/0,J365/25", "2025-12-31 23:59", -4),
            ("EST5EDT,0/0,J365/25", "2024-12-31 12:00", -4), ("EST5EDT,0/0,J365/25", "2026-07-01 12:00", -4),
            // Changes a week before and after the year.
            ("AAA0BBB,J1/-167,J2/0", "2025-12-25 01:00", 1), ("AAA0BBB,J1/-167,J2/0", "2025-12-25 00:59", 0),
            ("AAA0BBB,J300,J365/167", "2026-01-06 21:59", 1), ("AAA0BBB,J300,J365/167", "2026-01-06 22:00", 0),
            ("", "2026-07-01 12:00", 0),
        ])
    func forms(rule: String, utc: String, hours: Double) throws {
        let zone = try zone(rule)
        #expect(zone.offset(at: Date(timeIntervalSince1970: Double(try seconds(utc)))) == Int(hours * 3600))
    }

    @Test(
        "An invalid rule is refused",
        arguments: [
            "C", "CE-1", "CET", "CET-", "CET-25", "CET-1:60", "CET-1:00:60", "CET-1CEST", "CET-1CEST,M3.5.0",
            "CET-1CEST,M3.5.0,M10.5.0/3,", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,M0.5.0,M10.5.0",
            "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0",
            "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5,M10.5.0", "CET-1CEST,J0,J10", "CET-1CEST,J366,J10",
            "CET-1CEST,366,10", "CET-1CEST,,", "CET-1CEST,M3.5.0/,M10.5.0", "<CET-1", "<>-1", "<+1>-1", "<C T>-1",
            ":Europe/Vienna", "C1T-1", "CÉT-1", "CET-1 ", "CET--1", "CET-99999999999999999999", "\u{FFFD}\u{FFFD}",
        ])
    func wrongRules(rule: String) {
        #expect(throws: ZoneError.self) { try zone(rule) }
    }

    @Test("A missing day falls into the next, and a repeated day is passed twice")
    func dateLine() throws {
        // Like Apia at the end of 2011, and in reverse.
        let (leap, back) = (try seconds("2011-12-30 10:00"), try seconds("2015-01-01 10:00"))
        let zone = try Zone(
            name: "Test/Line",
            tzif: ZoneBytes(transitions: [(leap, 1), (back, 0)], offsets: [-36_000, 50_400], footer: "").bytes)
        let folded = try instant(zone, "2011-12-30 08:00")
        #expect(shown(zone, folded) == "2011-12-31 08:00")
        #expect(folded == (try instant(zone, "2011-12-31 08:00")))
        #expect(shown(zone, try instant(zone, "2011-12-29 23:59:59")) == "2011-12-29 23:59:59")
        let first = try instant(zone, "2015-01-01 12:00")
        #expect(shown(zone, first) == "2015-01-01 12:00")
        #expect(shown(zone, first.addingTimeInterval(86_400)) == "2015-01-01 12:00")
    }

    @Test("A zone finds the first of two times between transitions that follow closely")
    func close() throws {
        // +1 h at 1000 s, −2 h at 2000 s, +1 h at 3000 s.
        let zone = try Zone(
            name: "Test/Close",
            tzif: ZoneBytes(
                transitions: [(100_000, 1), (101_000, 2), (102_000, 0)], offsets: [0, 3600, -3600], footer: ""
            ).bytes)
        for local in stride(from: 90_000, to: 110_000, by: 50) {
            let day = LocalDay(number: local / 86_400)
            let found = Int(zone.instant(of: day, at: LocalTime(ofDay: local % 86_400)).timeIntervalSince1970)
            let every = (local - 10_000...local + 10_000).first { instant in
                instant + zone.offset(at: Date(timeIntervalSince1970: Double(instant))) == local
            }
            #expect(found == every ?? found, "\(local)")
        }
    }
}

extension ZoneTests {
    @Test("A zone has its first offset before all transitions, and the last offset or the rule after them")
    func ends() throws {
        let kathmandu = try Zone(name: "Asia/Kathmandu", tzif: ZoneBytes.kathmandu)
        func offset(_ utc: String) throws -> Int {
            kathmandu.offset(at: Date(timeIntervalSince1970: Double(try seconds(utc))))
        }
        #expect(try offset("1800-01-01 00:00") == 20_476)
        #expect(try offset("1950-01-01 00:00") == 19_800)
        #expect(try offset("1985-12-31 18:29:59") == 19_800)
        #expect(try offset("1985-12-31 18:30") == 20_700)
        #expect(try offset("2500-01-01 00:00") == 20_700)
        let old = try Zone(name: "Test/Old", tzif: ZoneBytes.old)
        #expect(shown(old, Date(timeIntervalSince1970: 946_684_799)) == "2000-01-01 00:59:59")
        #expect(shown(old, Date(timeIntervalSince1970: 946_684_800)) == "2000-01-01 02:00")
        #expect(shown(old, Date(timeIntervalSince1970: 946_771_200)) == "2000-01-02 01:00")
        #expect(old.offset(at: .distantPast) == 3600)
        #expect(old.offset(at: .distantFuture) == 3600)
    }

    @Test("A zone drops fractions of a second, before 1970 too")
    func fractions() {
        #expect(shown(.utc, Date(timeIntervalSince1970: 59.999)) == "1970-01-01 00:00:59")
        #expect(shown(.utc, Date(timeIntervalSince1970: -0.001)) == "1969-12-31 23:59:59")
        #expect(shown(.utc, Date(timeIntervalSince1970: -86_400)) == "1969-12-31 00:00")
    }

    @Test(
        "A zone stops at the ends of the calendar",
        arguments: [
            (-Double.infinity, LocalDay.earliest), (.infinity, .latest), (1e300, .latest), (-1e300, .earliest),
        ])
    func absurd(seconds: Double, day: LocalDay) throws {
        for zone in [Zone.utc, try zone("NZST-12NZDT,M9.5.0,M4.1.0/3"), try zone("EST5EDT,M3.2.0,M11.1.0")] {
            let found = zone.day(at: Date(timeIntervalSince1970: seconds))
            #expect(abs(found.days(until: day)) <= 1)
            let instant = zone.instant(of: day, at: .midnight)
            #expect(zone.day(at: instant) == day || day == .earliest)
        }
        #expect(Zone.utc.day(at: Date(timeIntervalSince1970: .nan)) == LocalDay(number: 0))
    }

    @Test("Zones are equal by name and rules")
    func equality() throws {
        let vienna = try zone("CET-1CEST,M3.5.0,M10.5.0/3", name: "Europe/Vienna")
        #expect(vienna == (try zone("CET-1CEST,M3.5.0,M10.5.0/3", name: "Europe/Vienna")))
        #expect(vienna != (try zone("CET-1", name: "Europe/Vienna")))
        #expect(Set([vienna, try zone("CET-1", name: "Europe/Vienna"), .utc]).count == 3)
    }

    @Test(
        "Zone names are safe as the end of a path",
        arguments: [
            ("Europe/Vienna", true), ("UTC", true), ("Etc/GMT+12", true), ("America/Argentina/Buenos_Aires", true),
            ("America/Port-au-Prince", true), ("EST5EDT", true), (String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), false), ("", false), ("/etc/passwd", false), ("../secret", false),
            ("Europe/../../x", false), ("Europe//Vienna", false), ("Europe/", false), ("/", false), (".", false),
            ("zone1970.tab", false), ("Europe/Wien\0", false), ("Europe Vienna", false), ("Europe/Zürich", false),
            ("-x", false), ("a\\b", false), ("a\nb", false),
        ])
    func names(name: String, isName: Bool) {
        #expect(Zone.isName(name) == isName)
    }
}
