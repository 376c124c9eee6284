/// Compares one reading with what a person labelled for the same text.
package struct DirectionsScore: Sendable, Hashable, Codable {
    /// The fields of a clause in which an error can cause harm.
    package enum Field: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
        case dose, frequency, when, times, days, count, asNeeded, duration, max
    }

    package let id: String
    package let expected: LabelledDirections.Expected
    package let status: DirectionsReading.Status
    /// True if the number of clauses is as expected and every safety field of each clause is right.
    package let areFieldsRight: Bool
    /// The fields that are wrong in any clause; all fields if the number of clauses differs.
    package let wrong: Set<Field>
    package let missingFlags: [String]
    /// True if the reading shows a dose.
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

    /// True if the reading is `ok` and right.
    package var isExact: Bool { status == .ok && areFieldsRight && expected == .full }

    /// True if the reading is `ok` although a field is wrong or a review or refusal is expected. This is the most
    /// dangerous failure: the reader of the label sees no warning.
    package var isSilentlyWrong: Bool { status == .ok && (expected != .full || !areFieldsRight) }

    /// True if the reading asks for a review or is refused.
    package var isFlagged: Bool { status != .ok }

    /// True if the reading shows a dose although none is allowed.
    package var isReadAsDose: Bool { expected == .refuse && showsDose }

    /// Compares amounts. A carried unit may be labelled with or without the unit; both are right.
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
