import Contracts
import Directions
import Documents
import Doses
import Foundation
import Household
import Labels
import Support
import Testing

@Suite("Strengths of a household's medicines", .tags(.medium))
struct MedicineStrengthTests {
    @Test("A typed strength far from all sold ones makes the directions need review")
    func typed() throws {
        let house = try MedicineHouse()
        var form = house.form()
        #expect(try house.household.medicines.reading(of: form).directions.status == .ok)
        form.strength = "5000 mg"
        let read = try house.household.medicines.reading(of: form)
        #expect(read.directions.status == .review)
        #expect(read.directions.flags.map(\.code) == ["strength-tenfold"])
        #expect(read.medicine.strength == "5000 mg")
        #expect(
            house.household.medicines.strengthVerdict(name: form.name, strength: "5000 mg", form: form.form).isTenfold)
        form.name = "Nobody's medicine"
        #expect(try house.household.medicines.reading(of: form).directions.status == .ok)
        #expect(house.household.medicines.strengthVerdict(name: form.name, strength: "5000 mg") == .unknown)
        #expect(house.household.medicines.strengthVerdict(name: "Amoxicillin", strength: nil) == .unknown)
    }

    @Test("Directions that name a strength far from all sold ones need review, also without a label")
    func directions() throws {
        let house = try MedicineHouse()
        let far = house.household.medicines.readDirections("Take amoxicillin 500 mcg capsule twice daily")
        #expect(far.status == .review)
        #expect(far.flags.contains { $0.code == "strength-tenfold" && $0.span?.text(of: far.text) == "500 mcg" })
        let given = house.household.medicines.readDirections("Take one 5 g capsule twice daily", of: "Amoxicillin")
        #expect(given.flags.contains { $0.code == "strength-tenfold" })
        #expect(
            !house.household.medicines.readDirections("Take amoxicillin 500 mg capsule twice daily").flags
                .contains { $0.code == "strength-tenfold" })
    }

    @Test("The JSON of a label has the verdict on its strength")
    func document() throws {
        let house = try MedicineHouse()
        func check(_ strength: String) throws -> [String: Any] {
            let view = try house.household.medicines.readLabel(
                text: "AMOXICILLIN \(strength) CAPSULE\nTAKE 1 CAPSULE TWICE DAILY")
            let data = try JSONEncoder().encode(LabelDocument(view))
            let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let medicine = try #require((document["medicines"] as? [[String: Any]])?.first)
            return try #require(medicine["strengthCheck"] as? [String: Any])
        }
        let far = try check("500 MCG")
        #expect(far["verdict"] as? String == "tenfold")
        #expect(far["factor"] as? Double == 0.001)
        #expect(far["nearest"] as? String == "250 mg")
        #expect(try check("500 MG")["verdict"] as? String == "listed")
        #expect(try check("300 MG")["verdict"] as? String == "unlisted")
    }
}
