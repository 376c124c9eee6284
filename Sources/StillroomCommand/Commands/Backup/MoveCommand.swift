import ArgumentParser
import Foundation
import Household
import Messages
import PostgresDatabase
import SQLRecords
import SQLiteDatabase

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: localized("Copy the household's data into another database."),
        discussion: Discussion.examples(
            """
            stillroom move --to postgresql://stillroom@db.example.net/stillroom
            stillroom move --from postgresql://stillroom@db.example.net/stillroom --to sqlite:/var/tmp/house.sqlite
            """,
            localized(
                """
                Stop the server first. Every row is read back and compared; the other database has all of them or none,
                and the rows of the first one stay as they are. Photographs stay in the data folder. Afterwards set database.url.
                """)))

    @Option(
        help: ArgumentHelp(
            localized("Where the data are: sqlite:FILE or postgresql://…; usually the database of the settings."),
            valueName: "address"))
    var from: String?

    @Option(
        help: ArgumentHelp(localized("Where they are copied to: sqlite:FILE or postgresql://…"), valueName: "address"))
    var to: String

    @Flag(help: ArgumentHelp(localized("Replace the data that the other database has already.")))
    var replace = false

    @OptionGroup var output: DocumentOptions

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let settings = try await common.settings()
            let usual = settings.databaseAddress ?? "sqlite:\(Compose.databasePath(settings))"
            let (source, target) = (try place(from ?? usual, settings), try place(to, settings))
            guard source.text != target.text else {
                throw CommandFailure(.usage, localized("The data cannot be copied to where they are."))
            }
            // No process of the household, on any node with this folder, may write meanwhile.
            let use = try FolderUse.alone(settings.dataDirectory)
            let counts = try await Self.copy(source, to: target, replacing: replace, in: settings.dataDirectory, use)
            withExtendedLifetime(use) {}
            let document = MoveDocument(
                from: source.text, to: target.text, tables: counts, rows: counts.values.reduce(0, +))
            if output.json { return try output.print(document) }
            Terminal.print(
                localized(
                    """
                    \(document.rows, "rows") rows of \(counts.count, "tables") tables were copied to \
                    \(document.to, "address") and compared.
                    """))
        }
    }

    private enum Place {
        case sqlite(String)
        case postgres(PostgresAddress, text: String, connections: Int)

        var text: String {
            switch self {
            case .sqlite(let path): "sqlite:\(path)"
            case .postgres(_, let text, _): text
            }
        }
    }

    private func place(_ text: String, _ settings: Settings) throws -> Place {
        guard text.hasPrefix("sqlite:") else {
            return .postgres(
                try Compose.address(text, settings), text: text, connections: settings.databaseConnections)
        }
        return .sqlite(Settings.absolute(String(text.dropFirst("sqlite:".count))))
    }

    private static func copy(
        _ source: Place, to target: Place, replacing: Bool, in dataFolder: String, _ use: FolderUse
    ) async throws -> [String: Int] {
        switch (source, target) {
        case (.sqlite(let path), .postgres(let address, _, let connections)):
            guard FileManager.default.fileExists(atPath: path) else {
                throw CommandFailure(.noInput, localized("There is no file \(path, "file")."))
            }
            let folder = Settings.absolute(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
            let sqlite = try SQLiteDatabase(
                path: path, alone: folder == dataFolder ? use : FolderUse.alone(folder))
            let postgres = try await PostgresDatabase(address, size: connections)
            return try await storing {
                try await postgres.replaceAll { target in
                    guard try replacing || TableCopy.isEmpty(target) else {
                        throw CommandFailure(
                            .usage, localized("The other database has data already."),
                            hint: localized("--replace replaces them."))
                    }
                } _: { target in
                    try sqlite.readBlocking { try TableCopy.copy(from: $0, to: target) }
                }
            }
        case (.postgres(let address, _, let connections), .sqlite(let path)):
            let postgres = try await PostgresDatabase(address, size: connections)
            return try await storing { try await postgres.read { try SQLiteDatabase.write($0, to: path) } }
        case (.sqlite, .sqlite), (.postgres, .postgres):
            throw CommandFailure(
                .usage, localized("One of the two must be a file of SQLite, the other one a database of PostgreSQL."))
        }
    }

    private static func storing<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let error as SQLError { throw HouseholdError(storing: error) }
    }
}

/// What `stillroom move` did, as JSON.
private struct MoveDocument: Encodable {
    let from: String
    let to: String
    /// The number of rows of each table.
    let tables: [String: Int]
    let rows: Int
}
