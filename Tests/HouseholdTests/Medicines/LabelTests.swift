import Contracts
import Directions
import Doses
import Foundation
import Household
import Labels
import Recognition
import Support
import Testing

@Suite("Labels of medicines", .tags(.small))
struct LabelTests {
    let house: MedicineHouse
    var household: Household { house.household }

    init() throws { house = try MedicineHouse() }

    // MARK: Adding

    @Test("A photograph of a label is read on this machine and stored without metadata")
    func intake() async throws {
        let label = try await household.medicines.takeLabel(house.photograph())
        #expect(label.own.lines.map(\.text) == MedicineHouse.lines && label.addedAt == house.clock.now)
        let picture = try await household.photographs.picture(#require(label.photograph), kind: .original)
        #expect(String(decoding: picture, as: UTF8.self) == "photo one")
        #expect(try await household.medicines.labels() == [label])
        let entry = try #require(try await household.medicines.label(label.id).reading.entries.first)
        #expect(entry.name?.content == "Amoxicillin" || entry.name?.content == "AMOXICILLIN")
        #expect(entry.strength?.content == "500 MG" && entry.quantity?.content == 14 && entry.refills?.content == 1)
        #expect(entry.directions?.status == .ok)
        #expect(entry.directions?.clauses.first?.dose == .init(low: 1, high: 1, unit: "capsule"))
    }

    @Test("A label that is only read is not stored")
    func look() async throws {
        #expect(try await household.medicines.readLabel(house.photograph()).reading.entries.count == 1)
        #expect(try household.medicines.readLabel(text: "AMOXICILLIN 500 MG\nTAKE 1 CAPSULE DAILY").label == nil)
        #expect(try await household.medicines.labels().isEmpty && house.archive.count == 0)
    }

    @Test("A photograph without text is refused, or stored on request so that a person can type the lines")
    func blank() async throws {
        let house = try MedicineHouse(reading: .failure(HouseholdError(.textMissing, "There is no text.")))
        #expect(
            await house.refusal { _ = try await house.household.medicines.takeLabel(house.photograph()) }?.code
                == .textMissing)
        #expect(try await house.household.medicines.labels().isEmpty && house.archive.count == 0)
        let label = try await house.household.medicines.takeLabel(house.photograph(), keepsUnread: true)
        #expect(label.own.lines.isEmpty && label.photograph != nil)
        let view = try await house.household.medicines.correct(
            label.id, lines: [0: "AMOXICILLIN 500 MG CAPSULE", 1: "TAKE 1 CAPSULE BY MOUTH DAILY"])
        #expect(view.reading.entries.first?.directions?.status == .ok)
    }

    @Test("If the reader fails for another reason, no label is stored")
    func broken() async throws {
        let house = try MedicineHouse(reading: .failure(HouseholdError(.pictureProcessorUnavailable, "It is gone.")))
        let error = await house.refusal {
            _ = try await house.household.medicines.takeLabel(house.photograph(), keepsUnread: true)
        }
        #expect(error?.code == .pictureProcessorUnavailable)
        #expect(try await house.household.medicines.labels().isEmpty)
    }

    @Test(
        "Text that is not a valid label is refused",
        arguments: [
            "", " \n\t\n", String(repeating: "x\n", count: 201), String(repeating: "x", count: 1001),
            "fine\n" + String(repeating: "ä", count: 1001),
        ])
    func typedRefused(text: String) async throws {
        #expect(
            await house.refusal { _ = try await household.medicines.takeLabel(text: text) }?.code == .medicineRefused)
        #expect(throws: HouseholdError.self) { try household.medicines.readLabel(text: text) }
        #expect(try await household.medicines.labels().isEmpty)
    }
}

extension LabelTests {
    // MARK: Correcting

    @Test("A typed line replaces the read one, an empty line is left out, and both can be undone")
    func correct() async throws {
        let label = try await household.medicines.takeLabel(house.photograph())
        var view = try await household.medicines.correct(
            label.id, lines: [3: "TAKE 2 CAPSULES BY MOUTH TWICE DAILY", 4: ""])
        #expect(view.reading.entries.first?.directions?.clauses.first?.dose?.low == 2)
        #expect(view.reading.entries.first?.quantity == nil && view.text.lines[4].words.isEmpty)
        #expect(view.text.lines.count == MedicineHouse.lines.count, "the others keep their numbers")
        #expect(view.label?.own == label.own)
        view = try await household.medicines.correct(label.id, lines: [3: String?.none, 4: String?.none])
        #expect(view.label == label && view.text == label.own)
    }

    @Test("If one correction has an invalid line, none is stored")
    func correctRefused() async throws {
        let label = try await household.medicines.takeLabel(house.photograph())
        for line in [(-1, "x"), (MedicineLabel.linesLimit, "x"), (2, String(repeating: "x", count: 201))] {
            let error = await house.refusal {
                _ = try await household.medicines.correct(label.id, lines: [0: "y", line.0: line.1])
            }
            #expect(error?.code == .medicineRefused && error?.detail == "line")
        }
        #expect(try await household.medicines.label(label.id).label == label)
        let gone = try house.sampleLabel()
        #expect(
            await house.refusal { _ = try await household.medicines.correct(gone, lines: [0: "x"]) }?.code == .notFound)
        #expect(await house.refusal { _ = try await household.medicines.label(gone) }?.code == .notFound)
    }

    @Test("A line that the reader did not see is appended and then has the number it is shown with")
    func added() async throws {
        let label = try await household.medicines.takeLabel(house.photograph())
        let count = label.own.lines.count
        var view = try await household.medicines.correct(label.id, lines: [count + 4: "TAKE WITH FOOD"])
        #expect(view.text.lines.map(\.text).suffix(2) == ["MAY CAUSE DROWSINESS", "TAKE WITH FOOD"])
        let number = try #require(view.text.lines.firstIndex { $0.text == "TAKE WITH FOOD" })
        view = try await household.medicines.correct(label.id, lines: [number: "TAKE AFTER FOOD"])
        #expect(view.text.lines.map(\.text).suffix(2) == ["MAY CAUSE DROWSINESS", "TAKE AFTER FOOD"])
    }

    @Test("Adding lines to a handwritten label does not mark it as checked")
    func handwriting() async throws {
        let lines = ["AMOXICILLIN 500 MG", "TAKE 1 CAPSULE BY MOUTH DAILY"]
        let house = try MedicineHouse(reading: .success(MedicineHouse.read(lines, isHandwritten: true)))
        let label = try await house.household.medicines.takeLabel(house.photograph())
        var view = try await house.household.medicines.correct(label.id, lines: [2: "x", 3: "y"])
        #expect(view.text.isHandwritten, "neither line that was written by hand was looked at")
        view = try await house.household.medicines.correct(label.id, lines: [0: lines[0], 1: lines[1], 2: nil, 3: nil])
        #expect(!view.text.isHandwritten, "a person typed all of it")
    }

    @Test("A confirmed entry stays with its medicine if lines are corrected afterwards")
    func confirmedStays() async throws {
        let lines = [
            "AMOXICILLIN 500 MG CAPSULE", "TAKE 1 CAPSULE DAILY", "IBUPROFEN 200 MG TABLET", "TAKE 2 TABLETS DAILY",
        ]
        let house = try MedicineHouse(reading: .success(MedicineHouse.read(lines)))
        let label = try await house.household.medicines.takeLabel(house.photograph())
        try #require(try await house.household.medicines.label(label.id).reading.entries.count == 2)
        let first = try await house.keep(house.form("Amoxicillin", "Take 1 capsule daily"), from: (label.id, 0))
        // The lines of the first entry are removed, so the second entry becomes the first.
        let view = try await house.household.medicines.correct(label.id, lines: [0: "", 1: ""])
        try #require(view.reading.entries.count == 1)
        #expect(view.label?.confirmed[0] != first.id, "entry 0 is ibuprofen now, and nobody confirmed it")
    }
}

extension LabelTests {
    // MARK: Removing pictures

    @Test("Pictures are removed after the chosen number of days, and the text stays")
    func retention() async throws {
        let label = try await household.medicines.takeLabel(house.photograph())
        house.clock.pass(30 * 86_400 - 1)
        let late = try await household.medicines.takeLabel(house.photograph("two"))
        #expect(try await household.medicines.removeExpiredPictures() == 0)
        house.clock.pass(1)
        #expect(try await household.medicines.removeExpiredPictures() == 1)
        #expect(try await household.medicines.label(label.id).label?.photograph == nil)
        #expect(try await household.medicines.label(label.id).reading.entries.count == 1)
        #expect(
            await house.refusal {
                _ = try await household.photographs.picture(#require(label.photograph), kind: .original)
            } != nil)
        #expect(try await household.photographs.picture(#require(late.photograph), kind: .original).count > 0)
        #expect(try await household.medicines.removeExpiredPictures() == 0)
        try await household.settings.choose([.medicineKeepDays: "forever"])
        house.clock.pass(4000 * 86_400)
        #expect(try await household.medicines.removeExpiredPictures() == 0)
    }

    @Test("With a retention of no days, a picture is removed once all its medicines are confirmed, or after a day")
    func noDays() async throws {
        try await household.settings.choose([.medicineKeepDays: "0"])
        let label = try await household.medicines.takeLabel(house.photograph())
        #expect(try await household.medicines.removeExpiredPictures() == 0, "nobody has compared anything with it yet")
        #expect(try await household.medicines.label(label.id).label?.photograph != nil)
        try await house.keep(from: (label.id, 0))
        #expect(try await household.medicines.label(label.id).label?.photograph == nil && house.archive.count == 0)
        _ = try await household.medicines.takeLabel(house.photograph())
        house.clock.pass(86_400)
        #expect(try await household.medicines.removeExpiredPictures() == 1, "nobody came back for it")
    }

    @Test("The file of an interrupted intake is removed after an hour, even if pictures are kept forever")
    func cutOff() async throws {
        try await household.settings.choose([.medicineKeepDays: "forever"])
        let whole = try await household.medicines.takeLabel(house.photograph())
        let bytes = Array("cut off".utf8)
        let cutOff = Photograph(
            id: try Sample().fresh(), digest: try MemoryArchive.digest(of: bytes), format: .jpeg, width: 1, height: 1,
            byteCount: bytes.count, capturedAt: house.clock.now)
        try await house.records.announce(
            [cutOff], until: house.clock.now.addingTimeInterval(3600))
        _ = try await house.archive.archive.keep(
            bytes, .init(format: .jpeg, width: 1, height: 1, display: [1], thumbnail: [2]))
        #expect(house.archive.count == 6)
        _ = try await household.medicines.removeExpiredPictures()
        #expect(house.archive.count == 6, "whoever takes it in may be at it still")
        house.clock.pass(3600)
        _ = try await household.medicines.removeExpiredPictures()
        #expect(house.archive.count == 3)
        #expect(try await household.photographs.picture(#require(whole.photograph), kind: .original).count > 0)
    }

    @Test("A picture that two labels share stays until neither has it")
    func shared() async throws {
        let labels = [
            try await household.medicines.takeLabel(house.photograph()),
            try await household.medicines.takeLabel(house.photograph()),
        ]
        try await household.medicines.removePhotograph(of: labels[0].id)
        #expect(house.archive.count == 3)
        #expect(try await household.photographs.picture(#require(labels[1].photograph), kind: .original).count > 0)
        try await household.medicines.removeLabel(labels[1].id)
        #expect(house.archive.count == 0)
        #expect(try await household.medicines.labels().map(\.id) == [labels[0].id])
        #expect(await house.refusal { try await household.medicines.removeLabel(labels[1].id) }?.code == .notFound)
    }

    @Test("Removing a label keeps the medicine that was confirmed from it")
    func removed() async throws {
        let label = try await household.medicines.takeLabel(house.photograph())
        let kept = try await house.keep(from: (label.id, 0))
        try await household.medicines.removeLabel(label.id)
        #expect(try await household.medicines.medicine(kept.id) == kept)
        #expect(house.archive.count == 0)
    }
}

extension LabelTests {
    @Test("Forgetting all medicines removes their labels, doses, notices and pictures and nothing else")
    func forgotten() async throws {
        let plant = try await household.photographs.capture(Array("photo of a plant".utf8))
        let label = try await household.medicines.takeLabel(house.photograph())
        let kept = try await house.keep(from: (label.id, 0))
        try await household.medicines.startPlan(of: kept.id, answers: MedicineHouse.answers())
        let dose = try #require(try await house.day()["08:00"])
        try await household.medicines.note(.taken(at: nil, amount: nil), dose: dose.dose.dose.id, of: kept.id)
        try await household.settings.choose([.medicineKeepDays: "9"])
        try await household.medicines.forgetMedicines()
        #expect(try await household.medicines.labels().isEmpty)
        #expect(try await household.medicines.list(withOver: true).isEmpty)
        #expect(try await household.medicines.doseLog(of: kept.id).entries.isEmpty)
        #expect(try await household.medicines.medicineDay().lines.isEmpty)
        #expect(try await household.reminders.pendingNotices(limit: 99).isEmpty)
        #expect(house.archive.count == 3)
        #expect(try await household.photographs.picture(plant.id, kind: .original).count > 0)
        #expect(try await household.settings.home().medicines.keepDays == 9)
        try await household.medicines.forgetMedicines()
    }
}

extension MedicineHouse {
    /// The identifier of a label that does not exist.
    func sampleLabel() throws -> MedicineLabel.ID { try Sample().id("nobody") }
}
