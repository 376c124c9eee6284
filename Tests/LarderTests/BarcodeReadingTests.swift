import Larder
import Support
import Testing

@Suite("Barcode readings", .tags(.small))
struct BarcodeReadingTests {
    @Test(
        "A number is read with its symbology, GTIN and check digit",
        arguments: [
            ("4006381333931", Symbology.ean13, "4006381333931"), ("036000291452", .upcA, "0036000291452"),
            ("0036000291452", .ean13, "0036000291452"), ("96385074", .ean8, "96385074"),
            ("04963406", .upcE, "0049000006346"), ("30712345000010", .itf14, "30712345000010"),
            ("03017620422003", .itf14, "3017620422003"), ("0000096385074", .ean13, "96385074"),
            ("4 006381 333931", .ean13, "4006381333931"), ("978-3-16-148410-0", .ean13, "9783161484100"),
            (" 4006381333931\r\n", .ean13, "4006381333931"), ("4\u{A0}006381\u{A0}333931", .ean13, "4006381333931"),
            ("\u{FEFF}4006381333931", .ean13, "4006381333931"),
            ("978\u{2011}3\u{2013}16\u{2010}148410\u{2014}0", .ean13, "9783161484100"),
        ])
    func numbers(text: String, symbology: Symbology, expected: String) {
        let reading = BarcodeReading(text)
        #expect(reading.gtin?.description == expected)
        #expect(reading.symbology == symbology)
        #expect(reading.error == nil)
        #expect(reading.remarks == [])
        #expect(reading.input == text)
        #expect(reading.offCode == expected)
        #expect(reading.checkDigit == expected.last?.wholeNumberValue)
        #expect(reading.applicationIdentifiers.isEmpty)
        #expect(reading.isValid)
    }

    @Test(
        "A text without a GTIN is refused with a code and a sentence",
        arguments: [
            ("", BarcodeError.empty, ""), ("  \n", .empty, ""), ("no code", .noDigits, ""), ("---", .noDigits, ""),
            ("17", .length, "00000017"), ("12345", .length, "00012345"), ("34000470693", .length, "0034000470693"),
            ("123456789012345", .length, "123456789012345"),
            ("0104044782317113", .length, "104044782317113"), ("036000291455", .checkDigit, "0036000291455"),
            ("4006381333930", .checkDigit, "4006381333930"), ("30712345000011", .checkDigit, "30712345000011"),
            ("96385070", .checkDigit, "96385070"), ("0000000000000", .zeros, "00000000"),
            ("12 of 34, 56", .severalNumbers, "00123456"), ("(10)ABC", .withoutGTIN, "00000010"),
            ("(01)04044782317113", .checkDigit, "104044782317113"),
            ("(01)0404478231711", .elementString, "0104044782317"),
            ("]C10104044", .elementString, "10104044"), ("https://example.com/", .link, ""),
        ])
    func errors(text: String, error: BarcodeError, offCode: String) {
        let reading = BarcodeReading(text)
        #expect(reading.error == error)
        #expect(reading.gtin == nil)
        #expect(!reading.isValid)
        #expect(!reading.isInStore)
        #expect(reading.caseOf == nil)
        #expect(reading.sentence?.hasSuffix(".") == true)
        if error != .elementString { #expect(reading.offCode == offCode) }
    }

    @Test("A refused number has the right check digit or a hint at missing zeros")
    func sentences() {
        let wrong = BarcodeReading("036000291455")
        #expect(wrong.checkDigit == 2)
        #expect(wrong.symbology == .upcA)
        #expect(wrong.sentence?.contains("should be 2") == true)
        let short = BarcodeReading("34000470693")
        #expect(short.alternatives.map(\.gtin) == [GTIN("034000470693")])
        #expect(short.alternatives.map(\.symbology) == [.upcA])
        #expect(short.sentence?.contains("0034000470693") == true)
        #expect(BarcodeReading("12345").sentence == BarcodeError.length.sentence)
        #expect(Set(BarcodeError.allCases.map(\.sentence)).count == BarcodeError.allCases.count)
    }

    @Test(
        "Eight digits that are valid in two ways are a UPC-E with 0 and an EAN-8 with 1, and are marked as ambiguous",
        arguments: [
            ("00079198", Symbology.upcE, "0000791000098", Symbology.ean8, "00079198"),
            ("00158381", .upcE, "0001583000081", .ean8, "00158381"),
            ("10000007", .ean8, "10000007", .upcE, "0100000000007"),
        ])
    func ambiguous(text: String, symbology: Symbology, gtin: String, other: Symbology, otherGTIN: String) {
        let reading = BarcodeReading(text)
        #expect(reading.symbology == symbology)
        #expect(reading.gtin?.description == gtin)
        #expect(reading.alternatives.map(\.symbology) == [other])
        #expect(reading.alternatives.map(\.gtin.description) == [otherGTIN])
        #expect(reading.remarks == .ambiguous)
        #expect(reading.sentence?.contains(other.rawValue) == true)
        #expect(BarcodeReading(text, as: .ean8).gtin?.description == text)
        #expect(BarcodeReading(text, as: .ean8).remarks == [])
        #expect(BarcodeReading(text, as: .upcE).symbology == .upcE)
        #expect(BarcodeReading(text, as: .upcE).alternatives.isEmpty)
    }
}

extension BarcodeReadingTests {
    @Test("A UPC-A is also read as an EAN-13 that begins with 0", arguments: ["036000291452", "0036000291452"])
    func upcA(text: String) {
        let reading = BarcodeReading(text, as: .upcA)
        #expect(reading.gtin?.description == "0036000291452")
        #expect(reading.symbology == .upcA)
    }

    @Test("Eight digits that are valid in one way are read in that way")
    func unambiguous() {
        #expect(BarcodeReading("04963406").gtin?.description == "0049000006346")
        #expect(BarcodeReading("04963406").alternatives.isEmpty)
        #expect(BarcodeReading("04963406", as: .ean8).error == .checkDigit)
        #expect(BarcodeReading("96385074", as: .upcE).error == .numberSystem)
    }

    @Test(
        "A symbology accepts only numbers that it can contain",
        arguments: [
            ("96385074", Symbology.itf14), ("96385074", .ean13), ("036000291452", .ean13), ("4006381333931", .ean8),
            ("4006381333931", .itf14), ("496340", .ean8), ("96385074", .gs1128),
            ("4006381333931", .upcA), ("4006381333931", .upcE),
        ])
    func foreign(text: String, symbology: Symbology) {
        let reading = BarcodeReading(text, as: symbology)
        #expect(reading.error == .length)
        #expect(reading.symbology == symbology)
    }

    @Test(
        "The number in a text is found",
        arguments: [
            ("EAN: 4006381333931", "4006381333931"), (" just a simple test 4006381333931 here we go ", "4006381333931"),
            ("EAN-13: 4006381333931", "4006381333931"), ("Lot 12, UPC 036000291452, 2 pieces", "0036000291452"),
            ("4006381333931.", "4006381333931"), ("４ 4006381333931", "4006381333931"),
        ])
    func inText(text: String, expected: String) {
        let reading = BarcodeReading(text)
        #expect(reading.gtin?.description == expected)
        #expect(reading.remarks == .textBeside)
    }

    @Test(
        "The prefix of a barcode reader is removed",
        arguments: [
            ("]E04006381333931", Symbology.ean13, "4006381333931"), ("]E496385074", .ean8, "96385074"),
            ("]E3977123456700305", .ean13, "9771234567003"), ("]I130712345000010", .itf14, "30712345000010"),
            ("]A04006381333931", .ean13, "4006381333931"),
        ])
    func identifiers(text: String, symbology: Symbology, expected: String) {
        let reading = BarcodeReading(text)
        #expect(reading.gtin?.description == expected)
        #expect(reading.symbology == symbology)
        #expect(reading.remarks == [])
    }
}

extension BarcodeReadingTests {
    @Test("A case and a shop's own code are recognised")
    func flags() {
        #expect(BarcodeReading("30712345000010").caseOf?.description == "0712345000019")
        #expect(BarcodeReading("4006381333931").caseOf == nil)
        #expect(BarcodeReading("2041813002834").isInStore)
        #expect(BarcodeReading("212345678909").isInStore)
        #expect(!BarcodeReading("4006381333931").isInStore)
    }

    @Test("A text that is too long is refused at once")
    func long() {
        #expect(BarcodeReading(String(repeating: "1", count: 4097)).error == .tooLong)
        #expect(BarcodeReading(String(repeating: "1", count: 4096)).error == .length)
        #expect(BarcodeReading("4006381333931" + String(repeating: " ", count: 100_000)).isValid)
    }
}
