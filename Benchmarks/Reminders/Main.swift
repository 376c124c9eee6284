import Agenda
import Contracts
import Foundation
import Household
import OnlineServices
import Plants
import PostgresDatabase
import Recognition
import SQLRecords
import SQLiteDatabase
import Synchronization

/// Measures the reminders: notices claimed, written and delivered per second, the cost of a claim among more and more
/// pending notices, and the scheduling of ten reminders. Uses SQLite in the temporary folder with every commit flushed, or
/// an empty database of PostgreSQL whose address is the argument; the channel accepts everything at once.
@main
struct Main {
    static let now = Date(timeIntervalSince1970: 1_795_248_000)

    static func main() async throws {
        let folder = NSTemporaryDirectory() + "reminders-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try await CommandLine.arguments.dropFirst().first.flatMap { PostgresAddress($0) }
            .asyncMap { try await PostgresDatabase($0) }
        for round in 0..<3 { try await telling(folder + "/tell-\(round)", on: server, count: 10_000) }
        for count in [1_000, 10_000, 100_000, 1_000_000] {
            try await claiming(folder + "/claim-\(count)", on: server, count)
        }
        try await scheduling(folder + "/schedule", on: server)
    }

    /// A household of its own in the database.
    private static func house(
        _ path: String, on server: PostgresDatabase?, given: [Home.Setting: String] = [:],
        took: @escaping @Sendable () -> Void
    ) throws -> (Household, SQLRecords) {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let database: any SQLDatabase = try server ?? SQLiteDatabase(path: path + "/stillroom.sqlite")
        guard let home = Household.ID("bench-" + UUID().uuidString.lowercased()) else {
            preconditionFailure("an identifier")
        }
        let records = SQLRecords(database, of: home)
        let began = ContinuousClock.now
        let environment = Household.Environment(
            now: { now }, steady: { .now - began }, uniqueName: { UUID().uuidString.lowercased() },
            pause: { try await Task.sleep(for: $0) }, chance: { 0.5 })
        let noticeServices = NoticeServices(
            noticeTransports: [NoticeTransport(kind: .webhook) { _, _, _ in took() }],
            secretBox: FileSecretBox(keyFile: path + "/key").secretBox, accepts: { _ in true }, publicAddress: { nil })
        return (
            Household.drawn(
                records: records, careServices: .drawn(given: given), noticeServices: noticeServices,
                environment: environment), records
        )
    }

    private static func telling(_ path: String, on server: PostgresDatabase?, count: Int) async throws {
        let taken = Atomic(0)
        let (household, records) = try house(path, on: server) { taken.add(1, ordering: .relaxed) }
        let channel = try await household.reminders(for: .machine).add(
            .webhook(url: "https://null.example", secret: [1]), named: "Null")
        try await fill(records, channel, count: count, due: count)
        let start = ContinuousClock.now
        while try await household.reminders(for: .machine).sendDue().sent > 0 {}
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let sent = taken.load(ordering: .relaxed)
        print("told \(sent) notices in \(text(seconds)) s: \(Int(Double(sent) / seconds)) a second")
    }

    private static func claiming(_ path: String, on server: PostgresDatabase?, _ count: Int) async throws {
        let (household, records) = try house(path, on: server) {}
        let channel = try await household.reminders(for: .machine).add(
            .webhook(url: "https://null.example", secret: [1]), named: "Null")
        try await fill(records, channel, count: count, due: 100)
        var times: [Duration] = []
        for round in 0..<30 {
            // The lease of the previous round has expired.
            let instant = now.addingTimeInterval(Double(round) * 100)
            let start = ContinuousClock.now
            let claimed = try await records.claimNotices(
                limit: 100, at: instant, until: instant.addingTimeInterval(60))
            times.append(.now - start)
            guard claimed.count == 100 else { return print("only \(claimed.count) were claimed") }
        }
        print(line("100 claimed of \(count) that wait", times))
    }

    private static func scheduling(_ path: String, on server: PostgresDatabase?) async throws {
        // The chores are due today, and the hour of their notice is later: a newly added channel gets no notices for
        // what is already due.
        let (household, _) = try house(path, on: server, given: [.groupsReminders: "false", .preferredTime: "20:00"]) {}
        for number in 0..<10 {
            _ = try await household.agenda.addChore(.own, title: "Chore \(number)", recurrence: .once)
        }
        var times: [Duration] = []
        var count = 0
        for round in 0..<30 {
            let start = ContinuousClock.now
            let channel = try await household.reminders(for: .machine).add(
                .webhook(url: "https://null.example/\(round)", secret: [1]), named: "Null")
            times.append(.now - start)
            count = try await household.reminders(for: .machine).pendingNotices(limit: 1000).count {
                $0.channel == channel.id
            }
            try await household.reminders(for: .machine).remove(channel: channel.id)
        }
        print(line("\(count) reminders of ten chores scheduled for a new channel", times))
    }

    /// Inserts directly into the table, because a million household operations would be a million commits.
    private static func fill(_ records: SQLRecords, _ channel: Channel, count: Int, due: Int) async throws {
        let subjects = """
            [{"chore":"c1","kind":"watering","plant":"p1","plantName":"Monstera","due":20778,"day":20778},
             {"chore":"c2","kind":"watering","plant":"p2","plantName":"Fern","due":20778,"day":20778},
             {"chore":"c3","kind":"fertilising","plant":"p1","plantName":"Monstera","due":20778,"day":20778}]
            """
        _ = try await records.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO notice (household_id, channel_id, key, sort, rank, at, until, subjects, next_at)
                WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < :count)
                SELECT household_id, id, 'bench ' || n, 'chores', 1,
                    :now + CASE WHEN n <= :due THEN -1 ELSE n * 1000 END, :now + 90000000000, :subjects,
                    :now + CASE WHEN n <= :due THEN -1 ELSE CAST(n AS BIGINT) * 10000 END
                FROM channel, counted WHERE id = :channel
                """,
                [
                    "count": count, "now": Int64(now.timeIntervalSince1970 * 1000), "due": due, "subjects": subjects,
                    "channel": channel.id.rawValue,
                ])
        }
    }

    private static func line(_ what: String, _ times: [Duration]) -> String {
        let sorted = times.map { $0 / .milliseconds(1) }.sorted()
        return "\(what): median \(text(sorted[sorted.count / 2])) ms, worst \(text(sorted[sorted.count - 1])) ms"
    }

    private static func text(_ number: Double) -> String { String(format: "%.3f", number) }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value) async rethrows -> Value? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
