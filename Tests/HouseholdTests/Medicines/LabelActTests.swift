import Accounts
import Contracts
import Foundation
import Household
import Recognition
import Support
import Testing

@Suite("What is reported of labels to the log of accounts", .tags(.small))
struct LabelActTests {
    private func acts(_ body: () async throws -> Void) async throws -> [SensitiveActs.Act] {
        let acts = SensitiveActs()
        try await SensitiveActs.$current.withValue(acts) { try await body() }
        return acts.all
    }

    @Test("A photograph that is sent after consent is reported, also if there is no answer; a refused one is not")
    func sent() async throws {
        let reader = FarReader(.success(LabelSecondReaderTests.text))
        let house = try MedicineHouse(second: reader.service(), given: [.medicineSecondReader: "true"])
        let label = try await house.household.medicines.takeLabel(house.photograph())
        let medicines = house.household.medicines
        let acts = try await acts {
            _ = await house.refusal { _ = try await medicines.askSecondReader(about: label.id, isAgreed: false) }
            _ = try await medicines.askSecondReader(about: label.id, isAgreed: true)
            reader.behave(.failure(HouseholdError(.serviceTimedOut, "It did not answer.")))
            _ = await house.refusal { _ = try await medicines.askSecondReader(about: label.id, isAgreed: true) }
        }
        #expect(acts.map(\.kind) == [.labelPhotographSent, .labelPhotographSent])
        #expect(acts.map(\.subject) == ["Far Reader", "Far Reader"])
    }

    @Test("One consent is reported once, although the model is called twice; a model of this machine is not reported")
    func consent() async throws {
        for (isOwn, count) in [(false, 1), (true, 0)] {
            let talker = Talker(.success("no JSON"), .success(LabelQuestionTests.answer))
            let house = try MedicineHouse(explainer: talker.service(isOwn: isOwn), explainerLimit: 3)
            try await house.household.settings.choose([.medicineExplainer: "true"])
            let view = try await house.confirmedView()
            let acts = try await acts { _ = try await house.household.medicines.explain(view, isAgreed: true) }
            #expect(talker.asked.count == 2)
            #expect(acts.filter { $0.kind == .labelWordsSent }.count == count, "isOwn: \(isOwn)")
        }
    }

    @Test("A picture that the settings remove is no act; one that a person removes is, once")
    func removed() async throws {
        let house = try MedicineHouse(given: [.medicineKeepDays: "0"])
        let medicines = house.household.medicines
        let first = try await medicines.takeLabel(house.photograph())
        let second = try await medicines.takeLabel(house.photograph("two"))
        let acts = try await acts {
            try await house.keep(house.form("Amoxicillin", "Take 1 capsule by mouth twice daily"), from: (first.id, 0))
            for _ in 0..<2 { try await medicines.removePhotograph(of: second.id) }
            try await medicines.removeLabel(second.id)
        }
        #expect(try await medicines.label(first.id).label?.photograph == nil)
        #expect(acts.map(\.kind) == [.labelPhotographRemoved, .labelRemoved])
    }
}
