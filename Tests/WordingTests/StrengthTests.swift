import Directions
import Foundation
import Testing
import Wording

@Suite("The weight beside a count")
struct StrengthTests {
    @Test(
        "A weight is of each or of all together, as the text says, and is never computed",
        arguments: [
            ("Take two 5 mg tablets daily", "2 tablets (5 mg each)"),
            ("Take 2 tablets of 5 mg daily", "2 tablets (5 mg each)"),
            ("Take 2 tablets (5 mg each, 10 mg in all) daily", "2 tablets (5 mg each, 10 mg in all)"),
            ("Take 2 tablets (10 mg total) daily", "2 tablets (10 mg in all)"),
            ("Take 2 tablets = 10 mg daily", "2 tablets (10 mg in all)"),
            ("Take 10 mg (2 tablets) daily", "2 tablets (10 mg in all)"),
            ("Take 500 mg tablets, 2 tablets twice daily", "2 tablets (500 mg each)"),
            ("20 mg (half of a 40 mg tablet) once daily", "half a tablet (½) (40 mg each, 20 mg in all)"),
            ("Take 1 g (two 500 mg tablets) daily", "2 tablets (500 mg each, 1 g in all)"),
            ("1-2 tablets (5-10 mg) at night", "1 to 2 tablets (5 to 10 mg in all)"),
            ("Take 1 tablet (5 mg) daily", "1 tablet (5 mg)"),
            ("Take 25 ml (1000 mg) daily", "25 mL (1,000 mg in all)"),
            (
                "take 1 tablet 40 mg in the morning and 0.5 tablets 20 mg in the evening",
                "half a tablet (½) (20 mg in all)"
            ),
        ])
    func basis(sig: String, said: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .ok, "\(read.flags)")
        #expect(PlainDirections(read).text.contains(said), "\(PlainDirections(read).text)")
    }

    @Test(
        "A weight that contradicts count and total is refused",
        arguments: [
            "Take 20 mg (two 20 mg tablets) in the morning", "Take 20 mg (half of a 20 mg tablet) daily",
            "Take 2 tablets (5 mg each, 20 mg in all) daily", "Take 3 tablets of 5 mg (10 mg) daily",
            "Take 5 mg tablets, 2 tablets (20 mg total) daily", "Take 1 g (three 500 mg tablets) daily",
        ])
    func contradictions(sig: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .refuse)
        #expect(read.flags.contains { $0.code == "two-amounts" })
    }

    @Test(
        "A weight without a statement of what it refers to is shown to a person",
        arguments: ["Take 2 tablets (5 mg) daily", "2 tablets 500 mg bid", "Paracetamol 500 mg 2 tablets daily"])
    func unknown(sig: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .review)
        #expect(read.clauses.first?.strength?.basis == .unknown && read.clauses.first?.total == nil)
        #expect(read.flags.contains { $0.code == "strength-basis" && $0.span != nil })
    }

    @Test("A strength stored by an earlier release is read with an unknown basis")
    func stored() throws {
        let old = #"{"rel": "first", "strength": {"low": 5, "high": 5, "unit": "mg"}}"#
        let direction = try JSONDecoder().decode(Direction.self, from: Data(old.utf8))
        #expect(direction.strength == .init(.init(low: 5, high: 5, unit: "mg"), .unknown))
        let again = try JSONDecoder().decode(Direction.self, from: JSONEncoder().encode(direction))
        #expect(again == direction)
    }
}
