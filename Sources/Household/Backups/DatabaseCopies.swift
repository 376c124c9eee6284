package import FoundationEssentials

/// What a copy of the database contains.
package struct DatabaseFacts: Sendable, Hashable {
    /// The names of the migrations that were applied, in their order.
    package let migrations: [String]
    /// Whether a newer release wrote it.
    package let isNewer: Bool
    package let households: Int
    /// The number of rows of each table.
    package let rows: [String: Int]
    /// The digests (hexadecimal) of the photographs that rows name.
    package let photographs: Set<String>
    /// The faults that the database finds in itself; empty if there are none.
    package let faults: [String]

    package init(
        migrations: [String], isNewer: Bool, households: Int, rows: [String: Int], photographs: Set<String>,
        faults: [String]
    ) {
        self.migrations = migrations
        self.isNewer = isNewer
        self.households = households
        self.rows = rows
        self.photographs = photographs
        self.faults = faults
    }
}

/// Copies of the database as files of their own. All functions block.
package struct DatabaseCopies: Sendable {
    /// Writes a consistent copy to a path at which there is no file. Throws `HouseholdError`.
    package let copy: @Sendable (_ path: String) throws -> Void
    /// Reads a copy completely and checks it. Throws `HouseholdError` if it is no database.
    package let inspect: @Sendable (_ path: String) throws -> DatabaseFacts
    /// Ends what must not come back with a copy that is restored at a time: sessions, one-time links, the links of
    /// notices, notices whose time was before, and answers to questions that may have been sent since it was made.
    package let settle: @Sendable (_ path: String, _ time: Date) throws -> Void

    package init(
        copy: @escaping @Sendable (_ path: String) throws -> Void,
        inspect: @escaping @Sendable (_ path: String) throws -> DatabaseFacts,
        settle: @escaping @Sendable (_ path: String, _ time: Date) throws -> Void
    ) {
        self.copy = copy
        self.inspect = inspect
        self.settle = settle
    }
}
