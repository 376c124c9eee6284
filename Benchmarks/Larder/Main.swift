import Foundation
import Larder

/// Measures how many texts per second are parsed as GTINs on one core: a mix of scanner and keyboard input, and each
/// kind separately. Prints millions per second, the median of nine rounds.
@main
struct Main {
    static let kinds: [(name: String, texts: [String])] = [
        ("EAN-13", ["4015533014963", "3017620422003", "5000213002834", "8413000065504"]),
        ("UPC-A", ["036000291452", "049000042566", "890444000335"]),
        ("EAN-8 and UPC-E", ["67678983", "59001270", "04963406", "05096893"]),
        ("ITF-14", ["30712345000010", "03017620422003"]),
        ("with spaces, or wrong", ["4 015533 014963", "4015533014960", "12345", "978-3-16-148410-0"]),
        ("a number in text", ["EAN: 4015533014963"]),
        ("element string of 16 digits", ["0104044782317112"]),
        ("element string, scanned", ["]C1010404478231711217270101", "\u{1D}010404478231711210ABC\u{1D}17270101"]),
        ("element string, brackets", ["(01)04044782317112(17)270101"]),
        ("Digital Link", ["https://id.gs1.org/01/04044782317112/10/ABC?17=270101"]),
    ]

    /// Seven of ten are plain numbers, one is a number with separators, two are GS1 data.
    static let mix = [
        "4015533014963", "3017620422003", "5000213002834", "8413000065504", "036000291452", "67678983", "04963406",
        "4 015533 014963", "0104044782317112", "]C1010404478231711217270101",
    ]

    static func main() {
        report("mix", mix, count: 2_000_000) { BarcodeReading($0).isValid }
        for kind in kinds { report(kind.name, kind.texts, count: 400_000) { BarcodeReading($0).isValid } }
        report("mix, with its code for Open Food Facts", mix, count: 1_000_000) {
            BarcodeReading($0).offCode.utf8.count == 13
        }
        report("mix, normalised only", mix, count: 1_000_000) { OpenFoodFactsCode.normalised($0).utf8.count == 13 }
    }

    private static func report(_ name: String, _ texts: [String], count: Int, _ body: (String) -> Bool) {
        var times: [Duration] = []
        var held = 0
        let rounds = count / texts.count
        for _ in 0..<9 {
            held = 0
            times.append(
                ContinuousClock().measure {
                    for _ in 0..<rounds {
                        for text in texts where body(text) { held += 1 }
                    }
                })
        }
        let median = times.sorted()[times.count / 2]
        let rate = Double(rounds * texts.count) / (median / .microseconds(1))
        print("\(name): \(String(format: "%.2f", rate)) million a second (\(held / rounds) of \(texts.count) hold)")
    }
}
