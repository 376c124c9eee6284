import Directions
import Labels
import Support
import Testing

@Suite("The label reader", .tags(.small))
struct LabelReaderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let lines: String
        /// Name, strength, form, directions, quantity, refills; "-" for a missing value.
        let entries: [[String]]
        var warnings: [String] = []
        var hidden: [String] = []

        var testDescription: String { entries.first?.first ?? lines }
    }

    @Test("Labels of every layout give their values with their places", arguments: LabelCases.all)
    func layouts(expected: Case) {
        let text = RecognisedText(typed: expected.lines)
        let reading = LabelReader(names: LabelNames.all).read(text)
        let found = reading.entries.map { values(of: $0) }
        #expect(found == expected.entries)
        #expect(reading.warnings.map(\.content) == expected.warnings)
        let hidden = LabelNames.hidden(text, reading)
        for words in expected.hidden { #expect(hidden.contains(words), "\(words) in \(hidden)") }
        let kept = LabelNames.kept(text, reading)
        for entry in expected.entries {
            for value in [entry[0], entry[1], entry[3]] where value != "-" {
                for word in value.split(separator: " ") {
                    #expect(kept.contains(word.drop { $0 == "?" }), "\(word) in \(kept)")
                }
            }
        }
    }

    private func values(of entry: LabelReading.Entry) -> [String] {
        let name = entry.name?.content ?? entry.unknownName.map { "?" + $0.content }
        let quantity = entry.quantity.map { "\($0.content) \(entry.quantityUnit ?? "")" }
        let values: [String?] = [
            name, entry.strength?.content, entry.form?.content, entry.directions?.text, quantity,
            entry.refills.map { "\($0.content)" },
        ]
        return values.map { $0 ?? "-" }
    }

    @Test("Each piece of the directions keeps its source word")
    func places() throws {
        let text = RecognisedText(typed: "AMLODIPINE 5 MG TAB\nTAKE 1 TABLET BY\nMOUTH DAILY")
        let entry = try #require(LabelReader(names: LabelNames.few).read(text).entries.first)
        let directions = try #require(entry.directions)
        #expect(directions.text == "TAKE 1 TABLET BY MOUTH DAILY")
        #expect(entry.directionWords.count == 6)
        for piece in entry.directionWords {
            #expect(piece.span.text(of: directions.text) == text.lines[piece.word.line].words[piece.word.word].text)
        }
        #expect(directions.status == .ok)
        #expect(entry.areDirectionsSure)
        #expect(entry.name?.isSure == true)
    }

    @Test("A misread name is kept as printed, and similar names are only offered")
    func misread() throws {
        let entry = try #require(LabelNames.read("LISINOPRLL 10 MG TABLET", "TAKE 1 TABLET DAILY").entries.first)
        #expect(entry.name == nil)
        #expect(entry.unknownName?.content == "LISINOPRLL")
        #expect(entry.similarNames == ["lisinopril"])
        #expect(entry.flags.map(\.code) == ["name-unknown"])
    }

    @Test("A strength that is not in the list or risky is flagged and kept")
    func strengths() throws {
        let flags = { (line: String) in
            LabelNames.read(line, "TAKE 1 TABLET DAILY").entries.first.map {
                ($0.strength?.content, $0.flags.map(\.code))
            }
        }
        #expect(try #require(flags("AMLODIPINE 50 MG TABLET")) == ("50 MG", ["strength-tenfold"]))
        #expect(try #require(flags("AMLODIPINE 7.5 MG TABLET")) == ("7.5 MG", ["strength-not-listed"]))
        #expect(try #require(flags("AMLODIPINE 5.0 MG TABLET")) == ("5.0 MG", ["trailing-zero"]))
        #expect(try #require(flags("LISINOPRIL .5 MG TABLET")) == (".5 MG", ["naked-decimal", "strength-tenfold"]))
        #expect(try #require(flags("AMLODIPINE 5 MG TABLET")) == ("5 MG", []))
        #expect(try #require(flags("AMLODIPINE TABLET")) == (nil, ["strength-missing"]))
        #expect(try #require(flags("AMLODIPINE 5meg TABLET")) == (nil, ["strength-missing"]))
        #expect(try #require(flags("CEPHALEXIN 250MG/SML CAPSULE")) == ("250MG/SML", ["strength-unclear"]))
    }
}

extension LabelReaderTests {
    @Test(
        "A label that contradicts itself asks for a review",
        arguments: [
            ("LISINOPRIL 10 MG TABLET\nTAKE 1 TABLET DAILY\nQTY: 30\nLISINOPRIL 5 MG TABLET", "strength-differs"),
            ("LISINOPRIL 10 MG TABLET\nTAKE 1 TABLET (5 MG) DAILY", "strength-differs"),
            ("LISINOPRIL 10 MG TABLET\nSig: 1 tab po daily\nQty: 30\nSig: 1 tab po bid", "directions-differ"),
            ("TAKE 2 TABLETS DAILY\nLISINOPRIL 10 MG TABLET\nTAKE 1 TABLET DAILY", "directions-differ"),
            ("LISINOPRIL 10 MG TABLET\nTAKE 1 TABLET DAILY\nQTY: 30\nTAKE 3 TABLETS EVERY DAY", "directions-elsewhere"),
            ("LISINOPRIL 10 MG TABLET\nTAKE 1 TABLET DAILY FOR\nQTY: 30", "directions-unfinished"),
            ("LISINOPRIL 10 MG TABLET\nTAKE 1 TABLET DAILY\n5 TU HQXR5 NFXDXD\nQTY: 30", "unread-line"),
            ("XX 10\nTAKE 1 TABLET DAILY", "name-missing"),
        ])
    func contradictions(lines: String, code: String) throws {
        let reading = LabelNames.read(lines)
        let directions = try #require(reading.entries.first?.directions)
        #expect(directions.status != .ok)
        #expect(directions.flags.map(\.code).contains(code))
        #expect(reading.entries.first?.flags.map(\.code).contains(code) == true)
    }

    @Test("A medicine to stop, avoid or replace is never shown as one to take")
    func notToTake() {
        for line in [
            "Stop taking: lisinopril 10 mg tablets", "Allergies: lisinopril 10 mg",
            "Generic for Lisinopril 10 mg tablets",
            "Do not take lisinopril 10 mg tablets", "Avoid lisinopril tablets", "Discontinued: lisinopril 10 mg tablet",
        ] {
            let reading = LabelNames.read("AMLODIPINE 5 MG TABLET", "TAKE 1 TABLET DAILY", line, "QTY: 30")
            #expect(reading.entries.map { $0.name?.content } == ["AMLODIPINE"], "\(line)")
            #expect(reading.entries.first?.directions?.text == "TAKE 1 TABLET DAILY", "\(line)")
        }
    }

    @Test("Dose, times and days are shown beside the printed quantity if each is one printed number")
    func arithmetic() throws {
        let read = { (lines: String) in LabelNames.read("CEPHALEXIN 500 MG CAPSULE\n" + lines).entries.first }
        let right = try #require(read("TAKE 1 CAPSULE 3 TIMES DAILY FOR 7 DAYS\nQTY: 21"))
        #expect(right.arithmetic?.text == "1 × 3 × 7 = 21, label says 21")
        #expect(right.arithmetic?.matches == true)
        #expect(right.arithmetic?.factors.allSatisfy { !$0.spans.isEmpty } == true)
        let wrong = try #require(read("TAKE 2 CAPSULES 3 TIMES DAILY FOR 7 DAYS\n#21"))
        #expect(wrong.arithmetic?.text == "2 × 3 × 7 = 42, label says 21")
        #expect(wrong.arithmetic?.matches == false)
        #expect(wrong.flags.map(\.code) == ["arithmetic"])
        #expect(wrong.directions?.clauses.first?.dose?.low == 2)
        for lines in [
            "TAKE 1 TO 2 CAPSULES 3 TIMES DAILY FOR 7 DAYS\nQTY: 21", "TAKE 1 CAPSULE 3 TIMES DAILY\nQTY: 21",
            "TAKE 1 CAPSULE 3 TIMES DAILY FOR 7 DAYS", "TAKE 1 CAPSULE 3 TIMES DAILY AS NEEDED FOR 7 DAYS\nQTY: 21",
            "TAKE 1 CAPSULE EVERY 8 HOURS FOR 7 DAYS\nQTY: 21", "TAKE 5 ML 3 TIMES DAILY FOR 7 DAYS\nQTY: 21",
        ] {
            #expect(read(lines)?.arithmetic == nil, "\(lines)")
        }
    }

    @Test(
        "Quantity and refills are read only if one number is printed",
        arguments: [
            ("QTY: 30 REFILLS: 2", "30.0", "2"), ("Qty 21", "21.0", nil), ("#21 RF 0", "21.0", "0"),
            ("21 CAPSULES", "21.0", nil),
            ("Disp: 30 (thirty) tablets, 2 refills", "30.0", "2"), ("Disp #6 No refills", "6.0", "0"),
            ("Mitte 28 Rpt 1", "28.0", "1"), ("QTY:1,000 REFILLS:NONE", "1000.0", "0"), ("QTY: 2.5 ML", "2.5", nil),
            ("Qty: 2 x 28", nil, nil), ("Refills: 2:4", nil, "-"), ("Refills:", nil, nil), ("QTY: 3O", nil, nil),
            ("REFILLS REMAINING: 3", nil, "3"), ("Rx# 12345", nil, nil), ("Refills: prn", nil, nil),
        ] as [(String, String?, String?)])
    func amounts(line: String, quantity: String?, refills: String?) throws {
        let entry = try #require(
            LabelNames.read("CEPHALEXIN 500 MG CAPSULE", "TAKE 1 CAPSULE DAILY", line).entries.first)
        #expect(entry.quantity.map { "\($0.content)" } == (quantity == "-" ? nil : quantity))
        #expect(entry.refills.map { "\($0.content)" } == (refills == "-" ? nil : refills))
    }
}
