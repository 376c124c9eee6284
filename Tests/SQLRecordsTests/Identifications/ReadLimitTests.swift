import Contracts
import Foundation
import Household
import Recognition
import Support
import Testing

@Suite("Records of the rate limit of a service", .tags(.medium))
struct ReadLimitTests {
    @Test("Reads of a service are counted within a time window", arguments: RecordsStore.allCases)
    func readsAreCounted(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            /// Allows three reads in ten minutes.
            func take(_ minute: Int, of service: String = "products", limit: Int = 3) async throws -> Date? {
                try await records.acquireRead(of: service, limit: limit, seconds: 600, at: sample.time(minute))
            }
            for minute in [0, 4, 6] { #expect(try await take(minute) == nil) }
            #expect(try await take(7) == sample.time(10))
            #expect(try await take(7, of: "questions") == nil, "each service by itself")
            #expect(try await take(9) == sample.time(10), "what was not allowed did not happen")
            #expect(try await take(10) == nil, "the first is ten minutes ago")
            #expect(try await take(11) == sample.time(14))
            #expect(try await take(12, limit: 1) == sample.time(20), "the latest counts where fewer are allowed")
            #expect(try await take(12, limit: 2) == sample.time(16))
            #expect(try await take(12, limit: 4) == nil)
            #expect(try await take(15) == sample.time(16))
            #expect(try await take(99) == nil)

            // Random times: no window has more reads than the limit, and a read at the announced time is allowed.
            var numbers = SplitMix64(7)
            var (now, taken): (Int, [Int]) = (0, [])
            for _ in 0..<80 {
                now += Int.random(in: 0...40, using: &numbers)
                let next = try await records.acquireRead(of: "chance", limit: 4, seconds: 100, at: sample.second(now))
                guard let next else {
                    taken.append(now)
                    continue
                }
                #expect(next > sample.second(now) && next <= sample.second(now + 100))
                guard Bool.random(using: &numbers) else { continue }
                now = Int(next.timeIntervalSince(sample.time(0)).rounded())
                #expect(try await records.acquireRead(of: "chance", limit: 4, seconds: 100, at: next) == nil)
                taken.append(now)
            }
            #expect(taken.count > 20)
            for (first, fifth) in zip(taken, taken.dropFirst(4)) { #expect(fifth - first >= 100) }
        }
    }

    @Test("Concurrent readers never exceed the rate limit", arguments: RecordsStore.allCases)
    func readsAreNeverTooMany(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let answers = try await withThrowingTaskGroup(of: Date?.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        try await (number.isMultiple(of: 2) ? records : other).acquireRead(
                            of: "products", limit: 7, seconds: 60, at: sample.time(1) + Double(number * 7 % 40) / 1000)
                    }
                }
                return try await group.reduce(into: [Date?]()) { $0.append($1) }
            }
            #expect(answers.count { $0 == nil } == 7)
            for next in answers.compactMap(\.self) { #expect(next > sample.time(1) && next <= sample.time(2) + 0.040) }
            #expect(
                try await records.acquireRead(of: "products", limit: 7, seconds: 60, at: sample.time(2) - 0.5) != nil)
            #expect(try await other.acquireRead(of: "products", limit: 7, seconds: 60, at: sample.time(3)) == nil)
        }
    }

    @Test("A paused service is not read before the pause ends", arguments: RecordsStore.allCases)
    func readsArePaused(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func pause(_ minute: Int) async throws {
                try await records.pauseReads(of: "products", until: sample.time(minute))
            }
            func paused(_ minute: Int, of service: String = "products") async throws -> Date? {
                try await records.readPause(of: service, at: sample.time(minute))
            }
            func take(_ minute: Int, of service: String = "products") async throws -> Date? {
                try await records.acquireRead(of: service, limit: 1, seconds: 600, at: sample.time(minute))
            }
            #expect(try await paused(0) == nil)
            try await pause(10)
            #expect(try await paused(5) == sample.time(10))
            #expect(try await take(5) == sample.time(10))
            #expect(try await paused(5, of: "questions") == nil)
            #expect(try await take(5, of: "questions") == nil)
            try await pause(8)
            #expect(try await paused(5) == sample.time(10), "only ever longer")
            try await pause(12)
            #expect(try await take(11) == sample.time(12))
            #expect(try await paused(12) == nil)
            #expect(try await take(12) == nil, "what was refused did not count")
            // The pause and the rate limit both apply.
            try await pause(15)
            #expect(try await take(13) == sample.time(22))
            try await pause(40)
            #expect(try await take(13) == sample.time(40))
            #expect(try await take(39) == sample.time(40))
            #expect(try await take(40) == nil)
            #expect(try await paused(99) == nil)
            // Of several pauses, the longest one applies, whether it starts before or after the end of another.
            try await pause(110)
            #expect(try await paused(100) == sample.time(110))
            let untils = [111, 125, 113, 119, 112, 117]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for until in untils { group.addTask { try await pause(until) } }
                try await group.waitForAll()
            }
            #expect(try await paused(100) == sample.time(125))
        }
    }

    @Test("Setting the clock back blocks a service for at most one time window", arguments: RecordsStore.allCases)
    func readsOutliveClocks(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func take(_ time: Date, of service: String = "products") async throws -> Date? {
                try await records.acquireRead(of: service, limit: 2, seconds: 60, at: time)
            }
            for _ in 0..<2 { #expect(try await take(sample.time(1000)) == nil) }
            let next = try #require(try await take(sample.time(0)), "they happened, whatever the clock says")
            #expect(next > sample.time(0) && next <= sample.time(1))
            // A refused read does not extend the wait.
            let again = try #require(try await take(sample.second(30)))
            #expect(again <= next)
            for _ in 0..<2 { #expect(try await take(next) == nil) }
            #expect(try await take(next) != nil)
            // A step of one second back, as from a daily clock correction.
            #expect(try await take(sample.second(9), of: "questions") == nil)
            #expect(try await take(sample.second(8), of: "questions") == nil)
            let third = try #require(try await take(sample.second(8), of: "questions"))
            #expect(third <= sample.second(68))
            #expect(try await take(third, of: "questions") == nil)

            // A pause is at most one hour, so a pause that is days ahead was written before the clock was set back.
            let hour = sample.time(1000) + RateLimit.longestPause
            try await records.pauseReads(of: "pictures", until: hour)
            #expect(try await records.readPause(of: "pictures", at: sample.time(1000)) == hour)
            #expect(try await take(sample.time(1000), of: "pictures") == hour)
            #expect(try await records.readPause(of: "pictures", at: sample.time(0)) == nil)
            #expect(try await take(sample.time(0), of: "pictures") == nil)
            // A valid pause applies even if an invalid one is stored.
            try await records.pauseReads(of: "pictures", until: sample.time(5))
            #expect(try await records.readPause(of: "pictures", at: sample.time(0)) == sample.time(5))
            #expect(try await take(sample.time(4), of: "pictures") == sample.time(5))
            #expect(try await take(sample.time(5), of: "pictures") == nil)
        }
    }
}
