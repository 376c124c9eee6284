import Plants
import Recognition

/// Care plans from a table of facts.
struct PlantCare {
    let table: CareTable
    let index: SpeciesIndex

    /// `text` is the content of the table.
    init(table text: String) throws {
        table = try CareTable(text)
        index = SpeciesIndex(table)
    }

    /// Returns the plant that a typed name means; nil if that is not clear.
    func taxon(named text: String) -> Taxon? {
        index.resolve(text).taxon
    }
}
