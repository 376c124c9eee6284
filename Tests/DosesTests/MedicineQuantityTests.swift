import Calendar
import Directions
import Support
import Testing

@testable import Doses
@testable import Labels

@Suite("Dispensed quantities", .tags(.small))
struct MedicineQuantityTests {
    private static func entry(_ line: String) throws -> LabelReading.Entry {
        let names = try MedicineNames("name\tkind\tstrengths\ninsulin glargine\tg\t100 units/mL\n")
        let text = RecognisedText(typed: "INSULIN GLARGINE 100 UNITS/ML\nINJECT 15 UNITS DAILY\n\(line)")
        return try #require(LabelReader(names: names).read(text).entries.first)
    }

    @Test(
        "A quantity keeps its printed unit and never takes that of the dose",
        arguments: [
            ("QTY: 15 ML", "mL", "15 mL"), ("QTY: 15", nil, "15"), ("QTY: 3 PENS", "pen", "3 pens"),
            ("DISP: 300 UNITS", "unit", "300 units"), ("QTY: 1 BOTTLE", "bottle", "1 bottle"),
            ("QTY: 2 BOXES", "box", "2 boxes"), ("QTY: 60 GM", "g", "60 g"), ("QTY 200 DOSES", "dose", "200 doses"),
        ] as [(String, String?, String)])
    func printed(line: String, unit: String?, words: String) throws {
        let entry = try Self.entry(line)
        #expect(entry.quantityUnit == unit)
        let medicine = Medicine(
            name: "Insulin", sig: "", clauses: [DoseSample.clause(.first, 15, unit: "unit")],
            quantity: entry.quantity?.content, quantityUnit: entry.quantityUnit)
        #expect(medicine.quantityWords == words)
    }

    @Test(
        "An amount alone that may be a dose is not a quantity", arguments: ["20 UNITS", "2 PUFFS", "2 DOSES"])
    func alone(line: String) throws {
        #expect(try Self.entry(line).quantity == nil)
    }

    @Test(
        "A quantity counts doses only in the same unit, and a bare number only pieces",
        arguments: [
            ("tablet", "tablet", true), ("tablet", nil, true), ("pill", "tablet", true), ("tablet", "capsule", false),
            ("mL", "mL", true), ("mL", nil, false), ("unit", "mL", false), ("unit", nil, false), ("puff", nil, false),
            ("puff", "inhaler", false), ("tablet", "bottle", false), (nil, nil, false),
        ] as [(String?, String?, Bool)])
    func doses(dose: String?, printed: String?, isCounted: Bool) {
        let medicine = Medicine(
            name: "Testamine", sig: "", clauses: [DoseSample.clause(.first, 1, unit: dose)], quantity: 30,
            quantityUnit: printed)
        #expect(medicine.quantity(forDosesIn: dose) == (isCounted ? 30 : nil))
    }

    @Test(
        "A typed unit of a quantity is normalised",
        arguments: [
            ("ML", "mL"), (" Tabs ", "tablet"), ("pens", "pen"), ("", nil), ("  ", nil),
            ("Dosette trays", "Dosette trays"),
        ] as [(String, String?)])
    func typed(text: String, unit: String?) { #expect(LabelReading.quantityUnit(named: text) == unit) }

    @Test("A quantity is shown beside the doses only if they are counted in its unit")
    func preview() throws {
        let clause = DoseSample.clause(.first, 15, unit: "unit") {
            $0.every(1)
            $0.lasts(7)
        }
        func sum(_ unit: String?) throws -> String? {
            var medicine = DoseSample.medicine([clause], quantity: 105)
            medicine.quantityUnit = unit
            var draft = DosePlan.Draft(medicine, status: .ok, usual: try DoseSample.usual())
            for needed in DosePlan.Confirmations.needed(for: medicine) { draft.confirmations.confirm(needed) }
            draft.answers.times[0] = try DoseSample.times("08:00")
            draft.answers.starts[0] = try DoseSample.point("2026-01-05 08:00")
            let revision = try draft.revision(zone: .utc, from: try DoseSample.instant("2026-01-01 00:00"))
            let plan = DosePlan(id: .init(rawValue: "p"), medicine: .init(rawValue: "m"), first: revision)
            return try DoseSchedule(plan, zones: [.utc]).preview(days: 2).sum?.words
        }
        #expect(try sum("mL") == "105 units")
        #expect(try sum("unit") == "105 of 105 units")
    }
}
