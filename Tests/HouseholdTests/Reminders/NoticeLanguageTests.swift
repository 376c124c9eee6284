import Accounts
import Contracts
import Household
import Messages
import Reminders
import SQLRecords
import Support
import Testing

@Suite("The language of notices and calendars", .tags(.medium))
struct NoticeLanguageTests {
    private static let (before, dose) = ("2026-06-10T05:55:00Z", "2026-06-10T06:00:00Z")

    /// A catalogue with the two texts that these tests look at.
    private static let localizations = Localizations { language in
        guard language == .german else { return .english }
        return Localization(
            language: .german,
            catalogue: Catalogue([
                Catalogue.Entry(
                    context: nil, english: "It is time for a medicine", englishPlural: nil,
                    forms: ["Es ist Zeit für ein Medikament"]),
                Catalogue.Entry(
                    context: nil, english: "Tasks for the plants of a household, and its medicines.",
                    englishPlural: nil, forms: ["Aufgaben für die Pflanzen eines Haushalts, und seine Medikamente."]),
            ]))
    }

    /// Ada chose German, Ben did not choose; both have a medicine at eight, a phone, and the household `language`.
    private func house(_ language: String = "") async throws -> SharedMedicinesFixture {
        let people = try await SharedMedicinesFixture(
            MedicineHouse(
                at: Self.before, given: language.isEmpty ? [:] : [.language: language],
                localizations: Self.localizations))
        try await people.household.accounts.chooseLanguage(.german, by: people.ada)
        try await people.phones(people.ada, people.ben)
        _ = try await people.running("Amoxicillin", of: people.ada)
        _ = try await people.running("Ibuprofen", of: people.ben)
        return people
    }

    @Test("Each person gets notices in the own language, also those that another person's request planned")
    func own() async throws {
        let letters = try await house().letters(at: Self.dose)
        #expect(letters["Ada"]?.map(\.title) == ["Es ist Zeit für ein Medikament"])
        #expect(letters["Ben"]?.map(\.title) == ["It is time for a medicine"])
    }

    @Test("A person who did not choose gets the language of the household")
    func household() async throws {
        let letters = try await house("de").letters(at: Self.dose)
        #expect(letters["Ben"]?.map(\.title) == ["Es ist Zeit für ein Medikament"])
    }

    @Test("Calendars have the language of their person, and reading one does not change the version of the other")
    func calendars() async throws {
        let people = try await house()
        let (german, english) = (
            try await people.reminders(people.ada).addFeed(named: "A"),
            try await people.reminders(people.ben).addFeed(named: "B")
        )
        let machine = people.household.reminders(for: .machine)
        let first = try await machine.calendar(secret: german.secret)
        let other = try await machine.calendar(secret: english.secret)
        #expect(first.text.contains("Aufgaben für die Pflanzen") && other.text.contains("Tasks for the plants"))
        #expect(try await machine.calendar(secret: german.secret).tag == first.tag)
        #expect(try await machine.calendar(secret: english.secret).tag == other.tag)
    }

    @Test("A new account has the language of the page on which it was made")
    func newAccount() async throws {
        let house = try MedicineHouse(at: Self.before, localizations: Self.localizations)
        let accounts = house.household.accounts
        let device = Device(userAgent: "Firefox", address: "127.0.0.1")
        try await Localization.$current.withValue(Self.localizations(.german)) {
            let link = try await accounts.makeSetupLink()
            _ = try await accounts.createOwner(
                link.text, name: AccountName("Ada"), passphrase: Passphrase("four plain words"), on: device)
        }
        #expect(try await accounts.people().map(\.language) == [.german])
    }
}
