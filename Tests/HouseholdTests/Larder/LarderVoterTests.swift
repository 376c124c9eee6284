import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Names of voters", .tags(.small))
struct LarderVoterTests {
    let house: LarderHouse
    var household: Household { house.household }
    var grocer: Grocer { house.grocer }

    init() throws { house = try LarderHouse() }

    private func code(_ body: () async throws -> Void) async -> HouseholdError.Code? {
        await #expect(throws: HouseholdError.self) { try await body() }?.code
    }

    @Test("All processes of a household read and vote under one random name until it is reset")
    func device() async throws {
        let first = try await household.larder.voter()
        #expect(first.mark == "device" && first.accountName == nil)
        #expect(try await house.another().larder.voter() == first)
        _ = try await household.larder.questions(about: LarderHouse.spread)
        let vote = try #require(try await house.answered("a").first)
        _ = try await house.another().larder.questions(about: LarderHouse.spread, isFresh: true)
        _ = try await household.larder.sendVotes()
        #expect(grocer.voters.count == 1)
        #expect(grocer.voters.allSatisfy { $0.hasPrefix("stillroom-") && $0.utf8.count == 34 })
        try await household.larder.resetDevice()
        #expect(try await household.larder.voter() != first)
        #expect(try await house.another().larder.voter() == household.larder.voter())
        #expect(try await house.state(vote) == .counted)
        _ = try await household.larder.questions(about: LarderHouse.spread, isFresh: true)
        #expect(try await house.open().isEmpty, "what was answered here is not shown again, whatever the name")
    }

    @Test("A reset of the device name also applies to answers that wait")
    func resetWaiting() async throws {
        try await house.answered("a")
        try await household.larder.resetDevice()
        _ = try await household.larder.sendVotes()
        guard case .device(let name) = try await household.larder.voter() else {
            Issue.record("nobody has logged in")
            return
        }
        #expect(grocer.ballots.map(\.voter) == [name])
    }

    @Test("After a login, new answers use the account, and earlier ones keep the name they were given under")
    func account() async throws {
        try await house.answered("a")
        try await household.larder.logIn(name: "  anna ", password: "se:cret ä")
        let voter = try await household.larder.voter()
        #expect(voter == .account(name: "anna", password: "se:cret ä") && voter.mark == "account anna")
        #expect(try await house.another().larder.foodAccount() == "anna")
        try await house.answered("b")
        #expect(try await household.larder.sendVotes().counted == 2)
        #expect(grocer.ballots.map(\.voter).last == "account anna")
        #expect(grocer.ballots.map(\.voter).first?.hasPrefix("stillroom-") == true)
        #expect(try await household.larder.votes().map(\.voter) == ["account anna", "device"])
        let account = try #require(try await household.larder.answersOfAccount())
        #expect(account.name == "anna" && account.answers == 1)
        house.cable.pull()
        #expect(try await household.larder.answersOfAccount()?.answers == nil)
        try await household.larder.logOut()
        #expect(try await household.larder.answersOfAccount() == nil)
        #expect(try await household.larder.foodAccount() == nil)
        #expect(try await household.larder.voter().mark == "device")
    }

    @Test("An answer of a logged-out account waits with a remark and is sent after the next login")
    func loggedOut() async throws {
        try await household.larder.logIn(name: "anna", password: "secret")
        let vote = try #require(try await house.answered("a").first)
        try await household.larder.logOut()
        #expect(try await household.larder.sendVotes().waiting == 1)
        #expect(try await house.stored(vote).remark?.contains("Log in") == true)
        #expect(grocer.votes.isEmpty)
        try await household.larder.logIn(name: "berta", password: "secret")
        #expect(try await household.larder.sendVotes().waiting == 1)
        try await household.larder.logIn(name: "anna", password: "new secret")
        #expect(try await household.larder.sendVotes().counted == 1, "at once")
        #expect(grocer.ballots.map(\.voter) == ["account anna"])
    }

    @Test("An answer that waits for its account can be undone and does not delay others")
    func waitingForAccount() async throws {
        try await household.larder.logIn(name: "anna", password: "secret")
        let hers = try #require(try await house.answered("a").first)
        try await household.larder.logOut()
        try await house.answered("b")
        let round = try await household.larder.sendVotes()
        #expect(round.waiting == 1 && round.counted == 1)
        _ = try await household.larder.undo(vote: hers.number)
        #expect(try await household.larder.nextVote() == nil)
    }
}

extension LarderVoterTests {
    @Test("A refused password makes the answer wait, and a login with the right one sends it at once")
    func wrongPassword() async throws {
        try await household.larder.logIn(name: "anna", password: "wrong")
        let vote = try #require(try await house.answered("a").first)
        grocer.take(.fails(.init(HouseholdError(.serviceKeyRefused, "Refused.")), counted: false))
        #expect(try await household.larder.sendVotes().waiting == 1)
        #expect(try await house.stored(vote).remark?.contains("password") == true)
        grocer.take(.counts)
        #expect(try await household.larder.sendVotes().isNothing)
        try await household.larder.logIn(name: "anna", password: "right")
        #expect(try await household.larder.sendVotes().counted == 1)
    }

    @Test(
        "An invalid account name or password is refused",
        arguments: [
            ("", "secret"), ("  ", "secret"), ("a:b", "secret"), ("a\u{7}b", "secret"), ("anna berta", "secret"),
            (String(repeating: "a", count: 81), "secret"), ("anna", ""), ("anna", "a\nb"), ("anna", "a\u{7F}"),
            ("anna", String(repeating: "a", count: 201)),
        ])
    func refused(name: String, password: String) async throws {
        #expect(await code { try await household.larder.logIn(name: name, password: password) } == .accountRefused)
        #expect(try await household.larder.foodAccount() == nil)
    }

    @Test("Without a protected connection, login is refused and an existing account is not used")
    func unprotected() async throws {
        try await household.larder.logIn(name: "anna", password: "secret")
        try await house.answered("a")
        let open = Household.drawn(
            records: house.records, reachability: house.cable.reachability, noticeServices: .drawn(),
            foodServices: FoodServices(
                service: Grocer(takesAccounts: false).service,
                reader: BarcodeReader { _ in BarcodeScan(sightings: []) }, pictures: .none),
            environment: .at { [clock = house.clock] in clock.now })
        #expect(!open.larder.takesFoodAccount)
        #expect(try await open.larder.voter().mark == "device")
        #expect(try await open.larder.sendVotes().waiting == 1)
        #expect(await code { try await open.larder.logIn(name: "berta", password: "secret") } == .accountRefused)
        #expect(try await household.larder.foodAccount() == "anna")
    }

    @Test("The password is stored sealed, is in no description, and counts as missing if it cannot be opened")
    func sealed() async throws {
        try await household.larder.logIn(name: "anna", password: "hunter two")
        let voter = try await household.larder.voter()
        var shown = ""
        dump(voter, to: &shown)
        #expect(!"\(voter) \(String(reflecting: voter)) \(shown)".contains("hunter"))
        let kept = try #require(try await house.records.secret("openfoodfacts-account"))
        #expect(!String(decoding: kept, as: UTF8.self).contains("hunter"))
        let foreign = house.another(secretBox: .drawn(seed: 2))
        #expect(try await foreign.larder.foodAccount() == nil)
        #expect(try await foreign.larder.voter().mark == "device")
        try await foreign.larder.logIn(name: "anna", password: "another")
        #expect(try await foreign.larder.voter().accountName == "anna")
    }
}
