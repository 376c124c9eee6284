package import Household
package import Recognition
package import SQLRecords
import SQLiteDatabase

extension SQLRecords {
    /// Records of the sample's home.
    package init(_ database: any SQLDatabase, signals: ChangeSignals = ChangeSignals()) {
        self.init(database, of: Sample().home, signals: signals)
    }

    /// Records in a new SQLite database in memory.
    package static func inMemory(signals: ChangeSignals = ChangeSignals()) -> SQLRecords {
        do { return SQLRecords(try SQLiteDatabase.inMemory(), signals: signals) } catch {
            preconditionFailure("no database in memory: \(error)")
        }
    }

    /// All rows of all tables as one text, equal for equal rows. A test compares it with an earlier one.
    package var contents: String {
        get async throws {
            try await database.read { transaction in
                let tables = try transaction.values(
                    String.self, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
                return try tables.map { table in
                    let rows = try transaction.query("SELECT * FROM \"\(table)\"").map { "\($0)" }
                    return "\(table): " + rows.sorted().joined(separator: "\n")
                }.joined(separator: "\n")
            }
        }
    }

    /// All photographs, including those that no other record refers to.
    package func photographs() async throws -> [Photograph] {
        let ids = try await database.read { transaction in
            try transaction.values(
                String.self, "SELECT id FROM photograph WHERE household_id = ? ORDER BY id", [household.rawValue])
        }
        var photographs: [Photograph] = []
        for id in ids.compactMap({ Photograph.ID($0) }) {
            if let photograph = try await bound(to: household).photograph(id) { photographs.append(photograph) }
        }
        return photographs
    }
}
