import Calendar
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Recognition
import Reminders

import struct NIOCore.ByteBuffer

/// The routes of notices, channels and private calendars. Docs/api.md describes them.
struct ReminderAPI {
    let household: Household

    func add(to api: APIRoutes) {
        addReminders(to: api)
        addChannels(to: api)
        addFeeds(to: api)
        api.router.on(.get, Site.calendar) { request, context in try await calendar(request, context) }
    }

    // MARK: Reminders

    private struct ReminderDocument: Encodable {
        let number: Int
        let channel: String
        let key: String
        let sort: String
        let at: Date
        let until: Date
        let title: String
        let body: String
        let state: String
        let attempts: Int
        let failure: String?
    }

    private struct RemindersDocument: Encodable {
        let reminders: [ReminderDocument]
        let dead: [ReminderDocument]
        let overdue: Int
    }

    private func addReminders(to api: APIRoutes) {
        api.on(
            .get, Site.API.reminders,
            .init(
                "listReminders", "The pending notices, the failed ones, and the number of overdue tasks.",
                query: ListPart.parameters(of: "pending notices", usual: 64))
        ) { request, context in
            let reminders = household.reminders(for: context.viewer)
            let home = try await household.settings.home()
            let clock = try household.settings.clock(of: home)
            func document(_ notice: Notice) -> ReminderDocument {
                let text = NoticeText(
                    notice.reminder, preferences: home.reminders,
                    today: max(clock.day, clock.zone.day(at: notice.reminder.at)))
                return ReminderDocument(
                    number: notice.number, channel: notice.channel.rawValue, key: notice.reminder.key.rawValue,
                    sort: notice.reminder.sort.rawValue, at: notice.reminder.at, until: notice.reminder.until,
                    title: text.title, body: text.body, state: notice.state.rawValue, attempts: notice.attempts,
                    failure: notice.failure.map(NoticeFailure.words))
            }
            let part = try await ListPart(request, usual: 64).of {
                "\($0.number)"
            } reading: {
                try await reminders.pendingNotices(limit: $0)
            }
            return try APIAnswer(
                RemindersDocument(
                    reminders: part.items.map(document), dead: try await reminders.deadNotices().map(document),
                    overdue: try await reminders.overdue())
            ).followed(by: part.next)
        }
        api.empty(
            .post, Site.API.retryReminder,
            .init("retryReminder", "Sends a failed notice again.", problems: ["422 reminder-past"])
        ) { _, context in
            try await household.reminders(for: context.viewer).retry(
                try Site.API.retryReminder.read(context, or: Self.noNotice()))
        }
        api.empty(.delete, Site.API.deadReminders, .init("removeFailedReminders", "Removes all failed notices.")) {
            _, context in
            try await household.reminders(for: context.viewer).dismissDead()
        }
        api.on(.get, Site.API.alerts, .init("listAlerts", "The notices that an open page shows now.")) { _, context in
            let links = try await household.reminders(for: context.viewer).alertLinks()
            return try APIAnswer(
                AlertsDocument(
                    alerts: links.map { alert, actions in
                        AlertDocument(
                            number: alert.notice.number, title: alert.text.title, body: alert.text.body,
                            path: actions.path,
                            actions: actions.actions.map {
                                .init(verb: $0.verb.rawValue, title: $0.title, path: $0.path)
                            })
                    }, overdue: try await household.reminders(for: context.viewer).overdue()))
        }
        api.empty(.post, Site.API.alertSeen, .init("dismissAlert", "Removes a notice from the pages.")) { _, context in
            try await household.reminders(for: context.viewer).dismissAlert(
                try Site.API.alertSeen.read(context, or: Self.noNotice()))
        }
    }

    private struct AlertsDocument: Encodable {
        let alerts: [AlertDocument]
        let overdue: Int
    }

    private struct AlertDocument: Encodable {
        struct Action: Encodable {
            let verb: String
            let title: String
            let path: String
        }

        let number: Int
        let title: String
        let body: String
        let path: String
        let actions: [Action]
    }

    private static func noNotice() -> HouseholdError {
        HouseholdError(.notFound, localized("There is no such notification."))
    }

    private static func noChannel() -> HouseholdError {
        HouseholdError(.notFound, localized("There is no such channel."))
    }

    private static func noCalendar() -> HouseholdError {
        HouseholdError(.notFound, localized("There is no such calendar."))
    }

    // MARK: Channels

    private struct ChannelDocument: Encodable {
        let id: String
        let kind: String
        let name: String
        let isOn: Bool
        /// False for a channel of the household if the person has an account: it carries nothing that is private.
        let isOwn: Bool
        let addedAt: Date
        let toldAt: Date?
        let failure: String?
        /// The secret of a webhook that the server generated. It is in the response to the creation only.
        var secret: String?

        init(_ channel: Channel, of viewer: MedicineViewer) {
            id = channel.id.rawValue
            kind = channel.kind.rawValue
            name = channel.name
            isOn = channel.isOn
            isOwn = channel.account == viewer.account
            addedAt = channel.addedAt
            toldAt = channel.lastSentAt
            failure = channel.failure.map(NoticeFailure.words)
        }
    }

    private struct ChannelsDocument: Encodable {
        let channels: [ChannelDocument]
    }

    private struct PushKeyDocument: Encodable {
        let key: String
    }

    private struct NewChannel: Decodable {
        struct Keys: Decodable {
            let p256dh: String
            let auth: String
        }

        let kind: String
        let name: String?
        let endpoint: String?
        /// The endpoint of the subscription that this one replaces.
        let replaces: String?
        let keys: Keys?
        let server: String?
        let topic: String?
        let token: String?
        let url: String?
        let secret: String?
    }

    private struct ChannelChange: Decodable {
        let name: String?
        let isOn: Bool?
    }

    private func addChannels(to api: APIRoutes) {
        api.on(
            .get, Site.API.pushKey,
            .init("getPushKey", "The key with which a browser subscribes to notices.", problems: ["404"])
        ) { _, context in
            guard let key = try await household.reminders(for: context.viewer).knownPushKey() else {
                throw HouseholdError(
                    .notFound, localized("No key was made yet."),
                    hint: localized("POST to the same address makes one."))
            }
            return try APIAnswer(PushKeyDocument(key: Base64URL.text(key)))
        }
        api.on(.post, Site.API.pushKey, .init("makePushKey", "The same key, which is created if there is none.")) {
            _, context in
            try APIAnswer(
                PushKeyDocument(key: Base64URL.text(try await household.reminders(for: context.viewer).pushKey())))
        }
        api.on(.get, Site.API.channels, .init("listChannels", "The channels of notices, that of the page first.")) {
            _, context in
            try APIAnswer(
                ChannelsDocument(
                    channels: try await household.reminders(for: context.viewer).channels().map {
                        ChannelDocument($0, of: context.viewer)
                    }))
        }
        api.on(
            .post, Site.API.channels,
            .init(
                "addChannel", "Adds a channel: a browser, ntfy or a webhook.", body: .json(NewChannel.self),
                statuses: [.created], problems: ["403 sign-in-again", "422 channel-refused"])
        ) { request, context in
            let body = try await Upload.json(NewChannel.self, request)
            let reminders = household.reminders(for: context.viewer)
            let (address, secret) = try address(body, by: reminders)
            if try await !isKnown(body, by: reminders) { try await household.requireFresh(context) }
            let channel = try await reminders.add(address, named: body.name ?? "", replacing: body.replaces)
            var document = ChannelDocument(channel, of: context.viewer)
            document.secret = secret
            return try APIAnswer(document, status: .created, location: Site.API.channel(channel.id))
        }
        api.on(.get, Site.API.channel, .init("getChannel", "One channel.")) { _, context in
            let id = try Self.channel(context)
            let channels = try await household.reminders(for: context.viewer).channels()
            guard let channel = channels.first(where: { $0.id == id }) else { throw Self.noChannel() }
            return try APIAnswer(ChannelDocument(channel, of: context.viewer))
        }
        api.empty(
            .patch, Site.API.channel,
            .init(
                "changeChannel", "Changes the name of a channel, or switches it off or on.",
                body: .json(ChannelChange.self))
        ) { request, context in
            let change = try await Upload.json(ChannelChange.self, request)
            try await household.reminders(for: context.viewer).change(
                channel: try Self.channel(context), name: change.name, isOn: change.isOn)
        }
        api.empty(.delete, Site.API.channel, .init("removeChannel", "Removes a channel and its pending notices.")) {
            _, context in
            try await household.reminders(for: context.viewer).remove(channel: try Self.channel(context))
        }
        api.empty(
            .post, Site.API.testChannel, .init("testChannel", "Sends a test to a channel.", statuses: [.accepted])
        ) { _, context in
            try await household.reminders(for: context.viewer).test(channel: try Self.channel(context))
        }
    }

    /// Returns true if a browser sends its subscription again, or one that replaces it, and the viewer has its channel.
    private func isKnown(_ body: NewChannel, by reminders: ReminderCenter) async throws -> Bool {
        guard body.kind == Channel.Kind.webPush.rawValue else { return false }
        for endpoint in [body.endpoint, body.replaces].compactMap({ $0 })
        where try await reminders.hasBrowser(endpoint) { return true }
        return false
    }

    /// Returns the address of a channel, and the secret of a webhook if the server generated it.
    private func address(
        _ body: NewChannel, by reminders: ReminderCenter
    ) throws -> (Channel.Address, secret: String?) {
        switch body.kind {
        case Channel.Kind.webPush.rawValue:
            guard let endpoint = body.endpoint, let key = body.keys.flatMap({ Base64URL.bytes($0.p256dh) }),
                let authentication = body.keys.flatMap({ Base64URL.bytes($0.auth) })
            else { throw Self.incomplete(localized("A channel needs endpoint and keys.")) }
            return (
                .webPush(.init(endpoint: endpoint, publicKey: key, authentication: authentication)), nil
            )
        case Channel.Kind.ntfy.rawValue:
            guard let server = body.server, let topic = body.topic else {
                throw Self.incomplete(localized("A channel needs server and topic."))
            }
            return (.ntfy(server: server, topic: topic, token: body.token.flatMap { $0.isEmpty ? nil : $0 }), nil)
        case Channel.Kind.webhook.rawValue:
            guard let url = body.url else { throw Self.incomplete(localized("A channel needs url.")) }
            return try reminders.webhook(url, secret: body.secret)
        default: throw Self.incomplete(localized("A channel needs kind: web-push, ntfy or webhook."))
        }
    }

    static func channel(_ context: AppRequestContext) throws -> Channel.ID {
        try Site.API.channel.read(context, or: noChannel())
    }

    private static func incomplete(_ message: String) -> HouseholdError {
        HouseholdError(.channelRefused, message, hint: localized("Docs/api.md has examples."))
    }

    // MARK: Calendars

    private struct CalendarDocument: Encodable {
        let id: String
        let name: String
        let hidesMedicines: Bool
        let addedAt: Date
        let fetchedAt: Date?
        /// The path with the secret. It is in the response to the creation only.
        var path: String?
        var url: String?

        init(_ feed: FeedSubscription) {
            id = feed.id.rawValue
            name = feed.name
            hidesMedicines = feed.hidesMedicines
            addedAt = feed.addedAt
            fetchedAt = feed.fetchedAt
        }
    }

    private struct CalendarsDocument: Encodable {
        let feeds: [CalendarDocument]
    }

    private struct NewCalendar: Decodable {
        let name: String
        let hidesMedicines: Bool?
    }

    private func addFeeds(to api: APIRoutes) {
        api.on(.get, Site.API.feeds, .init("listCalendars", "The private calendars.")) { _, context in
            try APIAnswer(
                CalendarsDocument(
                    feeds: try await household.reminders(for: context.viewer).feeds().map(CalendarDocument.init)))
        }
        api.on(
            .post, Site.API.feeds,
            .init(
                "addCalendar", "Adds a private calendar; only this answer has its address.",
                body: .json(NewCalendar.self), statuses: [.created],
                problems: ["403 sign-in-again", "422 channel-refused"])
        ) { request, context in
            let body = try await Upload.json(NewCalendar.self, request)
            try await household.requireFresh(context)
            let (feed, secret) = try await household.reminders(for: context.viewer).addFeed(
                named: body.name, hidesMedicines: body.hidesMedicines ?? true)
            var document = CalendarDocument(feed)
            document.path = Site.calendar(CalendarFile(secret: secret))
            document.url = household.reminders(for: context.viewer).services.publicAddress().map {
                $0 + Site.calendar(CalendarFile(secret: secret))
            }
            return try APIAnswer(document, status: .created, location: Site.API.feed(feed.id))
        }
        api.on(.get, Site.API.feed, .init("getCalendar", "One private calendar, without its address.")) { _, context in
            let id = try Site.API.feed.read(context, or: Self.noCalendar())
            let feeds = try await household.reminders(for: context.viewer).feeds()
            guard let feed = feeds.first(where: { $0.id == id }) else { throw Self.noCalendar() }
            return try APIAnswer(CalendarDocument(feed))
        }
        api.empty(.delete, Site.API.feed, .init("removeCalendar", "Removes a calendar.")) { _, context in
            try await household.reminders(for: context.viewer).revokeFeed(
                try Site.API.feed.read(context, or: Self.noCalendar()))
        }
    }

    private func calendar(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let file = try Site.calendar.read(context, or: Self.noCalendar())
        let (text, tag) = try await household.reminders(for: .machine).calendar(secret: file.secret)
        let version = EntityTag(opaque: tag)
        var headers: HTTPFields = [
            .contentType: "text/calendar; charset=utf-8", .cacheControl: "private, no-cache", .eTag: version.text,
            .contentDisposition: "inline; filename=\"stillroom.ics\"",
        ]
        if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "no-referrer" }
        if let robots = HTTPField.Name("X-Robots-Tag") { headers[robots] = "noindex" }
        if version.isKnown(request.headers[.ifNoneMatch]) {
            headers[.contentType] = nil
            headers[.contentDisposition] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
