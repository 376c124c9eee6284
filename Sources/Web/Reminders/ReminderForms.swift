import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Recognition

/// The forms of the reminders page.
struct ReminderForms {
    let household: Household
    let pages: ReminderPages

    func add(to router: Router<AppRequestContext>) {
        router.on(.post, Site.settingsReminders) { request, context in
            let form = try await Upload.form(request)
            return try await refusing(.preferences, form, context) {
                try await household.settings.choose(
                    ReminderModel.values(form, given: household.settings.givenHomeSettings))
                return Self.back("saved", "wishes")
            }
        }
        for address in [Site.settingsChannels, Site.settingsFeeds] {
            // The page with a new secret has this path. A later GET request for it redirects to the reminders page.
            router.on(.get, address) { _, context in Response.seeOther(Site.settingsReminders) }
        }
        addChannels(to: router)
        addFeeds(to: router)
        addNotices(to: router)
    }

    private func addChannels(to router: Router<AppRequestContext>) {
        router.on(.post, Site.settingsChannels) { request, context in
            let form = try await Upload.form(request)
            return try await form["kind"] == Channel.Kind.webhook.rawValue
                ? addWebhook(form, context)
                : addNtfy(form, context)
        }
        router
            .on(.post, Site.testChannel) { _, context in
                try await household.reminders(for: context.viewer).test(channel: try Site.testChannel.read(context))
                return Self.back("tested", "channels")
            }
            .on(.post, Site.turnChannelOn) { _, context in
                try await household.reminders(for: context.viewer).change(
                    channel: try Site.turnChannelOn.read(context), isOn: true)
                return Self.back("on", "channels")
            }
            .on(.post, Site.turnChannelOff) { _, context in
                try await household.reminders(for: context.viewer).change(
                    channel: try Site.turnChannelOff.read(context), isOn: false)
                return Self.back("off", "channels")
            }
            .on(.post, Site.removeChannel) { _, context in
                try await household.reminders(for: context.viewer).remove(channel: try Site.removeChannel.read(context))
                return Self.back("removed", "channels")
            }
    }

    private func addNtfy(_ form: [String: String], _ context: AppRequestContext) async throws -> Response {
        try await refusing(.ntfy, form, context) {
            try await household.requireFresh(context)
            let server = Self.text("server", of: form)
            let token = Self.text("token", of: form)
            _ = try await household.reminders(for: context.viewer).add(
                .ntfy(
                    server: server.hasSuffix("/") ? String(server.dropLast()) : server,
                    topic: Self.text("topic", of: form),
                    token: token.isEmpty ? nil : token), named: form["name"] ?? "")
            return Self.back("added", "channels")
        }
    }

    private func addWebhook(_ form: [String: String], _ context: AppRequestContext) async throws -> Response {
        try await refusing(.webhook, form, context) {
            try await household.requireFresh(context)
            let (address, secret) = try household.reminders(for: context.viewer).webhook(
                Self.text("url", of: form), secret: nil)
            let channel = try await household.reminders(for: context.viewer).add(address, named: form["name"] ?? "")
            return pages.once(
                OncePage(name: channel.name, label: localized("The secret"), value: secret ?? "", webhook: true),
                title: localized("The secret of a webhook"))
        }
    }

    private func addFeeds(to router: Router<AppRequestContext>) {
        router.on(.post, Site.settingsFeeds) { request, context in
            let form = try await Upload.form(request)
            return try await refusing(.feed, form, context) {
                try await household.requireFresh(context)
                let (feed, secret) = try await household.reminders(for: context.viewer).addFeed(
                    named: form["name"] ?? "")
                let house = household.reminders(for: context.viewer).services.publicAddress()
                let address = CalendarAddress(house: house ?? "http://\(request.head.authority ?? "")", secret: secret)
                return pages.once(
                    OncePage(
                        name: feed.name, label: localized("The address"), value: address.text,
                        calendar: .init(subscribe: address.subscription, isNear: house == nil)),
                    title: localized("A private calendar"))
            }
        }
        router.on(.post, Site.revokeFeed) { _, context in
            try await household.reminders(for: context.viewer).revokeFeed(try Site.revokeFeed.read(context))
            return Self.back("revoked", "calendars")
        }
    }

    private func addNotices(to router: Router<AppRequestContext>) {
        router.on(.post, Site.retryNotice) { _, context in
            try await household.reminders(for: context.viewer).retry(try Site.retryNotice.read(context))
            return Self.back("retried", "waiting")
        }
        router.on(.post, Site.settingsNotices) { _, context in
            try await household.reminders(for: context.viewer).dismissDead()
            return Self.back("forgotten", "waiting")
        }
    }

    /// Performs a change. If it is refused, the page shows the reason and the sent values.
    private func refusing(
        _ form: ReminderModel.Form, _ fields: [String: String], _ context: AppRequestContext,
        _ change: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await change()
        } catch let error as HouseholdError where [.settingRefused, .channelRefused].contains(error.code) {
            return try await pages.page(problem: Problem(error), typed: (form, fields), context)
        } catch let error as HouseholdError where error.code == .signInAgain {
            return Response.seeOther(ReminderPages.confirm)
        }
    }

    private static func text(_ name: String, of form: [String: String]) -> String {
        (form[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func back(_ note: String, _ part: String) -> Response {
        Response.seeOther(Site.settingsReminders.with(["note": note], at: part))
    }
}

/// The address of a private calendar.
struct CalendarAddress {
    let text: String
    /// The same address with the scheme `webcal`, which makes calendar apps subscribe.
    let subscription: String

    /// `house` is the base URL of the server without a trailing slash.
    init(house: String, secret: String) {
        text = house + Site.calendar(CalendarFile(secret: secret))
        subscription = "webcal:" + text.dropFirst(text.prefix { $0 != ":" }.count + 1)
    }
}
