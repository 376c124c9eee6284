import Contracts
import Doses
import Foundation
import Household
import Recognition
import Reminders
import Support
import Testing

@Suite("Reminders of doses", .tags(.small))
struct MedicineReminderTests {
    let house: MedicineHouse
    var household: Household { house.household }

    init() throws { house = try MedicineHouse() }

    // MARK: Following the plan

    @Test("Starting, changing, pausing or putting away a plan changes its pending notices in the same transaction")
    func following() async throws {
        try await house.phone()
        #expect(try await house.waiting().isEmpty)
        let kept = try await house.running()
        let planned = try await house.waiting()
        #expect(planned.first == "2026-06-10T06:00:00Z" && planned.dropFirst().first == "2026-06-10T18:00:00Z")
        // At least two days ahead.
        #expect(planned.count >= 4 && planned == planned.sorted())
        let evening = try #require(try await house.day()["20:00"]).dose.dose.id
        try await household.medicines.note(
            .moved(to: try Date("2026-06-10T19:30:00Z", strategy: .iso8601)), dose: evening, of: kept.id)
        #expect(try await house.waiting().prefix(2) == ["2026-06-10T06:00:00Z", "2026-06-10T19:30:00Z"])
        try await household.medicines.note(.skipped(reason: nil), dose: evening, of: kept.id)
        #expect(try await house.waiting().prefix(2) == ["2026-06-10T06:00:00Z", "2026-06-11T06:00:00Z"])
        try await household.medicines.note(.undone, dose: evening, of: kept.id)
        #expect(try await house.waiting().prefix(2) == ["2026-06-10T06:00:00Z", "2026-06-10T19:30:00Z"])
        try await household.medicines.note(.undone, dose: evening, of: kept.id)
        #expect(try await house.waiting() == planned)
        try await household.medicines.change(kept.id, .pause)
        #expect(try await house.waiting().isEmpty)
        try await household.medicines.change(kept.id, .resume)
        #expect(try await house.waiting() == planned)
        try await household.medicines.startPlan(of: kept.id, answers: MedicineHouse.answers(["09:00", "21:00"]))
        #expect(try await house.waiting().first == "2026-06-10T07:00:00Z")
        try await household.medicines.removeMedicine(kept.id)
        #expect(try await house.waiting().isEmpty)
    }

    @Test(
        "A plan until the stock is gone keeps its reminders at a count of zero, as a count may be wrong"
    )
    func untilGone() async throws {
        try await house.phone()
        let kept = try await house.running(end: .untilGone)
        let planned = try await house.waiting()
        try await household.medicines.stock(of: kept.id, counted: 0)
        #expect(try await house.waiting() == planned && planned.count >= 4)
        #expect(try await household.medicines.medicineDay().stocks.first?.isLow == true)
    }

    // MARK: Sending

    @Test("A dose notice names the medicine, its button notes the dose, and the notice is not sent again")
    func noticeOfDose() async throws {
        try await household.settings.choose([.hidesMedicines: "false"])
        try await house.phone()
        let kept = try await house.running()
        #expect(try await house.tick(at: "2026-06-10T05:59:59Z").isEmpty)
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        #expect(message.title.contains("Amoxicillin") || message.body.contains("Amoxicillin"))
        #expect(message.title.contains("1 capsule") || message.body.contains("1 capsule"))
        #expect(message.actions.map(\.verb) == [.done, .snooze])
        let link = try house.link(.done, in: message)
        let look = try await household.reminders.look(at: link)
        #expect(look.isOfDose && look.verb == .done)
        #expect(try await house.statuses()["08:00"] == "due", "looking changes nothing")
        house.clock.pass(300)
        let act = try await household.reminders.act(on: link)
        #expect(act.doses == 1 && act.isOfDose && !act.wasUsed)
        #expect(try await house.day()["08:00"]?.dose.status == .taken(at: house.clock.now, isLate: false))
        let again = try await household.reminders.act(on: link)
        #expect(again.wasUsed && again.doses == 0)
        #expect(try await household.medicines.doseLog(of: kept.id).entries.count == 1)
        #expect(try await house.tick(at: "2026-06-10T07:30:00Z").isEmpty)
    }
}

extension MedicineReminderTests {
    @Test("A snoozed dose notice is sent again after a quarter of an hour")
    func snoozed() async throws {
        try await house.phone()
        try await house.running()
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        let act = try await household.reminders.act(on: house.link(.snooze, in: message))
        #expect(act.doses == 1 && act.isOfDose)
        #expect(try await house.tick(at: "2026-06-10T06:14:59Z").isEmpty)
        let second = try await house.tick(at: "2026-06-10T06:15:00Z")
        #expect(second.map(\.title) == [message.title])
        // Snoozed again, with the button of the second notice.
        _ = try await household.reminders.act(on: house.link(.snooze, in: try #require(second.first)))
        #expect(try await house.tick(at: "2026-06-10T06:30:00Z").count == 1)
        #expect(try await house.tick(at: "2026-06-10T06:45:00Z").isEmpty)
    }

    @Test("A dose noted before its time has no notice, and undoing the note restores the notice")
    func early() async throws {
        try await house.phone()
        let kept = try await house.running()
        let morning = try #require(try await house.day()["08:00"]).dose.dose.id
        try await household.medicines.note(.taken(at: nil, amount: nil), dose: morning, of: kept.id)
        #expect(try await house.waiting().first == "2026-06-10T18:00:00Z")
        try await household.medicines.note(.undone, dose: morning, of: kept.id)
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").count == 1)
    }

    @Test("A notice button for a removed medicine or a changed plan does nothing and reports that")
    func gone() async throws {
        try await house.phone()
        let kept = try await house.running()
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        try await household.medicines.removeMedicine(kept.id)
        let act = try await household.reminders.act(on: house.link(.done, in: message))
        #expect(act.doses == 0 && act.loggedCount == 0)
    }

    // MARK: Privacy

    @Test("A notice hides the name of the medicine unless the household chooses to show it")
    func hidden() async throws {
        try await house.phone()
        try await house.running()
        let messages = try await house.tick(at: "2026-06-10T06:00:00Z")
        try #require(messages.count == 1)
        for text in messages.flatMap({ [$0.title, $0.body] + $0.actions.map(\.title) }) {
            #expect(!text.contains("Amoxicillin") && !text.contains("500") && !text.contains("capsule"))
        }
        let act = try await household.reminders.act(on: house.link(.done, in: messages[0]))
        #expect(!act.title.contains("Amoxicillin"))
        // A summary of missed doses hides the name as well.
        let late = try await house.tick(at: "2026-06-11T12:00:00Z")
        for message in late { #expect(!message.title.contains("Amoxicillin") && !message.body.contains("Amoxicillin")) }
    }

    @Test("A calendar feed has the doses, with names only if the person who made it chose that")
    func calendar() async throws {
        var form = house.form()
        form.person = "Robin Invented"
        let kept = try await house.keep(form)
        try await household.medicines.startPlan(of: kept.id, answers: MedicineHouse.answers())
        let (_, hidden) = try await household.reminders.addFeed(named: "Anna")
        let (_, open) = try await household.reminders.addFeed(named: "Ben", hidesMedicines: false)
        func text(_ secret: String) async throws -> String {
            try await household.reminders.calendar(secret: secret).text.replacing("\r\n ", with: "")
        }
        let (anna, ben) = (try await text(hidden), try await text(open))
        for word in ["Amoxicillin", "500 mg", "capsule", "Robin"] {
            #expect(!anna.contains(word) && ben.contains(word), "\(word)")
        }
        func events(_ text: String) -> Int { text.components(separatedBy: "BEGIN:VEVENT").count - 1 }
        #expect(events(anna) == 60 && events(ben) == 60)
        #expect(anna.contains("SUMMARY:Medicine") && anna.contains("DTSTART;TZID=Europe/Vienna:20260610T080000"))
        let morning = try #require(try await house.day()["08:00"]).dose.dose.id
        try await household.medicines.note(.taken(at: nil, amount: nil), dose: morning, of: kept.id)
        #expect(events(try await text(hidden)) == 59)
        #expect(try await !text(hidden).contains(":20260610T080000\r\n"))
        try await household.medicines.note(.undone, dose: morning, of: kept.id)
        #expect(events(try await text(hidden)) == 60)
        try await household.medicines.change(kept.id, .putAway)
        #expect(events(try await text(hidden)) == 0)
    }
}

extension MedicineReminderTests {
    @Test("After a medicine is removed, sent notices do not contain its name")
    func forgotten() async throws {
        try await house.phone()
        let kept = try await house.running()
        let other = try await house.running("Ibuprofen")
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        try await household.medicines.removeMedicine(kept.id)
        let states: Set<Notice.State> = [.pending, .sent, .dead, .expired, .folded]
        let left = try await house.records.notices(NoticeQuery(states: states))
        let doses = left.flatMap(\.reminder.subjects).compactMap { if case .dose(let dose) = $0 { dose } else { nil } }
        #expect(!doses.contains { $0.name.contains("Amoxicillin") })
        #expect(doses.filter { $0.medicine == other.id.rawValue }.allSatisfy { $0.name.contains("Ibuprofen") })
        #expect(doses.contains { $0.medicine == other.id.rawValue })
    }
}
