import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Plants
import Recognition
import Support
import Testing

@testable import Web

/// The page of reminders and the links of notices, used by a browser without JavaScript. The clock is set to 15 January
/// 2027.
@Suite("Pages of reminders", .tags(.medium))
struct ReminderPagesTests {
    private let page: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]
    private let reminders = "/settings/reminders"

    private func visiting(
        _ household: Household = .drawn(), _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test", publicAuthority: "house.test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.router, body)
    }

    private func html(_ client: any TestClientProtocol, _ uri: String) async throws -> String {
        let response = try await client.execute(uri: uri, method: .get, headers: page)
        #expect(response.status == .ok, "\(uri)")
        let html = String(buffer: response.body)
        #expect(!html.contains(" style=") && !html.contains("{{"), "\(uri)")
        return html
    }

    private func send(_ client: any TestClientProtocol, _ uri: String, _ form: String = "") async throws -> TestResponse
    {
        try await client.execute(uri: uri, method: .post, headers: page, body: ByteBuffer(string: form))
    }

    /// The address of the form with that action.
    private func action(_ verb: String, in html: String) throws -> String {
        let action = try #require(html.firstMatch(of: try Regex("action=\"(/settings/[a-z]+/[^\"]+/\(verb))\"")))
        return String(try #require(action.output[1].substring))
    }

    private func monstera(_ client: any TestClientProtocol) async throws {
        let added = try await send(client, "/plants/new", "name=Monty&species=monstera+deliciosa&room=Hall")
        #expect(added.status == .seeOther)
    }

    @Test("A known browser can subscribe again when the household is at its limit of channels")
    func knownAtTheLimit() async throws {
        try await visiting { client in
            func subscribe(_ name: String) async throws -> HTTPResponse.Status {
                let (key, secret) = ([4] + [UInt8](repeating: 7, count: 64), [UInt8](repeating: 9, count: 16))
                let body = """
                    {"kind": "web-push", "name": "\(name)", "endpoint": "https://push.test/\(name)",
                     "keys": {"p256dh": "\(Base64URL.text(key))", "auth": "\(Base64URL.text(secret))"}}
                    """
                return try await client.execute(
                    uri: "/api/channels", method: .post, body: ByteBuffer(string: body)
                ).status
            }
            for number in 0..<Channel.limit { #expect(try await subscribe("b\(number)") == .created) }
            #expect(try await subscribe("new") == .unprocessableContent)
            #expect(try await subscribe("b0") == .created)
            #expect(try await subscribe("b\(Channel.limit - 1)") == .created)
            let listed = try await client.execute(uri: "/api/channels", method: .get)
            #expect(String(buffer: listed.body).components(separatedBy: "push.test").count == 1, "no address is told")
            #expect(String(buffer: listed.body).components(separatedBy: "\"id\"").count == Channel.limit + 2)
        }
    }

    @Test("The settings page and Today link to the page of reminders")
    func ways() async throws {
        try await visiting { client in
            try await monstera(client)
            #expect(try await html(client, "/").contains("href=\"/settings/reminders\""))
            let settings = try await html(client, "/settings")
            #expect(settings.contains("href=\"/settings/reminders\"") && !settings.contains("could not be sent"))
            let shown = try await html(client, reminders)
            for words in [
                "This browser", "need JavaScript", "One notification a day", "In the app", "Add ntfy",
                "Waiting reminders",
            ] {
                #expect(shown.contains(words), "\(words)")
            }
            #expect(shown.contains("Monty") && !shown.contains("Remove In the app"))
        }
    }
}

extension ReminderPagesTests {
    @Test("Reminder settings are stored, and a refused form is shown again with its values")
    func preferences() async throws {
        try await visiting { client in
            let saved = try await send(
                client, reminders,
                "reminders.on=true&agenda.time=06:15&reminders.advance-days=2&reminders.quiet-from=22:30"
                    + "&reminders.quiet-to=07:15&reminders.dose-advance-minutes=10&reminders.group=true")
            #expect(saved.status == .seeOther)
            #expect(saved.headers[.location] == "/settings/reminders?note=saved#wishes")
            let shown = try await html(client, "/settings/reminders?note=saved")
            #expect(shown.contains("The settings are saved."))
            #expect(shown.contains("value=\"22:30\"") && shown.contains("value=\"2\" selected"))
            #expect(shown.contains("06:15 is in the quiet hours") && shown.contains("at 07:15"))
            #expect(!shown.contains("name=\"reminders.sound\" type=\"checkbox\" value=\"true\" checked"))
            let refused = try await send(
                client, reminders, "agenda.time=08:00&reminders.quiet-from=23:00&reminders.quiet-to=")
            #expect(refused.status == .unprocessableContent)
            let again = String(buffer: refused.body)
            #expect(again.contains("Quiet hours need") && again.contains("value=\"23:00\""))
            let none = try await send(client, reminders, "agenda.time=08:00&reminders.quiet-from=&reminders.quiet-to=")
            #expect(none.status == .seeOther)
            #expect(
                try await html(client, reminders).contains("name=\"reminders.quiet-from\" type=\"time\" value=\"\""))
        }
    }

    @Test("The form of the home does not change reminder settings, and given ones are disabled")
    func held() async throws {
        try await visiting(.drawn(careServices: .drawn(given: [.hasSound: "false", .quietFrom: "21:00"]))) { client in
            _ = try await send(client, "/settings/home", "home.units=metric&agenda.time=09:00&reminders.on=false")
            let shown = try await html(client, reminders)
            #expect(shown.contains("name=\"reminders.on\" type=\"checkbox\" value=\"true\" checked"))
            #expect(shown.contains("name=\"reminders.sound\" type=\"checkbox\" value=\"true\" disabled"))
            #expect(shown.contains("set in the server configuration") && shown.contains("value=\"09:00\""))
            let saved = try await send(
                client, reminders, "agenda.time=10:00&reminders.sound=true&reminders.quiet-to=06:00")
            #expect(saved.status == .seeOther)
            #expect(try await html(client, reminders).contains("value=\"06:00\""))
        }
    }

    @Test("An ntfy channel can be added, tested, switched off and on, and removed, and its name is escaped")
    func ntfy() async throws {
        try await visiting { client in
            let added = try await send(
                client, "/settings/channels",
                "kind=ntfy&server=https%3A%2F%2Fntfy.test%2F&topic=secret-topic&token=tk_1&name=%3Cb%3EAnna%3C%2Fb%3E")
            #expect(added.status == .seeOther && added.headers[.location]?.contains("note=added") == true)
            let shown = try await html(client, reminders)
            #expect(shown.contains("&lt;b&gt;Anna&lt;/b&gt;") && !shown.contains("<b>Anna"))
            #expect(!shown.contains("secret-topic") && !shown.contains("tk_1"))
            #expect(try await send(client, action("test", in: after(shown))).status == .seeOther)
            #expect(try await send(client, action("off", in: after(shown))).status == .seeOther)
            let off = after(try await html(client, reminders))
            #expect(off.contains("<small>Off</small>") && !off.contains("/test\""))
            #expect(try await send(client, action("on", in: off)).status == .seeOther)
            #expect(try await send(client, action("remove", in: off)).status == .seeOther)
            #expect(!(try await html(client, reminders)).contains("Anna&lt;"))
            #expect(try await send(client, action("remove", in: off)).status == .notFound)
        }
    }

    /// The list after the page channel, which is always there.
    private func after(_ html: String) -> String {
        html.range(of: "In the app").map { html[$0.upperBound...] }
            .flatMap { rest in rest.range(of: "<li").map { String(rest[$0.lowerBound...]) } } ?? ""
    }
}

extension ReminderPagesTests {
    @Test("A refused channel form is shown again, opened and without its token")
    func refusedChannel() async throws {
        try await visiting(.drawn(noticeServices: .drawn(accepts: { $0.kind != .webhook }))) { client in
            let refused = try await send(
                client, "/settings/channels", "kind=ntfy&server=https://ntfy.test&topic=a+b&token=tk_secret&name=Anna")
            #expect(refused.status == .unprocessableContent)
            let again = String(buffer: refused.body)
            #expect(
                again.contains("A topic has") && again.contains("value=\"a b\"")
                    && again.contains("<details class=\"folded\" open>"))
            #expect(!again.contains("tk_secret"))
            let hook = try await send(client, "/settings/channels", "kind=webhook&url=http://elsewhere.test&name=x")
            #expect(hook.status == .unprocessableContent && !String(buffer: hook.body).contains("whsec_"))
        }
    }

    @Test("The secret of a webhook is shown once in the response and never again")
    func webhook() async throws {
        try await visiting { client in
            let added = try await send(
                client, "/settings/channels", "kind=webhook&url=https%3A%2F%2Fha.test%2Fhook&name=Home+Assistant")
            #expect(added.status == .ok && added.headers[.cacheControl] == "no-store")
            let once = String(buffer: added.body)
            let secret = try #require(once.firstMatch(of: /whsec_[A-Za-z0-9+\/=]+/)).output
            #expect(once.contains("webhook-signature") && once.contains("Home Assistant"))
            let list = try await html(client, reminders)
            #expect(list.contains("Home Assistant") && !list.contains(secret) && !list.contains("ha.test"))
        }
    }

    @Test("The address of a calendar feed is shown once, opens the feed and can be revoked")
    func calendar() async throws {
        try await visiting { client in
            let added = try await send(client, "/settings/feeds", "name=Anna%E2%80%99s+phone")
            #expect(added.status == .ok && added.headers[.cacheControl] == "no-store")
            let once = String(buffer: added.body)
            let path = String(try #require(once.firstMatch(of: /https:\/\/house\.test(\/calendar\/[^"]+\.ics)/)).1)
            #expect(once.contains("webcal://house.test\(path)") && !once.contains("only on the machine of the server"))
            // A browser that reloads the address is redirected to the page of reminders.
            let back = try await client.execute(uri: "/settings/feeds", method: .get, headers: page)
            #expect(back.headers[.location] == reminders)
            #expect(try await client.execute(uri: path, method: .get).status == .ok)
            let list = try await html(client, reminders)
            #expect(list.contains("Anna’s phone") && list.contains("Last read") && !list.contains(path))
            #expect(try await send(client, action("revoke", in: list)).status == .seeOther)
            #expect(try await client.execute(uri: path, method: .get).status == .notFound)
            #expect(try await send(client, "/settings/feeds", "name=+").status == .unprocessableContent)
        }
        try await visiting(.drawn(noticeServices: .drawn(publicAddress: nil))) { client in
            let added = try await send(client, "/settings/feeds", "name=Desk")
            let once = String(buffer: added.body)
            #expect(once.contains("http://localhost/calendar/") && once.contains("only on the machine of the server"))
        }
    }

    @Test("A notice that was given up is shown with the reason and can be retried or dismissed")
    func givenUp() async throws {
        let box = Mailbox(.ntfy)
        box.behave(.fails(.refused("Nobody <i>there</i>.")))
        let household = Household.drawn(noticeServices: .drawn(noticeTransports: [box.noticeTransport]))
        try await visiting(household) { client in
            let channel = try await household.reminders.add(.drawn(.ntfy), named: "Phone")
            try await household.reminders.test(channel: channel.id)
            #expect(try await household.reminders.sendDue().failed == 1)
            #expect(try await html(client, "/settings").contains("1 notification could not be sent."))
            let shown = try await html(client, reminders)
            #expect(shown.contains("Not sent") && shown.contains("Nobody &lt;i&gt;there&lt;/i&gt;."))
            #expect(try await send(client, action("retry", in: shown)).status == .seeOther)
            #expect(try await household.reminders.deadNotices().isEmpty)
            #expect(try await household.reminders.sendDue().failed == 1)
            #expect(try await send(client, "/settings/notices").status == .seeOther)
            #expect(!(try await html(client, reminders)).contains("Not sent"))
        }
    }
}
