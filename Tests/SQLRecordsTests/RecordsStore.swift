import Contracts
import Household
import PostgresDatabase
import SQLRecords
import SQLiteDatabase
import Support

/// The databases that every promise of Records is tested with.
enum RecordsStore: String, CaseIterable, Sendable {
    /// A file of SQLite; a test that needs two processes opens it twice.
    case file
    case memory
    /// A database of PostgreSQL, opened twice as by two nodes.
    case postgres

    /// PostgreSQL's only where it is installed; `make test` installs it.
    static let allCases = PostgresCluster.isInstalled ? [file, memory, postgres] : [file, memory]

    /// Runs a test with empty records.
    func opened(_ test: (any Records, Sample) async throws -> Void) async throws {
        try await openedTwice { records, _, sample in try await test(records, sample) }
    }

    /// Runs a test with empty records and with a second connection to them. In memory both are the same.
    func openedTwice(_ test: (any Records, any Records, Sample) async throws -> Void) async throws {
        switch self {
        case .file:
            let folder = try Fixture.Folder()
            let path = folder.path + "/stillroom.sqlite"
            let (records, other) = (
                SQLRecords(try SQLiteDatabase(path: path)), SQLRecords(try SQLiteDatabase(path: path))
            )
            try await test(records, other, Sample())
            // The folder is deleted with the value.
            withExtendedLifetime(folder) {}
        case .memory:
            let records = SQLRecords.inMemory()
            try await test(records, records, Sample())
        case .postgres:
            try await PostgresCluster.withDatabase { address in
                let records = SQLRecords(try await PostgresDatabase(address))
                try await test(records, SQLRecords(try await PostgresDatabase(address)), Sample())
            }
        }
    }
}
