import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Records of questions about food", .tags(.medium))
struct QuestionRecordsTests {
    @Test("New questions about a product replace the old ones", arguments: RecordsStore.allCases)
    func questionsAreReplaced(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func remember(_ questions: [FoodQuestion], about code: String?, in language: String = "en", at minute: Int)
                async throws
            {
                try await records.remember(questions, about: code, in: language, at: sample.time(minute))
            }
            func questions(_ code: String, in language: String = "en") async throws -> RememberedQuestions? {
                try await records.questions(about: code, in: language)
            }
            var first = try sample.question("q1", of: "11", kind: "a kind of next year")
            (first.value, first.valueTag, first.pictureAddress) = (nil, "en:organic", "https://pictures.test/1.jpg")
            first.referenceAddress = "https://pictures.test/logo.png"
            first.box = FoodQuestion.Box(left: 0.1, top: 0.25, right: 0.333, bottom: 1)
            let (second, third) = (try sample.question("q2", of: "11"), try sample.question("q3", of: "11"))
            #expect(try await questions("11") == nil, "never asked")
            try await remember([second, first], about: "11", at: 1)
            #expect(
                try await questions("11") == RememberedQuestions(questions: [second, first], fetchedAt: sample.time(1)))
            #expect(try await questions("11", in: "de") == nil)
            #expect(try await questions("22") == nil)
            #expect(try await records.question(first.id) == first)
            #expect(try await records.readAt(first.id) == sample.time(1))
            #expect(try await records.readAt(third.id) == nil)

            let anew = try sample.question("q1", of: "11", text: "Anew?")
            try await remember([third, anew], about: "11", at: 2)
            let english = RememberedQuestions(questions: [third, anew], fetchedAt: sample.time(2))
            #expect(try await questions("11") == english)
            #expect(try await records.question(second.id) == nil)
            #expect(try await records.question(first.id) == anew)
            // Questions in another language and about another product stay.
            let german = RememberedQuestions(
                questions: [try sample.question("q1", of: "11", text: "Neu?")], fetchedAt: sample.time(3))
            try await remember(german.questions, about: "11", in: "de", at: 3)
            try await remember([], about: "22", at: 3)
            #expect(try await questions("11") == english)
            #expect(try await questions("11", in: "de") == german)
            #expect(try await questions("22") == RememberedQuestions(questions: [], fetchedAt: sample.time(3)))

            // Questions about any product are added to the existing ones. Idempotent.
            let (any, more) = (try sample.question("any", of: "33"), try sample.question("more", of: "11"))
            for minute in [4, 5] {
                try await remember(minute == 4 ? [any, more] : [any, third], about: nil, at: minute)
            }
            #expect(try await questions("33") == nil, "nobody asked about this one")
            #expect(try await records.question(any.id) == any)
            let open = try await records.openQuestions(for: "device", in: "en", limit: 9)
            #expect(open.count == 4 && Set(open) == [any, more, third, anew])
            let beside = try #require(try await questions("11"))
            #expect(beside.fetchedAt == sample.time(2) && Set(beside.questions) == [more, third, anew])
            #expect(try await questions("11", in: "de") == german)
            try await remember([], about: "11", at: 6)
            #expect(try await questions("11") == RememberedQuestions(questions: [], fetchedAt: sample.time(6)))
            #expect(try await records.question(more.id) == nil)
            #expect(try await questions("11", in: "de") == german)
            #expect(try await records.openQuestions(for: "device", in: "en", limit: 9) == [any])
        }
    }

    @Test("Questions are deleted after two weeks", arguments: RecordsStore.allCases)
    func oldQuestionsAreForgotten(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func remember(_ name: String, about code: String?, in language: String = "en", onDay day: Int) async throws
            {
                try await records.remember(
                    [sample.question(name, of: code)], about: code, in: language, at: sample.time(day * 1440))
            }
            try await remember("old", about: "11", onDay: 0)
            try await remember("alt", about: "11", in: "de", onDay: 0)
            try await remember("any", about: nil, onDay: 0)
            try await remember("young", about: "22", onDay: 2)
            let vote = try await records.intend(sample.vote(sample.question("old", of: "11")))
            try await remember("soon", about: "33", onDay: 13)
            #expect(try await records.question(sample.id("old")) != nil)
            try await remember("new", about: "33", in: "sv", onDay: 15)
            for name in ["old", "alt", "any"] { #expect(try await records.question(sample.id(name)) == nil) }
            for language in ["en", "de"] {
                // No record, which is different from a record without questions.
                #expect(try await records.questions(about: "11", in: language) == nil)
            }
            #expect(try await records.questions(about: "22", in: "en")?.questions.count == 1)
            #expect(
                try await records.openQuestions(for: "other", in: "en", limit: 9).map(\.id.rawValue) == [
                    "soon", "young",
                ])
            #expect(try await records.votes(VoteQuery()) == [vote])
        }
    }

    @Test("Open questions are those that the voter has not answered", arguments: RecordsStore.allCases)
    func openQuestionsAreUnanswered(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = Ballot(records, sample)
            func open(_ voter: String = "device", in language: String = "en", limit: Int = 9) async throws -> [String] {
                try await records.openQuestions(for: voter, in: language, limit: limit).map(
                    \.id.rawValue)
            }
            func remember(_ names: [String], about code: String?, in language: String = "en", at minute: Int)
                async throws
            {
                try await records.remember(
                    names.map { try sample.question($0, of: code) }, about: code, in: language, at: sample.time(minute))
            }
            #expect(try await open().isEmpty)
            try await remember(["d"], about: "22", at: 3)
            try await remember(["b", "a"], about: "11", at: 1)
            try await remember(["c"], about: nil, at: 2)
            try await remember(["c"], about: nil, in: "de", at: 4)
            #expect(try await open() == ["d", "c", "b", "a"], "of one answer, as they came")
            #expect(try await open(limit: 2) == ["d", "c"])
            #expect(try await open(limit: 0).isEmpty)
            #expect(try await open(in: "de") == ["c"])

            let vote = try await house.intend("c", .skip)
            #expect(try await open() == ["d", "b", "a"])
            #expect(try await open(limit: 2) == ["d", "b"], "as many as are wanted, not fewer")
            #expect(try await open(in: "de").isEmpty, "whatever its language")
            #expect(try await open("account anna") == ["d", "c", "b", "a"])
            _ = try await records.undo(vote.number)
            #expect(try await open() == ["d", "c", "b", "a"])

            for state in Vote.State.allCases {
                let voter = "account \(state.rawValue)"
                _ = try await house.vote("c", by: voter, state: state)
                #expect(
                    try await open(voter) == (state == .lost ? ["d", "c", "b", "a"] : ["d", "b", "a"]), "\(state)")
            }
            _ = try await house.intend("c", by: "account lost")
            #expect(try await open("account lost") == ["d", "b", "a"])
        }
    }
}
