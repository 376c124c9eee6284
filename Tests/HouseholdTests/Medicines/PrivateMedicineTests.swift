import Accounts
import Contracts
import Doses
import Foundation
import Household
import Recognition
import Reminders
import Support
import Testing

/// A household in which Ada is the owner, and Ben and Cleo are members. Each has a phone.
struct SharedMedicinesFixture {
    let house: MedicineHouse
    let ada: SignedIn
    let ben: SignedIn
    let cleo: SignedIn

    var household: Household { house.household }

    init(_ house: MedicineHouse? = nil) async throws {
        let house = try house ?? MedicineHouse()
        self.house = house
        let accounts = house.household.accounts
        let device = Device(userAgent: "Firefox", address: "127.0.0.1")
        let word = try Passphrase("four plain words")
        let link = try await accounts.makeSetupLink()
        let ada = try await accounts.createOwner(link.text, name: AccountName("Ada"), passphrase: word, on: device)
            .session.person
        func member(_ name: String) async throws -> SignedIn {
            let link = try await accounts.invite(as: .member, by: ada)
            return try await accounts.accept(link.text, name: AccountName(name), passphrase: word, on: device)
                .session.person
        }
        self.ada = ada
        (ben, cleo) = (try await member("Ben"), try await member("Cleo"))
    }

    func medicines(_ person: SignedIn) -> MedicineCabinet { household.medicines(for: .person(person.account.id)) }
    func reminders(_ person: SignedIn) -> ReminderCenter { household.reminders(for: .person(person.account.id)) }

    func phones(_ people: SignedIn...) async throws {
        for person in people {
            let name = person.account.name.text
            _ = try await reminders(person).add(.drawn(.ntfy, name), named: name)
        }
    }

    /// A medicine with doses at eight in the morning and in the evening.
    func running(
        _ name: String, of person: SignedIn, for belonging: MedicineBelonging = .person
    ) async throws -> StoredMedicine {
        let form = house.form(name)
        let kept = try await medicines(person).keep(
            form, confirmed: house.everything(of: form), from: nil, for: belonging)
        return try await medicines(person).startPlan(of: kept.id, answers: MedicineHouse.answers())
    }

    /// Runs one round of the worker. Returns the phones at which a dose was announced, with the medicines' names.
    func notified(at text: String) async throws -> Set<String> {
        try house.clock.set(text)
        let machine = household.reminders(for: .machine)
        _ = try await machine.reconcileReminders()
        while try await machine.sendDue().isFull {}
        let letters = house.mailbox.letters
        _ = house.mailbox.empty()
        return Set(
            letters.filter { $0.message.sort == .dose }.map { letter in
                guard case .ntfy(_, let topic, _) = letter.address else { return "?" }
                return topic
            })
    }

    func alerts(_ person: SignedIn) async throws -> Int { try await reminders(person).alerts().count }
    func names(_ person: SignedIn) async throws -> [String] { try await medicines(person).list().map(\.medicine.name) }
}

@Suite("Medicines that are private to a person", .tags(.medium))
struct PrivateMedicineTests {
    /// 07:55 and 08:00 in Vienna.
    private static let (before, dose) = ("2026-06-10T05:55:00Z", "2026-06-10T06:00:00Z")
    private static let evening = "2026-06-10T18:00:00Z"

    @Test("The first owner takes over medicines, labels, channels and calendars, and no reminder that is due gets lost")
    func claimed() async throws {
        let house = try MedicineHouse(at: Self.before)
        let label = try await house.household.medicines.takeLabel(house.photograph())
        try await house.running()
        try await house.phone()
        let (_, secret) = try await house.household.reminders.addFeed(named: "Calendar")
        _ = try await house.tick(at: Self.before)
        // The dose is due, and the worker has not sent it yet, when the owner is created.
        try house.clock.set("2026-06-10T06:00:10Z")
        let people = try await SharedMedicinesFixture(house)
        #expect(try await people.names(people.ada) == ["Amoxicillin"])
        #expect(try await people.medicines(people.ada).label(label.id).label?.account == people.ada.account.id)
        #expect(try await people.reminders(people.ada).feeds().count == 1)
        #expect(try await people.household.medicines(for: .household).list(withOver: true).isEmpty)
        for other in [people.ben, people.cleo] {
            #expect(try await people.names(other).isEmpty)
            #expect(try await people.reminders(other).feeds().isEmpty)
            #expect(try await people.reminders(other).channels().map(\.kind) == [.page])
        }
        #expect(try await people.notified(at: "2026-06-10T06:00:20Z") == ["phone"])
        #expect(try await people.alerts(people.ada) == 1)
        #expect(try await people.alerts(people.ben) == 0)
        #expect(try await people.reminders(people.ada).calendar(secret: secret).text.contains("BEGIN:VALARM"))
    }
}

extension PrivateMedicineTests {
    @Test("Another person finds nothing of a private medicine, with the error of an unknown one from every verb")
    func hidden() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before))
        let kept = try await people.running("Amoxicillin", of: people.ada)
        let label = try await people.medicines(people.ada).takeLabel(people.house.photograph())
        let picture = try #require(label.photograph)
        let dose = try #require(try await people.medicines(people.ada).nextDoses(of: kept.id).first)
        let form = people.house.form("Amoxicillin")
        let confirmed = try people.house.everything(of: form)
        for viewer in [MedicineViewer.person(people.ben.account.id), .household, .noAccess] {
            let other = people.household.medicines(for: viewer)
            func error(_ body: () async throws -> Void) async -> HouseholdError? {
                await #expect(throws: HouseholdError.self) { try await body() }
            }
            func verbs(_ id: Medicine.ID) -> [() async throws -> Void] {
                [
                    { _ = try await other.medicine(id) },
                    { _ = try await other.change(id, to: form, confirmed: confirmed) },
                    { _ = try await other.change(id, .pause) },
                    { _ = try await other.planPreview(of: id) },
                    { _ = try await other.startPlan(of: id, answers: MedicineHouse.answers()) },
                    { _ = try await other.nextDoses(of: id) },
                    { _ = try await other.note(.skipped(reason: nil), dose: dose.id, of: id) },
                    { _ = try await other.take(asNeeded: 0, of: id) },
                    { _ = try await other.undo(entry: 1, of: id) },
                    { _ = try await other.stock(of: id, counted: 3) },
                    { try await other.removeMedicine(id) },
                ]
            }
            for (hidden, unknown) in zip(verbs(kept.id), verbs(.init(rawValue: "unknown"))) {
                let (one, two) = (await error(hidden), await error(unknown))
                #expect(one?.code == .notFound)
                #expect(one?.message == two?.message && one?.hint == two?.hint)
            }
            #expect(try await other.doseLog(of: kept.id).entries.isEmpty)
            #expect(try await other.list(withOver: true).isEmpty)
            #expect(try await other.doseHistories().isEmpty)
            #expect(try await other.medicineDay().lines.isEmpty)
            #expect(try await other.labels().isEmpty)
            await refused(.notFound) { _ = try await other.label(label.id) }
            await refused(.notFound) { _ = try await other.correct(label.id, lines: [0: "X"]) }
            await refused(.notFound) { try await other.removeLabel(label.id) }
            await refused(.notFound) { try await other.removePhotograph(of: label.id) }
            let photographs = people.household.photographs(for: viewer)
            await refused(.notFound) { _ = try await photographs.photograph(picture) }
            await refused(.notFound) { _ = try await photographs.picture(picture, kind: .thumbnail) }
            try await other.forgetMedicines()
        }
        #expect(try await people.medicines(people.ada).medicine(kept.id) == kept)
        #expect(try await people.medicines(people.ada).labels().count == 1)
        let own = people.household.photographs(for: .person(people.ada.account.id))
        #expect(try await own.photograph(picture).id == picture)
        #expect(try await people.household.medicines(for: .machine).list().count == 1)
    }
}

extension PrivateMedicineTests {
    @Test("A dose is announced to its person, to people with a share with reminders, and for everyone to all")
    func announced() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: "2026-06-09T20:00:00Z"))
        try await people.phones(people.ada, people.ben, people.cleo)
        _ = try await people.running("Amoxicillin", of: people.ada)
        #expect(try await people.notified(at: Self.dose) == ["Ada"])
        #expect(try await people.alerts(people.ada) == 1)
        #expect(try await people.alerts(people.ben) == 0)
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: false)
        #expect(try await people.notified(at: Self.evening) == ["Ada"])
        #expect(try await people.names(people.ben) == ["Amoxicillin"])
        #expect(try await people.names(people.cleo).isEmpty)
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: true)
        #expect(try await people.notified(at: "2026-06-11T06:00:00Z") == ["Ada", "Ben"])
        #expect(try await people.alerts(people.cleo) == 0)
        _ = try await people.running("Ibuprofen", of: people.cleo, for: .household)
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: false)
        #expect(try await people.notified(at: "2026-06-11T18:00:00Z") == ["Ada", "Ben", "Cleo"])
        #expect(try await people.names(people.ada) == ["Amoxicillin", "Ibuprofen"])
        #expect(try await people.names(people.cleo) == ["Ibuprofen"])
    }

    @Test("A carer logs doses, and changes, exports and removes nothing")
    func carer() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before))
        let kept = try await people.running("Amoxicillin", of: people.ada)
        let label = try await people.medicines(people.ada).takeLabel(people.house.photograph())
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: false)
        let ben = people.medicines(people.ben)
        let dose = try #require(try await ben.medicineDay().lines.first?.dose.dose.id)
        #expect(try await ben.note(.taken(at: nil, amount: nil), dose: dose, of: kept.id).count == 1)
        #expect(try await people.medicines(people.ada).doseLog(of: kept.id).entries.count == 1)
        #expect(try await ben.note(.undone, dose: dose, of: kept.id).count == 1)
        #expect(try await ben.planPreview(of: kept.id).kept.id == kept.id)
        let form = people.house.form("Other")
        let confirmed = try people.house.everything(of: form)
        await refused(.notPermitted) { _ = try await ben.change(kept.id, to: form, confirmed: confirmed) }
        await refused(.notPermitted) { _ = try await ben.change(kept.id, .end) }
        await refused(.notPermitted) { _ = try await ben.startPlan(of: kept.id, answers: MedicineHouse.answers()) }
        await refused(.notPermitted) { _ = try await ben.stock(of: kept.id, counted: 1) }
        await refused(.notPermitted) { try await ben.removeMedicine(kept.id) }
        await refused(.notPermitted) { try await ben.move(kept.id, to: .household) }
        await refused(.notPermitted) { try await ben.move(kept.id, to: .person) }
        await refused(.notFound) { _ = try await ben.label(label.id) }
        #expect(try await ben.doseHistories().isEmpty)
        // A share is not passed on.
        try await ben.share(with: people.cleo.account.id, reminds: true)
        #expect(try await people.names(people.cleo).isEmpty)
        try await ben.forgetMedicines()
        #expect(try await people.names(people.ada) == ["Amoxicillin"])
        // Each side can end the share.
        try await ben.endShare(.received, people.ada.account.id)
        #expect(try await people.names(people.ben).isEmpty)
        await refused(.notFound) { try await ben.endShare(.received, people.ada.account.id) }
        await refused(.notFound) { try await ben.share(with: people.ben.account.id, reminds: true) }
    }
}

extension PrivateMedicineTests {
    @Test("After a share has ended, the links and the texts of its notices say and do nothing")
    func ended() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before, given: [.hidesMedicines: "false"]))
        try await people.phones(people.ben)
        let kept = try await people.running("Amoxicillin", of: people.ada)
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: true)
        try people.house.clock.set(Self.dose)
        let machine = people.household.reminders(for: .machine)
        _ = try await machine.reconcileReminders()
        people.house.mailbox.behave(.fails(.refused("Full.")))
        while try await machine.sendDue().isFull {}
        let dead = try await people.reminders(people.ben).deadNotices()
        #expect(dead.flatMap(\.reminder.doseNames) == ["Amoxicillin 500 mg"])
        let alert = try #require(try await people.reminders(people.ben).alertLinks().first)
        let link = try people.house.link(.done, in: alert.message)
        try await people.medicines(people.ada).endShare(.given, people.ben.account.id)
        #expect(try await people.reminders(people.ben).deadNotices().flatMap(\.reminder.doseNames) == [""])
        #expect(try await people.alerts(people.ben) == 0)
        #expect(try await people.alerts(people.ada) == 1)
        await refused(.linkRefused) { _ = try await machine.look(at: link) }
        let loggedCount = try? await machine.act(on: link).loggedCount
        #expect(loggedCount ?? 0 == 0)
        #expect(try await people.medicines(people.ada).doseLog(of: kept.id).entries.isEmpty)
    }

    @Test("A medicine is given to everyone by its person, who alone can take it back")
    func given() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before))
        try await people.phones(people.ada, people.ben)
        let kept = try await people.running("Amoxicillin", of: people.ada)
        try await people.medicines(people.ada).move(kept.id, to: .household)
        try await people.medicines(people.ada).move(kept.id, to: .household)
        #expect(try await people.names(people.ben) == ["Amoxicillin"])
        #expect(try await people.notified(at: Self.dose) == ["Ada", "Ben"])
        await refused(.notPermitted) { try await people.medicines(people.ben).move(kept.id, to: .person) }
        // What belongs to everyone is not removed with the own medicines of one person.
        try await people.medicines(people.ben).forgetMedicines()
        try await people.medicines(people.ada).move(kept.id, to: .person)
        #expect(try await people.names(people.ben).isEmpty)
        #expect(try await people.notified(at: Self.evening) == ["Ada"])
    }

    @Test("Removing an account removes its medicines, labels, channels and calendars; those of others stay")
    func removed() async throws {
        let people = try await SharedMedicinesFixture(
            MedicineHouse(at: "2026-06-09T20:00:00Z", given: [.hidesMedicines: "false"]))
        try await people.phones(people.ada, people.ben)
        _ = try await people.running("Ibuprofen", of: people.ada)
        let kept = try await people.running("Amoxicillin", of: people.ben)
        let label = try await people.medicines(people.ben).takeLabel(people.house.photograph())
        let (_, secret) = try await people.reminders(people.ben).addFeed(named: "Ben")
        try await people.medicines(people.ben).share(with: people.ada.account.id, reminds: true)
        #expect(try await people.notified(at: Self.dose) == ["Ada", "Ben"])
        let counted = try await people.household.accounts.belongings(by: people.ada)
        #expect(
            counted[people.ben.account.id] == Belongings(medicines: 1, labels: 1, channels: 1, calendars: 1))
        let fresh = try await people.household.accounts.confirm(
            passphrase: "four plain words", by: people.ada,
            on: Device(userAgent: "Firefox", address: "127.0.0.1"))
        try await people.household.accounts.remove(people.ben.account.id, by: fresh.person)
        let machine = people.household.medicines(for: .machine)
        await refused(.notFound) { _ = try await machine.medicine(kept.id) }
        await refused(.notFound) { _ = try await machine.label(label.id) }
        await refused(.notFound) {
            _ = try await people.household.photographs(for: .machine).photograph(#require(label.photograph))
        }
        await refused(.notFound) { _ = try await people.household.reminders(for: .machine).calendar(secret: secret) }
        #expect(try await people.names(people.ada) == ["Ibuprofen"])
        #expect(try await people.notified(at: Self.evening) == ["Ada"])
        let all = try await people.house.records.notices(NoticeQuery(states: Set(Notice.State.allCases)))
        #expect(!all.flatMap(\.reminder.doseNames).contains { $0.contains("Amoxicillin") })
        #expect(all.flatMap(\.reminder.doseNames).contains { $0.contains("Ibuprofen") })
    }
}

extension PrivateMedicineTests {
    @Test("A person who becomes a guest sees no medicines, gets no reminders, and nothing is shared with this person")
    func guest() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: "2026-06-09T20:00:00Z"))
        try await people.phones(people.ada, people.ben)
        _ = try await people.running("Ibuprofen", of: people.ada, for: .household)
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: true)
        try await people.household.accounts.change(role: .guest, of: people.ben.account.id, by: people.ada)
        #expect(try await people.names(people.ben).isEmpty)
        #expect(try await people.medicines(people.ada).shares().isEmpty)
        await refused(.notFound) {
            try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: true)
        }
        #expect(try await people.notified(at: Self.dose) == ["Ada"])
        #expect(try await people.alerts(people.ben) == 0)
    }

    @Test("A person with medicines or labels does not become a guest, so that no reminder of a dose is lost")
    func demoted() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before))
        try await people.phones(people.ben)
        _ = try await people.running("Amoxicillin", of: people.ben)
        try await people.medicines(people.ben).share(with: people.ada.account.id, reminds: true)
        await refused(.valueRefused) {
            try await people.household.accounts.change(role: .guest, of: people.ben.account.id, by: people.ada)
        }
        #expect(try await people.household.accounts.people().map(\.role).contains(.guest) == false)
        #expect(try await !people.names(people.ada).isEmpty)
        #expect(try await people.notified(at: Self.dose) == ["Ben"])
    }

    @Test("A request that began before a person became a guest adds no label and no medicine, and takes none back")
    func late() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before))
        let given = try await people.running("Ibuprofen", of: people.ben)
        let medicines = people.household.medicines(for: .person(people.ben.account.id))
        try await medicines.move(given.id, to: .household)
        try await people.household.accounts.change(role: .guest, of: people.ben.account.id, by: people.ada)
        await refused(.notPermitted) { _ = try await medicines.takeLabel(text: "Amoxicillin 500 mg") }
        await refused(.notPermitted) { _ = try await people.running("Amoxicillin", of: people.ben) }
        // What Ben gave to everyone can be taken by an owner.
        try await people.medicines(people.ada).move(given.id, to: .person)
        #expect(try await people.names(people.ada) == ["Ibuprofen"])
    }

    @Test("A guest finds no photograph of a label of the household")
    func guestPhotograph() async throws {
        let house = try MedicineHouse(at: Self.before)
        let people = try await SharedMedicinesFixture(house)
        let label = try await people.household.medicines(for: .household).takeLabel(house.photograph())
        let picture = try #require(label.photograph)
        let photographs = people.household.photographs(for: .person(people.ben.account.id))
        #expect(try await photographs.photograph(picture).id == picture)
        try await people.household.accounts.change(role: .guest, of: people.ben.account.id, by: people.ada)
        await refused(.notFound) { _ = try await photographs.photograph(picture) }
    }

    @Test("The log of accounts has each share and its end, and each new channel and calendar")
    func logged() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before))
        try await people.phones(people.ben)
        try await people.phones(people.ben)
        _ = try await people.reminders(people.ben).addFeed(named: "Ben's calendar")
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: true)
        try await people.medicines(people.ben).endShare(.received, people.ada.account.id)
        let events = try await people.household.accounts.events(by: people.ada)
        let texts = events.prefix(4).map { "\($0.kind.rawValue) \($0.name ?? "") \($0.by ?? "-") \($0.subject ?? "")" }
        #expect(
            texts == [
                "medicine-share-ended Ada Ben Ben", "medicines-shared Ada - Ben, with reminders",
                "feed-added Ben - Ben's calendar", "channel-added Ben - Ben",
            ])
    }

    @Test("A private calendar contains the doses that its person sees")
    func calendars() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before))
        let (_, ada) = try await people.reminders(people.ada).addFeed(named: "Ada", hidesMedicines: false)
        let (_, ben) = try await people.reminders(people.ben).addFeed(named: "Ben", hidesMedicines: false)
        _ = try await people.running("Amoxicillin", of: people.ada)
        let machine = people.household.reminders(for: .machine)
        #expect(try await machine.calendar(secret: ada).text.contains("Amoxicillin"))
        #expect(try await !machine.calendar(secret: ben).text.contains("Amoxicillin"))
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: false)
        #expect(try await machine.calendar(secret: ben).text.contains("Amoxicillin"))
    }
}

extension PrivateMedicineTests {
    @Test("Two people can use one topic, and a browser belongs to the person who added it last")
    func channels() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before))
        for person in [people.ada, people.ben, people.ada] {
            _ = try await people.reminders(person).add(.drawn(.ntfy, "shared"), named: "Topic")
            _ = try await people.reminders(person).add(.drawn(.webPush, "tablet"), named: "Tablet")
        }
        #expect(try await people.reminders(people.ada).channels().map(\.kind) == [.page, .ntfy, .webPush])
        #expect(try await people.reminders(people.ben).channels().map(\.kind) == [.page, .ntfy])
        let ntfy = try #require(try await people.reminders(people.ada).channels().first { $0.kind == .ntfy })
        let ben = people.reminders(people.ben)
        await refused(.notFound) { try await ben.change(channel: ntfy.id, isOn: false) }
        await refused(.notFound) { try await ben.remove(channel: ntfy.id) }
        await refused(.notFound) { try await ben.test(channel: ntfy.id) }
        #expect(try await people.reminders(people.ada).channels().count == 3)
    }
}

extension Reminder {
    fileprivate var doseNames: [String] {
        subjects.compactMap { if case .dose(let dose) = $0 { dose.name } else { nil } }
    }
}
