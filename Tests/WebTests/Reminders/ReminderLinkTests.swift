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

/// The pages that the buttons of a notice open.
@Suite("Links of notices", .tags(.medium))
struct ReminderLinkTests {
    private let page: HTTPFields = [.accept: "text/html"]

    /// A household with one plant that is due, a sent ntfy notice of it, and the links of that notice.
    private func visiting(
        _ body: @escaping @Sendable (any TestClientProtocol, _ done: String, _ snooze: String) async throws -> Void
    ) async throws {
        let box = Mailbox(.ntfy)
        // Before the time of the daily notice, because a chore that becomes due later has no notice on this day.
        let clock = try SetClock("2027-01-15T07:59:00Z")
        let household = Household.drawn(
            noticeServices: .drawn(noticeTransports: [box.noticeTransport]),
            environment: .at({ clock.now }, steady: { clock.steady }))
        let server = try WebServer(
            household, settings: .init(version: "test", publicAuthority: "house.test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.router) { client in
            _ = try await household.reminders.add(.drawn(.ntfy), named: "Phone")
            let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            _ = try await client.execute(
                uri: "/plants/new", method: .post, headers: form,
                body: ByteBuffer(string: "name=Monty&species=monstera+deliciosa&room=Hall"))
            clock.pass(120)
            _ = try await household.reminders.sendDue()
            let actions = try #require(box.messages.first).actions
            try await body(
                client, try #require(actions.first { $0.verb == .done }).path,
                try #require(actions.first { $0.verb == .snooze }).path)
        }
    }

    private func expectLone(_ response: TestResponse) -> String {
        let html = String(buffer: response.body)
        #expect(response.headers[.cacheControl] == "no-store" && response.headers[.setCookie] == nil)
        for (name, value) in [("Referrer-Policy", "no-referrer"), ("X-Robots-Tag", "noindex")] {
            #expect(HTTPField.Name(name).flatMap { response.headers[$0] } == value, "\(name)")
        }
        for part in ["<nav", "<script", "chip", "href=\"/settings", "href=\"/\"", "Monty, ", "Hall", "{{"] {
            #expect(!html.contains(part), "\(part)")
        }
        #expect(html.contains("content=\"noindex\"") && html.contains("content=\"no-referrer\""))
        return html
    }

    @Test("A notice link asks before it acts and shows nothing else of the household")
    func asking() async throws {
        try await visiting { client, done, snooze in
            for (link, button) in [(done, "Mark as done"), (snooze, "Snooze 1 hour")] {
                let asked = try await client.execute(uri: link, method: .get, headers: page)
                #expect(asked.status == .ok)
                let html = expectLone(asked)
                #expect(html.contains("Water Monty") && html.contains(">\(button)</button>"))
                #expect(html.contains("<form method=\"post\" action=\"\(link)\">"))
            }
            let today = String(buffer: try await client.execute(uri: "/", method: .get, headers: page).body)
            #expect(today.contains("1 task today"))
        }
    }

    @Test("A notice link acts once and says so when it is used again")
    func person() async throws {
        try await visiting { client, done, _ in
            let first = try await client.execute(uri: done, method: .post, headers: page)
            #expect(first.status == .ok && expectLone(first).contains("Logged as done."))
            let again = try await client.execute(uri: done, method: .post, headers: page)
            #expect(again.status == .ok && expectLone(again).contains("This link was already used."))
            let today = String(buffer: try await client.execute(uri: "/", method: .get, headers: page).body)
            #expect(today.contains("No tasks today"))
        }
    }

    @Test("A notice link answers a program with JSON")
    func program() async throws {
        try await visiting { client, _, snooze in
            func act() async throws -> [String: Any] {
                let response = try await client.execute(
                    uri: snooze, method: .post, headers: [.accept: "application/json"])
                #expect(response.status == .ok && response.headers[.contentType] == "application/json")
                let json = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
                return try #require(json as? [String: Any])
            }
            let first = try await act()
            #expect(first["verb"] as? String == "snooze" && first["told"] as? Int == 1)
            #expect(first["wasUsed"] as? Bool == false && first["overdue"] as? Int == 0)
            #expect(first["title"] as? String == "Water Monty")
            let again = try await act()
            #expect(again["told"] as? Int == 0 && again["wasUsed"] as? Bool == true)
        }
    }

    @Test(
        "An invalid notice link is not found and shows nothing of the household",
        arguments: [HTTPRequest.Method.get, .post])
    func refused(method: HTTPRequest.Method) async throws {
        try await visiting { client, done, _ in
            let forged = done.dropLast() + (done.hasSuffix("A") ? "B" : "A")
            for link in ["/n/nonsense", String(forged), "/n/a/b"] {
                let shown = try await client.execute(uri: link, method: method, headers: page)
                #expect(shown.status == .notFound)
                _ = expectLone(shown)
            }
            let program = try await client.execute(
                uri: String(forged), method: method, headers: [.accept: "application/json"])
            #expect(program.status == .notFound)
            #expect(program.headers[.contentType] == "application/problem+json")
        }
    }
}
