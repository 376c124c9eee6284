import Larder
import Support
import Testing

@Suite("UPC-E", .tags(.small))
struct UPCETests {
    private static let zeros = ["", "0", "00", "000", "0000", "00000"]

    /// The printed rules, applied to characters.
    private func expanded(_ system: String, _ digits: String) -> String {
        let all = digits.map(String.init)
        let long =
            switch all[5] {
            case "0", "1", "2": all[0...1].joined() + all[5] + "0000" + all[2...4].joined()
            case "3": all[0...2].joined() + "00000" + all[3...4].joined()
            case "4": all[0...3].joined() + "00000" + all[4]
            default: all[0...4].joined() + "0000" + all[5]
            }
        return SlowCheck.completed(system + long)
    }

    /// Returns the short form of a UPC-A by removing zeros; nil if there is none.
    private func suppressed(_ long: String) -> String? {
        let digits = long.map(String.init)
        let (maker, item) = (digits[1...5].joined(), digits[6...10].joined())
        if ["000", "100", "200"].contains(maker.suffix(3)), item.hasPrefix("00") {
            return maker.prefix(2) + item.suffix(3) + digits[3]
        }
        if maker.hasSuffix("00"), item.hasPrefix("000") { return maker.prefix(3) + item.suffix(2) + "3" }
        if maker.hasSuffix("0"), item.hasPrefix("0000") { return maker.prefix(4) + item.suffix(1) + "4" }
        if item.hasPrefix("0000"), item.suffix(1) >= "5" { return maker + item.suffix(1) }
        return nil
    }

    @Test(
        "A UPC-E is expanded to a UPC-A by each rule and in both number systems",
        arguments: [
            ("04963406", "0049000006346"), ("05096893", "0050968000093"), ("04965802", "0049000006582"),
            ("01234565", "0012345000065"), ("04252614", "0042100005264"), ("06543217", "0065100004327"),
            ("01234505", "0012000003455"), ("01234514", "0012100003454"), ("01234523", "0012200003453"),
            ("01234531", "0012300000451"), ("01234543", "0012340000053"), ("01234596", "0012345000096"),
            ("11234562", "0112345000062"), ("11234538", "0112300000458"), ("11234540", "0112340000050"),
            ("00000019", "0000100000009"),
        ])
    func rules(code: String, expected: String) {
        let reading = BarcodeReading(code, as: .upcE)
        #expect(reading.gtin?.description == expected)
        #expect(reading.offCode == expected)
        #expect(reading.symbology == .upcE)
        #expect(reading.error == nil)
        #expect(reading.remarks == [])
        #expect(reading.checkDigit == Int(code.suffix(1)))
    }

    @Test("A UPC-E is expanded by the rules, and only one check digit fits")
    func expansion() {
        for number in stride(from: 1, to: 1_000_000, by: 7) {
            let digits = String(repeating: "0", count: 6 - String(number).count) + String(number)
            for system in ["0", "1"] {
                let long = expanded(system, digits)
                let right = system + digits + long.suffix(1)
                guard BarcodeReading(right, as: .upcE).gtin?.padded == "00" + long else {
                    Issue.record("\(right) is \(long)")
                    return
                }
            }
        }
        let right = (0...9).filter { BarcodeReading("0496340\($0)", as: .upcE).isValid }
        #expect(right == [6])
    }

    @Test("Removing zeros from an expanded UPC-E gives the same UPC-A")
    func roundTrip() throws {
        for number in stride(from: 1, to: 1_000_000, by: 13) {
            let digits = String(repeating: "0", count: 6 - String(number).count) + String(number)
            let gtin = try #require(BarcodeReading(digits, as: .upcE).gtin)
            let short = try #require(suppressed(String(gtin.padded.suffix(12))), "\(digits)")
            guard BarcodeReading(short, as: .upcE).gtin == gtin else {
                Issue.record("\(digits) and \(short) differ")
                return
            }
        }
    }

    @Test(
        "A UPC-E is read without its check digit, which is marked, and without the leading 0",
        arguments: [
            ("496340", "0049000006346", true), ("0496340", "0049000006346", true), ("1654326", "0165432000063", true),
            ("4963406", "0049000006346", false), ("0 496340 6", "0049000006346", false),
        ])
    func shorter(code: String, expected: String, isUnchecked: Bool) {
        let reading = BarcodeReading(code)
        #expect(reading.gtin?.description == expected)
        #expect(reading.symbology == .upcE)
        #expect(reading.remarks.contains(.unchecked) == isUnchecked)
        #expect((reading.sentence != nil) == isUnchecked)
    }

    @Test(
        "Seven digits that are valid in two ways are read with a check digit, and the other reading is an alternative")
    func ambiguous() {
        let reading = BarcodeReading("1123456")
        #expect(reading.gtin?.description == "0011234000056")
        #expect(reading.alternatives.map(\.gtin.description) == ["0112345000062"])
        #expect(reading.remarks == .ambiguous)
    }

    @Test("A UPC-E in another number system, with a wrong check digit or with zeros only is refused")
    func refused() {
        #expect(BarcodeReading("24963406", as: .upcE).error == .numberSystem)
        let wrong = BarcodeReading("04963401", as: .upcE)
        #expect(wrong.error == .checkDigit)
        #expect(wrong.checkDigit == 6)
        #expect(BarcodeReading("9999999").error == .checkDigit)
        #expect(BarcodeReading("000000").error == .zeros)
        #expect(BarcodeReading("00000000", as: .upcE).error == .zeros)
        #expect(BarcodeReading("96385", as: .upcE).error == .length)
    }

    @Test("A UPC-E that a reader has expanded is accepted", arguments: ["049000006346", "0049000006346"])
    func expandedBefore(code: String) {
        #expect(BarcodeReading(code, as: .upcE).gtin?.description == "0049000006346")
    }
}
