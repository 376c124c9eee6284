import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Messages
import Support
import Testing

@testable import Web

@Suite("Pages of accounts", .tags(.medium), .timeLimit(.minutes(1)))
struct AccountPagesTests {
    private let house: AccountHouse
    private static let words = "rain on the glass house roof"

    init() throws { house = try AccountHouse() }

    // MARK: Links

    @Test("The set-up link creates the owner, signs in and shows the recovery codes once")
    func setUp() async throws {
        let link = Site.setup(try await house.household.accounts.makeSetupLink().text)
        try await house.visiting { visit in
            let page = try await visit.get(link)
            #expect(page.status == .ok && page.text.contains("Create the owner account"))
            #expect(page.headers[.cacheControl] == "no-store")
            let made = try await visit.post(link, ["name": "Ada", "passphrase": Self.words])
            #expect(made.status == .ok && made.headers[.cacheControl] == "no-store")
            #expect(made.text.matches(of: /<code>[0-9A-Z]{4}(-[0-9A-Z]{4}){3}<\/code>/).count == RecoveryCode.count)
            let cookie = try #require(made.cookie)
            #expect(try await visit.get(Site.today, cookie: cookie).status == .ok)
            #expect(try await visit.get(Site.today).status == .seeOther)
            for answer in [
                try await visit.get(link), try await visit.post(link, ["name": "Eve", "passphrase": Self.words]),
            ] {
                #expect(answer.status == .gone && answer.headers[.setCookie] == nil)
                #expect(answer.text.contains("was used already") && !answer.text.contains(Site.API.state))
            }
        }
    }

    @Test(
        "A name or a passphrase that cannot be used is refused with the reason, and the link stays valid",
        arguments: [
            ("", words, "An account needs a name"), ("Ada", "short", "at least 8 characters"),
            ("Ada", "password1", "easy to guess"),
            ("A lovely name", "A lovely name", "The passphrase is the name"),
        ])
    func refusedAccount(name: String, passphrase: String, reason: String) async throws {
        let link = Site.setup(try await house.household.accounts.makeSetupLink().text)
        try await house.visiting { visit in
            let answer = try await visit.post(link, ["name": name, "passphrase": passphrase])
            #expect(answer.status == .unprocessableContent && answer.text.contains(reason))
            #expect(answer.text.contains("value=\"\(name)\"") && answer.headers[.setCookie] == nil)
            #expect(!passphrase.isEmpty && !answer.text.contains("value=\"\(Self.words)\""))
            #expect(try await visit.get(link).status == .ok)
        }
    }

    @Test("An invitation link is shown once, and makes a member who is signed in")
    func invitation() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let shown = try await visit.post(Site.invitations, ["role": "member"], cookie: cookie)
            #expect(shown.status == .ok && shown.headers[.cacheControl] == "no-store")
            let link = try #require(shown.text.firstMatch(of: /http:\/\/[^\/"]+(\/invitation\/[^"]+)/)).1
            #expect(try await !visit.get(Site.people, cookie: cookie).text.contains(link))
            let page = try await visit.get(String(link))
            #expect(page.status == .ok && page.text.contains("Ada invites you to become a member."))
            let taken = try await visit.post(String(link), ["name": "ada", "passphrase": Self.words])
            #expect(taken.status == .conflict && taken.text.contains("Another account has this name"))
            let joined = try await visit.post(String(link), ["name": "Ben", "passphrase": Self.words])
            #expect(joined.status == .ok && joined.text.contains("href=\"\(Site.today)\""))
            #expect(try await visit.get(Site.today, cookie: joined.cookie).status == .ok)
            #expect(try await visit.get(Site.people, cookie: cookie).text.contains("Ben"))
            #expect(try await visit.get(String(link)).status == .gone)
        }
    }

    @Test("A withdrawn invitation cannot be used")
    func withdrawal() async throws {
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        let secret = try await house.household.accounts.invite(as: .member, by: owner)
        try await house.visiting { visit in
            let page = try await visit.get(Site.people, cookie: cookie)
            let action = try #require(page.text.firstMatch(of: /action="(\/people\/invitations\/[^"]+\/withdraw)"/)).1
            #expect(try await visit.post(String(action), cookie: cookie).status == .seeOther)
            #expect(try await visit.get(Site.invitation(secret.text)).status == .gone)
        }
    }
}

extension AccountPagesTests {
    @Test("A recovery code sets a new passphrase once and signs out every other device")
    func recovery() async throws {
        let (earlier, codes) = try await house.owned()
        try await house.visiting { visit in
            let code = try #require(codes.first)
            let answer = try await visit.post(
                Site.recovery, ["name": "Ada", "code": code.lowercased(), "passphrase": Self.words])
            #expect(answer.status == .seeOther)
            #expect(try await visit.get(Site.account, cookie: answer.cookie).status == .ok)
            #expect(try await visit.get(Site.account, cookie: earlier).status == .seeOther)
            #expect(try await visit.signIn("Ada", Self.words).status == .seeOther)
            #expect(try await visit.signIn().status == .unauthorized)
            let again = try await visit.post(
                Site.recovery, ["name": "Ada", "code": code, "passphrase": "yet another passphrase"])
            #expect(again.status == .unauthorized)
        }
    }

    @Test("A reset link sets a new passphrase once")
    func reset() async throws {
        try await house.owned()
        let link = Site.reset(try await house.household.accounts.makeResetLink(name: "ada").text)
        try await house.visiting { (visit: AccountVisit) async throws in
            #expect(try await visit.get(link).text.contains("Set a new passphrase"))
            #expect(try await visit.post(link, ["passphrase": "short"]).status == .unprocessableContent)
            #expect(try await visit.post(link, ["passphrase": Self.words]).status == .seeOther)
            #expect(try await visit.post(link, ["passphrase": Self.words]).status == .gone)
            #expect(try await visit.signIn("Ada", Self.words).status == .seeOther)
        }
    }

    // MARK: The own account

    @Test("A new passphrase needs the current one, and signs out all other devices")
    func passphrase() async throws {
        let (first, _) = try await house.owned()
        try await house.visiting { visit in
            let second = try #require(try await visit.signIn().cookie)
            let wrong = try await visit.post(
                Site.passphrase, ["current": "wrong passphrase", "passphrase": Self.words], cookie: second)
            #expect(wrong.status == .unauthorized && wrong.headers[.setCookie] == nil)
            let changed = try await visit.post(
                Site.passphrase, ["current": AccountHouse.passphrase, "passphrase": Self.words], cookie: second)
            let third = try #require(changed.cookie)
            #expect(changed.status == .seeOther)
            for cookie in [first, second] {
                #expect(try await visit.get(Site.today, cookie: cookie).status == .seeOther)
            }
            #expect(
                try await visit.get(Site.account, cookie: third).text.contains("Signed in as <b>Ada</b>, an owner."))
        }
    }

    @Test("The settings page says who is signed in and leads to devices, people and the way out")
    func settings() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let page = try await visit.get(Site.settings, cookie: cookie).text
            #expect(page.contains("Signed in as Ada."))
            for address in [Site.account, Site.devices, Site.people] { #expect(page.contains("href=\"\(address)\"")) }
            #expect(page.contains("action=\"\(Site.signOut)\""))
        }
    }

    @Test("The list of devices names browser and system and marks this device")
    func devices() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let page = try await visit.get(Site.devices, cookie: cookie).text
            #expect(page.contains("Firefox on Android <small>This device</small>"))
            #expect(!page.contains("Sign out all other devices"))
            _ = try await visit.signIn()
            let both = try await visit.get(Site.devices, cookie: cookie).text
            #expect(both.contains("Unknown device") && both.contains("Sign out all other devices"))
        }
    }
}

extension AccountPagesTests {
    @Test(
        "The name of a device is derived from its user agent",
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile Safari/604",
                "Safari on iPhone"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/130.0.0.0 Safari/537", "Chrome on Linux"),
            ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537 Edg/130.0", "Edge on Windows"),
            (
                "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121 Mobile Safari/537",
                "Samsung Internet on Android"
            ),
            ("curl/8.5.0", "curl"), ("", "Unknown device"), ("Something (Android 15)", "Browser on Android"),
        ])
    func deviceName(userAgent: String, name: String) {
        #expect(DeviceName.text(userAgent) == name)
    }

    // MARK: People

    @Test("A member gets 403 on the pages of owners, and the own account instead of the settings")
    func member() async throws {
        let (cookie, _) = try await house.owned()
        let member = try await house.joined(
            "Ben", as: .member, invitedBy: try #require(try await house.person(cookie)))
        try await house.visiting { visit in
            let people = try await visit.get(Site.people, cookie: member)
            #expect(people.status == .forbidden && people.text.contains("Your role does not allow this."))
            for address in [
                Site.settingsPlantNet, Site.settingsKey, Site.settingsHome, Site.settingsTrefle, Site.invitations,
            ] {
                #expect(try await visit.post(address, ["key": "x"], cookie: member).status == .forbidden, "\(address)")
            }
            let export = try await visit.get(Site.API.settings, cookie: member, accept: "application/json")
            #expect(export.status == .forbidden && export.text.contains("\"not-permitted\""))
            #expect(try await visit.get(Site.settings, cookie: member).headers[.location] == Site.account)
            let account = try await visit.get(Site.account, cookie: member)
            #expect(account.status == .ok && !account.text.contains("Show people"))
            #expect(try await visit.get(Site.medicines, cookie: member).status == .ok)
        }
    }

    @Test("An owner changes the role of another person and removes the person, whose sessions end")
    func people() async throws {
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        let member = try await house.joined("Ben", as: .member, invitedBy: owner)
        let ben = try #require(try await house.person(member)).account.id
        try await house.visiting { visit in
            let page = try await visit.get(Site.people, cookie: cookie).text
            #expect(page.contains("Make an owner") && page.contains("Make a guest") && !page.contains("Make a member"))
            #expect(page.contains("Ada <small>You</small>"))
            #expect(try await visit.post(Site.changeRole(ben), ["role": "king"], cookie: cookie).status.code == 422)
            #expect(try await visit.post(Site.changeRole(ben), ["role": "owner"], cookie: cookie).status == .seeOther)
            #expect(try await visit.get(Site.today, cookie: member).status == .seeOther)
            let again = try #require(try await visit.signIn("Ben").cookie)
            #expect(try await visit.get(Site.people, cookie: again).status == .ok)
            #expect(try await visit.post(Site.removePerson(ben), cookie: cookie).status == .seeOther)
            #expect(try await visit.get(Site.today, cookie: again).status == .seeOther)
            #expect(try await visit.signIn("Ben").status == .unauthorized)
        }
    }

    @Test("The log of accounts names who did what, and only owners read it")
    func log() async throws {
        let (cookie, _) = try await house.owned()
        let member = try await house.joined(
            "Ben", as: .member, invitedBy: try #require(try await house.person(cookie)))
        try await house.visiting { visit in
            _ = try await visit.signIn("Ada", "wrong passphrase")
            let page = try await visit.get(Site.accountLog, cookie: cookie)
            #expect(page.status == .ok)
            for words in [
                "Ada created the owner account", "Ada made an invitation for a member", "Ben joined as a member",
                "Ada: an attempt to sign in failed",
            ] { #expect(page.text.contains(words), "\(words)") }
            #expect(try await visit.get(Site.accountLog, cookie: member).status == .forbidden)
        }
    }

    @Test("Every kind of event has its own sentence")
    func eventWords() {
        let sentences = AccountEvent.Kind.allCases.map { kind in
            AccountLogPage.words(AccountEvent(at: .distantPast, kind: kind, name: "Ben", by: "Ada", role: .member))
        }
        #expect(Set(sentences).count == AccountEvent.Kind.allCases.count)
    }
}

extension AccountPagesTests {
    @Test("The last owner cannot be removed or become a member")
    func lastOwner() async throws {
        let (cookie, _) = try await house.owned()
        let id = try #require(try await house.person(cookie)).account.id
        try await house.visiting { visit in
            for answer in [
                try await visit.post(Site.changeRole(id), ["role": "member"], cookie: cookie),
                try await visit.post(Site.removePerson(id), cookie: cookie),
            ] {
                #expect(answer.status == .conflict && answer.text.contains("this is the only one"))
            }
            #expect(try await visit.get(Site.people, cookie: cookie).status == .ok)
        }
    }

    @Test("A person has a clock and a week and units that differ from those of the household")
    func region() async throws {
        let (ada, _) = try await house.owned()
        let ben = try await house.joined("Ben", as: .guest, invitedBy: try #require(try await house.person(ada)))
        try await house.household.settings.choose([.zone: "Europe/Vienna"])
        try await house.visiting { visit in
            let page = try await visit.get(Site.region, cookie: ben).text
            #expect(page.contains("<option value=\"\" selected>As in the household"))
            let saved = try await visit.post(
                Site.region, ["language": "", "clock": "12", "week-start": "sunday", "units": "imperial"], cookie: ben)
            #expect(saved.headers[.location] == Site.region + "?note=saved")
            let shown = try await visit.get(Site.region + "?note=saved", cookie: ben).text
            for choice in ["12", "sunday", "imperial"] { #expect(shown.contains("value=\"\(choice)\" selected")) }
            func habits(_ cookie: String) async throws -> (clock: Bool, week: Bool, units: Bool) {
                let devices = try await visit.get(Site.devices, cookie: cookie).text
                let month = try await visit.get("/agenda/month", cookie: cookie).text
                let care = try await visit.get(Site.species + "?q=Monstera+deliciosa", cookie: cookie).text
                let sunday = try #require(month.range(of: "title=\"Sunday\"")?.lowerBound)
                let monday = try #require(month.range(of: "title=\"Monday\"")?.lowerBound)
                return (devices.contains(" pm"), sunday < monday, care.contains("°F"))
            }
            #expect(try await habits(ben) == (true, true, true))
            #expect(try await habits(ada) == (false, false, false))
            let wrong = try await visit.post(Site.region, ["units": "stone"], cookie: ben)
            #expect(wrong.status == .unprocessableContent)
            #expect(try await habits(ben) == (true, true, true))
            // A missing field changes nothing. The language chosen elsewhere meanwhile stays.
            _ = try await visit.post(Site.language, ["language": "fr"], cookie: ben)
            _ = try await visit.post(
                Site.region, ["clock": "24", "language": "", "was-language": ""], cookie: ben)
            let account = try #require(try await house.person(ben)).account
            #expect(
                account.language == .french
                    && account.habits == .init(clock: .hours24, weekStart: .sunday, measures: .imperial))
            _ = try await visit.post(
                Site.region, ["language": "", "clock": "", "week-start": "", "units": ""], cookie: ben)
            #expect(try await habits(ben) == (false, false, false))
        }
    }

    @Test("The page of people invites members, guests and owners, and refuses another role", arguments: ["admin", ""])
    func roles(role: String) async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let answer = try await visit.post(Site.invitations, ["role": role], cookie: cookie)
            #expect(answer.status == .unprocessableContent)
            let page = try await visit.get(Site.people, cookie: cookie).text
            for role in Role.allCases {
                #expect(page.contains("value=\"\(role)\""))
                let answer = try await visit.post(Site.invitations, ["role": role.rawValue], cookie: cookie)
                #expect(answer.status == .ok && answer.text.contains(RoleWording.joins(role)))
            }
        }
    }
}
