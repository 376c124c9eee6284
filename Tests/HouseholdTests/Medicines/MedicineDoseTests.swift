import Calendar
import Contracts
import Directions
import Doses
import Foundation
import Household
import Recognition
import Support
import Testing

@Suite("Dose notes", .tags(.small))
struct MedicineDoseTests {
    let house: MedicineHouse
    var household: Household { house.household }

    init() throws { house = try MedicineHouse() }

    private func dose(_ time: String, _ day: String? = nil) async throws -> PlannedDose.ID {
        try #require(try await house.day(day)[time]).dose.dose.id
    }

    // MARK: Planned doses

    @Test("Noting the same dose twice stores one note, and one undo removes it")
    func twice() async throws {
        let kept = try await house.running()
        let morning = try await dose("08:00")
        try house.clock.set("2026-06-10T06:10:00Z")
        #expect(try await household.medicines.note(.taken(at: nil, amount: nil), dose: morning, of: kept.id).count == 1)
        #expect(try await household.medicines.note(.taken(at: nil, amount: nil), dose: morning, of: kept.id).isEmpty)
        #expect(try await house.day()["08:00"]?.dose.status == .taken(at: house.clock.now, isLate: false))
        #expect(try await household.medicines.note(.undone, dose: morning, of: kept.id).count == 1)
        #expect(try await house.statuses()["08:00"] == "due")
        #expect(try await household.medicines.note(.undone, dose: morning, of: kept.id).isEmpty)
        #expect(try await household.medicines.doseLog(of: kept.id).entries.count == 2)
    }

    @Test("A dose of the next weeks can be skipped in advance, and a dose of next year cannot")
    func ahead() async throws {
        let kept = try await house.running()
        try await household.medicines.note(.skipped(reason: "Away"), dose: dose("08:00", "2026-07-19"), of: kept.id)
        for day in ["2026-07-21", "2027-06-10"] {
            let later = try await dose("08:00", day)
            let error = await house.refusal {
                _ = try await household.medicines.note(.skipped(reason: "Away"), dose: later, of: kept.id)
            }
            #expect(error?.code == .doseRefused)
        }
        #expect(try await household.medicines.doseLog(of: kept.id).entries.count == 1)
        for amount in [0, 1e-300, .nan, 10_001] {
            let morning = try await dose("08:00")
            let error = await house.refusal {
                _ = try await household.medicines.note(.taken(at: nil, amount: amount), dose: morning, of: kept.id)
            }
            #expect(error?.detail == "amount", "\(amount)")
        }
    }

    @Test("Concurrent notes of one dose store one note")
    func atOnce() async throws {
        let kept = try await house.running()
        let morning = try await dose("08:00")
        try house.clock.set("2026-06-10T06:10:00Z")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask { [household] in
                    try await household.medicines.note(.taken(at: nil, amount: nil), dose: morning, of: kept.id)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await household.medicines.doseLog(of: kept.id).entries.count == 1)
    }

    @Test("A dose without a note is due, then late, then missed, with a fixed sentence about it")
    func late() async throws {
        try await house.running()
        for (time, status) in [
            ("05:59:59", "planned"), ("06:00:00", "due"), ("07:00:01", "late"), ("18:00:00", "missed"),
        ] {
            try house.clock.set("2026-06-10T\(time)Z")
            #expect(try await house.statuses()["08:00"] == status, "\(time)")
        }
        let remark = try await house.day()["08:00"]?.dose.status.sentence
        #expect(remark?.contains("Do not take a double dose") == true)
    }

    @Test("The time taken must be within the last week, and the amount must be a valid number")
    func when() async throws {
        let kept = try await house.running()
        let morning = try await dose("08:00")
        try house.clock.set("2026-06-10T09:00:00Z")
        for seconds: Double in [61, 86_400, -7 * 86_400] {
            let error = await house.refusal {
                try await household.medicines.note(
                    .taken(at: house.clock.now + seconds, amount: nil), dose: morning, of: kept.id)
            }
            #expect(error?.code == .doseRefused && error?.detail == "time")
        }
        for amount: Double in [0, -1, .nan, .infinity, 10_001] {
            let error = await house.refusal {
                try await household.medicines.note(.taken(at: nil, amount: amount), dose: morning, of: kept.id)
            }
            #expect(error?.code == .doseRefused && error?.detail == "amount")
        }
        #expect(try await household.medicines.doseLog(of: kept.id).entries.isEmpty)
        let at = house.clock.now - 600
        let entry = try await household.medicines.note(.taken(at: at, amount: 0.5), dose: morning, of: kept.id).first
        #expect(entry?.action == .taken(at: at, amount: .init(low: 0.5, high: 0.5, unit: "capsule")))
        #expect(try await house.day()["08:00"]?.dose.status == .taken(at: at, isLate: true))
    }
}

extension MedicineDoseTests {
    @Test("The reason of a skipped dose is shortened and can be added later")
    func skipped() async throws {
        let kept = try await house.running()
        let morning = try await dose("08:00")
        try await household.medicines.note(.skipped(reason: "  felt \n sick "), dose: morning, of: kept.id)
        #expect(try await house.day()["08:00"]?.dose.status == .skipped(reason: "felt sick"))
        #expect(try await household.medicines.note(.skipped(reason: nil), dose: morning, of: kept.id).isEmpty)
        try await household.medicines.note(
            .skipped(reason: String(repeating: "ä", count: 300)), dose: morning, of: kept.id)
        guard case .skipped(let reason)? = try await house.day()["08:00"]?.dose.status else {
            Issue.record("it was skipped")
            return
        }
        #expect(reason?.count == 200)
        try await household.medicines.note(.taken(at: nil, amount: nil), dose: morning, of: kept.id)
        #expect(try await house.statuses()["08:00"] == "taken", "the last word holds")
        try await household.medicines.note(.undone, dose: morning, of: kept.id)
        #expect(try await house.statuses()["08:00"] == "skipped")
    }

    @Test("A dose can be moved to a later time within a day, and the other doses stay")
    func moved() async throws {
        let kept = try await house.running()
        let morning = try await dose("08:00")
        try await household.medicines.note(
            .moved(to: try Date("2026-06-10T08:30:00Z", strategy: .iso8601)), dose: morning, of: kept.id)
        #expect(try await house.statuses() == ["10:30": "planned", "20:00": "planned"])
        #expect(try await house.statuses("2026-06-11") == ["08:00": "planned", "20:00": "planned"])
        for text in ["2026-06-10T04:59:59Z", "2026-06-11T06:00:01Z"] {
            let error = await house.refusal {
                try await household.medicines.note(
                    .moved(to: try Date(text, strategy: .iso8601)), dose: morning, of: kept.id)
            }
            #expect(error?.code == .doseRefused && error?.detail == "move")
        }
        try await household.medicines.note(.taken(at: nil, amount: nil), dose: morning, of: kept.id, sure: [.tooEarly])
        let error = await house.refusal {
            try await household.medicines.note(.moved(to: house.clock.now + 7200), dose: morning, of: kept.id)
        }
        #expect(error?.code == .doseRefused)
    }

    @Test("Noting an unknown dose, medicine or entry throws notFound")
    func unknown() async throws {
        let kept = try await house.running()
        let other = try await house.keep(house.form("Ibuprofen"))
        let morning = try await dose("08:00")
        for (dose, medicine) in [
            (PlannedDose.ID(rawValue: "x"), kept.id), (.init(rawValue: morning.rawValue + "1"), kept.id),
            (morning, other.id), (morning, Medicine.ID(rawValue: "nobody")),
        ] {
            let error = await house.refusal {
                try await household.medicines.note(.taken(at: nil, amount: nil), dose: dose, of: medicine)
            }
            #expect(error?.code == .notFound)
        }
        #expect(await house.refusal { try await household.medicines.undo(entry: 99, of: kept.id) }?.code == .notFound)
        #expect(await house.refusal { try await household.medicines.take(asNeeded: 0, of: kept.id) }?.code == .notFound)
        #expect(
            await house.refusal { try await household.medicines.take(asNeeded: 9, of: other.id) }?.code == .notFound)
        #expect(try await household.medicines.doseLog(of: kept.id).entries.isEmpty)
    }

    // MARK: As needed

    private func asNeeded() async throws -> StoredMedicine {
        var form = house.form(
            "Ibuprofen", "Take 1 tablet by mouth every 6 hours as needed for pain. Max 3 tablets in 24 hours",
            quantity: 20)
        form.strength = "200 mg"
        let kept = try await house.keep(form)
        let preview = try await household.medicines.planPreview(of: kept.id)
        var answers = DosePlan.Answers()
        if !preview.questions.isEmpty { answers = try MedicineHouse.answers() }
        return try await household.medicines.startPlan(of: kept.id, answers: answers)
    }
}

extension MedicineDoseTests {
    @Test("An as-needed dose is noted and shown with the printed limits, and no note is forbidden")
    func needed() async throws {
        let kept = try await asNeeded()
        var line = try #require(try await household.medicines.medicineDay().asNeeded.first)
        #expect(line.status.last == nil && line.undoable == nil && !line.status.warns)
        #expect(try await household.medicines.medicineDay().lines.isEmpty)
        try await household.medicines.take(asNeeded: line.clause, of: kept.id)
        house.clock.pass(3600)
        line = try #require(try await household.medicines.medicineDay().asNeeded.first)
        #expect(line.status.isTooEarly && line.status.counts.first?.noted == 1)
        #expect(line.sentences.contains { $0.contains("6 hours") })
        // A second press within seconds is a repeat; a later one is another dose.
        for seconds in [0.0, 4.9, 0.2] {
            house.clock.pass(seconds)
            try await household.medicines.take(asNeeded: line.clause, of: kept.id, sure: [.underGap])
        }
        line = try #require(try await household.medicines.medicineDay().asNeeded.first)
        #expect(line.status.counts.first?.noted == 3 && line.status.counts.first?.isReached == true)
        house.clock.pass(6)
        try await household.medicines.take(asNeeded: line.clause, of: kept.id, sure: [.underGap, .aboveMaximum])
        #expect(try await household.medicines.medicineDay().asNeeded.first?.status.counts.first?.noted == 4)
        let last = try #require(try await household.medicines.medicineDay().asNeeded.first?.undoable)
        try await household.medicines.undo(entry: last, of: kept.id)
        #expect(try await household.medicines.undo(entry: last, of: kept.id).isEmpty)
        #expect(try await household.medicines.medicineDay().asNeeded.first?.status.counts.first?.noted == 3)
        house.clock.pass(86_400)
        line = try #require(try await household.medicines.medicineDay().asNeeded.first)
        #expect(line.undoable == nil && line.status.counts.first?.noted == 0)
    }

    @Test("As-needed doses from before a change of the directions still count")
    func neededRevised() async throws {
        let kept = try await asNeeded()
        for _ in 0..<2 {
            try await household.medicines.take(asNeeded: 0, of: kept.id, sure: [.underGap])
            house.clock.pass(60)
        }
        var form = house.form("Ibuprofen", "Take 1 tablet by mouth every 8 hours as needed. Max 2 tablets in 24 hours")
        form.strength = "200 mg"
        _ = try await household.medicines.change(kept.id, to: form, confirmed: house.everything(of: form))
        let preview = try await household.medicines.planPreview(of: kept.id)
        try await household.medicines.startPlan(
            of: kept.id, answers: preview.questions.isEmpty ? .init() : MedicineHouse.answers())
        let line = try #require(try await household.medicines.medicineDay().asNeeded.first)
        #expect(line.status.counts.first?.isReached == true && line.status.isTooEarly)
    }
}

extension MedicineDoseTests {
    @Test("An unusual dose is noted only after a person confirms each doubt, and the error names the doubts")
    func unusual() async throws {
        let kept = try await asNeeded()
        try await household.medicines.take(asNeeded: 0, of: kept.id)
        house.clock.pass(3600)
        for sure: Set<DoseDoubt.Kind> in [[], [.underGap], [.aboveDose, .tooEarly]] {
            let error = await house.refusal {
                try await household.medicines.take(asNeeded: 0, of: kept.id, amount: 200, sure: sure)
            }
            #expect(error?.code == .doseUnusual)
            #expect(error?.detail == "above-dose,above-maximum,under-gap")
            #expect(error?.message.contains("This is 200 tablets at once. The label says 1 tablet.") == true)
            #expect(error?.message.contains("no more than 3 tablets") == true)
            #expect(error?.message.contains("6 hours between doses, and one is logged on 10 Jun 2026 at 07:00") == true)
        }
        #expect(try await household.medicines.doseLog(of: kept.id).entries.count == 1)
        let all = Set(DoseDoubt.Kind.allCases)
        #expect(try await household.medicines.take(asNeeded: 0, of: kept.id, amount: 200, sure: all).count == 1)
        // The same note within seconds is a repeat and raises no doubt.
        #expect(try await household.medicines.take(asNeeded: 0, of: kept.id, amount: 200).isEmpty)
        let at = house.clock.now - 600
        #expect(try await household.medicines.take(asNeeded: 0, of: kept.id, at: at, sure: all).count == 1)
        #expect(try await household.medicines.take(asNeeded: 0, of: kept.id, at: at, sure: all).isEmpty)
        // A request with a time that arrives again after an hour is the same dose.
        house.clock.pass(3600)
        #expect(try await household.medicines.take(asNeeded: 0, of: kept.id, at: at, sure: all).isEmpty)
        #expect(try await household.medicines.take(asNeeded: 0, of: kept.id, amount: 2, at: at, sure: all).count == 1)
    }

    @Test("Noting a planned dose hours before its time requires a confirmation")
    func early() async throws {
        let kept = try await house.running()
        let evening = try await dose("20:00")
        let error = await house.refusal {
            try await household.medicines.note(.taken(at: nil, amount: nil), dose: evening, of: kept.id)
        }
        #expect(error?.code == .doseUnusual && error?.detail == "too-early")
        #expect(error?.message == "This dose is planned for 10 Jun 2026 at 20:00.")
        let noted = try await household.medicines.note(
            .taken(at: nil, amount: nil), dose: evening, of: kept.id, sure: [.tooEarly])
        #expect(noted.count == 1)
    }

    // MARK: Missed doses

    @Test("The history lists missed doses, except those during a pause or while the medicine was put away")
    func missed() async throws {
        let kept = try await house.running()
        func missed() async throws -> [String] {
            try await household.medicines.doseHistory(of: household.medicines.medicine(kept.id)).missed.map {
                $0.at.formatted(.iso8601)
            }
        }
        try house.clock.set("2026-06-11T07:30:00Z")
        #expect(try await missed() == ["2026-06-10T06:00:00Z", "2026-06-10T18:00:00Z"])
        try await household.medicines.note(
            .taken(at: house.clock.now, amount: nil), dose: dose("20:00", "2026-06-10"), of: kept.id)
        #expect(try await missed() == ["2026-06-10T06:00:00Z"])
        try await household.medicines.change(kept.id, .putAway)
        try house.clock.set("2026-06-14T07:30:00Z")
        let past = try #require(LocalDay("2026-06-10"))
        #expect(try await household.medicines.medicineDay(past).lines.map(\.dose.status.word) == ["missed", "taken"])
        let away = try #require(LocalDay("2026-06-12"))
        #expect(try await household.medicines.medicineDay(away).lines.isEmpty)
        try await household.medicines.change(kept.id, .takeOut)
        try house.clock.set("2026-06-15T07:30:00Z")
        #expect(
            try await missed() == [
                "2026-06-10T06:00:00Z", "2026-06-11T06:00:00Z", "2026-06-14T18:00:00Z",
            ])
    }
}

extension MedicineDoseTests {
    // MARK: Stock

    @Test("A dose taken lowers the stock, and undoing it restores the stock")
    func stock() async throws {
        let kept = try await house.running()
        let morning = try await dose("08:00")
        func left() async throws -> Double? { try await household.medicines.medicineDay().stocks.first?.left.exactly }
        #expect(try await left() == 14)
        try house.clock.set("2026-06-10T06:00:00Z")
        try await household.medicines.note(.taken(at: nil, amount: nil), dose: morning, of: kept.id)
        #expect(try await left() == 13)
        try await household.medicines.note(.undone, dose: morning, of: kept.id)
        #expect(try await left() == 14)
        try await household.medicines.note(.taken(at: nil, amount: 2), dose: morning, of: kept.id, sure: [.aboveDose])
        #expect(try await left() == 12)
        house.clock.pass(60)
        try await household.medicines.stock(of: kept.id, counted: 5)
        #expect(try await left() == 5)
        house.clock.pass(60)
        let refilled = try await household.medicines.stock(of: kept.id, refilled: 14)
        #expect(try await left() == 19 && refilled.stock?.refills == 0)
        for amount: Double in [-1, .nan, 100_001] {
            let error = await house.refusal { try await household.medicines.stock(of: kept.id, counted: amount) }
            #expect(error?.code == .doseRefused && error?.detail == "stock")
        }
    }

    @Test("Stock is low from the number of days before it runs out that the household or the medicine sets")
    func low() async throws {
        try await house.running()
        #expect(try await household.medicines.medicineDay().stocks.first?.outlook.daysLeft == 7)
        #expect(try await household.medicines.medicineDay().stocks.first?.isLow == true)
        try await household.settings.choose([.medicineRefillDays: "6"])
        #expect(try await household.medicines.medicineDay().stocks.first?.isLow == false)
    }

    @Test("A refill is refused if the stock was never counted")
    func unknownStock() async throws {
        let kept = try await house.keep(house.form(quantity: nil))
        #expect(kept.stock == nil)
        let error = await house.refusal { try await household.medicines.stock(of: kept.id, refilled: 28) }
        #expect(error?.code == .doseRefused && error?.detail == "stock", "nobody said that there was none before")
        let counted = try await household.medicines.stock(of: kept.id, counted: 3)
        #expect(counted.stock?.unit == "capsule")
        house.clock.pass(1)
        let both = try await household.medicines.stock(of: kept.id, refilled: 28)
        #expect(both.stock?.counts.last?.amount == 31)
    }
}
