import GRDB
import Testing

@testable import SQLRecords
@testable import SQLiteDatabase

extension SQLRecords {
    /// The connections of the underlying SQLite database, for tests that inspect its rows.
    var connections: any DatabaseWriter {
        get throws { try #require(database as? SQLiteDatabase).connections }
    }
}
