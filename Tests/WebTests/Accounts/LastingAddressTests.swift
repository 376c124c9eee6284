import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import Testing

@testable import Web

/// A calendar or a channel is used after the session in which it was added.
@Suite("Calendars and channels need a fresh sign-in")
struct LastingAddressTests {
    private let house: AccountHouse

    init() throws { house = try AccountHouse() }

    private static func browser(_ endpoint: String, replacing replaced: String? = nil) -> Data {
        let (key, secret) = ([4] + [UInt8](repeating: 7, count: 64), [UInt8](repeating: 9, count: 16))
        let replaces = replaced.map { #", "replaces": "\#($0)""# } ?? ""
        return Data(
            """
            {"kind": "web-push", "endpoint": "\(endpoint)"\(replaces),
             "keys": {"p256dh": "\(Base64URL.text(key))", "auth": "\(Base64URL.text(secret))"}}
            """.utf8)
    }

    @Test("Ten minutes after the sign-in, forms lead to the confirmation, and the API refuses")
    func late() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let early = try await visit.post(Site.settingsFeeds, ["name": "Phone"], cookie: cookie)
            #expect(early.status == .ok && early.text.contains(Site.calendars + "/"))
            #expect(try await !visit.get(Site.settingsReminders, cookie: cookie).text.contains(Site.confirmPerson))
            house.clock.pass(601)
            let page = try await visit.get(Site.settingsReminders, cookie: cookie).text
            #expect(page.contains(ReminderPages.confirm.replacing("&", with: "&amp;")))
            #expect(!page.contains("action=\"\(Site.settingsFeeds)\"") && !page.contains("data-device-do=\"on\""))
            func leads(_ address: String, _ fields: KeyValuePairs<String, String>) async throws {
                let answer = try await visit.post(address, fields, cookie: cookie)
                #expect(answer.headers[.location] == ReminderPages.confirm)
            }
            try await leads(Site.settingsFeeds, ["name": "Tablet"])
            try await leads(
                Site.settingsChannels, ["kind": "ntfy", "server": "https://ntfy.example", "topic": "plants"])
            try await leads(Site.settingsChannels, ["kind": "webhook", "url": "https://hook.example"])
            for (address, body) in [
                (Site.API.feeds, Data(#"{"name":"Tablet","hidesMedicines":false}"#.utf8)),
                (Site.API.channels, Data(#"{"kind":"webhook","url":"https://hook.example"}"#.utf8)),
                (Site.API.channels, Self.browser("https://push.example/one")),
            ] {
                let answer = try await visit.sendJSON(address, body, cookie: cookie)
                #expect(answer.status == .forbidden && answer.text.contains("sign-in-again"))
            }
        }
    }

    @Test(
        "A browser that is known sends its subscription again, and a renewed one, without a sign-in; no other person does"
    )
    func renewed() async throws {
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        let ben = try await house.joined("Ben", as: .member, invitedBy: owner)
        try await house.visiting { visit in
            func add(_ endpoint: String, replacing replaced: String? = nil, by cookie: String) async throws
                -> TestResponse
            {
                try await visit.sendJSON(
                    Site.API.channels, Self.browser(endpoint, replacing: replaced), cookie: cookie)
            }
            let (first, second) = ("https://push.example/one", "https://push.example/two")
            #expect(try await add(first, by: cookie).status == .created)
            house.clock.pass(601)
            #expect(try await add(first, by: cookie).status == .created)
            #expect(try await add(second, replacing: first, by: ben).status == .forbidden)
            #expect(try await add(second, replacing: first, by: cookie).status == .created)
            #expect(try await add(first, by: cookie).status == .forbidden, "the earlier subscription is over")
            let channels = try await house.household.reminders(for: .person(owner.account.id)).channels()
            #expect(channels.filter { $0.kind == .webPush }.count == 1)
        }
    }
}
