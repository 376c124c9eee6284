import Directions
import Foundation
import Support
import Testing
import Wording

/// Our own words have the same meaning as the text: reading them again gives the same clauses.
@Suite("Plain directions, read again", .tags(.small))
struct RoundTripTests {
    @Test("Plain words of a clause give the clause again", arguments: PlainCases.single)
    func cases(_ example: PlainCases.Example) {
        let directions = DirectionsReading(text: example.label, status: .ok, clauses: [example.direction])
        expectSame(directions)
    }

    @Test("Plain words of a label give its clauses again", arguments: RoundTripLabels.all)
    func labels(label: String) {
        let directions = DirectionsReader.read(label)
        #expect(directions.status == .ok, "\(label): \(directions.flags.map(\.code))")
        expectSame(directions)
    }

    @Test("Plain words of a random clause give the clause again")
    func chance() {
        var chance = PlainChance(11)
        for _ in 0..<800 {
            let clause = chance.clause()
            expectSame(DirectionsReading(text: "", status: .ok, clauses: [clause]))
        }
    }

    @Test("Plain words of random steps give the steps again")
    func steps() {
        var chance = PlainChance(12)
        for _ in 0..<300 {
            var first = chance.clause()
            (first.isAsNeeded, first.reason, first.maximum) = (false, nil, nil)
            first.duration = .init(value: 4, unit: .week)
            var second = first
            (second.relation, second.duration) = (.then, nil)
            second.dose = .init(low: 4, high: 4, unit: first.dose?.unit)
            second.total = second.total == nil ? nil : second.dose.flatMap { second.strength?.amount.times($0) }
            expectSame(DirectionsReading(text: "", status: .ok, clauses: [first, second]))
        }
    }

    @Test(
        "Plain words of each completely read label of the collection give its clauses again", .needsShared,
        .tags(.medium))
    func collection() throws {
        let folder = try #require(Fixture.shared)
        let lines = try String(contentsOfFile: "\(folder)/data/sigs/dev.jsonl", encoding: .utf8)
        var readWhole = 0
        for line in lines.split(separator: "\n") {
            let labelled = try JSONDecoder().decode(LabelledDirections.self, from: Data(line.utf8))
            let directions = DirectionsReader.read(labelled.sig)
            guard labelled.expect == .full, directions.status == .ok else { continue }
            readWhole += 1
            // In plain words each dose has its unit, and equal doses become one instruction.
            if directions.clauses.contains(where: { $0.dose?.isUnitCarried == true }) { continue }
            expectSame(directions)
        }
        #expect(readWhole > 300)
    }

    private func expectSame(_ directions: DirectionsReading, sourceLocation: SourceLocation = #_sourceLocation) {
        let plain = PlainDirections(directions)
        let again = DirectionsReader.read(plain.directionsText)
        let score = DirectionsScore(
            LabelledDirections(id: "", sig: directions.text, expect: .full, clauses: directions.clauses), read: again)
        // Random clauses may have amounts that no label has.
        if directions.spans.isEmpty, again.flags.contains(where: { $0.code == "implausible" }) { return }
        // Our own clauses may lack what makes a reading sure, such as the frequency.
        let isShown = again.status == .ok || (again.status == .review && directions.spans.isEmpty)
        let isSame =
            isShown && score.areFieldsRight && zip(directions.clauses, again.clauses).allSatisfy(isSameElsewhere)
        #expect(
            isSame,
            "“\(directions.text)” → “\(plain.directionsText)” \(again.status) \(again.flags.map(\.code)) \(score.wrong.map(\.rawValue)) \(again.clauses)",
            sourceLocation: sourceLocation)
    }

    /// Compares fields outside the score: route, relation, and strength. "Apply one" on a label names no route, in a
    /// sentence it does.
    private func isSameElsewhere(_ before: Direction, _ after: Direction) -> Bool {
        before.relation == after.relation && before.strength == after.strength
            && (before.route == after.route || before.route == nil && after.route == "topical")
            && (before.reason == nil) == (after.reason == nil) && before.offsetMinutes == after.offsetMinutes
            && (before.site == nil || after.site != nil)
    }
}
