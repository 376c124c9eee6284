import Accounts
import Agenda
import Calendar
import Doses
import FoundationEssentials
import Messages
import Plants
import Recognition
import Reminders

extension ReminderCenter {
    /// The number of days in a calendar.
    private static let feedDays = 30

    package func feeds() async throws -> [FeedSubscription] { try await records.feeds() }

    /// Adds a private calendar. Returns it with its secret, which can be shown only now.
    package func addFeed(
        named name: String, hidesMedicines: Bool = true
    ) async throws -> (feed: FeedSubscription, secret: String) {
        try ActingPerson.require(.change)
        guard let words = Plant.tidy(name, limit: Channel.nameLimit) else {
            let limit = Channel.nameLimit
            throw HouseholdError(
                .channelRefused, localized("A calendar needs a name of 1 to \(limit, "limit") characters."),
                detail: "feed", hint: localized("For example “Anna’s phone”."))
        }
        guard try await feeds().count < Channel.limit else {
            let limit = Channel.limit
            throw HouseholdError(
                .channelRefused, localized("A household has at most \(limit, "limit") calendars."), detail: "feed",
                hint: localized("Revoke one first."))
        }
        // 160 bits, which cannot be guessed.
        let secret = Base64URL.text(services.secretBox.random(20))
        let feed = FeedSubscription(
            id: try environment.newIdentifier(), name: words, secret: digest(of: secret),
            hidesMedicines: hidesMedicines,
            addedAt: environment.now(), account: viewer.account)
        try await records.add(feed)
        return (feed, secret)
    }

    /// Revokes a calendar: its address is no longer valid.
    package func revokeFeed(_ feed: FeedSubscription.ID) async throws {
        try ActingPerson.require(.change)
        try await records.remove(feed)
    }

    /// Returns a calendar as text (RFC 5545), and an entity tag of its bytes. Throws `notFound` if no calendar has the
    /// secret.
    package func calendar(secret: String) async throws -> (text: String, tag: String) {
        let now = environment.now()
        guard secret.utf8.count <= 64,
            let feed = try await records.feed(secret: digest(of: secret), at: now)
        else { throw HouseholdError(.notFound, localized("There is no such calendar.")) }
        let language = try await languages(in: settings.home())
        let text = try await Localization.$current.withValue(language(feed.account)) {
            try await calendarText(of: feed, at: now)
        }
        return (text, Base64URL.text(Array(services.secretBox.digest(Array(text.utf8)).prefix(18))))
    }

    private func calendarText(of feed: FeedSubscription, at now: Date) async throws -> String {
        let view = try await agenda.view(AgendaQuery(days: Self.feedDays))
        let address = services.showsPages ? services.publicAddress() : nil
        var events = ChoreEvents(view: view, host: "\(id).stillroom", address: address).events
        let doses = try await doses(
            of: view, by: medicines(MedicineViewer(account: feed.account)), hidesMedicines: feed.hidesMedicines)
        events += doses.map(\.event)
        // A shared dose has another content in the calendar of its owner, and so has an event in another language. With one
        // version for both, each would change whenever the other is read.
        let shared = Set(doses.filter(\.isShared).map(\.event.uid))
        let language = Localization.current.language
        func stampKey(_ uid: String) -> String {
            let key = shared.contains(uid) ? "\(uid) \(feed.id)" : uid
            return language == .english ? key : "\(key) \(language.rawValue)"
        }
        let stamps = try await records.stamp(
            Dictionary(
                events.map { (stampKey($0.uid), Base64URL.text(services.secretBox.digest(Array($0.content.utf8)))) },
                uniquingKeysWith: { $1 }),
            at: now)
        return CalendarFeed(
            name: "Stillroom: \(feed.name)",
            description: localized("Tasks for the plants of a household, and its medicines."),
            color: "darkgreen",
            zone: view.clock.zone, refreshMinutes: 60, version: "1",
            events: events.map { event in
                var event = event
                if let stamp = stamps[stampKey(event.uid)] {
                    (event.sequence, event.modified) = (stamp.sequence, stamp.modified)
                }
                return event
            }
        ).text
    }

    /// Returns the unanswered doses of the next days and of the last day, of the medicines that the person of the calendar
    /// sees. A dose of another person names its owner, and has an alarm only if the share includes reminders.
    private func doses(
        of view: AgendaView, by medicines: MedicineCabinet, hidesMedicines: Bool
    ) async throws -> [(event: CalendarEvent, isShared: Bool)] {
        let (from, to) = (
            view.clock.instant.addingTimeInterval(-86_400),
            view.clock.instant.addingTimeInterval(Double(Self.feedDays) * 86_400)
        )
        let viewer = medicines.viewer.account
        let seen = try await medicines.list()
        let shares = try await medicines.shares().filter { $0.carer == viewer }
        var events: [(CalendarEvent, Bool)] = []
        for kept in seen {
            let isShared = kept.account != nil && kept.account != viewer
            let share = shares.first { $0.owner == kept.account }
            // A share that ended a moment ago shows nothing any more.
            if isShared, share == nil { continue }
            guard !kept.isSilent, let plan = kept.plan,
                let schedule = try? DoseSchedule(plan, zones: medicines.zones(of: plan))
            else {
                continue
            }
            events += schedule.events(
                from: from, to: to, log: try await medicines.doseLog(of: kept.id),
                feed: view.clock.zone, hidesNames: hidesMedicines, owner: share?.ownerName.text,
                host: "\(id).stillroom", alarms: view.home.reminds && (share?.reminds ?? true)
            ).map { ($0, isShared) }
        }
        return events
    }

    private func digest(of secret: String) -> String {
        Base64URL.text(services.secretBox.digest(Array("feed \(secret)".utf8)))
    }
}
