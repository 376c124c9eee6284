import LocalRecognition
import Plants
import Support
import Testing

@Suite("Bundled tables", .tags(.medium))
struct BundledTableTests {
    @Test("Every cell of the bundled care table is valid, because the program does not check them at each start")
    func care() throws {
        let checked = try BundledCare.checkedTable()
        let table = try BundledCare.table()
        #expect(table.count == checked.count)
        #expect(table.count > 1500)
        #expect(table.date == checked.date)
        for name in ["Monstera deliciosa", "Rosa canina", "Okra"] {
            let taxon = try #require(SpeciesIndex(table).resolve(name).taxon)
            #expect(table.facts(for: taxon) == checked.facts(for: taxon))
        }
    }
}
