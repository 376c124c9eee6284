/// One reading held against what a person made of the same text.
package struct DirectionsScore: Sendable, Hashable, Codable {
    /// The parts of a clause in which a mistake harms.
    package enum Field: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
        case dose, frequency, when, times, days, count, asNeeded, duration, max
    }

    package let id: String
    package let expected: LabelledDirections.Expected
    package let status: DirectionsReading.Status
    /// As many clauses as expected, and every safety field of each right.
    package let areFieldsRight: Bool
    /// Every part that is wrong in any clause; all of them where the number of clauses differs.
    package let wrong: Set<Field>
    package let missingFlags: [String]
    /// A dose stands where the reading shows it.
    package let showsDose: Bool

    package init(_ line: LabelledDirections, read directions: DirectionsReading) {
        id = line.id
        expected = line.expect
        status = directions.status
        showsDose = directions.status != .refuse && directions.clauses.contains { $0.dose != nil }
        let raised = Set(directions.flags.map(\.code))
        missingFlags = line.flags.filter { !raised.contains($0) }
        if line.clauses.count == directions.clauses.count {
            wrong = zip(line.clauses, directions.clauses).reduce(into: []) { $0.formUnion(Self.wrong($1.0, $1.1)) }
        } else {
            wrong = Set(Field.allCases)
        }
        areFieldsRight = wrong.isEmpty
    }

    /// Read without a doubt, and rightly.
    package var isExact: Bool { status == .ok && areFieldsRight && expected == .full }

    /// Read without a doubt where a field is wrong, or where a person should look or no dose may be shown: the one failure
    /// nobody sees.
    package var isSilentlyWrong: Bool { status == .ok && (expected != .full || !areFieldsRight) }

    /// Sent to a person, or refused.
    package var isFlagged: Bool { status != .ok }

    /// A dose where none may be shown.
    package var isReadAsDose: Bool { expected == .refuse && showsDose }

    /// A unit that is carried from the dose before is not written at this one; both ways of labelling it are right.
    private static func isSame(_ expected: Direction.Amount?, _ read: Direction.Amount?) -> Bool {
        guard let expected, let read else { return expected == nil && read == nil }
        return expected.isSame(as: read)
    }

    private static func wrong(_ expected: Direction, _ read: Direction) -> Set<Field> {
        var wrong: Set<Field> = []
        func check(_ field: Field, _ isRight: Bool) { if !isRight { wrong.insert(field) } }
        check(.dose, isSame(expected.dose, read.dose))
        check(.frequency, expected.frequency == read.frequency)
        check(.when, Set(expected.when) == Set(read.when))
        check(.times, Set(expected.times) == Set(read.times))
        check(.days, Set(expected.days) == Set(read.days))
        check(.count, expected.count == read.count)
        check(.asNeeded, expected.isAsNeeded == read.isAsNeeded)
        check(.duration, expected.duration == read.duration)
        check(.max, expected.maximum == read.maximum)
        return wrong
    }
}
