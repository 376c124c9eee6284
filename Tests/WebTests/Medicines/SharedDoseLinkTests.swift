import Accounts
import Calendar
import Contracts
import Doses
import Foundation
import Household
import Reminders
import Support
import Testing

@testable import Web

@Suite("Links of notices of another person's doses", .tags(.medium))
struct SharedDoseLinkTests {
    @Test("Alerts and pages of links name the person whose dose it is, and those of the own doses name no person")
    func named() async throws {
        let house = try AccountHouse(
            labelServices: LabelServices(
                reader: LabelScanner(read: { _ in MedicineSample.text(MedicineSample.course) }, strip: { $0 }),
                names: { MedicineSample.names }))
        let cookie = try await house.owned().cookie
        let ada = try #require(try await house.person(cookie))
        let benCookie = try await house.joined("Ben", as: .member, invitedBy: ada)
        let ben = try #require(try await house.person(benCookie))
        let household = house.household
        try await household.settings.choose([.zone: "Europe/Vienna"])
        let medicines = household.medicines(for: .person(ada.account.id))
        let form = MedicineForm(
            name: "Amoxicillin", strength: "500 mg", form: "capsule", sig: "Take 1 capsule by mouth twice daily")
        let kept = try await medicines.keep(
            form, confirmed: Set(DosePlan.Confirmations.needed(for: try medicines.reading(of: form).medicine)),
            from: nil)
        var answers = DosePlan.Answers()
        let times = try ["08:00", "20:00"].map { try #require(LocalTime($0)) }
        answers.times[0] = times
        answers.ends[0] = .open
        answers.starts[0] = DosePoint(try #require(LocalDay("2026-11-21")), try #require(times.first))
        try await medicines.startPlan(of: kept.id, answers: answers)
        try await medicines.share(with: ben.account.id, reminds: true)
        let machine = household.reminders(for: .machine)
        _ = try await machine.reconcileReminders()
        // The dose of the evening is due, and not late yet.
        try house.clock.set("2026-11-21T19:10:00Z")
        _ = try await machine.reconcileReminders()

        func link(of person: SignedIn) async throws -> String {
            let alerts = try await household.reminders(for: .person(person.account.id)).alertLinks()
            let message = try #require(alerts.first { $0.message.sort == .dose }).message
            return try #require(message.actions.first { $0.verb == .done }).path
        }
        let (adas, bens) = (try await link(of: ada), try await link(of: ben))
        try await house.visiting { visit in
            let alerts = try await visit.get(Site.API.alerts, cookie: benCookie, accept: "application/json").text
            #expect(alerts.contains("It is time for Ada's medicine") && alerts.contains("Ada took it"))
            let own = try await visit.get(Site.API.alerts, cookie: cookie, accept: "application/json").text
            #expect(own.contains("It is time for a medicine") && own.contains("Taken") && !own.contains("Ada t"))
            let asked = try await visit.get(adas).text
            #expect(asked.contains("Did you take it?") && asked.contains(">Taken</button>"))
            let other = try await visit.get(bens).text
            #expect(other.contains("Did Ada take it?") && other.contains(">Ada took it</button>"))
            #expect(!other.contains("Did you"))
            let noted = try await visit.post(bens).text
            #expect(noted.contains("Logged: Ada took it."))
            // The notice of a page is gone after its answer.
            #expect(try await visit.post(bens).text.contains("This link was already used."))
        }
        #expect(try await medicines.doseLog(of: kept.id).entries.count == 1)
    }
}
