import Directions
import Foundation
import Support
import Testing
import Wording

@Suite("Plain directions", .tags(.small))
struct PlainDirectionsTests {
    @Test(
        "A sentence states the clause in words and digits that are hard to misread",
        arguments: PlainCases.single + PlainCases.unread)
    func single(_ example: PlainCases.Example) {
        let directions = DirectionsReading(text: example.label, status: .ok, clauses: [example.direction])
        #expect(PlainDirections(directions).directionsText == example.plain)
    }

    @Test("An interval stays an interval", arguments: [4.0, 6, 8, 12])
    func intervals(hours: Double) {
        let plain = PlainDirections(.one { $0.frequency = .init(count: 1, period: hours, periodUnit: .hour) })
        #expect(plain.text == "Take 1 tablet every \(Int(hours)) hours.")
        #expect(!plain.sentences.contains { $0.kind == .note })
    }

    @Test("Usual times are named only as a question, and only if none are printed")
    func usualTimes() {
        let twice = PlainDirections(.one { $0.frequency = .daily(2) })
        #expect(
            twice.text
                == "Take 1 tablet 2 times a day. Usual times are morning and evening: ask your pharmacist.")
        #expect(twice.sentences.map(\.kind) == [.instruction, .note])
        let unasked: [(inout Direction) -> Void] = [
            { $0.frequency = .daily(1) }, { $0.frequency = .daily(5) }, { $0.isAsNeeded = true },
            { $0.times = ["09:00"] }, { $0.when = [.AC] }, { $0.frequency?.countMax = 3 },
            { $0.frequency?.period = 2 }, { $0.frequency?.periodUnit = .week },
        ]
        for change in unasked {
            let plain = PlainDirections(
                .one {
                    $0.frequency = .daily(2)
                    change(&$0)
                })
            #expect(!plain.text.contains("Usual times"), "\(plain.text)")
        }
    }

    @Test("The gap and the maximum are stated only if they are printed")
    func limits() {
        let bare = PlainDirections(
            .one {
                $0.isAsNeeded = true
                $0.reason = "pain"
            })
        #expect(
            bare.text == "Take 1 tablet, only if you need it for pain. "
                + "The label does not say how often, or how much at most: ask your pharmacist.")
        let whole = PlainDirections(
            .one {
                $0.isAsNeeded = true
                $0.reason = "pain"
                $0.frequency = .init(count: 1, period: 4, periodMax: 6, periodUnit: .hour)
                $0.maximum = .init(value: 8, unit: "tablet", period: 24, periodUnit: .hour)
            })
        #expect(
            whole.text == "Take 1 tablet every 4 to 6 hours, only if you need it for pain. "
                + "No more than 8 tablets in 24 hours. At least 4 hours between doses.")
        #expect(whole.sentences.map(\.kind) == [.instruction, .limit, .gap])
    }

    @Test("Steps are numbered, and parallel clauses share a number")
    func steps() {
        let night = Direction.tablets(1, .and) {
            $0.frequency = .daily(1)
            $0.when = [.NIGHT]
        }
        let clauses = [
            Direction.tablets(2) {
                $0.frequency = .daily(1)
                $0.duration = .init(value: 1, unit: .day)
            },
            .tablets(1, .then) {
                $0.frequency = .daily(1)
                $0.when = [.MORN]
            }, night,
        ]
        let plain = PlainDirections(DirectionsReading(text: "", status: .ok, clauses: clauses))
        #expect(
            plain.text == "Step 1: Take 2 tablets once a day for 1 day. Step 2: Then take 1 tablet in the morning. "
                + "And take 1 tablet at night.")
        #expect(plain.sentences.map(\.step) == [1, 2, 2])
        #expect(plain.sentences.map(\.clause) == [0, 1, 2])
        let single = PlainDirections(DirectionsReading(text: "", status: .ok, clauses: [clauses[1], night]))
        #expect(single.text == "Take 1 tablet in the morning. And take 1 tablet at night.")
    }
}

extension PlainDirectionsTests {
    @Test("A refused reading shows no dose and quotes nothing")
    func refusal() {
        let text = "take 10 tablets 5 mg/kg now"
        let refused = DirectionsReading(
            text: text, status: .refuse, clauses: [.tablets(10)], flags: [.init("per-kg", at: TextSpan(16, 23))],
            unread: [TextSpan(5, 15)])
        let plain = PlainDirections(refused)
        #expect(plain.sentences.allSatisfy { $0.kind == .caution })
        #expect(plain.text.contains("could not be read safely"))
        #expect(plain.sentences.count == 2)
        #expect(!plain.text.contains { $0.isNumber })
        #expect(plain.directionsText.isEmpty)
    }

    @Test("Unread text is quoted, and an uncertain reading asks for a check")
    func unread() {
        let text = "1 tab po bid  rf  0"
        let plain = PlainDirections(
            DirectionsReading(text: text, status: .review, clauses: [.tablets(1)], unread: [TextSpan(14, 19)]))
        #expect(plain.sentences.first?.kind == .caution)
        #expect(plain.sentences.last?.text == "We could not read: “rf 0”. Check the label.")
        #expect(plain.sentences.last?.kind == .unread)
        #expect(plain.sentences.last?.spans == [TextSpan(14, 19)])
        let spread = DirectionsReading(
            text: "1 tab no red or blue po", status: .review, clauses: [.tablets(1)],
            spans: [.init(clause: 0, field: .dose, span: TextSpan(0, 5))],
            unread: [TextSpan(16, 20), TextSpan(6, 8), TextSpan(21, 23)])
        #expect(
            PlainDirections(spread).sentences.filter { $0.kind == .unread }.map(\.spans) == [[TextSpan(6, 23)]])
        let empty = PlainDirections(
            DirectionsReading(text: "hello", status: .review, clauses: [], unread: [TextSpan(0, 5)]))
        #expect(empty.sentences.map(\.kind) == [.caution, .unread])
        #expect(empty.text.contains("No directions were found"))
    }

    @Test("An easily misread notation is pointed out with its place")
    func cautions() {
        let text = "1 tab qd"
        let flags: [DirectionsReading.Flag] = [
            .init("abbr:QD", at: TextSpan(6, 8)), .init("abbr:QD", at: TextSpan(6, 8)), .init("no-amount"),
            .init("new"),
        ]
        let plain = PlainDirections(DirectionsReading(text: text, status: .ok, clauses: [.tablets(1)], flags: flags))
        let cautions = plain.sentences.filter { $0.kind == .caution }
        #expect(cautions.count == 3)
        #expect(cautions.first?.text.hasPrefix("“qd”: QD means daily") == true)
        #expect(cautions.first?.spans == [TextSpan(6, 8)])
        #expect(cautions.last?.text == "This needs a look at the label.")
        let refused = PlainDirections(DirectionsReading(text: text, status: .refuse, clauses: [], flags: flags))
        #expect(refused.sentences.count == 1)
    }

    @Test("Words on which two readings do not agree are one sentence, and neighbours are one quotation")
    func notAgreed() {
        let text = "Take 1 tablet three times a day"
        let flags = [TextSpan(0, 4), TextSpan(5, 6), TextSpan(20, 25), TextSpan(5, 6)].map {
            DirectionsReading.Flag("not-agreed", at: $0)
        }
        let read = DirectionsReading(text: text, status: .review, clauses: [.tablets(1)], flags: flags)
        let cautions = PlainDirections(read).sentences.filter { $0.kind == .caution }.dropFirst()
        #expect(cautions.map(\.text) == ["“Take 1”, “times”: \(LabelFlag.notAgreed.sentence)"])
        #expect(cautions.first?.spans == [TextSpan(0, 6), TextSpan(20, 25)])
        let refused = DirectionsReading(text: text, status: .refuse, clauses: [], flags: flags)
        #expect(PlainDirections(refused).sentences.count == 1)
    }

    @Test("Sentences have the spans that they are based on, in the order of the text")
    func spans() {
        let text = "1 tab po bid max 4/d"
        var direction = Direction.tablets(1) {
            $0.route = "oral"
            $0.frequency = .daily(2)
        }
        direction.maximum = .init(value: 4, unit: nil, period: 1, periodUnit: .day)
        let spans: [DirectionsReading.FieldSpan] = [
            .init(clause: 0, field: .frequency, span: TextSpan(9, 12)),
            .init(clause: 0, field: .dose, span: TextSpan(0, 5)), .init(clause: 0, field: .route, span: TextSpan(6, 8)),
            .init(clause: 0, field: .max, span: TextSpan(13, 20)), .init(clause: 1, field: .dose, span: TextSpan(0, 1)),
        ]
        let plain = PlainDirections(DirectionsReading(text: text, status: .ok, clauses: [direction], spans: spans))
        let found = plain.sentences.map { $0.spans.map { $0.text(of: text) } }
        #expect(found == [["1 tab", "po", "bid"], ["max 4/d"], ["bid"]])
    }

    @Test("A note states what the label leaves open")
    func notes() {
        let eye = PlainDirections(
            .one {
                $0.dose = .init(low: 1, high: 1, unit: "drop")
                $0.route = "ophthalmic"
                $0.frequency = .daily(1)
            })
        #expect(eye.text.contains("The label does not say which eye"))
        #expect(eye.directionsText == "Put 1 drop in the eye once a day.")
        let bare = PlainDirections(
            .one {
                $0.dose?.unit = nil
                $0.frequency = .init(count: 1, period: 1, periodUnit: .week)
            })
        #expect(bare.text.contains("The label gives a number only"))
        #expect(bare.text.contains("which day of the week"))
        let none = PlainDirections(.one { $0.dose = nil })
        #expect(none.text.contains("does not say how much"))
    }
}

extension PlainDirectionsTests {
    @Test(
        "Text of the label beside the directions is quoted",
        arguments: [
            ("1 tab po bid swallow whole do not crush", ["swallow whole do not crush"]),
            ("please take 1 tablet by mouth 2 times a day and", []),
            ("Take with water: 1 tab po bid", ["Take with water"]),
        ])
    func remainder(label: String, quoted: [String]) {
        let spans = ["1 tab", "let", "po", "bid", "by mouth", "2 times a day"].compactMap { words in
            label.range(of: words).map { range in
                let start = label.unicodeScalars.distance(from: label.startIndex, to: range.lowerBound)
                return DirectionsReading.FieldSpan(
                    clause: 0, field: .dose, span: TextSpan(start, start + words.unicodeScalars.count))
            }
        }
        let plain = PlainDirections(DirectionsReading(text: label, status: .ok, clauses: [.tablets(1)], spans: spans))
        let notes = plain.sentences.filter { $0.text.hasPrefix("The label also says") }
        #expect(notes.map(\.text) == quoted.map { "The label also says: “\($0)”." })
        #expect(notes.map { $0.spans.map { $0.text(of: label) } } == quoted.map { [$0] })
    }

    @Test(
        "The verb of the label is used only if it belongs to the dose",
        arguments: [
            ("1 tablet to be chewed bid", "Chew 1 tablet 2 times a day."),
            ("give 1 tab bid swallow whole", "Give 1 tablet 2 times a day."),
            ("1 tab bid swallow whole", "Take 1 tablet 2 times a day."),
        ])
    func verbs(label: String, plain: String) throws {
        let dose = try #require(label.range(of: "1 tab"))
        let often = try #require(label.range(of: "bid"))
        func span(_ range: Range<String.Index>) -> TextSpan {
            let start = label.unicodeScalars.distance(from: label.startIndex, to: range.lowerBound)
            return TextSpan(start, start + label[range].unicodeScalars.count)
        }
        let direction = Direction.tablets(1) { $0.frequency = .daily(2) }
        let directions = DirectionsReading(
            text: label, status: .ok, clauses: [direction],
            spans: [
                .init(clause: 0, field: .dose, span: span(dose)),
                .init(clause: 0, field: .frequency, span: span(often)),
            ])
        #expect(PlainDirections(directions).directionsText == plain)
    }

    @Test("A summary for a list is short")
    func summaries() {
        let direction = Direction.tablets(1) {
            $0.frequency = .daily(2)
            $0.isAsNeeded = true
            $0.duration = .init(value: 7, unit: .day)
        }
        #expect(PlainDirections.summary(of: direction) == "1 tablet, 2 times a day, only if needed, for 7 days")
        #expect(PlainDirections.amount(of: direction) == "1 tablet")
        #expect(PlainDirections.amount(of: Direction(.first)) == nil)
    }
}
