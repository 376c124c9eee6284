import Foundation
import Plants
import Recognition
import Support
import Testing

@Suite("Plant names", .tags(.small))
struct PlantTests {
    @Test(
        "A plant name is kept in one tidy line",
        arguments: [
            ("  Auntie's  rose \n", "Auntie's rose"), ("a\tb", "a b"), ("x\u{0}y", "x y"), ("Ström 🌱", "Ström 🌱"),
        ])
    func tidy(raw: String, kept: String) {
        #expect(Plant.tidy(raw) == kept)
    }

    @Test("An empty plant name is refused", arguments: ["", "   ", "\n\u{0}\t", "\u{200B}"])
    func empty(raw: String) {
        #expect(Plant.tidy(raw) == nil)
    }

    @Test("A plant name has at most 120 characters")
    func long() {
        #expect(Plant.tidy(String(repeating: "é", count: 500))?.count == 120)
        #expect(Plant.tidy(String(repeating: "🇦🇹", count: 100))?.unicodeScalars.count == 120)
        #expect(Plant.tidy(String(repeating: "👨‍👩‍👧‍👦", count: 100))?.unicodeScalars.count == 119)
    }

    @Test("A search finds plant names in any case and with any accents")
    func folded() {
        #expect(Plant.folded("Ström ÉPINE") == "strom epine")
    }
}
