import Directions
import Support
import Testing

@Suite("Directions", .tags(.small))
struct DirectionsReaderTests {
    @Test("Directions in the style of households are read", arguments: DirectionsCases.household)
    func household(example: DirectionsCases.Plain) { expectRead(example) }

    @Test("Directions in the style of practices and hospitals are read", arguments: DirectionsCases.practice)
    func practice(example: DirectionsCases.Plain) { expectRead(example) }

    @Test("Directions in the style of pharmacies are read", arguments: DirectionsCases.pharmacy)
    func pharmacy(example: DirectionsCases.Plain) { expectRead(example) }

    private func expectRead(_ example: DirectionsCases.Plain) {
        let read = DirectionsReader.read(example.sig)
        #expect(read.status == .ok, "\(read.flags.map(\.code)) unread \(read.unread.map { $0.text(of: example.sig) })")
        #expect(DirectionsShorthand.of(read.clauses) == example.said)
        #expect(read.unread.isEmpty)
        #expect(read.text == example.sig)
        expectSpans(read)
    }

    @Test("Directions with more than a dose, or without one, are flagged", arguments: DirectionsCases.flagged)
    func flagged(example: DirectionsCases.Flagged) {
        let read = DirectionsReader.read(example.sig)
        #expect(read.status == example.status, "\(read.flags.map(\.code)) \(DirectionsShorthand.of(read.clauses))")
        #expect(read.flags.contains { $0.code == example.code }, "\(read.flags.map(\.code))")
        expectSpans(read)
    }

    /// Checks that each field has a span in the text, and that the span of a numeric field contains a number.
    private func expectSpans(_ read: DirectionsReading) {
        let fault = DirectionsSpans.fault(in: read)
        #expect(fault == nil, "\(fault ?? "")")
    }

    @Test("Directions have route and site if the text states them")
    func routes() {
        let cases: [(String, String?)] = [
            ("take 1 tablet daily", nil), ("1 tab po bid", "oral"), ("1 tablet under the tongue prn", "sublingual"),
            ("2 puffs inhaled twice daily", "inhalation"), ("inhale 2 puffs by mouth bid", "inhalation"),
            ("1 supp pr daily", "rectal"), ("insert 1 applicatorful vaginally daily", "vaginal"),
            ("apply thinly twice a day", "topical"), ("1 drop in the left eye daily", "ophthalmic"),
            ("3 drops in both ears bid", "otic"), ("1 spray in each nostril bid", "nasal"),
            ("10 units subcutaneously daily", "subcutaneous"), ("0.5 mL IM once", "intramuscular"),
            ("500 mg IV q8h", "intravenous"), ("1 patch transdermal weekly", "transdermal"),
            ("chew 1 tablet daily", "oral"), ("inject 10 units into the skin nightly", "subcutaneous"),
        ]
        for (sig, route) in cases { #expect(DirectionsReader.read(sig).clauses.first?.route == route, "\(sig)") }
        #expect(DirectionsReader.read("1 drop in left eye daily").clauses.first?.site == "in left eye")
        #expect(DirectionsReader.read("1 tab tid prn for back pain").clauses.first?.reason == "back pain")
        #expect(DirectionsReader.read("1 tablet 30 minutes before breakfast").clauses.first?.offsetMinutes == 30)
        #expect(DirectionsReader.read("2 tablets (1,000 mg) bid").clauses.first?.strength?.amount.low == 1000)
    }

    @Test("Directions name a medicine only if the text names it")
    func medicines() {
        #expect(DirectionsReader.read("Amoxicillin 500mg three times daily").medicine?.name == "Amoxicillin")
        #expect(DirectionsReader.read("take 2 tabs of ibuprofen 200 mg bid").medicine?.name == "ibuprofen")
        #expect(DirectionsReader.read("1 co-codamol at night").medicine?.name == "co-codamol")
        #expect(DirectionsReader.read("take 1 tablet daily").medicine == nil)
        #expect(DirectionsReader.read("take aspirin 81 mg and metoprolol 25 mg daily").status == .refuse)
    }

    @Test(
        "An empty text and a text above the limit are refused",
        arguments: ["", " \n\t", String(repeating: "1 ", count: 501)])
    func bounds(text: String) {
        let read = DirectionsReader.read(text)
        #expect(read.status == .refuse)
        #expect(read.clauses.isEmpty)
    }
}
