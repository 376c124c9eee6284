import Calendar
import Contracts
import Doses
import Foundation
import Household
import Recognition
import Support
import Testing

@Suite("Dose plans", .tags(.small))
struct MedicinePlanTests {
    let house: MedicineHouse
    var household: Household { house.household }

    init() throws { house = try MedicineHouse() }

    @Test("A plan without all answers is refused and has no doses")
    func open() async throws {
        let kept = try await house.keep()
        var preview = try await household.medicines.planPreview(of: kept.id)
        #expect(preview.doses == nil && preview.refusal?.open.count == 3 && preview.questions.count == 3)
        let error = await house.refusal { try await household.medicines.startPlan(of: kept.id, answers: .init()) }
        #expect(error?.code == .medicineRefused && error?.detail == "plan")
        preview = try await household.medicines.planPreview(of: kept.id, answers: MedicineHouse.answers())
        #expect(preview.refusal == nil && preview.doses?.count == 2 * PlanPreview.days)
        #expect(preview.doses?.first?.at.formatted(.iso8601) == "2026-06-10T06:00:00Z")
        #expect(try await household.medicines.medicine(kept.id) == kept, "a preview keeps nothing")
        #expect(try await house.day().isEmpty)
        let gone = await house.refusal { _ = try await household.medicines.planPreview(of: .init(rawValue: "nobody")) }
        #expect(gone?.code == .notFound)
    }

    @Test("The preview of a plan has the same doses as the plan")
    func start() async throws {
        let kept = try await house.keep()
        let preview = try await household.medicines.planPreview(of: kept.id, answers: MedicineHouse.answers())
        try await household.medicines.startPlan(of: kept.id, answers: MedicineHouse.answers())
        #expect(try await house.statuses() == ["08:00": "planned", "20:00": "planned"])
        let lines = try await household.medicines.medicineDay(LocalDay("2026-06-20")).lines
        let shown = preview.doses?.filter { dose in lines.contains { $0.dose.at == dose.at } }
        #expect(shown?.map(\.amountText) == lines.map(\.dose.dose.amountText) && lines.count == 2)
    }

    @Test("A changed dose creates a new revision, and earlier planned and noted doses stay")
    func revise() async throws {
        let kept = try await house.running()
        let morning = try #require(try await house.day()["08:00"]).dose.dose.id
        try house.clock.set("2026-06-10T06:05:00Z")
        try await household.medicines.note(.taken(at: nil, amount: nil), dose: morning, of: kept.id)
        try house.clock.set("2026-06-10T10:00:00Z")
        let form = house.form("Amoxicillin", "Take 2 capsules by mouth twice daily")
        _ = try await household.medicines.change(kept.id, to: form, confirmed: house.everything(of: form))
        let revised = try await household.medicines.startPlan(
            of: kept.id, answers: MedicineHouse.answers(["09:00", "21:00"]))
        #expect(revised.plan?.revisions.map(\.number) == [1, 2] && revised.plan?.id == kept.plan?.id)
        let day = try await house.day()
        #expect(day.mapValues(\.dose.status.word) == ["08:00": "taken", "21:00": "planned"])
        #expect(day.mapValues(\.dose.dose.amountText) == ["08:00": "1 capsule", "21:00": "2 capsules"])
        #expect(try await house.day("2026-06-11").keys.sorted() == ["09:00", "21:00"])
        try await household.medicines.note(.undone, dose: morning, of: kept.id)
        #expect(try await house.statuses()["08:00"] != "taken")
    }

    @Test("The preview of a changed plan has only future doses, at the plan's own times")
    func previewOfChange() async throws {
        let kept = try await house.running()
        try house.clock.set("2026-06-11T10:00:00Z")
        let answers = try MedicineHouse.answers(["09:00", "21:00"])
        let preview = try await household.medicines.planPreview(of: kept.id, answers: answers)
        let started = try await household.medicines.startPlan(of: kept.id, answers: answers)
        let revision = try #require(started.plan?.latest)
        #expect(revision.number == 2 && preview.schedule?.plan.latest == revision)
        let doses = try #require(preview.doses)
        let next = try await household.medicines.nextDoses(of: kept.id)
        #expect(doses.map(\.at) == next.map(\.at) && doses.allSatisfy { $0.at >= house.clock.now })
        // A dose that was noted in advance is not planned again.
        let evening = try #require(try await house.day("2026-06-11")["21:00"]).dose.dose.id
        try await household.medicines.note(.taken(at: nil, amount: nil), dose: evening, of: kept.id, sure: [.tooEarly])
        let later = try await household.medicines.planPreview(
            of: kept.id, answers: MedicineHouse.answers(["09:00", "20:00"]))
        #expect(later.doses?.first?.at.formatted(.iso8601) == "2026-06-12T07:00:00Z")
    }
}

extension MedicinePlanTests {
    @Test("A shift to the household's time zone changes the zone and nothing else")
    func shift() async throws {
        let kept = try await house.running()
        let form = house.form("Amoxicillin", "Take 2 capsules by mouth twice daily")
        _ = try await household.medicines.change(kept.id, to: form, confirmed: house.everything(of: form))
        let away = try MedicineHouse(records: house.records, given: [.zone: "Pacific/Auckland"]).household
        let plan = try #require(try await away.medicines.change(kept.id, .shiftZone).plan)
        #expect(plan.latest.zone == "Pacific/Auckland" && plan.latest.answers == plan.revisions.first?.answers)
        #expect(plan.latest.medicine == plan.revisions.first?.medicine, "nobody has seen doses of the changed one")
    }

    @Test("A paused plan has no doses, and resuming adds none for the pause")
    func pause() async throws {
        let kept = try await house.running()
        try house.clock.set("2026-06-10T10:00:00Z")
        try await household.medicines.change(kept.id, .pause)
        #expect(await house.refusal { try await household.medicines.change(kept.id, .pause) }?.code == .medicineRefused)
        #expect(try await house.day().keys.sorted() == ["08:00"])
        try house.clock.set("2026-06-12T10:00:00Z")
        try await household.medicines.change(kept.id, .resume)
        #expect(
            await house.refusal { try await household.medicines.change(kept.id, .resume) }?.code == .medicineRefused)
        #expect(try await house.day("2026-06-11").isEmpty)
        #expect(try await house.day("2026-06-12").keys.sorted() == ["20:00"])
    }

    @Test("A plan that has ended has no more doses and can be reopened")
    func end() async throws {
        let kept = try await house.running()
        try house.clock.set("2026-06-10T10:00:00Z")
        try await household.medicines.change(kept.id, .end)
        #expect(try await house.day().keys.sorted() == ["08:00"])
        #expect(try await house.day("2026-06-11").isEmpty)
        for change in [MedicineCabinet.PlanChange.end, .pause, .resume] {
            let error = await house.refusal { try await household.medicines.change(kept.id, change) }
            #expect(error?.code == .medicineRefused)
        }
        let error = await house.refusal {
            try await household.medicines.startPlan(of: kept.id, answers: MedicineHouse.answers(["09:00", "21:00"]))
        }
        #expect(error?.code == .medicineRefused && error?.detail == "plan")
        #expect(error?.message == "The plan has ended.")
        try await household.medicines.change(kept.id, .reopen)
        #expect(try await house.day("2026-06-11").keys.sorted() == ["08:00", "20:00"])
    }

    @Test("A medicine that is put away has no doses and is not listed until it is taken out again")
    func putAway() async throws {
        try await house.phone()
        let kept = try await house.running()
        #expect(try await !house.waiting().isEmpty)
        try await household.medicines.change(kept.id, .putAway)
        #expect(try await household.medicines.list().isEmpty)
        #expect(try await house.day().isEmpty)
        #expect(try await house.waiting().isEmpty)
        #expect(try await household.medicines.list(withOver: true).map(\.id) == [kept.id])
        try await household.medicines.change(kept.id, .takeOut)
        #expect(try await house.day().count == 2)
        #expect(try await !house.waiting().isEmpty)
    }

    @Test("A medicine without a plan cannot be paused, and an unknown medicine throws notFound")
    func none() async throws {
        let kept = try await house.keep()
        for change in [MedicineCabinet.PlanChange.pause, .resume, .end, .reopen, .keepZone] {
            let error = await house.refusal { try await household.medicines.change(kept.id, change) }
            #expect(error?.code == .medicineRefused)
        }
        let error = await house.refusal { try await household.medicines.change(.init(rawValue: "nobody"), .putAway) }
        #expect(error?.code == .notFound)
    }
}

extension MedicinePlanTests {
    @Test("In another time zone the household is asked, and no dose moves until it decides")
    func zone() async throws {
        let kept = try await house.running()
        let before = try await house.day()
        let away = try MedicineHouse(records: house.records, given: [.zone: "Pacific/Auckland"]).household
        let day = try await away.medicines.medicineDay()
        let question = try #require(day.zones.first)
        #expect(question.kept.id == kept.id && question.question.planZone == "Europe/Vienna")
        #expect(question.question.household == "Pacific/Auckland")
        let lines = try await away.medicines.medicineDay(LocalDay("2026-06-10")).lines
        #expect(lines.map(\.dose.at).contains(try #require(before["08:00"]).dose.at), "at the same instants")
        try await away.medicines.change(kept.id, .keepZone)
        #expect(try await away.medicines.medicineDay().zones.isEmpty)
    }

    @Test("A medicine whose time zone is unknown is reported, and other medicines keep their doses")
    func lost() async throws {
        let kept = try await house.running()
        try await house.running("Ibuprofen")
        let json = try JSONEncoder().encode(kept)
        let text = String(decoding: json, as: UTF8.self).replacing("Europe\\/Vienna", with: "Mars\\/Olympus")
        let moved = try JSONDecoder().decode(StoredMedicine.self, from: Data(text.utf8))
        try #require(moved.plan?.latest.zone == "Mars/Olympus")
        try await house.records.amend(kept.id) { $0 = moved }
        let day = try await household.medicines.medicineDay()
        #expect(day.lost.map(\.id) == [kept.id])
        #expect(day.lines.count == 2 && day.lines.allSatisfy { $0.kept.medicine.name == "Ibuprofen" })
        #expect(try await household.reminders.reconcileReminders() >= 0)
    }
}
