import Larder
import Support
import Testing

@Suite("Element strings", .tags(.small))
struct ElementStringTests {
    /// Returns "01=… 17=…", and the unread rest.
    private func summary(_ reading: BarcodeReading) -> String {
        let elements = reading.applicationIdentifiers.map { "\($0.identifier)=\($0.value)" }.joined(separator: " ")
        let rest = reading.elements?.rest ?? ""
        return rest.isEmpty ? elements : elements + " | " + rest
    }

    @Test(
        "An element string is read in all its notations",
        arguments: [
            ("0104044782317112", Symbology.elementString, "01=04044782317112"),
            ("(01)04044782317112(17)270101", .elementString, "01=04044782317112 17=270101"),
            ("^010404478231711217270101", .elementString, "01=04044782317112 17=270101"),
            ("\u{1D}010404478231711217270101", .elementString, "01=04044782317112 17=270101"),
            ("\u{241D}010404478231711217270101", .elementString, "01=04044782317112 17=270101"),
            ("]C1010404478231711217270101", .gs1128, "01=04044782317112 17=270101"),
            ("]e00190012345678908310300175", .dataBar, "01=90012345678908 | 310300175"),
            ("]e001900123456789083103001750", .dataBar, "01=90012345678908 3103=001750"),
            ("]d2010952123454321310ABC^17270101", .dataMatrix, "01=09521234543213 10=ABC 17=270101"),
            ("]Q3010952123454321321X1\u{1D}10L-1", .qrCode, "01=09521234543213 21=X1 10=L-1"),
            ("]J10109521234543213", .dotCode, "01=09521234543213"),
            ("]d2\u{1D}0109521234543213", .dataMatrix, "01=09521234543213"),
            ("010952123454321310ABC123\u{241D}15271231", .elementString, "01=09521234543213 10=ABC123 15=271231"),
            (
                "^0109521234543213414952123454321311270101310300175020017", .elementString,
                "01=09521234543213 414=9521234543213 11=270101 3103=001750 20=01 | 7"
            ),
            ("(01) 09521234543213 (10) AB (17) 270100", .elementString, "01=09521234543213 10=AB 17=270100"),
            ("(01)09521234543213(10)A(B)C(21)7\\(21)8", .elementString, "01=09521234543213 10=A(B)C 21=7(21)8"),
            ("(10)AB(01)09521234543213", .elementString, "10=AB 01=09521234543213"),
            ("^17270101^0109521234543213", .elementString, "17=270101 01=09521234543213"),
        ])
    func spellings(text: String, symbology: Symbology, expected: String) {
        let reading = BarcodeReading(text)
        #expect(summary(reading) == expected)
        #expect(reading.symbology == symbology)
        #expect(reading.isValid)
        #expect(reading.remarks == (expected.contains("|") ? .restUnread : []))
    }

    @Test(
        "An element string accepts the identifiers of the table",
        arguments: [
            "00=106141411234567897", "02=09521234543213 37=12", "11=270101 12=270101 13=270101 15=270101 16=270101",
            "20=01 21=A 22=2A", "30=12 240=X 241=Y 250=Z 251=W", "3103=001750 3202=000100 3690=000001", "37=24",
            "3922=1299", "3932=9781299", "3940=0050", "400=PO-1", "410=9521234543213", "414=9521234543213",
            "417=9521234543213", "420=1010", "421=040A1010", "422=040", "423=040276", "426=040", "427=W",
            "7003=2701011530", "7007=270101270201", "7030=040ABC", "710=01234567", "8003=09521234543213X1",
            "8005=001299", "8006=095212345432130102", "8008=2701011530", "8020=REF/1", "8200=https://example.com",
            "90=own", "99=a!b\"c%d&e'f*g+h,i-j.k/l:m;n<o=p>q?r_s",
        ])
    func table(elements: String) throws {
        var scanned = "^0109521234543213^"
        var bracketed = "(01)09521234543213"
        for element in elements.split(separator: " ") {
            let (identifier, value) = (element.prefix { $0 != "=" }, element.drop { $0 != "=" }.dropFirst())
            scanned += identifier + value + "^"
            bracketed += "(\(identifier))\(value)"
        }
        let expected = "01=09521234543213 " + elements
        #expect(summary(BarcodeReading(scanned)) == expected)
        let reading = BarcodeReading(bracketed)
        #expect(summary(reading) == expected)
        let description = try #require(reading.elements).description
        #expect(BarcodeReading(description).elements == reading.elements)
    }
}

extension ElementStringTests {
    @Test(
        "Reading ends at an invalid identifier or value and keeps the rest",
        arguments: [
            ("^010952123454321305123", "01=09521234543213 | 05123"), ("^0109521234543213170101", "| 170101"),
            ("^0109521234543213172701", "01=09521234543213 | 172701"), ("^01095212345432131", "01=09521234543213 | 1"),
            ("^010952123454321310", "01=09521234543213 | 10"), ("^010952123454321310^17270101", "| 10^17270101"),
            ("^010952123454321310ABCDEFGHIJKLMNOPQRSTU", "| 10ABCDEFGHIJKLMNOPQRSTU"),
            ("^010952123454321317AB0101", "01=09521234543213 | 17AB0101"),
            ("^0109521234543213422040^10A", "01=09521234543213 422=040 10=A"),
            ("^010952123454321342204010A", "01=09521234543213 | 42204010A"),
            ("^01095212345432133106000001", "01=09521234543213 | 3106000001"),
            ("(01)09521234543213(05)1(10)A", "01=09521234543213 | (05)1(10)A"),
            ("(01)09521234543213(17)2701", "01=09521234543213 | (17)2701"),
            ("(01)09521234543213(10)ÄÖ", "01=09521234543213 | (10)ÄÖ"),
            ("^0109521234543213423040276^4230402", "01=09521234543213 423=040276 | 4230402"),
            ("^010952123454321370072701012702", "01=09521234543213 | 70072701012702"),
            ("^010952123454321310a b", "01=09521234543213 | 10a b"),
        ])
    func rests(text: String, expected: String) {
        let reading = BarcodeReading(text)
        let full = expected.hasPrefix("|") ? "01=09521234543213 " + expected : expected
        #expect(summary(reading) == full)
        #expect(reading.gtin?.description == "9521234543213")
        #expect(reading.remarks.contains(.restUnread) == full.contains("|"))
    }

    @Test(
        "An element string without a product number has no GTIN",
        arguments: [
            ("(00)106141411234567897", BarcodeError.withoutGTIN), ("^10ABC", .withoutGTIN), ("^", .withoutGTIN),
            ("(02)09521234543213(37)12", .withoutGTIN), ("]C1", .withoutGTIN), ("^01095212", .elementString),
            ("(01)9521234543213", .elementString), ("^0109521234543214", .checkDigit), ("^0100000000000000", .zeros),
        ])
    func missing(text: String, error: BarcodeError) {
        #expect(BarcodeReading(text).error == error)
    }

    @Test("An element string has dates, lot, serial number and weight as values")
    func values() throws {
        let reading = BarcodeReading("(01)90012345678908(3103)001750(15)270228(17)270300(10)270101(21)S9(11)261101")
        let elements = try #require(reading.elements)
        #expect(elements.gtin?.isVariableMeasure == true)
        #expect(elements.expiry(in: 2026)?.description == "2027-03-31")
        #expect(elements.bestBefore(in: 2026)?.description == "2027-02-28")
        #expect(elements.date(.productionDate, in: 2026)?.description == "2026-11-01")
        #expect(elements.date(.sellBy, in: 2026) == nil)
        #expect(elements.date(.lot, in: 2026) == nil)
        #expect(elements.lot == "270101")
        #expect(elements.serial == "S9")
        #expect(elements.netWeight?.value == 1.75)
        #expect(elements.netWeight?.unit == .kilogram)
        #expect(elements.netVolume == nil)
        let drink = try #require(BarcodeReading("(01)09521234543213(3152)000075(7003)2703151200").elements)
        #expect(drink.netVolume?.value == 0.75)
        #expect(drink.netVolume?.unit == .litre)
        #expect(drink.netWeight == nil)
        #expect(drink.expiry(in: 2026)?.description == "2027-03-15")
    }

    @Test(
        "Dates are of the nearest century, and day 00 is the last day of the month",
        arguments: [
            ("270101", 2026, "2027-01-01"), ("760101", 2026, "2076-01-01"), ("770101", 2026, "1977-01-01"),
            ("000101", 2026, "2000-01-01"), ("000101", 2051, "2100-01-01"), ("990101", 2026, "1999-01-01"),
            ("500101", 2099, "2050-01-01"), ("490101", 2099, "2149-01-01"), ("490101", 2000, "2049-01-01"),
            ("510101", 2000, "1951-01-01"), ("280200", 2026, "2028-02-29"), ("270200", 2026, "2027-02-28"),
            ("271200", 2026, "2027-12-31"), ("270431", 2026, nil), ("271301", 2026, nil), ("270001", 2026, nil),
            ("270229", 2026, nil), ("280229", 2026, "2028-02-29"), ("270132", 2026, nil),
            ("500101", .max, "9850-01-01"),
            ("500101", .min, "0150-01-01"),
        ])
    func dates(digits: String, year: Int, expected: String?) throws {
        let elements = try #require(BarcodeReading("(01)09521234543213(17)\(digits)").elements)
        #expect(elements.rest.isEmpty)
        #expect(elements.expiry(in: year)?.description == expected)
    }
}

extension ElementStringTests {
    @Test("Dates are ordered by time")
    func dateOrder() throws {
        let elements = try #require(BarcodeReading("(01)09521234543213(11)261231(15)270101(17)270102").elements)
        let dates = [ApplicationIdentifier.productionDate, .bestBefore, .expiry].compactMap {
            elements.date($0, in: 2026)
        }
        #expect(dates.count == 3)
        #expect(dates == dates.reversed().sorted())
    }

    @Test("An identifier has two to four digits", arguments: [("01", 1), ("240", 240), ("3103", 3103), ("99", 99)])
    func identifiers(text: String, number: Int) throws {
        let identifier = try #require(ApplicationIdentifier(Array(text.utf8)))
        #expect(identifier.number == number)
        #expect(identifier.description == text)
    }

    @Test(
        "Other texts are no identifiers",
        arguments: ["", "1", "001", "0001", "05", "010", "31", "310", "3106", "0310", "38", "12345"])
    func noIdentifiers(text: String) {
        #expect(ApplicationIdentifier(Array(text.utf8)) == nil)
    }
}
