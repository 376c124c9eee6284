import Calendar
import Contracts
import Doses
import Foundation
import Household
import Support
import Testing

/// Dose notes that were made on a device without a connection, and arrive later.
@Suite("Late dose notes", .tags(.small))
struct LateDoseTests {
    let house: MedicineHouse
    var medicines: MedicineCabinet { house.household.medicines }

    init() throws { house = try MedicineHouse() }

    private func morning() async throws -> PlannedDose.ID {
        try #require(try await house.day()["08:00"]).dose.dose.id
    }

    /// Instants of the dose's day; the dose is planned for 06:00 UTC.
    private func at(_ time: String) throws -> Date { try Date("2026-06-10T\(time):00Z", strategy: .iso8601) }

    @Test("A late note has the time at which it was made")
    func late() async throws {
        let kept = try await house.running()
        let dose = try await morning()
        try house.clock.set("2026-06-10T08:00:00Z")
        let noted = try await medicines.note(
            .taken(at: nil, amount: nil), dose: dose, of: kept.id, madeAt: try at("06:10"))
        #expect(noted.map(\.action) == [.taken(at: try at("06:10"), amount: nil)])
        #expect(noted.first?.notedAt == house.clock.now)
    }

    @Test(
        "A late note does not replace or repeat what was logged after it was made",
        arguments: [
            MedicineCabinet.DoseAct.taken(at: nil, amount: nil), .taken(at: nil, amount: 2), .skipped(reason: nil),
            .undone,
        ])
    func stale(act: MedicineCabinet.DoseAct) async throws {
        let kept = try await house.running()
        let dose = try await morning()
        try house.clock.set("2026-06-10T06:30:00Z")
        try await medicines.note(.taken(at: nil, amount: nil), dose: dose, of: kept.id)
        try house.clock.set("2026-06-10T08:00:00Z")
        let error = await house.refusal {
            try await medicines.note(
                act, dose: dose, of: kept.id, sure: Set(DoseDoubt.Kind.allCases), madeAt: try at("06:10"))
        }
        #expect(error?.code == .answeredSince)
        #expect(
            error?.message == "Somebody logged this dose as taken on 10 Jun 2026 at 08:30. Was it taken twice?")
        #expect(try await medicines.doseLog(of: kept.id).entries.count == 1)
    }

    @Test(
        "A dose that was logged on one device, and is taken later on another one without a connection, is no repetition"
    )
    func twoDoses() async throws {
        let kept = try await house.running()
        let dose = try await morning()
        try house.clock.set("2026-06-10T06:10:00Z")
        try await medicines.note(.taken(at: nil, amount: nil), dose: dose, of: kept.id)
        try house.clock.set("2026-06-10T08:00:00Z")
        let error = await house.refusal {
            try await medicines.note(
                .taken(at: nil, amount: nil), dose: dose, of: kept.id, madeAt: try at("06:40"))
        }
        #expect(error?.code == .answeredSince)
        // The same press that arrives with another key is the same dose.
        let again = try await medicines.note(
            .taken(at: nil, amount: nil), dose: dose, of: kept.id, madeAt: try at("06:10") + 2)
        #expect(again.isEmpty)
        // What was skipped before can be taken after all.
        try await medicines.note(.undone, dose: dose, of: kept.id, madeAt: try at("07:00"))
        try await medicines.note(.skipped(reason: nil), dose: dose, of: kept.id)
        house.clock.pass(3600)
        let taken = try await medicines.note(
            .taken(at: nil, amount: nil), dose: dose, of: kept.id, madeAt: try at("08:30"))
        #expect(taken.count == 1)
    }

    @Test("Skipping a dose late does not replace that it was taken before")
    func skippedAfterTaken() async throws {
        let kept = try await house.running()
        let dose = try await morning()
        try house.clock.set("2026-06-10T06:10:00Z")
        try await medicines.note(.taken(at: nil, amount: nil), dose: dose, of: kept.id)
        try house.clock.set("2026-06-10T08:00:00Z")
        let error = await house.refusal {
            try await medicines.note(.skipped(reason: nil), dose: dose, of: kept.id, madeAt: try at("06:40"))
        }
        #expect(error?.code == .answeredSince)
        #expect(try await medicines.doseLog(of: kept.id).entries.count == 1)
        // A person who sees that it was taken can still correct it.
        #expect(try await medicines.note(.skipped(reason: nil), dose: dose, of: kept.id).count == 1)
    }

    @Test("Moving a dose late does not replace a later move, and a moved dose can be logged as taken late")
    func movedTwice() async throws {
        let kept = try await house.running()
        let dose = try await morning()
        try house.clock.set("2026-06-10T06:30:00Z")
        try await medicines.note(.moved(to: try at("12:00")), dose: dose, of: kept.id)
        try house.clock.set("2026-06-10T08:00:00Z")
        let error = await house.refusal {
            try await medicines.note(.moved(to: try at("11:00")), dose: dose, of: kept.id, madeAt: try at("06:10"))
        }
        #expect(error?.code == .answeredSince)
        #expect(
            error?.message == "Somebody moved this dose on 10 Jun 2026 at 08:30. When is it to be taken?")
        let taken = try await medicines.note(
            .taken(at: nil, amount: nil), dose: dose, of: kept.id, sure: Set(DoseDoubt.Kind.allCases),
            madeAt: try at("06:10"))
        #expect(taken.count == 1)
    }

    @Test("Undoing an entry late does not undo an equal answer that was logged after it")
    func undo() async throws {
        let kept = try await house.running()
        let dose = try await morning()
        try house.clock.set("2026-06-10T06:10:00Z")
        let entry = try #require(
            try await medicines.note(.taken(at: nil, amount: nil), dose: dose, of: kept.id).first)
        try house.clock.set("2026-06-10T06:30:00Z")
        try await medicines.note(
            .taken(at: try at("06:20"), amount: nil), dose: dose, of: kept.id, sure: Set(DoseDoubt.Kind.allCases))
        try house.clock.set("2026-06-10T08:00:00Z")
        let error = await house.refusal {
            try await medicines.undo(entry: entry.number, of: kept.id, madeAt: try at("06:15"))
        }
        #expect(error?.code == .answeredSince)
        #expect(try await medicines.undo(entry: entry.number, of: kept.id, madeAt: try at("06:40")).count == 1)
    }

    @Test("Two presses without a connection log one dose taken as needed, and a later one is another dose")
    func pressedTwice() async throws {
        var form = house.form(
            "Ibuprofen", "Take 1 tablet by mouth every 6 hours as needed for pain. Max 3 tablets in 24 hours")
        form.strength = "200 mg"
        let kept = try await house.keep(form)
        let preview = try await medicines.planPreview(of: kept.id)
        try await medicines.startPlan(
            of: kept.id, answers: preview.questions.isEmpty ? .init() : MedicineHouse.answers())
        try house.clock.set("2026-06-10T08:00:00Z")
        let all = Set(DoseDoubt.Kind.allCases), made = try at("06:10")
        for (seconds, count) in [(0.0, 1), (2, 0), (-4, 0), (60, 1)] {
            let noted = try await medicines.take(asNeeded: 0, of: kept.id, sure: all, madeAt: made + seconds)
            #expect(noted.count == count, "\(seconds)")
        }
        // One that is made now is no repetition of them.
        #expect(try await medicines.take(asNeeded: 0, of: kept.id, sure: all).count == 1)
    }
}
