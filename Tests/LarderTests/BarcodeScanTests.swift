import Support
import Testing

@testable import Larder

@Suite("Barcodes in a photograph", .tags(.small))
struct BarcodeScanTests {
    private static let place = BarcodeScan.Box(x: 0.2, y: 0.4, width: 0.3, height: 0.01)
    private static let elsewhere = BarcodeScan.Box(x: 0.2, y: 0.8, width: 0.3, height: 0.01)
    private static let ean = "4015533014963"
    private static let other = "3017620422003"

    private func seen(
        _ text: String, by reader: String = "a", in pass: String = "1", as symbology: Symbology? = .ean13,
        at box: BarcodeScan.Box = place
    ) -> BarcodeScan.Sighting {
        BarcodeScan.Sighting(reader: reader, pass: pass, text: text, symbology: symbology, box: box)
    }

    @Test("A scan without codes is valid and not settled")
    func nothing() {
        let scan = BarcodeScan(sightings: [])
        #expect(scan.codes.isEmpty)
        #expect(!scan.isSettled)
    }

    @Test(
        "A linear code is agreed if two readers saw it, however often one did",
        arguments: [
            ([("a", "1")], false), ([("a", "1"), ("a", "1")], false), ([("a", "1"), ("a", "2"), ("a", "3")], false),
            ([("a", "1"), ("b", "1")], true), ([("a", "1"), ("b", "2")], true),
        ])
    func agreement(looks: [(String, String)], isAgreed: Bool) {
        let scan = BarcodeScan(sightings: looks.map { seen(Self.ean, by: $0.0, in: $0.1) })
        #expect(scan.codes.map(\.isAgreed) == [isAgreed])
        #expect(scan.codes.map(\.reading.offCode) == [Self.ean])
        #expect(scan.isSettled == isAgreed)
    }

    @Test(
        "A short or weak code needs two readers and two passes",
        arguments: [("67678983", Symbology.ean8), ("04963406", .upcE), ("30712345000010", .itf14)])
    func weak(text: String, symbology: Symbology) {
        func isAgreed(_ looks: [(String, String)]) -> Bool? {
            BarcodeScan(sightings: looks.map { seen(text, by: $0.0, in: $0.1, as: symbology) }).codes.first?.isAgreed
        }
        #expect(isAgreed([("a", "1"), ("b", "1")]) == false)
        #expect(isAgreed([("a", "1"), ("a", "2")]) == false)
        #expect(isAgreed([("a", "1"), ("b", "2")]) == true)
        #expect(isAgreed([("a", "1"), ("b", "1"), ("a", "2")]) == true)
    }

    @Test(
        "A two-dimensional code, which corrects errors, needs two passes of one reader",
        arguments: [
            "]d2010401553301496317270101", "]Q3010401553301496310ABC", "]Q1https://id.gs1.org/01/04015533014963",
        ])
    func squares(text: String) {
        func scan(_ passes: [String]) -> BarcodeScan {
            BarcodeScan(sightings: passes.map { seen(text, in: $0, as: nil) })
        }
        #expect(scan(["1"]).codes.map(\.isAgreed) == [false])
        #expect(scan(["1", "2"]).codes.map(\.isAgreed) == [true])
        #expect(scan(["1", "2"]).codes.first?.reading.gtin == GTIN(Self.ean))
    }

    @Test("Two codes at the same place contradict each other, and neither is agreed")
    func contradiction() {
        let scan = BarcodeScan(sightings: [
            seen(Self.ean), seen(Self.ean, by: "b"), seen(Self.other, by: "b", in: "2"),
        ])
        #expect(scan.codes.map(\.isAgreed) == [false, false])
        #expect(!scan.isSettled)
    }
}

extension BarcodeScanTests {
    @Test("A line just above another is the same place, however thin both are")
    func nearby() {
        let above = BarcodeScan.Box(x: 0.25, y: 0.32, width: 0.2, height: 0)
        let scan = BarcodeScan(sightings: [seen(Self.ean), seen(Self.ean, by: "b"), seen(Self.other, at: above)])
        #expect(scan.codes.map(\.isAgreed) == [false, false])
    }

    @Test("Codes at different places do not contradict each other, and agreed ones come first")
    func several() {
        let first = [seen(Self.other, at: Self.elsewhere), seen(Self.ean), seen(Self.ean, by: "b")]
        let scan = BarcodeScan(sightings: first)
        #expect(scan.codes.map(\.reading.offCode) == [Self.ean, Self.other])
        #expect(scan.codes.map(\.isAgreed) == [true, false])
        #expect(!scan.isSettled)
        let both = BarcodeScan(sightings: first + [seen(Self.other, by: "b", at: Self.elsewhere)])
        #expect(both.isSettled)
    }

    @Test("A product seen twice is one code with the place of its larger sighting")
    func twins() {
        let large = BarcodeScan.Box(x: 0.5, y: 0.5, width: 0.4, height: 0.2)
        let scan = BarcodeScan(sightings: [seen(Self.ean), seen(Self.ean, by: "b", at: large)])
        #expect(scan.codes.map(\.box) == [large])
    }

    @Test("A UPC-A and the EAN-13 with a leading 0 are the same code")
    func spelling() {
        let scan = BarcodeScan(sightings: [
            seen("036000291452", as: .upcA), seen("0036000291452", by: "b"),
        ])
        #expect(scan.codes.map(\.isAgreed) == [true])
        #expect(scan.codes.first?.reading.offCode == "0036000291452")
    }

    @Test("Other data of a code are kept, and the same number without them is another code")
    func elements() {
        let scan = BarcodeScan(sightings: [
            seen("]d2010401553301496317270101", in: "1", as: nil),
            seen("]d2010401553301496317270101", in: "2", as: nil),
            seen(Self.ean), seen(Self.ean, by: "b"),
        ])
        #expect(scan.codes.map(\.isAgreed) == [true, true])
        #expect(scan.codes.filter { $0.reading.elements != nil }.count == 1)
    }
}

extension BarcodeScanTests {
    @Test(
        "A text that is no product number is ignored",
        arguments: [
            ("4015533014960", Symbology?.some(.ean13)), ("]Q1https://example.org/prize", nil),
            ("]C04015533014963", nil),
            ("]d14015533014963", nil), ("", nil), ("\u{0}\u{1B}[2J", nil), (String(repeating: "9", count: 5000), nil),
        ])
    func others(text: String, symbology: Symbology?) {
        #expect(BarcodeScan(sightings: [seen(text, as: symbology), seen(text, by: "b", as: symbology)]).codes.isEmpty)
    }

    @Test("Thousands of codes are reduced to the limit")
    func flood() {
        let many = (0..<5000).map { number -> BarcodeScan.Sighting in
            let body = UInt64(400_000_000_000 + number)
            return seen(String(body) + String(GTIN.checkDigit(behind: body)))
        }
        #expect(BarcodeScan(sightings: many).codes.count == BarcodeScan.limit)
    }

    @Test(
        "A box is clipped to the photograph", arguments: [(-1.0, 3.0), (0.5, 9), (.nan, 1), (.infinity, -1), (2, 1)])
    func boxes(start: Double, length: Double) {
        let box = BarcodeScan.Box(x: start, y: start, width: length, height: length)
        #expect(box.x >= 0 && box.y >= 0 && box.width >= 0 && box.height >= 0)
        #expect(box.x + box.width <= 1 && box.y + box.height <= 1)
    }
}
