import Calendar
import Larder
import Support
import Testing

@Suite("Printed dates", .tags(.small))
struct PrintedDatesTests {
    private let today = LocalDay(year: 2026, month: 11, day: 27)

    /// "use-by 2027-03-12"; a month is "best-before 2027-03", and "? 2027-03-12" has no word beside it.
    private func dates(_ lines: [String]) throws -> [String] {
        try PrintedDates(lines: lines, today: #require(today)).candidates.map { candidate in
            let day = candidate.date.day.description
            let kind = candidate.isKindPrinted ? candidate.date.kind.rawValue : "?"
            return "\(kind) \(candidate.hasDay ? day : String(day.prefix(7)))"
        }
    }

    @Test(
        "A date is read with the word that it belongs to",
        arguments: [
            (["Best before 14.02.2027"], "best-before 2027-02-14"),
            (["BBE: 14 FEB 27"], "best-before 2027-02-14"),
            (["best before end", "Feb 2028"], "best-before 2028-02"),
            (["USE BY 30/11/26"], "use-by 2026-11-30"),
            (["Use by", "2 DEC"], "use-by 2026-12-02"),
            (["EXP 2028-01-31"], "use-by 2028-01-31"),
            (["BEST IF USED BY JAN 09 2027"], "best-before 2027-01-09"),
            (["mind. haltbar bis Ende: 08/2028"], "best-before 2028-08"),
            (["Bei +2 °C zu verbrauchen bis", "01.12.26"], "use-by 2026-12-01"),
            (["MHD 24.MÄRZ.2027"], "best-before 2027-03-24"),
            (["À consommer de préférence avant fin :", "DÉC 2027 B4"], "best-before 2027-12"),
            (["À consommer jusqu'au : 03 déc. 2026"], "use-by 2026-12-03"),
            (["MEILLEUR AVANT / BEST BEFORE", "2027 JN 17"], "best-before 2027-06-17"),
            (["BB 23O227"], "best-before 2027-02-23"),
            (["15.01.2027 (MHD)"], "best-before 2027-01-15"),
            (["MEILLEUR AVANT/BEST BEFORE", "JA 06"], "best-before 2027-01-06"),
            (["Bäst före", "2027-08-15"], "best-before 2027-08-15"),
            (["12/31/2027"], "? 2027-12-31"),
        ])
    func read(lines: [String], expected: String) throws {
        #expect(try dates(lines) == [expected])
    }

    @Test("Day and month that can be exchanged give two candidates, unless the package settles it")
    func orders() throws {
        #expect(try dates(["BEST BEFORE 05/06/27"]) == ["best-before 2027-05-06", "best-before 2027-06-05"])
        #expect(try dates(["PACKED ON 25/05/26", "BEST BEFORE 05/06/27"]) == ["best-before 2027-06-05"])
        #expect(try dates(["USE BY DEC 26"]) == ["use-by 2026-12-26", "use-by 2026-12"])
        #expect(try dates(["BEST BEFORE DEC 26"]) == ["best-before 2026-12"])
        #expect(try dates(["MFG 05/25/2026", "EXP 05/06/2027"]) == ["use-by 2027-05-06"])
        #expect(try dates(["Mindestens haltbar bis 05/06/27"]) == ["best-before 2027-06-05"])
        let open = PrintedDates(lines: ["BB 05/06/27"], today: try #require(today))
        #expect(open.proposal == nil)
        #expect(PrintedDates(lines: ["BB 05.06.27"], today: try #require(today)).proposal?.date.day.month == 6)
    }

    @Test(
        "A day of packing, of sale or of an offer is no date by which to eat the food",
        arguments: [
            ["PRD 01/02/26"], ["Packed on 20.11.2026"], ["hergestellt am: 01.10.2026"], ["Emballé le 21/11/2026"],
            ["Display until 30 NOV"], ["Offer ends 31.12.2026"], ["eingefroren am 02.11.2026"], ["Freeze by 29/11/26"],
        ])
    func others(lines: [String]) throws {
        #expect(try dates(lines) == [])
    }

    @Test(
        "A text that is not a date is refused",
        arguments: [
            ["14:37"], ["12.03 EUR"], ["Preis", "4.99"], ["Best before: see lid"], ["MHD 31.02.2027"], ["L 120327"],
            ["Tel. 06 12 34 56 78"], ["BEST BEFORE 45/13/26"], ["Cook 10-12 minutes"], ["USE BY 14/02/2009"],
            ["v1.12.03.27"],
            ["Once opened keep refrigerated and use within 3 days"], ["Serves 2-3"], ["MHD siehe Deckel", "12-15 min"],
            ["MHD siehe Deckel", "Geben Sie 27 Tropfen zu"],
            [],
        ])
    func none(lines: [String]) throws {
        #expect(try dates(lines) == [])
    }

    @Test("Several words and dates are paired in their order, as in a table")
    func tables() throws {
        #expect(try dates(["PRD 01/02/26 EXP 01/02/28"]).allSatisfy { $0.hasPrefix("use-by 2028") })
        #expect(try dates(["PRD    EXP", "13/02/26   14/02/28"]) == ["use-by 2028-02-14"])
        #expect(try dates(["Produced", "Best before", "13.02.2026", "14.02.2028"]) == ["best-before 2028-02-14"])
        #expect(
            try dates(["USE BY 01 DEC 2026", "BEST BEFORE 29 NOV 2026"]) == [
                "use-by 2026-12-01", "best-before 2026-11-29",
            ])
        #expect(try dates(["DISPLAY UNTIL", "BEST BEFORE", "29 NOV", "02 DEC"]) == ["best-before 2026-12-02"])
        #expect(try dates(["SELL BY   USE BY", "03 DEC  05 DEC"]) == ["use-by 2026-12-05"])
        #expect(try dates(["Packed on see seal", "Best before 14.02.2027"]) == ["best-before 2027-02-14"])
    }

    @Test(
        "The lot is what its mark says, and it is no date",
        arguments: [
            ("BB 14 FEB 27 L6217C", "L6217C"), ("L 6217 C", "6217 C"), ("LOT: 6A 114", "6A 114"),
            ("Charge 48-2217", "48-2217"),
            ("LOT 120327 EXP 140228", "120327"), ("Batch no. B66 14.02.2027", "B66"),
            ("14.02.2027 L4711 10:42", "L4711"),
            ("Milk 2 L 500", nil), ("LAGER 5", nil), ("LOT see base", nil),
        ] as [(String, String?)])
    func lots(line: String, expected: String?) throws {
        #expect(PrintedDates(lines: [line], today: try #require(today)).lot == expected)
    }
}
