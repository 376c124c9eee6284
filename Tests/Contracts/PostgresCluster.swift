import Foundation
import PostgreSQL
package import PostgresDatabase
import Synchronization

/// A PostgreSQL server of this test process, in a temporary folder and on a socket there. It is started by the first test
/// that needs it, ends with the process, and flushes nothing to the disk.
package final class PostgresCluster: Sendable {
    private static let programs = "/usr/lib/postgresql/15/bin"

    /// Whether Debian's package postgresql-15 is installed.
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: programs + "/initdb")

    private static let started = Result { try PostgresCluster() }

    private let folder: String
    /// The pipe whose end stops the server.
    private let leash: FileHandle
    private let count = Mutex(0)
    /// The databases with the present schema and no row that no test uses at the moment.
    private let idle = Mutex<[String]>([])

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private init() throws {
        folder = NSTemporaryDirectory() + "stillroom-postgresql-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // PostgreSQL refuses to run as root.
        let user = getuid() == 0 ? "runuser -u postgres --" : ""
        let script = """
            set -e
            cd / ; folder="$1" programs="$2"
            [ "$(id -u)" != 0 ] || chown postgres "$folder"
            \(user) "$programs/initdb" -D "$folder/data" -A trust -U stillroom --no-sync -E UTF8 --locale=C.UTF-8 >"$folder.log" 2>&1
            \(user) "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/server.log" -o "-k $folder -c listen_addresses= \
                -c max_connections=400 -c fsync=off -c full_page_writes=off -c autovacuum=off -c shared_buffers=64MB" \
                start >>"$folder.log" 2>&1 </dev/null
            echo ready
            # The test process holds the other end of this pipe, so this ends with it, also if it is killed.
            read -r _ || true
            \(user) "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
            rm -rf "$folder" "$folder.log"
            """
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script, "cluster", folder, Self.programs]
        let (pipe, answer) = (Pipe(), Pipe())
        process.standardInput = pipe
        process.standardOutput = answer
        process.standardError = FileHandle.nullDevice
        try process.run()
        leash = pipe.fileHandleForWriting
        guard answer.fileHandleForReading.availableData == Data("ready\n".utf8) else {
            let log = FileManager.default.contents(atPath: folder + ".log").map { String(decoding: $0, as: UTF8.self) }
            throw Failure(description: "PostgreSQL did not start: \(log ?? "")")
        }
    }

    private func run(_ sql: String, in database: String = "postgres") throws {
        try PostgresConnection(address(database).parameters).run(sql)
    }

    /// The address of a database of the cluster.
    private func address(_ name: String) throws -> PostgresAddress {
        let host = folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? folder
        guard let address = PostgresAddress("postgresql:///\(name)?host=\(host)&user=stillroom") else {
            throw Failure(description: "no address")
        }
        return address
    }

    /// Runs `body` with the address of an empty database with the present schema, or with no table at all.
    package static func withDatabase<Value>(
        isMigrated: Bool = true, _ body: (PostgresAddress) async throws -> Value
    ) async throws -> Value {
        let cluster = try started.get()
        let reused = isMigrated ? cluster.idle.withLock { $0.popLast() } : nil
        let name = reused ?? cluster.next()
        let address = try cluster.address(name)
        if reused == nil {
            try cluster.run("CREATE DATABASE \(name) TEMPLATE template0")
            if isMigrated { _ = try await PostgresDatabase(address) }
        }
        defer {
            // Made once and emptied is ten times faster than made again.
            if isMigrated, (try? cluster.run(empty, in: name)) != nil {
                cluster.idle.withLock { $0.append(name) }
            } else {
                _ = try? cluster.run("DROP DATABASE \(name) WITH (FORCE)")
            }
        }
        return try await body(address)
    }

    private func next() -> String {
        count.withLock { count in
            count += 1
            return "test_\(count)"
        }
    }

    /// Ends the connections of the last test, and removes its rows.
    private static let empty = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
        SET session_replication_role = replica;
        DO $$ DECLARE name text; BEGIN
            FOR name IN SELECT c.oid::regclass::text FROM pg_class AS c
                WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'migration'
            LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
            FOR name IN SELECT c.oid::regclass::text FROM pg_class AS c
                WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace
            LOOP EXECUTE 'ALTER SEQUENCE ' || name || ' RESTART'; END LOOP;
        END $$
        """
}
