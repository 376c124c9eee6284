import Directions
import Support
import Testing

@Suite("Amounts of directions", .tags(.small))
struct DirectionsAmountTests {
    private func expect(_ sig: String, _ status: DirectionsReading.Status, _ code: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == status, "\(read.flags.map(\.code)) \(DirectionsShorthand.of(read.clauses))")
        #expect(read.flags.contains { $0.code == code }, "\(read.flags.map(\.code))")
        if status == .refuse { #expect(read.clauses.isEmpty) }
        #expect(DirectionsSpans.fault(in: read) == nil)
    }

    @Test(
        "A number that a symbol splits is refused",
        arguments: [
            "Give 4. 5 ml at night", "Take 6. 25 mg twice daily", "1. 25 mg in the morning", "Take 3, 5 ml daily",
            "3; 5 ml with food", "Take 1.\n25 mg daily", "1 . 5 tablets daily", "4*5 ml daily", "Take 2 * 250 mg daily",
            "3 = 15 mg daily", "Take 3: 5 ml daily", "3! 5 ml daily", "1 @ 10 ml daily", "1-2. 5 ml three times a day",
            "1 tablet every 2. 5 hours", "5 mg as needed, max 7. 5 mg a day", "1 1/2. 5 tablets daily",
            "Take 1: 3 times a day", "Take 2 000 mg daily", "2 0mg daily", "Take 2'000 mg daily", "2_500 mg daily",
            "1·25 mg daily", "2 decimal 5 mg daily", "3' 5 ml daily",
        ])
    func split(sig: String) { expect(sig, .refuse, "ambiguous-number") }

    @Test(
        "Two numbers of which the first cannot be assigned are not read as one dose",
        arguments: [
            ("3 (5 ml) daily", .refuse, "two-amounts"), ("Take two. 10 ml at night", .refuse, "two-amounts"),
            ("3 and 5 ml daily", .refuse, "two-amounts"),
            ("Take 3 daily. 5 mg", .review, "ambiguous-count-and-weight"),
            ("Take 3 (150 mg) daily", .review, "ambiguous-count-and-weight"),
            ("Take 1 at night (10 mg)", .review, "ambiguous-count-and-weight"),
            ("2 ml tablets twice a day", .refuse, "two-amounts"), ("10ml caps daily", .refuse, "two-amounts"),
            ("one 5 ml tablet daily", .refuse, "two-amounts"), ("2 capsules (5 ml) daily", .refuse, "two-amounts"),
            ("1 suppository 5 ml daily", .refuse, "two-amounts"),
            ("3l tablets daily", .refuse, "ambiguous-number"), ("1l capsule at night", .refuse, "ambiguous-number"),
        ] as [(String, DirectionsReading.Status, String)])
    func unclear(sig: String, status: DirectionsReading.Status, code: String) { expect(sig, status, code) }

    @Test(
        "A fraction in words after a number is refused without an “and”",
        arguments: [
            "1 half tab at night", "Take 2 half tablets daily", "1 quarter of a tablet daily", "3 quarters of a tablet",
            "1 half a capsule daily", "two half tablets daily", "1 third of a tablet daily", "4 quarter tablets daily",
            "2 halves of a tablet daily",
        ])
    func parts(sig: String) { expect(sig, .refuse, "ambiguous-number") }

    @Test(
        "A point that may separate thousands is refused",
        arguments: [
            "3.500 units weekly", "Inject 12.250 IU daily", "1.250 mg daily", "40.000 units daily",
            "5 units twice daily max 1.500 units a day",
        ])
    func thousands(sig: String) { expect(sig, .refuse, "ambiguous-number") }

    @Test(
        "A word that changes an amount is not read as the name of a medicine",
        arguments: [
            ("3 dozen drops daily", .refuse, "multiplied"), ("half a dozen tablets daily", .refuse, "multiplied"),
            ("3 million units weekly", .refuse, "multiplied"), ("3 tablets fewer at night", .refuse, "increase-by"),
            ("almost 3 tablets daily", .refuse, "ambiguous-number"),
            ("just under 5 ml daily", .refuse, "ambiguous-number"),
            ("maybe 3 capsules daily", .review, "depends"), ("Perhaps 1 capsule daily", .review, "depends"),
            ("around 3 tablets daily", .review, "unread-words"),
            ("3 tbs of mixture at night", .refuse, "abbr:tbs"), ("Take 3 tb daily", .refuse, "abbr:tbs"),
        ] as [(String, DirectionsReading.Status, String)])
    func words(sig: String, status: DirectionsReading.Status, code: String) { expect(sig, status, code) }
}

extension DirectionsAmountTests {
    @Test(
        "A measure without a fixed size is shown to a person with its name",
        arguments: [
            ("1 dropperful twice daily", "1 dropperful 2/1d"), ("3 droppers at night", "3 dropperful 1/1d NIGHT"),
            ("Take 4 grains daily", "4 grain 1/1d"), ("1 dessertspoonful daily", "1 dessertspoon 1/1d"),
            ("3 minims daily", "3 minim 1/1d"), ("2 drachms daily", "2 dram 1/1d"),
            ("2 pipettes daily", "2 pipette 1/1d"), ("1 whole dropperful daily", "1 dropperful 1/1d"),
        ])
    func measures(sig: String, said: String) {
        expect(sig, .review, "measure-size")
        #expect(DirectionsShorthand.of(DirectionsReader.read(sig).clauses) == said)
    }

    @Test(
        "A word that may be a measure or a name is shown to a person",
        arguments: [
            "Take 3 scruples daily", "1 eggcup at night", "1 capfull daily", "3 globules daily", "1 stone daily",
        ])
    func unknownMeasures(sig: String) { expect(sig, .review, "name-or-measure") }

    @Test(
        "A plainly written amount is read",
        arguments: [
            ("Take 1 1/2 tablets daily", "1.5 tablet 1/1d"), ("2 ½ tablets at night", "2.5 tablet 1/1d NIGHT"),
            ("1 and a half tablets daily", "1.5 tablet 1/1d"), ("one half tablet daily", "0.5 tablet 1/1d"),
            ("a quarter of a tablet daily", "0.25 tablet 1/1d"), ("Take a tablet daily", "1 tablet 1/1d"),
            ("Take 1 half an hour before breakfast", "1 1/1d ACM"), ("Take 2, 3 times a day", "2 3/1d"),
            ("Take 1, 30 minutes before breakfast", "1 1/1d ACM"), ("Take 1; 8am", "1 1/1d 08:00"),
            ("Take 2 @ 8am", "2 1/1d 08:00"),
            ("1 tablet 8am and 8pm", "1 tablet 2/1d 08:00,20:00"),
            ("1 tablet with breakfast and dinner", "1 tablet 2/1d CM,CV"),
            ("Take 1 tablet. 3 times a day", "1 tablet 3/1d"),
            ("Take one 5 ml spoonful daily", "5 mL 1/1d"), ("1 x 5 ml spoon daily", "5 mL 1/1d"),
            ("1 vial (2 ml) daily", "1 vial 1/1d"), ("2 drops (0.1 ml) daily", "2 drop 1/1d"),
            ("10 units (0.1 ml) daily", "10 unit 1/1d"), ("2 tablets (500 mg each) daily", "2 tablet 1/1d"),
            ("Levothyroxine 25 mcg take 2 daily", "2 1/1d"), ("Take 1 senna at night", "1 1/1d NIGHT"),
            ("Take 2 senna 7.5 mg at night", "2 1/1d NIGHT"), ("2.5 units daily", "2.5 unit 1/1d"),
            ("0.125 mg daily", "0.125 mg 1/1d"), ("3.125 mg twice daily", "3.125 mg 2/1d"),
            ("1,500 units weekly", "1500 unit 1/1wk"), ("1L daily", "1 L 1/1d"), ("10 ml vial daily", "10 mL 1/1d"),
        ])
    func plain(sig: String, said: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .ok, "\(read.flags.map(\.code))")
        #expect(DirectionsShorthand.of(read.clauses) == said)
    }

    @Test(
        "Control characters between words are shown to a person, and line ends are spaces",
        arguments: [
            ("1 tab\u{0} po bid", .review), ("1 tab\u{1B} po bid", .review), ("1 tab\u{B} po bid", .review),
            ("1\u{0}2 ml po bid", .refuse), ("1 tab\t po\r\nbid", .ok),
        ] as [(String, DirectionsReading.Status)])
    func controls(sig: String, status: DirectionsReading.Status) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == status, "\(read.flags.map(\.code)) \(DirectionsShorthand.of(read.clauses))")
        #expect(read.unread.isEmpty == (status == .ok))
    }
}
