import GRDB
import Testing

@testable import SQLRecords
@testable import SQLiteDatabase

extension SQLRecords {
    /// The connections of the SQLite database below, for a look at its rows.
    var connections: any DatabaseWriter {
        get throws { try #require(database as? SQLiteDatabase).connections }
    }
}
