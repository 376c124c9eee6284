import ArgumentParser
import Calendar
import Foundation
import HTTPTransport
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

    @OptionGroup var common: AnywhereOptions

    private static let columns = ["number", "at", "channel", "state", "title"]

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
            if let house = try await common.elsewhere() {
                guard let retry else { return try await list(house) }
                try await house.post(HouseAPI.path("reminders", String(retry), "retry"))
                return Terminal.error(localized("Notification \(retry, "number") is waiting again."))
            }
            let settings = try await common.here.settings()
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
                document: document, of: document.reminders, columns: Self.columns
            ) {}
        }
        Self.show(
            document.reminders.map { Shown(number: $0.number, at: $0.at, title: $0.title, channel: $0.channel) },
            dead: document.dead.map {
                let reason = $0.failure.map(NoticeFailure.words)
                return Shown(number: $0.number, at: $0.at, title: $0.title, channel: $0.channel, failure: reason)
            }, in: clock.zone)
    }

    // MARK: - Text

    /// A notice as a line shows it.
    private struct Shown: Decodable {
        let number: Int
        let at: Date
        let title: String
        /// The name of the channel; its identifier in the answer of a household elsewhere.
        var channel: String
        /// The reason in words.
        var failure: String?
    }

    private static func show(_ pending: [Shown], dead: [Shown], in zone: Zone) {
        if pending.isEmpty { Terminal.print(localized("No reminders are waiting.")) }
        for line in pending {
            let (day, time) = zone.clock(at: line.at)
            Terminal.print(Terminal.harmless("\(day) \(time.description.prefix(5))  \(line.title)  [\(line.channel)]"))
        }
        for line in dead {
            let words = localized("not sent: \(line.number, "number")")
            Terminal.print(Terminal.harmless("\(words)  \(line.title)  [\(line.channel)]  \(line.failure ?? "")"))
        }
    }

    // MARK: - In a household elsewhere

    private struct Answer: Decodable {
        let reminders: [Shown]
        let dead: [Shown]
    }

    private struct Channels: Decodable {
        struct Channel: Decodable {
            let id: String
            let name: String
        }
        let channels: [Channel]
    }

    private struct ZoneOfAgenda: Decodable { let zone: String }

    private func list(_ house: HouseAPI) async throws {
        let path = try HouseAPI.path("reminders"), query = [("limit", String(limit))]
        guard output.isForPeople else {
            let document: JSONValue = try await house.get(path, query)
            let reminders: [JSONValue] = if case .list(let list)? = document["reminders"] { list } else { [] }
            return try output.print(document: document, of: reminders, columns: Self.columns) {}
        }
        let answer: Answer = try await house.get(path, query)
        let channels: Channels = try await house.get(HouseAPI.path("channels"))
        let names = Dictionary(channels.channels.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let agenda: ZoneOfAgenda = try await house.get(HouseAPI.path("agenda"), [("days", "1"), ("limit", "1")])
        Self.show(
            answer.reminders.map { named($0, names) }, dead: answer.dead.map { named($0, names) },
            in: try HouseAPI.zone(named: agenda.zone))
    }

    private func named(_ line: Shown, _ names: [String: String]) -> Shown {
        var line = line
        line.channel = names[line.channel] ?? ""
        return line
    }
}
