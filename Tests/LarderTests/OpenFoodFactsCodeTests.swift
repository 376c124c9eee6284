import Foundation
import Larder
import Support
import Testing

@Suite("Codes of Open Food Facts", .tags(.small))
struct OpenFoodFactsCodeTests {
    @Test(
        "A code is normalised like by the server",
        arguments: [
            ("3017620422003", "3017620422003"), ("049000042566", "0049000042566"), ("049000042567", "0049000042567"),
            ("4006381333930", "4006381333930"), ("bought: 4006381333931, twice", "4006381333931"),
            ("0109521234543213", "9521234543213"), ("(01)09521234543213(10)A1", "9521234543213"),
            ("^010952123454321317280229", "9521234543213"), ("\u{1D}010952123454321321B", "9521234543213"),
            ("\u{241D}010952123454321321B", "9521234543213"),
            ("https://id.gs1.org/01/09521234543213/21/B", "9521234543213"),
            ("https://example.com/01/00049000042566?15=280100", "0049000042566"), ("https://example.com/", ""),
            ("", ""), ("none", ""), ("00000096385074", "96385074"), ("0000096385074", "96385074"), ("5", "00000005"),
            ("0", "00000000"), ("123456789", "0000123456789"), ("1234567890", "0001234567890"),
            ("10614141000415", "10614141000415"), ("00614141000418", "0614141000418"), ("04963406", "04963406"),
            ("123456789012345", "123456789012345"), ("000123456789012345", "123456789012345"),
            ("(01)09521234543214", "109521234543214"), ("００", ""),
        ])
    func normalised(text: String, code: String) {
        #expect(OpenFoodFactsCode.normalised(text) == code)
    }

    @Test("Normalising a code twice changes nothing")
    func fixedPoint() {
        var numbers = SplitMix64(9)
        for round in 0..<20_000 {
            let code = OpenFoodFactsCode.normalised(numbers.digits(round % 16))
            guard OpenFoodFactsCode.normalised(code) == code else {
                Issue.record("\(code)")
                return
            }
        }
    }

    @Test("A code has 4 to 24 digits")
    func lengths() {
        for (code, isStorable) in [
            ("", false), ("123", false), ("1234", true), ("00000017", true), ("12a45678", false),
        ] {
            #expect(OpenFoodFactsCode.isStorable(code) == isStorable)
        }
        #expect(OpenFoodFactsCode.isStorable(String(repeating: "1", count: 24)))
        #expect(!OpenFoodFactsCode.isStorable(String(repeating: "1", count: 25)))
    }

    @Test("The code of every recorded vector is right", .needsShared)
    func vectors() throws {
        let path = try #require(Fixture.shared) + "/data/barcodes/off_normalisation.csv"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
        #expect(lines.count > 20)
        for line in lines {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let text = cells[0].replacing("\\u001d", with: "\u{1D}").replacing("\\u241d", with: "\u{241D}")
            #expect(OpenFoodFactsCode.normalised(text) == cells[1], "\(line)")
            // With a GTIN, a reading gives the same code.
            #expect(BarcodeReading(text).offCode == cells[1], "\(line)")
        }
    }

    @Test("The code of every recorded picture's label is right", .needsShared)
    func labels() throws {
        let path = try #require(Fixture.shared) + "/data/barcodes/labels.csv"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
        #expect(lines.count > 20)
        for line in lines {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count > 3, let symbology = Symbology(rawValue: cells[2]) else { continue }
            for reading in [BarcodeReading(cells[1]), BarcodeReading(cells[1], as: symbology)] {
                #expect(reading.isValid, "\(line)")
                #expect(reading.offCode == cells[3], "\(line)")
                #expect(reading.symbology == symbology, "\(line)")
            }
        }
    }
}
