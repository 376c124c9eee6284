import Calendar
import FoundationEssentials
import Support
import Testing

@Suite("Folded lines of calendars", .tags(.small))
struct CalendarFoldingTests {
    private func text(_ summary: String) -> String {
        let event = CalendarEvent(
            uid: "a", time: .allDay(LocalDay(number: 20_000)), summary: summary,
            modified: Date(timeIntervalSince1970: 0))
        return CalendarFeed(
            name: "x", zone: .utc, refreshMinutes: 60, version: "1", events: [event]
        ).text
    }

    private func check(_ summary: String) {
        let text = text(summary)
        for line in CalendarLines.physical(text) {
            #expect(line.count <= 75)
            #expect(!line.contains(0x0A) && !line.contains(0x0D))
            #expect(Array(String(decoding: line, as: UTF8.self).utf8) == Array(line), "not UTF-8")
        }
        #expect(text.hasSuffix("END:VCALENDAR\r\n"))
        // Compared as bytes: a combining mark would join with the colon before it.
        let whole = Array("SUMMARY:\(summary)".utf8)
        let isWhole = CalendarLines.unfolded(text).contains { Array($0.utf8) == whole }
        #expect(isWhole, "\(summary)")
    }

    @Test(
        "Unfolding restores lines of any length and script",
        arguments: [
            "a", "ä", "字", "🪴", "e\u{301}", "👨‍👩‍👧‍👦", "🇦🇹", "👍🏽", "क्षि", "한", "a ", " ", "\t", "\u{FEFF}", "\u{200D}",
            "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30A}\u{30B}\u{30C}",
        ])
    func lengths(piece: String) {
        for count in 0...90 {
            check(String(repeating: piece, count: count))
            check("x" + String(repeating: piece, count: count))
        }
    }

    @Test("Unfolding restores lines of mixed random characters")
    func mixed() {
        let pieces: [String] = [
            "a", "Zimmerlinde ", "ä", "字", "🪴", "e\u{301}", "👨‍👩‍👧‍👦", "🇦🇹", "\u{301}", "\u{200D}", "-", " ", "\u{1F3FD}",
            "https://example.org/", "\u{E0001}", "\u{0600}",
        ]
        // Knuth's generator, for the same sequence in each run.
        var state: UInt64 = 1
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<500 { check((0..<next(120)).map { _ in pieces[next(pieces.count)] }.joined()) }
    }

    @Test("Folded lines are as long as possible, and no character that fits into a line is cut")
    func places() {
        let words = CalendarLines.physical(text(String(repeating: "a", count: 200))).filter { $0.count > 70 }
        #expect(words.map(\.count) == [75, 75])
        #expect(CalendarLines.physical(text(String(repeating: "a", count: 67))).filter { $0.count == 75 }.count == 1)
        // Each family has 25 octets.
        for family in CalendarLines.physical(text(String(repeating: "👨‍👩‍👧‍👦", count: 40))) where family.first == 0x20 {
            #expect(family.count == 51)
            #expect(String(decoding: family.dropFirst(), as: UTF8.self) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦")
        }
        let heap = "a" + String(repeating: "\u{301}", count: 300)
        check(heap)
        #expect(CalendarLines.physical(text(heap)).contains { $0.count == 75 })
    }

    @Test("Every property that can be long is folded, with its escapes")
    func everywhere() {
        let long = String(repeating: "Ficus; benjamina, \\ \r\n🪴", count: 12)
        let url = "https://example.org/" + String(repeating: "abc/", count: 60)
        let event = CalendarEvent(
            uid: long, time: .allDay(LocalDay(number: 20_000)), summary: long, description: long, url: url,
            categories: [long, long], alarm: Date(timeIntervalSince1970: 0), modified: Date(timeIntervalSince1970: 0))
        let text = CalendarFeed(
            name: long, description: long, color: String(repeating: "red", count: 40), zone: .utc, refreshMinutes: 60,
            version: long, events: [event]
        ).text
        #expect(CalendarLines.physical(text).allSatisfy { $0.count <= 75 })
        let escaped = String(repeating: "Ficus\\; benjamina\\, \\\\ \\n🪴", count: 12)
        let lines = CalendarLines.unfolded(text)
        for name in ["NAME", "X-WR-CALNAME", "DESCRIPTION", "X-WR-CALDESC", "UID", "SUMMARY"] {
            #expect(lines.contains("\(name):\(escaped)"))
        }
        #expect(lines.contains("CATEGORIES:\(escaped),\(escaped)"))
        #expect(lines.contains("URL;VALUE=URI:\(url)"))
        #expect(lines.filter { $0 == "DESCRIPTION:\(escaped)" }.count == 3)
    }
}
