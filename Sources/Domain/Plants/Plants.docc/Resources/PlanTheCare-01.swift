import Plants

/// Care plans from a table of facts.
struct PlantCare {
    let table: CareTable

    /// `text` is the content of the table.
    init(table text: String) throws {
        table = try CareTable(text)
    }
}
