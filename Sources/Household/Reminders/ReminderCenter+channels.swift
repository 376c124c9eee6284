import Accounts
import Agenda
package import FoundationEssentials
import Messages
import Plants
import Recognition
package import Reminders

extension ReminderCenter {
    package func channels() async throws -> [Channel] { try await records.channels().map(\.channel) }

    /// Returns true if the viewer has the channel of the browser whose push subscription has this endpoint.
    package func hasBrowser(_ endpoint: String) async throws -> Bool {
        let print = try await fingerprint(Channel.Address.identity(ofBrowser: endpoint))
        return try await records.channels().contains {
            $0.channel.kind == .webPush && $0.fingerprint == print && $0.channel.account == viewer.account
        }
    }

    private func fingerprint(_ identity: String) async throws -> String {
        let key = try await links().key
        return Base64URL.text(services.secretBox.authenticate(Array("channel \(id) \(identity)".utf8), key))
    }

    /// Adds a channel of the viewer. The same address gives the same channel, even at the limit of channels. A browser
    /// that was another person's becomes the viewer's. If the subscription of a browser replaces an earlier one, and the
    /// viewer has the channel of that endpoint, it is the same channel, with its name, its state and its pending notices.
    ///
    /// Throws `channelRefused` for an invalid name or address, and for a new channel at the limit.
    package func add(
        _ address: Channel.Address, named name: String, replacing endpoint: String? = nil
    ) async throws -> Channel {
        try ActingPerson.require(.change)
        let address = address.tidied
        try check(address)
        var print = try await fingerprint(address.identity)
        // A browser belongs to the person who uses it. Two people can use the same topic or webhook, each with the own
        // notices; neither takes it from the other.
        if let account = viewer.account, address.kind != .webPush,
            try await !records.channels().contains(where: { $0.fingerprint == print && $0.channel.account == account })
        {
            print = try await fingerprint("\(account) \(address.identity)")
        }
        let channel = Channel(
            id: try environment.newIdentifier(), kind: address.kind, name: Self.channelName(name) ?? address.kind.words,
            addedAt: environment.now(), account: viewer.account)
        let stored = StoredChannel(
            channel,
            sealedAddress: try services.secretBox.seal(try Self.bytes(of: address), context(print)),
            fingerprint: print)
        var replaced: String?
        if address.kind == .webPush, let endpoint {
            replaced = try await fingerprint(Channel.Address.identity(ofBrowser: endpoint))
        }
        return try await records.add(stored, replacing: replaced, limit: Channel.limit)
    }

    package func change(channel: Channel.ID, name: String? = nil, isOn: Bool? = nil) async throws {
        try ActingPerson.require(.change)
        try await records.change(channel, name: name.flatMap(Self.channelName), isOn: isOn)
    }

    package func remove(channel: Channel.ID) async throws {
        try ActingPerson.require(.change)
        try await records.remove(channel)
    }

    /// Sends a test notice. Throws `notFound`.
    package func test(channel: Channel.ID) async throws {
        try ActingPerson.require(.change)
        let now = environment.now()
        try await records.add(
            Reminder(
                key: .init(rawValue: "test \(environment.uniqueName())"), sort: .test, at: now,
                until: now.addingTimeInterval(600), subjects: []), to: channel)
    }

    /// Returns the waiting notices, soonest first.
    package func pendingNotices(limit: Int = 64) async throws -> [Notice] {
        try await records.notices(NoticeQuery(states: [.pending], limit: limit))
    }

    /// Returns the failed notices with the reasons.
    package func deadNotices() async throws -> [Notice] {
        try await records.notices(NoticeQuery(states: [.dead]))
    }

    package func retry(_ notice: Int) async throws {
        try ActingPerson.require(.change)
        try await records.retry(notice, at: environment.now())
    }

    package func dismissDead() async throws {
        try ActingPerson.require(.change)
        try await records.dismissDead()
    }

    /// Returns the notices that open pages show now.
    package func alerts() async throws -> [Alert] { try await alertBoard().alerts }

    /// Returns the notices that open pages show now, and when time alone changes them; nil if it does not.
    package func alertBoard() async throws -> (alerts: [Alert], changesAt: Date?) {
        guard let page = try await channels().first(where: { $0.kind == .page }), page.isOn else { return ([], nil) }
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        var query = NoticeQuery(states: [.pending], channel: page.id, limit: Self.alertLimit + 1)
        query.hasContents = false
        let pending = try await records.notices(query)
        let alerts = pending.prefix(Self.alertLimit).filter {
            $0.reminder.at <= clock.instant && $0.reminder.until > clock.instant
        }.map {
            Alert(notice: $0, text: NoticeText($0.reminder, preferences: home.reminders, today: clock.day))
        }
        let next = pending.lazy.map(\.reminder.at).first { $0 > clock.instant }
        return (alerts, (alerts.map(\.notice.reminder.until) + [next].compactMap(\.self)).min())
    }

    private static let alertLimit = 20

    /// A notice that a page shows.
    package struct Alert: Sendable, Hashable {
        package let notice: Notice
        package let text: NoticeText
    }

    /// Returns the same notices with the links of their actions and pages.
    package func alertLinks() async throws -> [(alert: Alert, message: NoticeMessage)] {
        let alerts = try await alerts()
        // `reconcileReminders` makes the key; a request that only reads does not.
        guard !alerts.isEmpty, let links = try await knownLinks() else { return [] }
        let composer = try await composer(links: links, identity: [])
        return alerts.map { ($0, composer.message($0.notice)) }
    }

    /// Returns the address of a webhook with its secret: the given one, in the form of Standard Webhooks ("whsec_…"),
    /// or a new one, which can be shown only now.
    package func webhook(_ url: String, secret: String?) throws -> (Channel.Address, secret: String?) {
        guard let secret, !secret.isEmpty else {
            let fresh = services.secretBox.random(32)
            return (.webhook(url: url, secret: fresh), Self.webhookPrefix + Data(fresh).base64EncodedString())
        }
        let text = secret.hasPrefix(Self.webhookPrefix) ? String(secret.dropFirst(Self.webhookPrefix.count)) : secret
        guard let bytes = Data(base64Encoded: text), (24...64).contains(bytes.count) else {
            throw HouseholdError(
                .channelRefused, localized("The secret of a webhook is 24 to 64 bytes in Base64."),
                detail: Channel.Kind.webhook.rawValue,
                hint: localized("Leave it empty to create one automatically."))
        }
        return (.webhook(url: url, secret: [UInt8](bytes)), nil)
    }

    private static let webhookPrefix = "whsec_"

    /// Marks an alert as seen. Idempotent.
    package func dismissAlert(_ number: Int) async throws {
        try ActingPerson.require(.change)
        guard
            let notice = try await records.notices(
                NoticeQuery(states: [.pending], number: number)
            ).first, try await channels().contains(where: { $0.id == notice.channel && $0.kind == .page })
        else { return }
        try await records.settle([.init(notice, .sent)], at: environment.now())
    }

    func open(_ stored: StoredChannel) throws -> Channel.Address {
        if stored.channel.kind == .page { return .page }
        let bytes = try services.secretBox.open(stored.sealedAddress, context(stored.fingerprint))
        return try JSONDecoder().decode(Channel.Address.self, from: Data(bytes))
    }

    /// The context contains the fingerprint, so an address that was copied to another row cannot be opened.
    private func context(_ fingerprint: String) -> String { "channel \(id) \(fingerprint)" }

    private static func bytes(of address: Channel.Address) throws -> [UInt8] {
        [UInt8](try JSONEncoder().encode(address))
    }

    private static func channelName(_ name: String) -> String? {
        Plant.tidy(name, limit: Channel.nameLimit)
    }

    private func check(_ address: Channel.Address) throws {
        guard services.accepts(address) else {
            throw HouseholdError(
                .channelRefused, address.kind.refusal, detail: address.kind.rawValue,
                hint: localized("Docs/reminders.md says what each channel takes."))
        }
        switch address {
        case .webPush(let subscription):
            guard subscription.publicKey.count == 65, subscription.publicKey.first == 4,
                subscription.authentication.count == 16
            else {
                throw HouseholdError(
                    .channelRefused, localized("The browser's keys are not those of a push subscription."),
                    detail: address.kind.rawValue)
            }
        case .ntfy(_, let topic, let token):
            let isTopic =
                (1...64).contains(topic.utf8.count)
                && topic.utf8.allSatisfy { UInt8(ascii: "-") == $0 || UInt8(ascii: "_") == $0 || $0.isAlphanumeric }
            guard isTopic else {
                throw HouseholdError(
                    .channelRefused, localized("A topic has 1 to 64 letters, digits, hyphens or underscores."),
                    detail: address.kind.rawValue)
            }
            guard token.map({ (1...256).contains($0.utf8.count) && $0.utf8.allSatisfy { 0x21...0x7E ~= $0 } }) ?? true
            else {
                throw HouseholdError(
                    .channelRefused, localized("This does not look like a token."), detail: address.kind.rawValue)
            }
        case .webhook, .page: break
        }
    }
}

extension UInt8 {
    fileprivate var isAlphanumeric: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }
}

extension Channel.Kind {
    /// The name of the channel on pages.
    package var words: String {
        switch self {
        case .webPush: localized("This browser")
        case .ntfy: "ntfy"
        case .webhook: localized("Webhook")
        case .page: localized("In the app")
        }
    }

    fileprivate var refusal: String {
        switch self {
        case .webPush: localized("Notifications are not sent to this push service.")
        case .ntfy:
            localized("The server must be an address such as https://ntfy.sh; without https only in your own network.")
        case .webhook: localized("A webhook must be an https address; without https only in your own network.")
        case .page: localized("The pages are there already.")
        }
    }
}
