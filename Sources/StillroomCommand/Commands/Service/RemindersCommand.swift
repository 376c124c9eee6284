import ArgumentParser
import Calendar
import Foundation
import Household
import Messages
import Reminders

struct RemindersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminders",
        abstract: localized("List waiting reminders, and notifications that could not be sent."),
        discussion: Discussion.examples(
            """
            stillroom reminders
            stillroom reminders --json
            stillroom reminders --retry 17
            """,
            localized(
                """
                Channels are added on the settings page of the app. "stillroom work" sends what is due.
                """)))

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp(localized("Notices listed, 1 to 1000, soonest first."), valueName: "n"))
    var limit: Int = 64

    @Option(help: ArgumentHelp(localized("Send a notification again that could not be sent."), valueName: "number"))
    var retry: Int?

    @OptionGroup var common: CommonOptions

    private struct Document: Encodable {
        struct Line: Encodable {
            let number: Int
            let channel: String
            let channelKind: String
            let key: String
            let at: Date
            let until: Date
            let title: String
            let body: String
            let state: String
            let attempts: Int
            let failure: String?
        }

        let reminders: [Line]
        let dead: [Line]
        let overdue: Int
    }

    func run() async throws {
        try await reporting {
            guard (1...1000).contains(limit) else {
                throw CommandFailure(.usage, localized("--limit is \(limit, "number"); it must be 1 to 1000."))
            }
            let settings = try await common.settings()
            let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
            if let retry {
                try await household.reminders(for: .machine).retry(retry)
                return Terminal.error(localized("Notification \(retry, "number") is waiting again."))
            }
            try await list(household)
        }
    }

    private func list(_ household: Household) async throws {
        let channels = Dictionary(
            try await household.reminders(for: .machine).channels().map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first })
        let home = try await household.settings.home()
        let clock = try household.settings.clock(of: home)
        func line(_ notice: Notice) -> Document.Line {
            let text = NoticeText(
                notice.reminder, preferences: home.reminders,
                today: max(clock.day, clock.zone.day(at: notice.reminder.at)))
            let channel = channels[notice.channel]
            return Document.Line(
                number: notice.number, channel: channel?.name ?? "", channelKind: channel?.kind.rawValue ?? "",
                key: notice.reminder.key.rawValue, at: notice.reminder.at, until: notice.reminder.until,
                title: text.title, body: text.body, state: notice.state.rawValue, attempts: notice.attempts,
                failure: notice.failure)
        }
        let document = Document(
            reminders: try await household.reminders(for: .machine).pendingNotices(limit: limit).map(line),
            dead: try await household.reminders(for: .machine).deadNotices().map(line),
            overdue: try await household.reminders(for: .machine).overdue())
        guard output.isForPeople else {
            return try output.print(
                document: document, of: document.reminders, columns: ["number", "at", "channel", "state", "title"]
            ) {}
        }
        if document.reminders.isEmpty { Terminal.print(localized("No reminders are waiting.")) }
        for line in document.reminders {
            let (day, time) = clock.zone.clock(at: line.at)
            Terminal.print("\(day) \(time.description.prefix(5))  \(line.title)  [\(line.channel)]")
        }
        for line in document.dead {
            let words = localized("not sent: \(line.number, "number")")
            Terminal.print("\(words)  \(line.title)  [\(line.channel)]  \(line.failure.map(NoticeFailure.words) ?? "")")
        }
    }
}
