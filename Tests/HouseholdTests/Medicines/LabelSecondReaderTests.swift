import Contracts
import Foundation
import Household
import Labels
import Recognition
import Support
import Testing

@Suite("The second reader of labels", .tags(.small))
struct LabelSecondReaderTests {
    static let text = MedicineHouse.read(
        MedicineHouse.lines.dropLast() + ["MAY CAUSE DIZZINESS"], reader: .googleVision)

    let reader = FarReader(.success(text))
    let house: MedicineHouse
    var household: Household { house.household }

    init() throws { house = try MedicineHouse(second: reader.service(), secondLimit: 2) }

    private func ask(_ label: MedicineLabel) async throws -> LabelView {
        try await household.medicines.askSecondReader(about: label.id, isAgreed: true)
    }

    @Test("A picture is sent only if the household allows it and a person agrees to this picture")
    func consent() async throws {
        let label = try await household.medicines.takeLabel(house.photograph())
        #expect(try await household.medicines.secondReader() == nil)
        #expect(await house.refusal { _ = try await ask(label) }?.code == .consentMissing)
        try await household.settings.choose([.medicineSecondReader: "true"])
        #expect(try await household.medicines.secondReader()?.host == "reader.test")
        let error = await house.refusal {
            _ = try await household.medicines.askSecondReader(about: label.id, isAgreed: false)
        }
        #expect(error?.code == .consentMissing && error?.message.contains("Far Reader") == true)
        #expect(reader.pictures.isEmpty)
        _ = try await ask(label)
        #expect(reader.pictures.map { String(decoding: $0, as: UTF8.self) } == ["photo one"], "without its place")
        try await household.settings.choose([.medicineSecondReader: "false"])
        #expect(await house.refusal { _ = try await ask(label) }?.code == .consentMissing)
        #expect(reader.pictures.count == 1)
    }

    @Test("Without a configured second reader, asking it throws serviceNotConfigured")
    func missing() async throws {
        let house = try MedicineHouse(given: [.medicineSecondReader: "true"])
        let label = try await house.household.medicines.takeLabel(house.photograph())
        #expect(try await house.household.medicines.secondReader() == nil)
        let error = await house.refusal {
            _ = try await house.household.medicines.askSecondReader(about: label.id, isAgreed: true)
        }
        #expect(error?.code == .serviceNotConfigured)
    }

    @Test("Words that both readers saw in the same place are marked as agreed, and earlier corrections are discarded")
    func agreeing() async throws {
        try await household.settings.choose([.medicineSecondReader: "true"])
        let label = try await household.medicines.takeLabel(house.photograph())
        _ = try await household.medicines.correct(label.id, lines: [5: "MAY CAUSE NAUSEA"])
        let view = try await ask(label)
        #expect(view.text.reader == .googleVision && view.label?.own == label.own)
        #expect(view.label?.corrections == [:] && view.text.lines[5].text == "MAY CAUSE DIZZINESS")
        let unsure = view.text.lines.flatMap(\.words).filter { !$0.isAgreed }.map(\.text)
        #expect(unsure == ["DIZZINESS"])
        #expect(try await household.medicines.label(label.id).label == view.label)
    }

    @Test("A confirmed entry stays with its medicine if the second reader sees the entries in another order")
    func confirmedStays() async throws {
        let lines = [
            "AMOXICILLIN 500 MG CAPSULE", "TAKE 1 CAPSULE DAILY", "IBUPROFEN 200 MG TABLET", "TAKE 2 TABLETS DAILY",
        ]
        reader.behave(
            .success(MedicineHouse.read(Array(lines.suffix(2) + lines.prefix(2)), reader: .googleVision)))
        let house = try MedicineHouse(
            reading: .success(MedicineHouse.read(lines)), second: reader.service(),
            given: [.medicineSecondReader: "true"])
        let label = try await house.household.medicines.takeLabel(house.photograph())
        let first = try await house.keep(house.form("Amoxicillin", "Take 1 capsule daily"), from: (label.id, 0))
        let view = try await house.household.medicines.askSecondReader(about: label.id, isAgreed: true)
        try #require(view.reading.entries.count == 2)
        #expect(view.label?.confirmed[0] != first.id, "entry 0 is ibuprofen now, and nobody confirmed it")
    }
}

extension LabelSecondReaderTests {
    @Test("The second reader is asked up to a daily limit, counted by all processes together")
    func pace() async throws {
        try await household.settings.choose([.medicineSecondReader: "true"])
        let label = try await household.medicines.takeLabel(house.photograph())
        let other = try MedicineHouse(second: reader.service(), secondLimit: 2, records: house.records)
        _ = try await ask(label)
        house.clock.pass(3600)
        try other.clock.set("2026-06-10T06:00:00Z")
        let second = try await other.household.medicines.takeLabel(house.photograph())
        _ = try await other.household.medicines.askSecondReader(about: second.id, isAgreed: true)
        let error = await house.refusal { _ = try await ask(label) }
        #expect(error?.code == .serviceQuotaUsed && error?.hint?.contains("google-vision.daily-limit") == true)
        #expect(reader.pictures.count == 2)
        house.clock.pass(82_800)
        _ = try await ask(label)
        #expect(await house.refusal { _ = try await ask(label) }?.code == .serviceQuotaUsed)
        #expect(reader.pictures.count == 3)
    }

    @Test("The second reader is not asked without a network, unless it is on this machine")
    func offline() async throws {
        try await household.settings.choose([.medicineSecondReader: "true"])
        let label = try await household.medicines.takeLabel(house.photograph())
        house.cable.pull()
        #expect(await house.refusal { _ = try await ask(label) }?.code == .serviceOffline)
        #expect(reader.pictures.isEmpty)
        house.cable.plug()
        for _ in 0..<2 { _ = try await ask(label) }
        #expect(reader.pictures.count == 2, "what was not sent was not counted")
        let near = try MedicineHouse(second: reader.service(isOwn: true), given: [.medicineSecondReader: "true"])
        near.cable.pull()
        let other = try await near.household.medicines.takeLabel(near.photograph())
        _ = try await near.household.medicines.askSecondReader(about: other.id, isAgreed: true)
    }

    @Test("A failure of the second reader keeps the earlier text and its corrections")
    func failing() async throws {
        try await household.settings.choose([.medicineSecondReader: "true"])
        let label = try await household.medicines.takeLabel(house.photograph())
        _ = try await household.medicines.correct(label.id, lines: [5: "MAY CAUSE NAUSEA"])
        let before = try await household.medicines.label(label.id).label
        reader.behave(.failure(HouseholdError(.serviceFailed, "It is broken.")))
        #expect(await house.refusal { _ = try await ask(label) }?.code == .serviceFailed)
        #expect(try await household.medicines.label(label.id).label == before)
    }

    @Test(
        "The second reader needs a picture, and its answer does not restore a removed label", .timeLimit(.minutes(10)))
    func gone() async throws {
        let gate = Gate()
        let slow = FarReader(.success(Self.text), gate: gate)
        let house = try MedicineHouse(second: slow.service(), given: [.medicineSecondReader: "true"])
        let typed = try await house.household.medicines.takeLabel(text: "AMOXICILLIN 500 MG")
        let bare = try await house.household.medicines.takeLabel(house.photograph())
        try await house.household.medicines.removePhotograph(of: bare.id)
        for id in [typed.id, bare.id, try house.sampleLabel()] {
            let error = await house.refusal {
                _ = try await house.household.medicines.askSecondReader(about: id, isAgreed: true)
            }
            #expect(error?.code == .notFound)
        }
        #expect(slow.pictures.isEmpty)
        let label = try await house.household.medicines.takeLabel(house.photograph())
        async let answer = house.household.medicines.askSecondReader(about: label.id, isAgreed: true)
        await gate.untilWaiting(1)
        try await house.household.medicines.removeLabel(label.id)
        gate.open()
        let result: Result<LabelView, any Error>
        do { result = .success(try await answer) } catch { result = .failure(error) }
        #expect(throws: HouseholdError.self) { try result.get() }
        #expect(try await house.household.medicines.labels().map(\.id).contains(label.id) == false)
    }
}
