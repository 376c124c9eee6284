import Larder
import Support
import Testing

/// Random texts, the same in each run: none may cause a trap, and a valid reading must be right.
@Suite("Barcode readings of random text", .tags(.small))
struct BarcodeChanceTests {
    private static let pieces: [String] = [
        "(", ")", "01", "(01)", "(17)", "(10)", "10", "17", "21", "(3103)", "3103", "^", "\u{1D}", "\u{241D}", "]C1",
        "]d2",
        "]E0", "]", "https://", "http://", "id.gs1.org", "/", "/01/", "/10/", "?", "&", "=", "%", "%2", "%20", "#",
        "\\", " ",
        "-", "ä", "１", "\u{0}", "\u{A0}", "\u{2011}", "\u{FEFF}", "👩‍🍳", "Z", "09521234543213", "04044782317112",
        "4006381333931", "96385074", "04963406", "270100", "99", "18446744073709551616",
    ]

    private func text(_ numbers: inout SplitMix64) -> String {
        switch Int.random(in: 0...3, using: &numbers) {
        case 0: return numbers.digits(Int.random(in: 0...20, using: &numbers))
        case 1:
            let bytes = (0..<Int.random(in: 0...24, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            return String(decoding: bytes, as: UTF8.self)
        default:
            return (0..<Int.random(in: 0...10, using: &numbers)).map { _ in
                Bool.random(using: &numbers)
                    ? Self.pieces.randomElement(using: &numbers) ?? ""
                    : numbers.digits(Int.random(in: 1...6, using: &numbers))
            }.joined()
        }
    }

    /// Returns what is wrong with a reading; nil if nothing is.
    private func fault(_ reading: BarcodeReading) -> String? {
        guard reading.isValid == (reading.error == nil) else { return "valid with an error" }
        guard let gtin = reading.gtin else {
            return reading.sentence == nil ? "no sentence" : nil
        }
        let text = gtin.description
        guard [8, 13, 14].contains(text.count), SlowCheck.isRight(text), gtin.number > 0 else { return "check digit" }
        guard reading.checkDigit == text.last?.wholeNumberValue, reading.symbology != nil else { return "incomplete" }
        guard GTIN(text) == gtin, BarcodeReading(gtin.padded).gtin == gtin else { return "no fixed point" }
        let again = BarcodeReading(text)
        guard again.gtin == gtin || again.alternatives.contains(where: { $0.gtin == gtin }) else { return "lost" }
        guard reading.offCode == text, OpenFoodFactsCode.normalised(text) == text else { return "code" }
        if let elements = reading.elements, elements.rest.isEmpty {
            guard BarcodeReading(elements.description).elements == elements else { return "elements" }
        }
        if let item = gtin.caseOf, !SlowCheck.isRight(item.description) { return "case" }
        return nil
    }

    @Test("A random text causes no trap, and its reading is consistent", arguments: 0..<4)
    func anything(part: UInt64) {
        var numbers = SplitMix64(part)
        var valid = 0
        for _ in 0..<25_000 {
            let text = text(&numbers)
            for symbology in [nil, Symbology.allCases.randomElement(using: &numbers)] {
                let reading = BarcodeReading(text, as: symbology)
                if let fault = fault(reading) {
                    Issue.record("\(fault): \(text.debugDescription) as \(symbology?.rawValue ?? "anything")")
                    return
                }
                valid += reading.isValid ? 1 : 0
                _ = reading.elements?.expiry(in: 2026)
                _ = reading.elements?.netWeight
                _ = reading.elements?.netVolume
            }
        }
        #expect(valid > 1000)
    }

    @Test("A nearly right text causes no trap")
    func nearly() throws {
        var numbers = SplitMix64(11)
        let good = [
            "]C1010404478231711217270101", "(01)09521234543213(17)270101(10)A(21)B",
            "^010952123454321310ABC^3103001750",
            "https://id.gs1.org/01/04044782317112/10/A%2FB?17=270101", "04963406", "30712345000010",
        ]
        for round in 0..<30_000 {
            var bytes = Array(good[round % good.count].utf8)
            for _ in 0...Int.random(in: 0...2, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0...2, using: &numbers) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                case 1: bytes.removeSubrange(place...)
                default: bytes.insert(UInt8.random(in: 32...126, using: &numbers), at: place)
                }
                if bytes.isEmpty { bytes = [48] }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if let fault = fault(BarcodeReading(text)) {
                Issue.record("\(fault): \(text.debugDescription)")
                return
            }
        }
    }
}
