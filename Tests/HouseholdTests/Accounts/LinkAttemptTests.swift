import Accounts
import Contracts
import Foundation
import Household
import Testing

@Suite("Attempts with links of accounts")
struct LinkAttemptTests {
    private let house: AccountHouse

    init() throws { house = try AccountHouse() }

    private func accept(_ link: Secret, _ name: String, on device: Device? = nil) async throws -> NewSession {
        try await house.accounts.accept(
            link.text, name: AccountName(name), passphrase: Passphrase(AccountHouse.word), on: device ?? house.stranger
        ).session
    }

    @Test("An invitation with a taken name waits after some attempts, before anything is hashed, and works afterwards")
    func invitation() async throws {
        let owner = try await house.owner().session.person
        let link = try await house.accounts.invite(as: .member, by: owner)
        let before = house.hashes.value
        for _ in 0..<5 { await refused(.nameTaken) { _ = try await accept(link, "Ada") } }
        #expect(house.hashes.value == before + 5)
        for _ in 0..<40 { await refused(.tooManyAttempts) { _ = try await accept(link, "Ada") } }
        await refused(.tooManyAttempts) { _ = try await accept(link, "Bea") }
        #expect(house.hashes.value == before + 5)
        house.clock.pass(2)
        #expect(try await accept(link, "Bea").person.account.name.text == "Bea")
    }

    @Test("The limit holds for a link over many addresses, and failed sign-ins at an address stop no link")
    func addresses() async throws {
        let owner = try await house.owner().session.person
        let link = try await house.accounts.invite(as: .member, by: owner)
        var refusals = 0
        for number in 0..<40 {
            do {
                _ = try await accept(link, "Ada", on: Device(userAgent: "curl", address: "198.51.100.\(number)"))
            } catch let error as HouseholdError where error.code == .tooManyAttempts {
                refusals += 1
            } catch {}
        }
        #expect(refusals == 35)
        for number in 0..<30 {
            do { _ = try await house.signIn("Name \(number)", "wrong", on: house.stranger) } catch {}
        }
        await refused(.tooManyAttempts) { _ = try await house.signIn("Bea", "wrong", on: house.stranger) }
        _ = try await accept(house.accounts.invite(as: .member, by: owner), "Bea")
        _ = try await house.accounts.reset(
            house.accounts.makeResetLink(name: "Ada").text, passphrase: Passphrase("four other words"),
            on: house.stranger)
    }

    @Test("A passphrase that is refused counts as no attempt, and a success takes its own back")
    func corrections() async throws {
        let owner = try await house.owner().session.person
        for number in 0..<30 {
            let link = try await house.accounts.invite(as: .member, by: owner)
            await refused(.passphraseRefused) {
                _ = try await house.accounts.accept(
                    link.text, name: AccountName("Person \(number)"), passphrase: Passphrase("password1"),
                    on: house.stranger)
            }
            _ = try await accept(link, "Person \(number)")
        }
    }
}
