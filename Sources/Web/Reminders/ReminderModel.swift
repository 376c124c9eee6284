import Calendar
import Foundation
import Household
import Messages
import Recognition
import Reminders

/// The fields of the reminders page; pure.
struct ReminderModel {
    let home: Home
    let clock: WallClock
    /// The settings that are fixed by the configuration of the server.
    let given: Set<Home.Setting>
    /// True if the viewer has an account.
    var isPersonal = false
    var channels: [Channel] = []
    var feeds: [FeedSubscription] = []
    /// Soonest first.
    var pending: [Notice] = []
    var dead: [Notice] = []
    /// The form that was refused, with its values.
    var typed: (form: Form, fields: [String: String])?

    /// The forms of the page that have text fields.
    enum Form: String {
        case preferences = "wishes"
        case ntfy, webhook, feed
    }

    /// The home settings that the page changes.
    static let settings = Home.Setting.on(.reminders)
    /// The largest number of pending reminders on the page.
    static let rows = 10

    // MARK: Form values

    /// Returns the settings of a form; empty quiet hours switch them off. Throws `settingRefused`.
    static func values(_ form: [String: String], given: Set<Home.Setting>) throws -> [Home.Setting: String] {
        let values = Home.Setting.values(form, on: .reminders, given: given)
        if let from = values[.quietFrom], let to = values[.quietTo] {
            guard (from == "none") == (to == "none"), from == "none" || from != to else {
                throw HouseholdError(
                    .settingRefused, localized("Quiet hours need a start and a different end."),
                    detail: Home.Setting.quietTo.rawValue, hint: localized("Leave both empty for no quiet hours."))
            }
        }
        return values
    }

    // MARK: Page fields

    var context: Page {
        Page(
            preferencesAction: Site.settingsReminders, channelAction: Site.settingsChannels,
            feedAction: Site.settingsFeeds, forgetAction: Site.settingsNotices, nameLimit: Channel.nameLimit,
            preferences: preferences, channels: channels.map(row), feeds: feeds.map(row), hasFeeds: !feeds.isEmpty,
            waiting: waiting, ntfy: fields(.ntfy, server: "https://ntfy.sh"),
            webhook: fields(.webhook), feed: fields(.feed),
            dead: dead.map { notice in
                DeadRow(
                    title: title(notice), channel: name(of: notice.channel),
                    why: notice.failure.map(NoticeFailure.words) ?? "",
                    retry: Site.retryNotice(notice.number))
            }, hasDead: !dead.isEmpty, deadWords: Self.givenUp(dead.count))
    }

    /// Returns for example "2 notifications could not be sent."
    static func givenUp(_ count: Int) -> String {
        localized(
            count, one: "1 notification could not be sent.", other: "\(count, "count") notifications could not be sent."
        )
    }

    private var preferences: PreferenceFields {
        var context = PreferenceFields(
            isOn: isTicked(.reminds), time: shown(.preferredTime), isGrouped: isTicked(.groupsReminders),
            quietFrom: quiet(.quietFrom), quietTo: quiet(.quietTo), hasSound: isTicked(.hasSound),
            isHidden: isTicked(.hidesMedicines), doseAdvance: shown(.doseAdvance),
            doseMost: ReminderPreferences.doseAdvanceAllowed.upperBound,
            advance: ReminderPreferences.advanceDaysAllowed.map { days in
                OptionFields(
                    value: String(days), word: Self.advance(days),
                    chosen: String(days) == shown(.advanceDays))
            },
            held: HeldFields(given),
            allHeld: given.isSuperset(of: Self.settings))
        if let quiet = home.reminders.quiet, home.reminds, quiet.contains(home.preferredTime) {
            let (time, end) = (home.preferredTime.description, quiet.to.description)
            context.moved = localized(
                "\(time, "time") is in the quiet hours, so reminders of tasks come when they end, at \(end, "end").")
        }
        return context
    }

    private static func advance(_ days: Int) -> String {
        days == 0
            ? localized("On the day itself")
            : localized(days, one: "1 day before", other: "\(days, "count") days before")
    }

    private func shown(_ setting: Home.Setting) -> String {
        guard typed?.form == .preferences, !given.contains(setting), let text = typed?.fields[setting.rawValue] else {
            return home.text(of: setting)
        }
        return text
    }

    private func isTicked(_ setting: Home.Setting) -> Bool {
        if typed?.form == .preferences, !given.contains(setting) { return typed?.fields[setting.rawValue] != nil }
        return home.text(of: setting) == "true"
    }

    /// Returns the text of a field for a time; empty if there is no time.
    private func quiet(_ setting: Home.Setting) -> String {
        let text = shown(setting)
        return text == "none" ? "" : text
    }

    /// Returns the values of a form that adds something: its defaults, or those that were sent.
    private func fields(_ form: Form, server: String = "") -> FormFields {
        guard let typed, typed.form == form else { return FormFields(isOpen: false, server: server) }
        // The token is not part of the page.
        return FormFields(
            isOpen: true, name: typed.fields["name"] ?? "", server: typed.fields["server"] ?? "",
            topic: typed.fields["topic"] ?? "", url: typed.fields["url"] ?? "")
    }

    // MARK: Channels and calendars

    private func row(_ channel: Channel) -> ChannelRow {
        let isPage = channel.kind == .page
        return ChannelRow(
            id: channel.id.rawValue, name: channel.shownName,
            kind: [Self.words(channel.kind), isOfEveryone(channel) ? forEveryone : nil].compactMap { $0 }
                .joined(separator: " "),
            icon: Self.icon(channel.kind), isOn: channel.isOn, canGo: !isPage,
            statusText: statusText(channel),
            test: Site.testChannel(channel.id), remove: Site.removeChannel(channel.id),
            turn: channel.isOn ? Site.turnChannelOff(channel.id) : Site.turnChannelOn(channel.id),
            // A disabled channel also shows its failure, which may be the reason why it was disabled.
            failure: channel.failure.map(NoticeFailure.words))
    }

    /// Returns true for a channel of the household although the viewer has an account.
    private func isOfEveryone(_ channel: Channel) -> Bool { isPersonal && channel.account == nil }

    private var forEveryone: String { localized("For everyone, without private medicines.") }

    private func statusText(_ channel: Channel) -> String {
        if let lastSentAt = channel.lastSentAt {
            let time = Wording.moment(lastSentAt, by: clock)
            return localized("Last notification \(time, "when").")
        }
        return channel.kind == .page ? "" : localized("No notification yet.")
    }

    private func row(_ feed: FeedSubscription) -> FeedRow {
        let added = Wording.date(clock.zone.day(at: feed.addedAt))
        return FeedRow(
            name: feed.name, added: localized("Added on \(added, "day")."), read: read(feed),
            revoke: Site.revokeFeed(feed.id))
    }

    private func read(_ feed: FeedSubscription) -> String {
        guard let fetchedAt = feed.fetchedAt else { return localized("Not read yet.") }
        let time = Wording.moment(fetchedAt, by: clock)
        return localized("Last read \(time, "when").")
    }

    private func name(of channel: Channel.ID) -> String {
        channels.first { $0.id == channel }?.shownName ?? localized("a removed channel")
    }

    private static func words(_ kind: Channel.Kind) -> String {
        switch kind {
        case .webPush: localized("A browser, also while no page is open.")
        case .ntfy: localized("A topic of ntfy.")
        case .webhook: localized("A webhook.")
        case .page: localized("Shown on these pages if the browser gets no notifications.")
        }
    }

    private static func icon(_ kind: Channel.Kind) -> String {
        switch kind {
        case .webPush: "bell"
        case .ntfy: "upload"
        case .webhook: "hook"
        case .page: "today"
        }
    }

    // MARK: Pending notices

    private func title(_ notice: Notice) -> String {
        NoticeText(notice.reminder, preferences: home.reminders, today: clock.day).title
    }

    /// The pending reminders with their channels, without duplicates.
    private var waiting: WaitingFields {
        var groups: [[Notice]] = []
        for notice in pending {
            if let index = groups.firstIndex(where: { $0.first?.reminder.key == notice.reminder.key }) {
                groups[index].append(notice)
            } else {
                groups.append([notice])
            }
        }
        let rest = groups.count - Self.rows
        return WaitingFields(
            rows: groups.prefix(Self.rows).compactMap(row), hasRows: !groups.isEmpty,
            none: home.reminds
                ? localized("No reminders are waiting. Reminders are planned two days ahead.")
                : localized("Reminders are switched off, so none are waiting."),
            rest: rest > 0 ? localized(rest, one: "And 1 more.", other: "And \(rest, "count") more.") : nil)
    }

    private func row(_ notices: [Notice]) -> WaitingRow? {
        guard let first = notices.first else { return nil }
        let moment = Wording.moment(first.reminder.at, by: clock)
        let over = Wording.list(notices.map { name(of: $0.channel) })
        return WaitingRow(
            title: title(first),
            when: when(moment, isPast: first.reminder.at <= clock.instant, over: over),
            troubles: notices.compactMap(trouble))
    }

    /// For example "Tomorrow at 08:00: Phone".
    private func when(_ moment: String, isPast: Bool, over channels: String) -> String {
        if isPast { return localized("Was due \(moment, "when"): \(channels, "channels")") }
        let time = Wording.capitalised(moment)
        return localized("\(time, "when"): \(channels, "channels")")
    }

    /// Nil if no attempt failed.
    private func trouble(_ notice: Notice) -> String? {
        guard let failure = notice.failure.map(NoticeFailure.words) else { return nil }
        let (channel, next) = (name(of: notice.channel), Wording.moment(notice.nextAt, by: clock))
        return localized("\(channel, "channel"): \(failure, "reason") It is tried again \(next, "when").")
    }

    // MARK: Messages

    /// Returns the part of the page that contains the message, and the message.
    static func note(_ name: String) -> (part: String, words: String)? {
        switch name {
        case "saved": ("wishes", localized("The settings are saved."))
        case "added": ("channels", localized("Added. Send a test to check that it arrives."))
        case "on": ("channels", localized("Switched on."))
        case "off": ("channels", localized("Switched off. Nothing is sent to it any more."))
        case "tested": ("channels", localized("A test notification was sent. It should arrive in a moment."))
        case "removed": ("channels", localized("Removed, with its waiting notifications."))
        case "revoked": ("calendars", localized("Revoked. Its address does not work any more."))
        case "retried": ("waiting", localized("It is sent again now."))
        case "forgotten": ("waiting", localized("Deleted."))
        default: nil
        }
    }
}

extension ReminderModel {
    struct DeadRow: TemplateFields {
        let title: String
        let channel: String
        let why: String
        let retry: String
    }

    /// The fields of reminders.mustache.
    struct Page: PageFields {
        static let template = "reminders"

        let preferencesAction: String
        let channelAction: String
        let feedAction: String
        let forgetAction: String
        let nameLimit: Int
        let preferences: PreferenceFields
        let channels: [ChannelRow]
        let feeds: [FeedRow]
        let hasFeeds: Bool
        let waiting: WaitingFields
        let ntfy: FormFields
        let webhook: FormFields
        let feed: FormFields
        let dead: [DeadRow]
        let hasDead: Bool
        let deadWords: String
        /// Whether the person may change the settings of the household.
        var mayChange = true
        /// Where a person confirms who it is before something is added; nil if that is not needed.
        var confirm: String?
        var said = Said()
        var problem: RefusalFields?
    }

    struct PreferenceFields: TemplateFields {
        let isOn: Bool
        let time: String
        let isGrouped: Bool
        let quietFrom: String
        let quietTo: String
        let hasSound: Bool
        let isHidden: Bool
        let doseAdvance: String
        let doseMost: Int
        let advance: [OptionFields]
        let held: HeldFields<Home.Setting>
        let allHeld: Bool
        var moved: String?
    }

    struct ChannelRow: TemplateFields {
        let id: String
        let name: String
        let kind: String
        let icon: String
        let isOn: Bool
        let canGo: Bool
        let statusText: String
        let test: String
        let remove: String
        let turn: String
        let failure: String?
    }

    struct FeedRow: TemplateFields {
        let name: String
        let added: String
        let read: String
        let revoke: String
    }

    struct WaitingFields: TemplateFields {
        let rows: [WaitingRow]
        let hasRows: Bool
        let none: String
        let rest: String?
    }

    struct WaitingRow: TemplateFields {
        let title: String
        let when: String
        let troubles: [String]
    }

    /// The values of a form that adds something: its defaults, or those that were sent.
    struct FormFields: TemplateFields {
        let isOpen: Bool
        var name: String = ""
        var server: String = ""
        var topic: String = ""
        var url: String = ""
    }

    /// The message about a form, in the part of the page that the form changed.
    struct Said: TemplateFields {
        var preferences: WordsFields?
        var channels: WordsFields?
        var calendars: WordsFields?
        var waiting: WordsFields?
        init(_ note: (part: String, words: String)? = nil) {
            guard let note else { return }
            let fields = WordsFields(words: note.words)
            switch note.part {
            case "wishes": preferences = fields
            case "channels": channels = fields
            case "calendars": calendars = fields
            default: waiting = fields
            }
        }
    }
}
