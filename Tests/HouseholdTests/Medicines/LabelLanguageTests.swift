import Contracts
import Directions
import Doses
import Explaining
import Household
import Labels
import Support
import Testing

@Suite("A label that is not English", .tags(.small))
struct LabelLanguageTests {
    private static let german = [
        "AMOXICILLIN 500 MG HARTKAPSELN", "1 Kapsel zweimal täglich unzerkaut einnehmen", "1 x 1 cap daily", "N 14",
    ]

    let talker = Talker(.success(LabelQuestionTests.answer))
    let house: MedicineHouse
    var medicines: MedicineCabinet { house.household.medicines }

    init() throws {
        house = try MedicineHouse(
            reading: .success(MedicineHouse.read(Self.german)), explainer: talker.service(), explainerLimit: 3)
    }

    @Test(
        "No value of a label in another language is certain, and its directions are refused, even for a line that looks English"
    )
    func withheld() async throws {
        let label = try await medicines.takeLabel(house.photograph())
        let view = try await medicines.label(label.id)
        #expect(view.reading.language == .german && !view.wantsSecondReader)
        #expect(view.reading.flags.first?.code == "label-in-german")
        #expect(!view.reading.entries.isEmpty)
        for entry in view.reading.entries {
            #expect(entry.name?.isSure != true && entry.quantity?.isSure != true)
            #expect(entry.directions.map { $0.status == .refuse && $0.clauses.isEmpty } ?? true)
        }
    }

    @Test("A medicine that is confirmed from it has no doses, and no plan can be started")
    func keep() async throws {
        let label = try await medicines.takeLabel(house.photograph())
        let view = try await medicines.label(label.id)
        let form = house.form()
        #expect(try medicines.reading(of: form).medicine.clauses.count == 1, "the same words by hand have a dose")
        let read = try medicines.reading(of: form, from: view.reading)
        #expect(read.directions.status == .refuse && read.medicine.clauses.isEmpty)
        let kept = try await medicines.keep(
            form, confirmed: Set(DosePlan.Confirmations.needed(for: read.medicine)), from: (label.id, 0))
        #expect(kept.medicine.clauses.isEmpty)
        await #expect(throws: (any Error).self) {
            _ = try await medicines.startPlan(of: kept.id, answers: try MedicineHouse.answers())
        }
    }

    @Test("A question about it is answered with the language of the label, an emergency as always; no model is asked")
    func questions() async throws {
        try await house.household.settings.choose([.medicineExplainer: "true"])
        let view = try await medicines.readLabel(house.photograph())
        for question in ["How many refills are left?", LabelQuestionTests.open] {
            guard case .refer(let text, let quoted) = try await medicines.ask(question, about: view, isAgreed: true)
            else {
                Issue.record("\(question) was answered")
                continue
            }
            #expect(text.hasPrefix("This label is in German.") && quoted.isEmpty)
        }
        guard case .emergency = try await medicines.ask("I took the whole bottle", about: view, isAgreed: true) else {
            Issue.record("no emergency was seen")
            return
        }
        let sentences = try await medicines.explanation(of: view).sections.flatMap(\.sentences).map(\.text)
        #expect(sentences.first?.hasPrefix("This label is in German.") == true)
        #expect(!sentences.contains { $0.contains("1 capsule") || $0.contains("500") } && talker.asked.isEmpty)
    }
}
