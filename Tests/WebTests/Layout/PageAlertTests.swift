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
import Support
import Testing

@testable import Web

@Suite("The line about a notice", .tags(.medium))
struct PageAlertTests {
    private let clock: SetClock
    private let household: Household

    init() throws {
        let clock = try SetClock("2026-06-10T05:59:50Z")
        self.clock = clock
        household = .drawn(careServices: .drawn(given: [.zone: "Europe/Vienna"]), environment: .at { clock.now })
    }

    private func html(
        _ client: any TestClientProtocol, _ uri: String, cookie: String? = nil
    ) async throws -> String {
        var headers: HTTPFields = [.accept: "text/html"]
        headers[.cookie] = cookie
        return String(buffer: try await client.execute(uri: uri, method: .get, headers: headers).body)
    }

    @Test("A notice is a part of each page from its time on, but not of Today and of the page without a network")
    func server() async throws {
        for title in ["Open the windows", "Close the windows"] {
            _ = try await household.agenda.addChore(
                .own, title: title, recurrence: .once, start: LocalDay("2026-06-10"))
        }
        _ = try await household.reminders.reconcileReminders()
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let mark = "<section class=\"note alert\" data-alert="
        try await Application(router: server.router()).test(.router) { client in
            #expect(try await !html(client, Site.plants).contains(mark))
            clock.pass(20)
            _ = try await household.reminders.reconcileReminders()
            for page in [Site.plants, Site.agenda, Site.settings, Site.larder] {
                let shown = try await html(client, page)
                #expect(shown.components(separatedBy: mark).count == 2 && shown.contains("2 tasks to do"), "\(page)")
            }
            for page in [Site.today, Site.offline] {
                #expect(try await !html(client, page).contains(mark), "\(page)")
            }
            #expect(try await !html(client, Site.plants, cookie: "notified=yes").contains(mark))
            #expect(try await html(client, Site.plants, cookie: "notified=no").contains(mark))
            let number = try #require(try await household.reminders.alerts().first?.notice.number)
            try await household.reminders.dismissAlert(number)
            #expect(try await !html(client, Site.plants).contains(mark))
        }
    }
}
