import Agenda
import Calendar
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Recognition
import Support
import Testing

@testable import Web

@Suite("The state for open pages", .tags(.medium), .timeLimit(.minutes(1)))
struct StateTests {
    private let clock: SetClock
    private let pauses = Pauses()
    private let household: Household

    init() throws {
        let (clock, pauses) = (try SetClock("2026-06-10T05:59:50Z"), pauses)
        self.clock = clock
        household = .drawn(
            careServices: .drawn(given: [.zone: "Europe/Vienna"]),
            environment: .init(
                now: { clock.now }, steady: { clock.steady }, uniqueName: { UUID().uuidString.lowercased() },
                pause: { try await pauses.pause($0) }, chance: { 0.5 }))
    }

    private static func look(_ tag: String) -> ServiceAPI.Look { .init(body: Data(), tag: tag, changesAt: nil) }

    @Test("A failed computation after a change does not leave an older state in the cache")
    func failedLook() async throws {
        let latest = ServiceAPI.Latest(household.signals)
        _ = try await latest.look(at: household, by: .household) { Self.look("before") }
        household.signals.post(.records)
        await #expect(throws: CancellationError.self) {
            _ = try await latest.look(at: household, by: .household) { throw CancellationError() }
        }
        #expect(try await latest.look(at: household, by: .household) { Self.look("after") }.tag == "after")
    }

    @Test("Two pages compute the state concurrently, and an older state never replaces a newer one")
    func twoPages() async throws {
        let latest = ServiceAPI.Latest(household.signals)
        _ = try await latest.look(at: household, by: .household) { Self.look("before") }
        household.signals.post(.records)
        _ = try await latest.look(at: household, by: .household) {
            #expect(
                try await latest.look(at: household, by: .household) { Self.look("first change") }.tag == "first change"
            )
            household.signals.post(.records)
            _ = try await latest.look(at: household, by: .household) { Self.look("second change") }
            return Self.look("first change")
        }
        #expect(try await latest.look(at: household, by: .household) { Self.look("needless") }.tag == "second change")
    }

    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    private func visiting(_ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await Application(router: server.router()).test(.router, body)
    }

    private func headers(_ tag: String?, wait: String? = nil) -> HTTPFields {
        var headers = HTTPFields()
        headers[.ifNoneMatch] = tag
        if let name = HTTPField.Name("Prefer") { headers[name] = wait }
        return headers
    }

    private func ask(
        _ client: any TestClientProtocol, _ tag: String? = nil, wait: String? = nil
    ) async throws -> TestResponse {
        try await client.execute(uri: "/api/state", method: .get, headers: headers(tag, wait: wait))
    }

    @Test("An unchanged state has the same tag and is not sent again")
    func tag() async throws {
        try await visiting { client in
            let first = try await ask(client)
            let tag = try #require(first.headers[.eTag])
            #expect(first.status == .ok)
            let again = try await ask(client, tag)
            #expect(again.status == .notModified && again.headers[.eTag] == tag && again.body.readableBytes == 0)
            #expect(try await ask(client, "\"another\"", wait: "wait=50").status == .ok, "it differs already")
        }
        #expect(pauses.asked.isEmpty, "nobody asked to wait")
    }

    @Test("A waiting page gets a response when the state changes")
    func changed() async throws {
        try await visiting { client in
            let tag = try await ask(client).headers[.eTag]
            async let answer = ask(client, tag, wait: "respond-async, wait=20")
            await pauses.until(.seconds(20))
            // A signal without a change of the state.
            household.signals.post(.records)
            await pauses.until(.milliseconds(100))
            pauses.end(.milliseconds(100))
            await pauses.until(.seconds(20))
            _ = try await household.agenda.addChore(
                .own, title: "Open the windows", recurrence: .once, start: day("2026-06-09"))
            household.signals.post(.records)
            await pauses.until(.milliseconds(100))
            pauses.end(.milliseconds(100))
            let changed = try await answer
            #expect(changed.status == .ok && changed.headers[.eTag] != tag)
            #expect(String(buffer: changed.body).contains("\"overdue\":1"))
        }
    }

    @Test("A waiting page gets status 304 if nothing changes in time")
    func unchanged() async throws {
        try await visiting { client in
            let tag = try await ask(client).headers[.eTag]
            async let answer = ask(client, tag, wait: "wait=3600")
            await pauses.until(.seconds(50))
            clock.pass(50)
            pauses.end(.seconds(50))
            #expect(try await answer.status == .notModified)
        }
    }

    @Test("An alert for the page appears at its time without a change of the records")
    func alert() async throws {
        _ = try await household.agenda.addChore(
            .own, title: "Open the windows", recurrence: .once, start: day("2026-06-10"))
        _ = try await household.reminders.reconcileReminders()
        try await visiting { client in
            let tag = try await ask(client).headers[.eTag]
            async let answer = ask(client, tag, wait: "wait=50")
            await pauses.until(.seconds(10))
            clock.pass(10)
            pauses.end(.seconds(10))
            #expect(String(buffer: try await answer.body).contains("\"alerts\":1"))
        }
    }
}
