import Agenda
import Calendar
import FoundationEssentials
import Messages
import Reminders

/// Writes the texts of notices and makes the links of their actions.
struct NoticeComposer: Sendable {
    let home: Home
    let clock: WallClock
    /// The number of overdue chores.
    let badge: Int
    let addresses: [Channel.ID: Channel.Address]
    /// The channels that existed when this value was made, including those whose address cannot be read.
    let channels: Set<Channel.ID>
    /// The language of the person of each channel.
    let languages: [Channel.ID: Localization]
    /// The household's key for signing pushes.
    let identity: [UInt8]
    let links: NoticeLinks
    let publicAddress: String?
    /// True if pages are available under the public address, too.
    let showsPages: Bool
    let secretBox: SecretBox

    /// Runs `body` with the language of the person who gets the notices of a channel.
    func inLanguage<Value>(of channel: Channel.ID, _ body: () async throws -> Value) async rethrows -> Value {
        try await Localization.$current.withValue(languages[channel] ?? .english) { try await body() }
    }

    /// Returns the message in the language of the current task.
    func message(_ notice: Notice) -> NoticeMessage {
        let reminder = notice.reminder
        let text = NoticeText(reminder, preferences: home.reminders, today: clock.day)
        let isQuiet = home.reminders.quiet?.contains(clock.time) ?? false
        let (path, actions) = (path(reminder), actions(notice))
        return NoticeMessage(
            tag: tag(reminder.key), sort: reminder.sort, title: text.title, body: text.body, path: path,
            publicAddress: publicAddress, outsidePath: showsPages ? path : actions.first?.path, actions: actions,
            at: reminder.at, until: reminder.until,
            secondsLeft: max(0, Int(reminder.until.timeIntervalSince(clock.instant))),
            isSilent: !home.hasSound || isQuiet, isUrgent: reminder.sort == .dose, badge: badge, sentAt: clock.instant)
    }

    /// Returns the tag of a key: the same on every channel and for every attempt, different in another house.
    private func tag(_ key: Reminder.Key) -> String {
        String(Base64URL.text(secretBox.authenticate(Array("notice \(key)".utf8), links.key)).prefix(32))
    }

    /// Returns the path of one plant's page, of the medicines, of the stock, or of Today.
    private func path(_ reminder: Reminder) -> String {
        if reminder.sort == .dose || reminder.sort == .missed { return "/medicines" }
        if reminder.sort == .food { return "/larder/stock" }
        var plants = Set<String>()
        for subject in reminder.subjects {
            guard case .chore(let chore) = subject, let plant = chore.plant else { return "/" }
            plants.insert(plant)
        }
        guard let plant = plants.first, plants.count == 1 else { return "/" }
        return "/plants/\(plant)"
    }

    private func actions(_ notice: Notice) -> [NoticeMessage.Action] {
        if notice.reminder.sort == .dose {
            return [
                .init(
                    verb: .done, title: NoticeText.taken(by: notice.reminder.owner), path: links.path(notice, .done)),
                .init(verb: .snooze, title: localized("Snooze 15 minutes"), path: links.path(notice, .snooze)),
            ]
        }
        guard notice.reminder.sort == .chores else { return [] }
        let isSeveral = notice.reminder.subjects.count > 1
        return [
            .init(
                verb: .done, title: isSeveral ? localized("All done") : localized("Done"),
                path: links.path(notice, .done)),
            .init(verb: .snooze, title: localized("Snooze 1 hour"), path: links.path(notice, .snooze)),
        ]
    }
}

extension ReminderCenter {
    func composer() async throws -> NoticeComposer {
        try await composer(links: try await links(), identity: try await identity())
    }

    /// `identity` may be empty if nothing is pushed.
    func composer(links: NoticeLinks, identity: [UInt8]) async throws -> NoticeComposer {
        let home = try await settings.home()
        var addresses: [Channel.ID: Channel.Address] = [:]
        let channels = try await records.channels()
        let language = try await languages(in: home)
        for stored in channels where stored.channel.kind.isSent {
            addresses[stored.channel.id] = try? open(stored)
        }
        return NoticeComposer(
            home: home, clock: try settings.clock(of: home), badge: try await overdue(), addresses: addresses,
            channels: Set(channels.map(\.channel.id)),
            languages: Dictionary(
                channels.map { ($0.channel.id, language($0.channel.account)) }, uniquingKeysWith: { first, _ in first }),
            identity: identity, links: links,
            publicAddress: services.publicAddress(),
            showsPages: services.showsPages, secretBox: services.secretBox)
    }

    /// Returns the number of overdue chores, for the badge.
    package func overdue() async throws -> Int { try await agenda.count().overdue }
}
