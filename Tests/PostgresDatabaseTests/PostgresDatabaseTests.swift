import Contracts
import Foundation
import Household
import PostgreSQL
import PostgresDatabase
import Recognition
import SQLRecords
import Support
import Synchronization
import Testing

@Suite("PostgreSQL", .tags(.large), .enabled(if: PostgresCluster.isInstalled, "needs postgresql-15"))
struct PostgresDatabaseTests {
    private static let home = Sample().home

    /// Adds one to a counter that is a household's choice, in two statements.
    private static func count(_ name: String, in transaction: any SQLTransaction) throws {
        let value = try transaction.value(
            String.self, "SELECT value FROM choice WHERE household_id = ? AND name = ?", [home.rawValue, name])
        try transaction.execute(
            """
            INSERT INTO choice (household_id, name, value) VALUES (?, ?, ?)
            ON CONFLICT (household_id, name) DO UPDATE SET value = excluded.value
            """, [home.rawValue, name, "\((value.flatMap { Int($0) } ?? 0) + 1)"])
    }

    private static func counted(_ name: String, in database: PostgresDatabase) async throws -> String? {
        try await database.read { transaction in
            try transaction.value(
                String.self, "SELECT value FROM choice WHERE household_id = ? AND name = ?", [home.rawValue, name])
        }
    }

    @Test("Values of every type return as they were written")
    func values() async throws {
        try await PostgresCluster.withDatabase { address in
            let database = try await PostgresDatabase(address)
            let row = try await database.read { transaction in
                try #require(
                    try transaction.first(
                        """
                        SELECT :text AS text, :number AS number, :real AS real, :blob AS blob, :yes AS yes,
                            CAST(:nothing AS BIGINT) AS nothing, sum(n) AS total
                        FROM (SELECT CAST(:number AS BIGINT) AS n) AS numbers
                        """,
                        [
                            "text": "Grüße, 🌱 'quoted' \\ back", "number": Int64.min, "real": 0.1,
                            "blob": [0, 255, 39] as [UInt8], "yes": true, "nothing": nil as Int64?,
                        ]))
            }
            #expect(row["text"] == "Grüße, 🌱 'quoted' \\ back")
            #expect(row["number"] == Int64.min)
            #expect(row["real"] == 0.1)
            #expect(row["blob"] == [0, 255, 39] as [UInt8])
            #expect(row["yes"] == true)
            #expect(row["nothing"] as Int64? == nil)
            #expect(row["total"] == Int64.min)
        }
    }

    @Test(
        "A sum that is a whole number is read",
        arguments: [0, 1, -1, 9999, 10_000, 123_456_789_012, -20_000, Int64.max, 100_000_000])
    func sums(number: Int64) async throws {
        try await PostgresCluster.withDatabase(isMigrated: false) { address in
            let connection = try PostgresConnection(address.parameters)
            let result = try connection.run("SELECT CAST($1 AS NUMERIC)", [.integer(number)])
            #expect(
                result.withValue(row: 0, column: 0) { $0.flatMap { PostgresResult.integer(numeric: $0) } } == number)
            let fraction = try connection.run("SELECT CAST(0.5 AS NUMERIC)", [])
            #expect(fraction.withValue(row: 0, column: 0) { $0.flatMap { PostgresResult.integer(numeric: $0) } } == nil)
        }
    }

    @Test("Two nodes that write for a household at the same time lose nothing")
    func writers() async throws {
        try await PostgresCluster.withDatabase { address in
            let nodes = [try await PostgresDatabase(address, size: 4), try await PostgresDatabase(address, size: 4)]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        try await nodes[number % 2].write(for: Self.home) { try Self.count("house", in: $0) }
                    }
                    group.addTask { try await nodes[number % 2].write { try Self.count("shared", in: $0) } }
                }
                try await group.waitForAll()
            }
            #expect(try await Self.counted("house", in: nodes[0]) == "100")
            #expect(try await Self.counted("shared", in: nodes[1]) == "100")
        }
    }

    @Test("A connection that breaks before the commit is replaced, and the write happens once")
    func broken() async throws {
        try await PostgresCluster.withDatabase { address in
            let database = try await PostgresDatabase(address)
            let attempts = Mutex(0)
            try await database.write(for: Self.home) { transaction in
                try Self.count("a", in: transaction)
                let attempt = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                guard attempt == 1 else { return }
                let process = try #require(try transaction.value(Int.self, "SELECT pg_backend_pid()"))
                try PostgresConnection(address.parameters).run("SELECT pg_terminate_backend(\(process))")
                try Self.count("b", in: transaction)
            }
            #expect(attempts.withLock { $0 } == 2)
            #expect(try await Self.counted("a", in: database) == "1")
            #expect(try await Self.counted("b", in: database) == nil)
        }
    }

    /// Where two writes wait for each other once.
    private final class Meeting: Sendable {
        private let arrived = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        private let number = Mutex(0)
        /// How often a write came here.
        var visits: Int { number.withLock(\.self) }

        /// Blocks until the other one was here at least once.
        func wait(as place: Int) {
            number.withLock { $0 += 1 }
            arrived[1 - place].signal()
            arrived[place].wait()
            arrived[place].signal()
        }
    }

    /// Takes two locks one after the other, and counts.
    private static func write(
        for household: String, locking names: [String], in database: PostgresDatabase, meeting: Meeting, place: Int
    ) async throws {
        let household = try #require(Household.ID(household))
        try await database.write(for: household) { transaction in
            try transaction.lock(names[0])
            meeting.wait(as: place)
            try transaction.lock(names[1])
            try Self.count(names[0], in: transaction)
        }
    }

    @Test("A deadlock between two writes is solved by running one of them again")
    func deadlock() async throws {
        try await PostgresCluster.withDatabase { address in
            let (database, meeting) = (try await PostgresDatabase(address), Meeting())
            async let one: Void = Self.write(
                for: "one", locking: ["x", "y"], in: database, meeting: meeting, place: 0)
            async let two: Void = Self.write(
                for: "two", locking: ["y", "x"], in: database, meeting: meeting, place: 1)
            try await one
            try await two
            #expect(meeting.visits == 3)
            #expect(try await Self.counted("x", in: database) == "1")
            #expect(try await Self.counted("y", in: database) == "1")
        }
    }

    @Test("A server that does not answer is a clear error")
    func absent() async throws {
        let address = try #require(PostgresAddress("postgresql:///none?host=/nowhere&user=nobody"))
        let error = await #expect(throws: HouseholdError.self) { _ = try await PostgresDatabase(address) }
        #expect(error?.code == .storageFailed)
        #expect(error?.message.contains("no connection") == true)
    }

    @Test("A body that fails changes nothing, and its error passes unchanged")
    func rolledBack() async throws {
        struct Mine: Error {}
        try await PostgresCluster.withDatabase { address in
            let database = try await PostgresDatabase(address)
            await #expect(throws: Mine.self) {
                try await database.write(for: Self.home) { transaction in
                    try Self.count("a", in: transaction)
                    throw Mine()
                }
            }
            #expect(try await Self.counted("a", in: database) == nil)
            await #expect(throws: SQLError.self) {
                try await database.read { try Self.count("a", in: $0) }
            }
        }
    }

    @Test("A commit of one node is reported to the other, and not to itself")
    func signals() async throws {
        try await PostgresCluster.withDatabase { address in
            let (one, two) = (try await PostgresDatabase(address), try await PostgresDatabase(address))
            let own = Mutex(0)
            let (heard, reporting) = AsyncStream<Void>.makeStream()
            let listeners = [
                Task { await one.followOtherProcesses { own.withLock { $0 += 1 } } },
                Task { await two.followOtherProcesses { reporting.yield() } },
            ]
            // A notice before LISTEN is lost, so commits go on until one is heard.
            let writing = Task {
                while !Task.isCancelled {
                    try await one.write(for: Self.home) { try Self.count("a", in: $0) }
                }
            }
            var iterator = heard.makeAsyncIterator()
            let isHeard: Void? = await iterator.next()
            let isHeardAgain: Void? = await iterator.next()
            #expect(isHeard != nil && isHeardAgain != nil)
            writing.cancel()
            for listener in listeners { listener.cancel() }
            for listener in listeners { await listener.value }
            // Once when it began to listen.
            #expect(own.withLock { $0 } == 1)
        }
    }

    @Test("Several nodes that start at once migrate once, and a newer schema is refused")
    func migrations() async throws {
        try await PostgresCluster.withDatabase(isMigrated: false) { address in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await PostgresDatabase(address) } }
                try await group.waitForAll()
            }
            let connection = try PostgresConnection(address.parameters)
            #expect(try connection.run("SELECT count(*) FROM migration") == "5")
            try connection.run("INSERT INTO migration (name) VALUES ('9999 later')")
            let error = await #expect(throws: HouseholdError.self) { _ = try await PostgresDatabase(address) }
            #expect(error?.message.contains("newer") == true)
        }
    }
}
