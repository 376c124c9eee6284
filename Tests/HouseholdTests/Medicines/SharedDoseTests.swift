import Accounts
import Contracts
import Doses
import Foundation
import Household
import Recognition
import Reminders
import SQLRecords
import Support
import Testing

@Suite("Notices and calendars of another person's doses", .tags(.medium))
struct SharedDoseTests {
    /// 07:55 and 08:00 in Vienna.
    private static let (before, dose) = ("2026-06-10T05:55:00Z", "2026-06-10T06:00:00Z")

    /// Ada and Ben have a medicine each, both at eight. Ada shares hers with Ben, with reminders.
    private func shared(
        showsNames: Bool = false, reminds: Bool = true, records: any Records = SQLRecords.inMemory()
    ) async throws -> SharedMedicinesFixture {
        let people = try await SharedMedicinesFixture(
            MedicineHouse(
                at: Self.before, records: records, given: showsNames ? [.hidesMedicines: "false"] : [:]))
        try await people.phones(people.ada, people.ben)
        _ = try await people.running("Amoxicillin", of: people.ada)
        _ = try await people.running("Ibuprofen", of: people.ben)
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: reminds)
        return people
    }

    @Test("Two notices at the same time differ: another person's names this person in its title and in its button")
    func sent() async throws {
        let people = try await shared()
        let letters = try await people.letters(at: Self.dose)
        #expect(
            letters["Ben"]?.map(\.title).sorted() == ["It is time for Ada's medicine", "It is time for a medicine"])
        for message in letters["Ben"] ?? [] {
            let isAda = message.title.contains("Ada")
            #expect(message.actions.map(\.title) == [isAda ? "Ada took it" : "Taken", "Snooze 15 minutes"])
        }
        let own = try #require(letters["Ada"]?.first)
        #expect(letters["Ada"]?.count == 1 && own.title == "It is time for a medicine")
        #expect(own.actions.map(\.title) == ["Taken", "Snooze 15 minutes"])
        let alerts = try await people.reminders(people.ben).alertLinks()
        #expect(alerts.map(\.alert.text.title).contains("It is time for Ada's medicine"))
        #expect(Set(alerts.compactMap(\.message.actions.first?.title)) == ["Ada took it", "Taken"])
    }

    @Test("A notice that shows names has the person before the medicine")
    func named() async throws {
        let letters = try await shared(showsNames: true).letters(at: Self.dose)
        #expect(letters["Ben"]?.map(\.title).sorted() == ["Ada: Amoxicillin 500 mg", "Ibuprofen 500 mg"])
        #expect(letters["Ben"]?.map(\.body) == ["1 capsule", "1 capsule"])
        #expect(letters["Ada"]?.map(\.title) == ["Amoxicillin 500 mg"])
    }

    @Test("A notice of a dose of everyone in the household names no person")
    func everyone() async throws {
        let people = try await SharedMedicinesFixture(MedicineHouse(at: Self.before))
        try await people.phones(people.ada, people.ben)
        _ = try await people.running("Ibuprofen", of: people.ada, for: .household)
        let letters = try await people.letters(at: Self.dose)
        #expect(letters.count == 2)
        for messages in letters.values {
            #expect(messages.map(\.title) == ["It is time for a medicine"])
            #expect(messages.first?.actions.first?.title == "Taken")
        }
    }

    @Test("The link of another person's dose asks and answers about this person, and logs the dose of this person only")
    func links() async throws {
        let people = try await shared()
        let machine = people.household.reminders(for: .machine)
        let letters = try await people.letters(at: Self.dose)
        let adas = try #require(letters["Ben"]?.first { $0.title.contains("Ada") })
        let bens = try #require(letters["Ben"]?.first { !$0.title.contains("Ada") })
        let look = try await machine.look(at: people.house.link(.done, in: adas))
        #expect(look.owner == "Ada" && look.isOfDose && look.text.title == "It is time for Ada's medicine")
        #expect(try await machine.look(at: people.house.link(.done, in: bens)).owner == nil)
        let act = try await machine.act(on: people.house.link(.done, in: adas))
        #expect(act.owner == "Ada" && act.doses == 1)
        for (person, count) in [(people.ada, 1), (people.ben, 0)] {
            let medicines = people.medicines(person)
            let own = try #require(try await medicines.list().first { $0.account == person.account.id })
            let entries = try await medicines.doseLog(of: own.id).entries
            #expect(entries.count == count)
            #expect(entries.allSatisfy { $0.author?.name == "Ben" }, "the notice was sent to Ben")
        }
        #expect(try await machine.act(on: people.house.link(.done, in: bens)).owner == nil)
    }
}

extension SharedDoseTests {
    @Test("The log of doses has the person who made an entry, until the account is removed")
    func authors() async throws {
        let people = try await shared()
        let adas = try #require(try await people.medicines(people.ada).list().first)
        let line = try #require(
            try await people.medicines(people.ben).medicineDay().lines.first { $0.kept.id == adas.id })
        try await people.medicines(people.ben).note(
            .taken(at: nil, amount: nil), dose: line.dose.dose.id, of: adas.id, sure: Set(DoseDoubt.Kind.allCases))
        let seen = try #require(
            try await people.medicines(people.ada).medicineDay().lines.first { $0.kept.id == adas.id })
        #expect(seen.dose.answer?.author == .init(account: people.ben.account.id.rawValue, name: "Ben"))
        try await people.medicines(people.ada).note(.undone, dose: line.dose.dose.id, of: adas.id)
        let log = try await people.medicines(people.ada).doseLog(of: adas.id)
        #expect(log.entries.map { $0.author?.name } == ["Ben", "Ada"])
        try await people.household.accounts.remove(people.ben.account.id, by: people.ada)
        let later = try await people.medicines(people.ada).doseLog(of: adas.id)
        #expect(later.entries.map { $0.author?.name } == [nil, "Ada"])
        #expect(later.entries.map(\.action) == log.entries.map(\.action))
    }

    @Test("A dose that another person logged meanwhile is not logged again, and the answer names this person")
    func meanwhile() async throws {
        let people = try await shared()
        let adas = try #require(try await people.medicines(people.ada).list().first)
        let line = try #require(
            try await people.medicines(people.ben).medicineDay().lines.first { $0.kept.id == adas.id })
        let (dose, all) = (line.dose.dose.id, Set(DoseDoubt.Kind.allCases))
        let made = people.house.clock.now
        people.house.clock.pass(1800)
        try await people.medicines(people.ben).note(.taken(at: nil, amount: nil), dose: dose, of: adas.id, sure: all)
        people.house.clock.pass(1800)
        let error = await people.house.refusal {
            try await people.medicines(people.ada).note(
                .taken(at: nil, amount: nil), dose: dose, of: adas.id, sure: all, madeAt: made)
        }
        #expect(error?.code == .answeredSince && error?.message.hasPrefix("Ben logged this dose as taken") == true)
    }

    @Test(
        "When a share ends, or a medicine changes its owner, the stored answers about doses go, and nothing is done again"
    )
    func answers() async throws {
        let people = try await shared()
        let requests = people.household.requests
        let route = "POST /api/medicines/:medicine/doses/:dose/:verb"
        func answer(_ key: String) async throws {
            for person in [people.ada, people.ben] {
                let (claim, _) = try await requests.begin(
                    account: person.account.id.rawValue, route: route, key: key)
                try await requests.settle(
                    claim, fingerprint: "f", answer: StoredAnswer(status: 200, body: Array("{}".utf8)))
            }
        }
        func states(_ key: String) async throws -> [RequestState] {
            var states: [RequestState] = []
            for person in [people.ada, people.ben] {
                states.append(
                    try await requests.begin(account: person.account.id.rawValue, route: route, key: key).state)
            }
            return states
        }
        let none = [RequestState](repeating: .performed(nil, fingerprint: nil), count: 2)
        try await answer("shared")
        #expect(try await states("shared") != none)
        try await people.medicines(people.ada).endShare(.given, people.ben.account.id)
        #expect(try await states("shared") == none)
        try await answer("moved")
        let own = try #require(try await people.medicines(people.ada).list().first)
        try await people.medicines(people.ada).move(own.id, to: .household)
        #expect(try await states("moved") == none)
    }

    @Test("A snoozed notice of another person's dose names this person again")
    func snoozed() async throws {
        let people = try await shared()
        let letters = try await people.letters(at: Self.dose)
        let adas = try #require(letters["Ben"]?.first { $0.title.contains("Ada") })
        _ = try await people.household.reminders(for: .machine).act(on: people.house.link(.snooze, in: adas))
        let later = try await people.letters(at: "2026-06-10T06:15:00Z")
        #expect(later["Ben"]?.map(\.title) == ["It is time for Ada's medicine"])
        #expect(later["Ben"]?.first?.actions.first?.title == "Ada took it")
        #expect(later["Ada"]?.map(\.title) == ["It is time for a medicine"])
    }
}

extension SharedDoseTests {
    @Test("A notice of missed doses says whose they are")
    func missed() async throws {
        let people = try await shared()
        let late = try await people.letters(at: "2026-06-10T07:30:00Z")
        #expect(late["Ben"]?.map(\.title) == ["Reminder came late: 2 doses were due"])
        #expect(late["Ben"]?.first?.body.hasPrefix("1 is for Ada. Do not take a double dose") == true)
        #expect(late["Ada"]?.map(\.title) == ["Reminder came late: 1 dose was due"])
    }

    @Test("After an account is removed, a notice that was sent says whose dose it was, and not which medicine")
    func removed() async throws {
        let people = try await shared(showsNames: true)
        try await people.medicines(people.ben).share(with: people.ada.account.id, reminds: true)
        let letters = try await people.letters(at: Self.dose)
        let bens = try #require(letters["Ada"]?.first { $0.title.hasPrefix("Ben: ") })
        try await people.household.accounts.remove(people.ben.account.id, by: people.ada)
        let machine = people.household.reminders(for: .machine)
        let look = try await machine.look(at: people.house.link(.done, in: bens))
        #expect(look.owner == "Ben" && look.text.title == "It is time for Ben's medicine")
        #expect(try await machine.act(on: people.house.link(.done, in: bens)).loggedCount == 0)
    }

    @Test("A file whose notices have no owner sends no dose twice, and later notices name the owner")
    func upgraded() async throws {
        let records = SQLRecords.inMemory()
        let people = try await shared(records: records)
        #expect(try await people.letters(at: Self.dose).mapValues(\.count) == ["Ada": 1, "Ben": 2])
        let states = Set(Notice.State.allCases)
        let count = try await people.house.records.notices(NoticeQuery(states: states)).count
        // The rows of a release that stored no owner: sent, waiting for the evening, and shown in the app.
        let changed = try await records.database.write { transaction in
            try transaction.execute(
                """
                UPDATE notice SET subjects = json_remove(subjects, '$[0].owner')
                WHERE json_extract(subjects, '$[0].owner') = 'Ada'
                """, [])
        }
        #expect(changed >= 4)
        let old = try await people.house.records.notices(NoticeQuery(states: states))
        #expect(old.count == count && old.allSatisfy { $0.reminder.owner == nil && !$0.reminder.subjects.isEmpty })
        #expect(try await people.letters(at: "2026-06-10T06:01:00Z").isEmpty)
        #expect(try await people.house.records.notices(NoticeQuery(states: states)).count == count)
        let machine = people.household.reminders(for: .machine)
        #expect(try await machine.reconcileReminders() == 0, "the second time, nothing differs")
        let alerts = try await people.reminders(people.ben).alerts().map(\.text.title).sorted()
        #expect(alerts == ["It is time for Ada's medicine", "It is time for a medicine"])
        let evening = try await people.letters(at: "2026-06-10T18:00:00Z")
        #expect(evening.mapValues(\.count) == ["Ada": 1, "Ben": 2])
        #expect(evening["Ben"]?.map(\.title).contains("It is time for Ada's medicine") == true)
    }
}

extension SharedDoseTests {
    @Test("A calendar names the person of a shared dose, and has its alarm only if the share includes reminders")
    func calendars() async throws {
        let people = try await shared(reminds: false)
        let machine = people.household.reminders(for: .machine)
        let hidden = try await people.reminders(people.ben).addFeed(named: "Ben").secret
        let open = try await people.reminders(people.ben).addFeed(named: "Ben", hidesMedicines: false).secret
        let ada = try await people.reminders(people.ada).addFeed(named: "Ada", hidesMedicines: false).secret
        func events(_ secret: String) async throws -> [String] {
            try await machine.calendar(secret: secret).text.replacing("\r\n ", with: "")
                .components(separatedBy: "BEGIN:VEVENT").dropFirst().map(\.self)
        }
        func lines(_ events: [String], _ name: String) -> Set<String> {
            Set(events.flatMap { $0.components(separatedBy: "\r\n") }.filter { $0.hasPrefix(name + ":") })
        }
        func adas(_ events: [String]) -> [String] { events.filter { $0.contains("SUMMARY:Ada") } }
        func alarms(_ events: [String]) -> Int { events.count { $0.contains("BEGIN:VALARM") } }

        #expect(
            lines(try await events(open), "SUMMARY")
                == ["SUMMARY:Ada: Amoxicillin 500 mg\\, 1 capsule", "SUMMARY:Ibuprofen 500 mg: 1 capsule"])
        #expect(lines(try await events(hidden), "SUMMARY") == ["SUMMARY:Ada's medicine", "SUMMARY:Medicine"])
        let own = try await events(ada)
        #expect(lines(own, "SUMMARY") == ["SUMMARY:Amoxicillin 500 mg: 1 capsule"])
        #expect(lines(adas(try await events(open)), "UID") == lines(own, "UID"), "the identifiers stay")
        for secret in [open, hidden] {
            let all = try await events(secret)
            #expect(!adas(all).isEmpty && alarms(adas(all)) == 0)
            #expect(alarms(all) == all.count - adas(all).count, "own doses have alarms")
        }
        #expect(alarms(own) == own.count)
        try await people.medicines(people.ada).share(with: people.ben.account.id, reminds: true)
        let all = try await events(open)
        #expect(alarms(all) == all.count)
        try await people.medicines(people.ada).endShare(.given, people.ben.account.id)
        #expect(adas(try await events(open)).isEmpty)
    }

    @Test("Reading the calendar of one person does not change the events in the calendar of another")
    func versions() async throws {
        let people = try await shared()
        let machine = people.household.reminders(for: .machine)
        let ada = try await people.reminders(people.ada).addFeed(named: "Ada").secret
        let ben = try await people.reminders(people.ben).addFeed(named: "Ben").secret
        let tags = [try await machine.calendar(secret: ada).tag, try await machine.calendar(secret: ben).tag]
        for _ in 0..<2 {
            #expect(try await machine.calendar(secret: ada).tag == tags[0])
            #expect(try await machine.calendar(secret: ben).tag == tags[1])
        }
        #expect(try await !machine.calendar(secret: ben).text.contains("SEQUENCE:1"))
    }
}

extension SharedMedicinesFixture {
    /// Runs one round of the worker. Returns the messages about doses that arrived, by phone.
    func letters(at text: String) async throws -> [String: [NoticeMessage]] {
        try house.clock.set(text)
        let machine = household.reminders(for: .machine)
        _ = try await machine.reconcileReminders()
        while try await machine.sendDue().isFull {}
        let letters = house.mailbox.letters
        _ = house.mailbox.empty()
        return Dictionary(
            grouping: letters.filter { [.dose, .missed].contains($0.message.sort) },
            by: { letter in
                guard case .ntfy(_, let topic, _) = letter.address else { return "?" }
                return topic
            }
        ).mapValues { $0.map(\.message) }
    }
}
