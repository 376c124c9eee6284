import Directions
import Foundation
import Support
import Testing

@Suite("Scores of directions", .tags(.small))
struct DirectionsScoreTests {
    private static let clause = Direction.tablets(1) {
        $0.route = "oral"
        $0.frequency = .daily(2)
    }

    private func score(
        _ expect: LabelledDirections.Expected, _ status: DirectionsReading.Status, _ clauses: [Direction],
        flags: [String] = [], raised: [String] = [], expected: [Direction] = [Self.clause]
    ) -> DirectionsScore {
        let line = LabelledDirections(id: "1", sig: "x", expect: expect, flags: flags, clauses: expected)
        return DirectionsScore(
            line,
            read: DirectionsReading(text: "x", status: status, clauses: clauses, flags: raised.map { .init($0) }))
    }

    @Test("A score distinguishes exact, silently wrong, flagged and read as a dose")
    func kinds() {
        var other = Self.clause
        other.frequency = .hourly(12)
        let cases: [(DirectionsScore, [Bool])] = [
            (score(.full, .ok, [Self.clause]), [true, false, false, false]),
            (score(.full, .ok, [other]), [false, true, false, false]),
            (score(.full, .ok, []), [false, true, false, false]),
            (score(.full, .review, [Self.clause]), [false, false, true, false]),
            (score(.partial, .review, [other]), [false, false, true, false]),
            (score(.partial, .ok, [other]), [false, true, false, false]),
            (score(.refuse, .refuse, [], expected: []), [false, false, true, false]),
            (score(.refuse, .review, [Self.clause], expected: []), [false, false, true, true]),
            (score(.refuse, .ok, [Self.clause], expected: []), [false, true, false, true]),
            (score(.partial, .ok, [Self.clause]), [false, true, false, false]),
            (score(.refuse, .review, [], expected: []), [false, false, true, false]),
        ]
        for (score, expected) in cases {
            let found = [score.isExact, score.isSilentlyWrong, score.isFlagged, score.isReadAsDose]
            #expect(found == expected, "\(score)")
        }
    }

    @Test("A score compares every safety field and no other")
    func fields() {
        let changes: [(DirectionsScore.Field?, (inout Direction) -> Void)] = [
            (.dose, { $0.dose?.unit = "capsule" }), (.dose, { $0.dose?.low = nil }),
            (.frequency, { $0.frequency = nil }),
            (.when, { $0.when = [.C] }), (.times, { $0.times = ["08:00"] }), (.days, { $0.days = [.monday] }),
            (.count, { $0.count = 1 }), (.asNeeded, { $0.isAsNeeded = true }),
            (.duration, { $0.duration = .init(value: 7, unit: .day) }),
            (.max, { $0.maximum = .init(value: 8, unit: nil, period: 24, periodUnit: .hour) }),
            (nil, { $0.route = nil }), (nil, { $0.site = "left eye" }), (nil, { $0.reason = "pain" }),
            (nil, { $0.strength = .init(.init(low: 5, high: 5, unit: "mg"), .each) }),
        ]
        for (field, change) in changes {
            var read = Self.clause
            change(&read)
            let score = score(.full, .ok, [read])
            #expect(score.wrong == Set([field].compactMap(\.self)))
            #expect(score.areFieldsRight == (field == nil))
        }
    }

    @Test("A score ignores the order of events, hours and days")
    func order() {
        var first = Self.clause
        (first.when, first.times, first.days) = ([.MORN, .HS], ["08:00", "20:00"], [.monday, .friday])
        var second = Self.clause
        (second.when, second.times, second.days) = ([.HS, .MORN], ["20:00", "08:00"], [.friday, .monday])
        #expect(score(.full, .ok, [second], expected: [first]).isExact)
    }

    @Test("A score names the missing flags")
    func flags() {
        let score = score(.partial, .review, [], flags: ["abbr:U", "conflict"], raised: ["conflict", "other"])
        #expect(score.missingFlags == ["abbr:U"])
    }

    @Test("Scores add up to a table")
    func table() {
        let summary = DirectionsScore.Summary([
            score(.full, .ok, [Self.clause]), score(.full, .ok, []), score(.full, .review, [Self.clause]),
            score(.partial, .review, [Self.clause]), score(.refuse, .ok, [Self.clause], expected: []),
        ])
        #expect(summary[.full].share(\.exact) == 1.0 / 3)
        #expect(summary[.full].fieldsRight == 2)
        #expect(summary.wrongFields[.dose] == 1)
        #expect(
            summary.table == """
                silently wrong: 2 of 5 lines (0.400), exact: 1 (0.333) of the full ones

                expected  lines      exact  fields right  silently wrong    flagged  read as dose  flags missing
                full          3  1 (0.333)     2 (0.667)       1 (0.333)  1 (0.333)             –              0
                partial       1  0 (0.000)     1 (1.000)       0 (0.000)  1 (1.000)             –              0
                refuse        1          –             –       1 (1.000)  0 (0.000)     1 (1.000)              0

                Fields wrong: dose 1, frequency 1, when 1, times 1, days 1, count 1, asNeeded 1, duration 1, max 1.

                """)
        #expect(DirectionsScore.Summary()[.partial].share(\.flagged) == 0)
    }

    @Test("A labelled line keeps the keys that it does not know")
    func unknown() throws {
        let text = """
            {"id":"a","sig":"1 tab","expect":"partial","why":"no times","source":"own","extra":{"n":[1,null,true]},\
            "clauses":[{"rel":"first","dose":{"low":1,"high":1,"unit":"tablet"}}],"medication":{"name":"x"}}
            """
        let line = try JSONDecoder().decode(LabelledDirections.self, from: Data(text.utf8))
        #expect(line.clauses == [.tablets(1)])
        #expect(line.others["source"] == .string("own"))
        #expect(line.others["extra"] == .object(["n": .array([.number(1), .null, .bool(true)])]))
        #expect(try JSONDecoder().decode(LabelledDirections.self, from: JSONEncoder().encode(line)) == line)
        let encoded = try JSONEncoder().encode(DirectionsScore.Summary([score(.full, .ok, [])]))
        #expect(String(decoding: encoded, as: UTF8.self).contains(#""full":{"#))
    }
}
