extension CareTable {
    /// An empty table: only the plan's defaults remain.
    public static let empty: CareTable = {
        guard let table = try? CareTable("rank\tname") else { preconditionFailure("a constant") }
        return table
    }()
}
