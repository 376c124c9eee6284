import Foundation
import Support
import Testing

@testable import Directions

@Suite("Words of medicine names", .tags(.small))
struct MedicineWordsTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: Fixture.root + "/" + path), encoding: .utf8)
    }

    @Test("The words in Swift are those of the catalogue of medicine names, as Scripts/medicine-words writes them")
    func catalogue() throws {
        let script = try text("Scripts/medicine-words")
        let list = try #require(script.firstMatch(of: /ORDINARY = set\("""([^"]*)"""/)).1
        let ordinary = Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
        #expect(ordinary.count > 200)
        var words: Set<String> = []
        let rows = try text("Sources/Adapters/LocalRecognition/Catalogues/medicines.tsv").split(separator: "\n")
        for row in rows where !row.hasPrefix("#") && !row.hasPrefix("name\t") {
            let name = row.prefix { $0 != "\t" }.lowercased()
            for word in name.split(whereSeparator: { !("a"..."z").contains($0) }) where word.count >= 5 {
                words.insert(String(word))
            }
        }
        words.subtract(ordinary)
        let catalogue = Set(MedicineWords.catalogue.map(String.init))
        #expect(catalogue.count > 1000)
        #expect(catalogue.subtracting(words).sorted() == [], "words of no name: run Scripts/medicine-words")
        #expect(words.subtracting(catalogue).sorted() == [], "words that are missing: run Scripts/medicine-words")
    }
}
