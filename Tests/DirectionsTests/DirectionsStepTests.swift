import Directions
import Support
import Testing

@Suite("Directions of several steps", .tags(.small))
struct DirectionsStepTests {
    @Test(
        "Directions of several steps are read and shown to a person",
        arguments: [
            (
                "Take 1 tablet in the morning and ½ at night x 5/7",
                "1 tablet 1/1d MORN; and 0.5 tablet 1/1d NIGHT for 5d",
                "length-unclear"
            ),
            (
                "1 tab qam and 2 tabs q pm x 14 days", "1 tablet 1/1d MORN; and 2 tablet 1/1d EVE for 14d",
                "length-unclear"
            ),
            (
                "1 gtt OD QID x 7d, then BID x 7d, then stop", "1 drop 4/1d for 7d; then 2/1d for 7d", "abbr:OD"
            ),
            (
                "2 tabs PO on day 1, then 1 tab PO daily x 4 days", "2 tablet for 1d; then 1 tablet 1/1d for 4d",
                "days-counted"
            ),
            (
                "Take 2 tablets on day 1, then 1 tablet daily on days 2 to 5",
                "2 tablet for 1d; then 1 tablet 1/1d for 4d", "days-counted"
            ),
            (
                "TAKE 1 AND 1/2 TABLETS BY MOUTH ON MON, WED AND FRI AND 1 TABLET ON ALL OTHER DAYS",
                "1.5 tablet 1/1d mon,wed,fri; and 1 tablet 1/1d tue,thu,sat,sun", "other-days"
            ),
            ("1 tablet daily for 21 days then 7 days off", "1 tablet 1/1d for 21d; then for 7d", "days-off"),
            ("take 1 tablet daily every monday and friday", "1 tablet 1/1d mon,fri", "daily-and-days"),
            ("ii tabs po qd", "2 tablet 1/1d", "roman-numeral"), ("1 T PO BID", "1 tablet 2/1d", "abbr:T"),
            ("1 c po tid", "1 capsule 3/1d", "abbr:C"),
        ])
    func steps(sig: String, said: String, code: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .review)
        #expect(DirectionsShorthand.of(read.clauses) == said)
        #expect(read.flags.contains { $0.code == code }, "\(read.flags.map(\.code))")
        #expect(DirectionsSpans.fault(in: read) == nil)
    }

    @Test(
        "Steps whose numbered days do not follow each other are refused",
        arguments: [
            "2 tablets on day 1, then 1 tablet daily on days 3 to 5", "2 tablets on day 2, then 1 tablet daily",
            "6 tablets day 1, 5 tablets day 2", "1 tablet daily on days 1-5",
        ])
    func unordered(sig: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .refuse, "\(DirectionsShorthand.of(read.clauses))")
        #expect(read.flags.contains { $0.code == "day-numbers" })
    }

    @Test(
        "Clock times and repeated doses are read",
        arguments: [
            ("take one tablet by mouth daily at 5 in the evening", "1 tablet 1/1d 17:00"),
            ("1 tablet at 8 o'clock in the morning and at 10 at night", "1 tablet 2/1d 08:00,22:00"),
            ("take 1 or 2 6hrly when required", "1-2 1/6h prn"),
            ("take 0.5 tablets by mouth 2 times daily 1/2 tab bid", "0.5 tablet 2/1d"),
            ("1 tablet three times a day with or just after food", "1 tablet 3/1d C"),
        ])
    func hours(sig: String, said: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .ok, "\(read.flags.map(\.code))")
        #expect(DirectionsShorthand.of(read.clauses) == said)
    }

    @Test("A halved tablet keeps the strength of the whole")
    func halves() {
        for sig in ["Take half a 5mg tablet daily", "take 1/2 of a 5 mg tablet daily"] {
            let clause = DirectionsReader.read(sig).clauses.first
            #expect(clause?.dose == .init(low: 0.5, high: 0.5, unit: "tablet"))
            #expect(clause?.strength == .init(.init(low: 5, high: 5, unit: "mg"), .each))
        }
    }

    @Test("A reason is read completely and without other words")
    func reasons() {
        let cases = [
            ("1-2 puffs sublingual when required for chest pain", "chest pain"),
            ("1 tab qhs prn po anxiety/sleep", "anxiety/sleep"),
            ("1 tabs po q8hr intprnas needed for paininstrmust last 30 days", "pain"),
        ]
        for (sig, reason) in cases { #expect(DirectionsReader.read(sig).clauses.first?.reason == reason) }
        #expect(DirectionsReader.read(cases[0].0).clauses.first?.site == nil)
    }
}
