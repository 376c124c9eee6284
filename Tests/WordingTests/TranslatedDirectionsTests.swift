import Directions
import Support
import Testing

@testable import Wording

@Suite("Translated directions", .tags(.small))
struct TranslatedDirectionsTests {
    @Test("A clause has one sentence in German and one in French", arguments: TranslatedCases.all)
    func sentences(_ example: TranslatedCases.Example) {
        #expect(Self.sentence(example.direction, .german) == example.german)
        #expect(Self.sentence(example.direction, .french) == example.french)
    }

    @Test("The table has at least forty clauses")
    func many() { #expect(TranslatedCases.all.count >= 40) }

    @Test("Narrow spaces that do not break stand between thousands, and a comma before decimals")
    func numbers() {
        for language in PlainLanguage.allCases {
            let amounts = TranslatedAmount(language: language)
            #expect(amounts.number(1_234_567.25) == "1\u{202F}234\u{202F}567,25")
            #expect(amounts.number(999) == "999")
            #expect(amounts.number(0.000_001) == "0,000001")
            #expect(amounts.number(0.000_000_1) == nil)
            #expect(amounts.number(-1) == nil && amounts.number(.infinity) == nil && amounts.number(.nan) == nil)
        }
    }

    // MARK: - Nothing is left out

    @Test("A value that is not in the tables gives no sentence", arguments: Unsupported.all)
    func unsupported(_ example: Unsupported) {
        for language in PlainLanguage.allCases {
            #expect(TranslatedDirections.sentence(of: example.direction, in: language) == nil, "\(example)")
        }
    }

    @Test("Every field of a clause has a value without words, or all its values have words")
    func fields() {
        // Both values of these have words; the table of clauses has them.
        let whole: Set = ["relation", "isOnEmptyStomach", "isAsNeeded"]
        #expect(Set(Unsupported.all.map(\.field)).union(whole) == Set(Self.names(of: Direction(.first))))
    }
}

extension TranslatedDirectionsTests {
    @Test("No part of a clause has a field that the translation does not know")
    func parts() {
        let amount = Direction.Amount(low: 1, high: 1, unit: "mg")
        #expect(Self.names(of: amount) == ["low", "high", "unit", "isUnitCarried"])
        #expect(Self.names(of: Direction.Strength(amount, .each)) == ["amount", "basis"])
        #expect(
            Self.names(of: Direction.Frequency.daily(1)) == ["count", "countMax", "period", "periodMax", "periodUnit"])
        #expect(
            Self.names(of: Direction.Duration(value: 1, unit: .day)) == ["value", "valueMax", "unit", "bound"])
        #expect(
            Self.names(of: Direction.Maximum(value: 1, unit: nil, period: 1, periodUnit: .day))
                == ["value", "unit", "period", "periodUnit"])
    }

    @Test("Each value of a field changes the sentence")
    func changes() {
        let plain = Direction.tablets(1) { $0.frequency = .daily(1) }
        let changes: [(inout Direction) -> Void] = [
            { $0.dose?.unit = "capsule" }, { $0.total = .init(low: 5, high: 5, unit: "mg") }, { $0.route = "oral" },
            { $0.site = "left eye" }, { $0.frequency = .daily(2) }, { $0.times = ["08:00"] }, { $0.days = [.monday] },
            { $0.when = [.ACM] }, { $0.isOnEmptyStomach = true }, { $0.count = 2 }, { $0.isAsNeeded = true },
            { $0.reason = "pain" }, { $0.duration = .init(value: 7, unit: .day) }, { $0.relation = .then },
            { $0.maximum = .init(value: 8, unit: "tablet", period: 24, periodUnit: .hour) },
        ]
        for language in PlainLanguage.allCases {
            var seen = [Self.sentence(plain, language)]
            for change in changes {
                var direction = plain
                change(&direction)
                let sentence = Self.sentence(direction, language)
                #expect(sentence != nil && !seen.contains(sentence), "\(direction)")
                seen.append(sentence)
            }
        }
    }

    @Test("A random clause of a label has a sentence in which no comma joins two numbers")
    func chance() throws {
        var chance = PlainChance(20)
        for _ in 0..<500 {
            let relation = chance.pick(Direction.Relation.allCases)
            let clause = chance.clause(relation)
            for language in PlainLanguage.allCases {
                let sentence = try #require(Self.sentence(clause, language), "\(clause)")
                #expect(!Self.joinsNumbers(sentence), "\(sentence)")
                #expect(!sentence.contains("  ") && sentence.hasSuffix("."))
            }
        }
    }

    @Test("Any clause has no sentence, or one in which no comma joins two numbers")
    func anyClause() {
        var chance = PlainChance(21)
        for _ in 0..<2000 {
            let relation = chance.pick(Direction.Relation.allCases)
            let clause = chance.anyClause(relation)
            for language in PlainLanguage.allCases {
                guard let sentence = Self.sentence(clause, language) else { continue }
                #expect(!Self.joinsNumbers(sentence), "\(sentence)")
                for time in clause.times {
                    #expect(sentence.contains(time) || sentence.contains("h \(time.suffix(2))"), "\(sentence)")
                }
            }
        }
    }

    // MARK: - Readings

    @Test(
        "The clauses of a label are translated with the verb of the label",
        arguments: [
            (
                "take 1 tablet 3 times a day with food for 10 days",
                ["1 Tablette, 3-mal täglich, zum Essen, 10 Tage lang."]
            ),
            ("chew 1 tablet twice daily", ["1 Tablette, kauen, 2-mal täglich, durch den Mund."]),
            (
                "take 2 tablets in the morning and 1 tablet at night",
                ["2 Tabletten, 1-mal täglich, morgens.", "Außerdem: 1 Tablette, 1-mal täglich, zur Nacht."]
            ),
            (
                "take 2 tablets daily for 1 day then 1 tablet daily for 4 days",
                ["2 Tabletten, 1-mal täglich, 1 Tag lang.", "Danach: 1 Tablette, 1-mal täglich, 4 Tage lang."]
            ),
        ])
    func labels(label: String, expected: [String]) {
        let sentences = TranslatedDirections.sentences(of: DirectionsReader.read(label), in: .german)
        #expect(sentences.count == expected.count)
        #expect(sentences.compactMap { $0.map(Self.plain) } == expected)
    }
}

extension TranslatedDirectionsTests {
    @Test(
        "A verb or a device without words gives no sentence",
        arguments: ["dissolve 1 tablet under the tongue twice daily", "2.5 mg via nebulizer every 4 hours"])
    func silent(label: String) {
        let reading = DirectionsReader.read(label)
        #expect(!reading.clauses.isEmpty)
        #expect(TranslatedDirections.sentences(of: reading, in: .german).allSatisfy { $0 == nil })
    }

    @Test("Refused directions have no translation, also with clauses")
    func refused() {
        let reading = DirectionsReading(text: "", status: .refuse, clauses: [.tablets(1)])
        #expect(TranslatedDirections.sentences(of: reading, in: .french) == [nil])
    }

    // MARK: -

    private static func sentence(_ direction: Direction, _ language: PlainLanguage) -> String? {
        TranslatedDirections.sentence(of: direction, in: language).map(plain)
    }

    /// Returns the text with each no-break space as a space.
    private static func plain(_ text: String) -> String {
        text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
    }

    /// Returns true for "1, 2": it could be read as 1,2.
    private static func joinsNumbers(_ sentence: String) -> Bool {
        let characters = Array(sentence)
        return characters.indices.contains { place in
            characters[place] == "," && place > 0 && place + 2 < characters.count && characters[place - 1].isNumber
                && characters[place + 1] == " " && characters[place + 2].isNumber
        }
    }

    private static func names(of value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
}

/// A clause with one value that has no words, and the field that has it.
struct Unsupported: Sendable, CustomTestStringConvertible {
    let field: String
    let direction: Direction

    init(_ field: String, _ change: (inout Direction) -> Void) {
        self.field = field
        direction = .tablets(1) {
            $0.frequency = .daily(1)
            change(&$0)
        }
    }

    var testDescription: String { "\(field): \(direction)" }

    static let all: [Self] = doses + strengths + places + times + others

    private static let doses: [Self] = [
        Self("dose") { $0.dose?.unit = "scoop" },
        Self("dose") { $0.dose?.unit = "grain" },
        Self("dose") { $0.dose?.unit = "tablespoon" },
        Self("dose") { $0.dose = .init(low: 0, high: 0, unit: "tablet") },
        Self("dose") { $0.dose = .init(low: 0, high: 1, unit: "tablet") },
        Self("dose") { $0.dose = .init(low: 2, high: 1, unit: "tablet") },
        Self("dose") { $0.dose = .init(low: nil, high: nil, unit: "tablet") },
        Self("dose") { $0.dose = .init(low: 0.123_456_7, high: 0.123_456_7, unit: "mg") },
    ]

    private static let strengths: [Self] = [
        Self("strength") { $0.strength = .init(.init(low: 5, high: 5, unit: "mg"), .unknown) },
        Self("strength") { $0.strength = .init(.init(low: 5, high: 5, unit: "grain"), .each) },
        Self("strength") { $0.strength = .init(.init(low: 5, high: 5, unit: nil), .each) },
        Self("strength") {
            $0.dose?.unit = nil
            $0.strength = .init(.init(low: 5, high: 5, unit: "mL"), .each)
        },
        Self("strength") {
            $0.dose?.unit = "mL"
            $0.strength = .init(.init(low: 5, high: 5, unit: "mg"), .each)
        },
        Self("strength") {
            $0.dose = nil
            $0.strength = .init(.init(low: 5, high: 5, unit: "mg"), .all)
        },
        Self("strength") {
            $0.strength = .init(.init(low: 5, high: 5, unit: "mg"), .all)
            $0.total = .init(low: 10, high: 10, unit: "mg")
        },
        Self("total") { $0.total = .init(low: 5, high: 5, unit: nil) },
        Self("total") { $0.total = .init(low: 5, high: 5, unit: "dram") },
        Self("total") {
            $0.dose = nil
            $0.total = .init(low: 5, high: 5, unit: "mg")
        },
        Self("total") {
            $0.strength = .init(.init(low: 5, high: 5, unit: "mg"), .each)
            $0.total = .init(low: 10, high: 10, unit: "mg")
        },
    ]

    private static let places: [Self] = [
        Self("route") { $0.route = "gastrostomy" },
        Self("route") { $0.route = "" },
        Self("route") {
            $0.route = "gastrostomy"
            $0.site = "left eye"
        },
        Self("site") { $0.site = "around the lips" },
        Self("site") { $0.site = "" },
        Self("site") {
            $0.route = "topical"
            $0.site = "under the left eye"
        },
    ]

    private static let times: [Self] = [
        Self("frequency") { $0.frequency?.count = nil },
        Self("frequency") { $0.frequency?.count = 0 },
        Self("frequency") { $0.frequency?.countMax = 1 },
        Self("frequency") { $0.frequency?.period = 0 },
        Self("frequency") { $0.frequency?.periodMax = 1 },
        Self("times") { $0.times = ["8 pm"] },
        Self("times") { $0.times = ["08:00", "24:00"] },
        Self("times") { $0.times = ["8:00"] },
        Self("times") { $0.times = ["+1:30"] },
        Self("days") { $0.days = [.monday, .monday] },
        Self("when") { $0.when = [.MORN, .MORN] },
        Self("offsetMinutes") { $0.offsetMinutes = 30 },
        Self("offsetMinutes") {
            $0.when = [.MORN]
            $0.offsetMinutes = 30
        },
        Self("offsetMinutes") {
            $0.when = [.ACM]
            $0.offsetMinutes = 0
        },
        Self("offsetMinutes") {
            $0.when = [.ACM]
            $0.offsets = [.ACM: 30]
            $0.offsetMinutes = 60
        },
        Self("offsets") { $0.offsets = [.ACM: 30] },
        Self("offsets") {
            $0.when = [.MORN]
            $0.offsets = [.MORN: 30]
        },
        Self("offsets") {
            $0.when = [.ACM]
            $0.offsets = [.ACM: -30]
        },
        Self("isEitherMeal") { $0.isEitherMeal = true },
        Self("isEitherMeal") {
            $0.when = [.AC]
            $0.isEitherMeal = true
        },
    ]

    private static let others: [Self] = [
        Self("count") { $0.count = 0 },
        Self("reason") { $0.reason = "a stubborn ear" },
        Self("reason") {
            $0.isAsNeeded = true
            $0.reason = ""
        },
        Self("duration") { $0.duration = .init(value: 0, unit: .day) },
        Self("duration") { $0.duration = .init(value: 7, valueMax: 5, unit: .day) },
        Self("duration") {
            $0 = Direction(.then)
            $0.duration = .init(value: 7, unit: .day)
        },
        Self("maximum") { $0.maximum = .init(value: 0, unit: "tablet", period: 1, periodUnit: .day) },
        Self("maximum") { $0.maximum = .init(value: 8, unit: "grain", period: 1, periodUnit: .day) },
        Self("maximum") { $0.maximum = .init(value: 8, unit: "tablet", period: 0, periodUnit: .day) },
        Self("maximum") {
            $0 = Direction(.first)
            $0.maximum = .init(value: 8, unit: "tablet", period: 1, periodUnit: .day)
        },
    ]
}
