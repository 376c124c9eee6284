import Contracts
import Foundation
import Household
import Recognition
import Support
import Testing

@Suite("Records of remembered answers and of choices", .tags(.medium))
struct AnswerRecordsTests {
    @Test("An answer is found by the same question in the same household", arguments: RecordsStore.allCases)
    func answersAreRemembered(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let answers = Answers(records: records, sample: sample)
            let answer = try await sample.remember(sample.key("a"), in: records, minute: 1)
            #expect(try await answers.find(sample.key("a")) == answer)
            #expect(try await answers.find(sample.key("b")) == nil)
            #expect(try await answers.find(sample.key("a", organ: .leaf)) == nil)
            #expect(try await answers.find(sample.key("a", "a")) == nil)
            #expect(
                try await records.bound(to: sample.away).remembered(
                    sample.key("a"), since: sample.time(0), likeness: nil) == nil)
            // An answer to the same question replaces the stored one.
            let newer = try await sample.remember(sample.key("a"), in: records, minute: 3)
            #expect(try await answers.find(sample.key("a")) == newer)
            #expect(try await records.cacheStatistics(since: sample.time(0)).entries == 1)
        }
    }

    @Test("Expired answers are not found and can be deleted", arguments: RecordsStore.allCases)
    func answersExpire(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let answers = Answers(records: records, sample: sample)
            for (name, minute) in [("a", 1), ("b", 5), ("c", 9)] as [(Character, Int)] {
                _ = try await sample.remember(sample.key(name), in: records, minute: minute)
            }
            #expect(try await answers.find(sample.key("a"), since: 2) == nil)
            #expect(try await answers.find(sample.key("a"), since: 1) != nil)
            #expect(try await records.cacheStatistics(since: sample.time(6)).expired == 2)
            #expect(try await records.bound(to: sample.away).forgetAnswers(before: sample.time(6)) == 0)
            #expect(try await records.forgetAnswers(before: sample.time(6)) == 2)
            #expect(try await records.forgetAnswers(before: nil) == 1)
            #expect(try await records.cacheStatistics(since: sample.time(0)).entries == 0)
        }
    }

    @Test("Above the limit, the least recently used answer is deleted", arguments: RecordsStore.allCases)
    func theLeastUsedGoesFirst(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let answers = Answers(records: records, sample: sample)
            for (name, minute) in [("a", 1), ("b", 2), ("c", 3)] as [(Character, Int)] {
                _ = try await sample.remember(sample.key(name), in: records, minute: minute, limit: 3)
            }
            let found = try await records.remembered(
                sample.key("a"), since: sample.time(0), likeness: nil)
            try await records.noteLookUp(found, at: sample.time(4))
            _ = try await sample.remember(sample.key("d"), in: records, minute: 5, limit: 3)
            #expect(try await answers.find(sample.key("b")) == nil)
            for name in ["a", "c", "d"] as [Character] {
                #expect(try await answers.find(sample.key(name)) != nil, "\(name)")
            }
            _ = try await sample.remember(sample.key("e"), in: records, minute: 6, limit: 0)
            #expect(try await records.cacheStatistics(since: sample.time(0)).entries == 0)
        }
    }

    @Test("Storing an answer of a new model deletes the answers of the old model", arguments: RecordsStore.allCases)
    func newModelsForget(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let answers = Answers(records: records, sample: sample)
            _ = try await sample.remember(sample.key("a"), in: records, minute: 1, version: "1")
            _ = try await sample.remember(sample.key("b"), in: records, minute: 2, version: nil)
            _ = try await sample.remember(sample.key("c"), in: records, minute: 3, version: "2")
            #expect(try await answers.find(sample.key("a")) == nil)
            #expect(try await answers.find(sample.key("b")) != nil)
            #expect(try await answers.find(sample.key("c")) != nil)
        }
    }

    @Test(
        "An answer is found by a similar picture if the query allows similar pictures", arguments: RecordsStore.allCases
    )
    func lookalikesAreFound(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let answers = Answers(records: records, sample: sample)
            // Half of the bits are set, as in real photographs.
            let bits: UInt64 = 0x0F0F_0F0F_0F0F_0F0F
            let near = bits ^ 0b10001
            let far = bits ^ 0b1001_1001
            let answer = try await sample.remember(sample.key("a", bits: bits), in: records, minute: 1)
            #expect(try await answers.find(sample.key("b", bits: near)) == nil)
            #expect(try await answers.find(sample.key("b", bits: near), likeness: 2) == answer)
            #expect(try await answers.find(sample.key("b", bits: far), likeness: 2) == nil)
            #expect(try await answers.find(sample.key("b", organ: .leaf, bits: near), likeness: 2) == nil)
            #expect(try await answers.find(sample.key("b"), likeness: 2) == nil)
            #expect(try await answers.find(sample.key("b", bits: near), since: 2, likeness: 2) == nil)
        }
    }

    @Test("Cache look-ups are counted as hits or misses", arguments: RecordsStore.allCases)
    func statisticsAreCounted(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            _ = try await sample.remember(sample.key("a"), in: records, minute: 1)
            let found = try await records.remembered(
                sample.key("a"), since: sample.time(0), likeness: nil)
            try await records.noteLookUp(found, at: sample.time(2))
            try await records.noteLookUp(found, at: sample.time(2))
            try await records.noteLookUp(nil, at: sample.time(2))
            let statistics = try await records.cacheStatistics(since: sample.time(0))
            #expect((statistics.entries, statistics.hits, statistics.misses) == (1, 2, 1))
            #expect(statistics.bytes > 0)
            #expect(
                try await records.bound(to: sample.away).cacheStatistics(since: sample.time(0)) == CacheStatistics())
        }
    }

    @Test("Choices are read as they were written and can be removed", arguments: RecordsStore.allCases)
    func choicesAreKept(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            #expect(try await records.choices().isEmpty)
            try await records.choose(["one": "1", "two": "2"])
            try await records.choose(["one": "3", "two": nil, "none": nil])
            #expect(try await records.choices() == ["one": "3"])
            #expect(try await records.bound(to: sample.away).choices().isEmpty)
        }
    }
}

private struct Answers: Sendable {
    let records: any Records
    let sample: Sample

    func find(_ key: InquiryKey, since minute: Int = 0, likeness: Int? = nil) async throws -> Answer? {
        try await records.remembered(key, since: sample.time(minute), likeness: likeness)?.answer
    }
}
