package import Agenda
import Calendar
import Doses
import FoundationEssentials
import Logging
import Messages
package import Reminders

/// Makes and parses the links of notices: "123-done-1795500000-…", signed with a key of the household.
struct NoticeLinks: Sendable {
    let household: Household.ID
    let key: [UInt8]
    let secretBox: SecretBox

    /// How long after its time a notice can be answered, in seconds.
    static let validSeconds = 7.0 * 86_400

    struct Link: Sendable, Hashable {
        let notice: Int
        let verb: NoticeVerb
        let until: Date
        /// The mark of the notice for which the link was made.
        let mark: String
    }

    func path(_ notice: Notice, _ verb: NoticeVerb) -> String {
        let until = Int(notice.reminder.at.timeIntervalSince1970 + Self.validSeconds)
        let claim = "\(notice.number)-\(verb.rawValue)-\(until)"
        return "\(Self.prefix)\(claim)-\(mark(of: notice))\(signature(claim + mark(of: notice)))"
    }

    static let prefix = "/n/"

    /// Returns nil if the link was not made by this household.
    func link(_ text: String) -> Link? {
        guard text.utf8.count <= 120 else { return nil }
        // The signature may contain hyphens.
        let parts = text.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let number = Int(parts[0]), let verb = NoticeVerb(rawValue: String(parts[1])),
            let until = Int(parts[2])
        else { return nil }
        let claim = "\(number)-\(verb.rawValue)-\(until)"
        let mark = String(parts[3].prefix(Self.markLength))
        guard text == "\(claim)-\(parts[3])",
            Self.isSame(mark + signature(claim + mark), String(parts[3]))
        else { return nil }
        return Link(notice: number, verb: verb, until: Date(timeIntervalSince1970: Double(until)), mark: mark)
    }

    /// Returns an authentication code of the notice's key. Its number is not enough, because numbers are assigned again
    /// after a backup is restored.
    func mark(of notice: Notice) -> String {
        let about = "mark \(household) \(notice.reminder.key)"
        return String(Base64URL.text(secretBox.authenticate(Array(about.utf8), key)).prefix(Self.markLength))
    }

    private static let markLength = 8

    private func signature(_ claim: String) -> String {
        Base64URL.text(Array(secretBox.authenticate(Array("link \(household) \(claim)".utf8), key).prefix(16)))
    }

    /// Compares in constant time.
    static func isSame(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension ReminderCenter {
    /// The effect of a link.
    package struct Act: Sendable, Hashable {
        package let verb: NoticeVerb
        /// The logged entries of chores; empty if the chores had been logged before.
        package let entries: [ChoreEntry]
        /// The number of doses for which an entry was logged.
        package var doses = 0
        package var loggedCount: Int { entries.count + doses }
        /// True for a dose, which is snoozed for a shorter time than a chore.
        package var isOfDose = false
        /// The name of the person whose dose it is; nil for the own one and for other notices.
        package var owner: String?
        /// True if the link had been used before.
        package let wasUsed: Bool
        /// The number of overdue chores afterwards.
        package let overdue: Int
        package let title: String
    }

    /// Returns the effect of a link without using it, for a page with a confirmation. `owner` is the name of the person
    /// whose dose it is; nil for the own one and for other notices. Throws `linkRefused`.
    package func look(
        at link: String
    ) async throws -> (verb: NoticeVerb, text: NoticeText, isOfDose: Bool, owner: String?) {
        let link = try await checked(link)
        guard let notice = try await notice(of: link) else { throw Self.gone }
        let home = try await settings.home()
        return (
            link.verb,
            NoticeText(notice.reminder, preferences: home.reminders, today: try settings.clock(of: home).day),
            notice.reminder.sort == .dose, notice.reminder.owner
        )
    }

    /// Performs the action of a link once. A repetition changes nothing and is reported as such.
    ///
    /// Throws `linkRefused` for a link that was not made by this household, is too old, or belongs to a notice that is
    /// gone.
    package func act(on text: String) async throws -> Act {
        let link = try await checked(text)
        let spent = SpentLink(
            digest: Base64URL.text(services.secretBox.digest(Array(text.utf8))), until: link.until)
        guard let notice = try await notice(of: link) else {
            // The first use may have removed the notice.
            guard try await records.isSpent(spent.digest) else { throw Self.gone }
            return Act(
                verb: link.verb, entries: [], wasUsed: true, overdue: try await overdue(),
                title: localized("Your reminder"))
        }
        if notice.reminder.sort == .dose { return try await act(link.verb, on: notice, spending: spent) }
        let action: ChoreEntry.Action =
            switch link.verb {
            case .done: .done
            case .snooze: .snoozed(until: environment.now().addingTimeInterval(3600))
            }
        let entries: [ChoreEntry]?
        do {
            entries = try await log(action, of: notice, spending: spent)
        } catch let error as HouseholdError where error.code == .notFound {
            // A chore was removed a moment ago; the others are still logged.
            entries = try await log(action, of: notice, spending: spent)
        }
        let home = try await settings.home()
        return Act(
            verb: link.verb, entries: entries ?? [], wasUsed: entries == nil, overdue: try await overdue(),
            title: NoticeText(notice.reminder, preferences: home.reminders, today: try settings.clock(of: home).day)
                .title)
    }

    /// Logs a dose as taken, or snoozes it. Idempotent, so that an interruption between the two steps loses nothing.
    private func act(_ verb: NoticeVerb, on notice: Notice, spending link: SpentLink) async throws -> Act {
        let home = try await settings.home()
        let title = NoticeText(notice.reminder, preferences: home.reminders, today: try settings.clock(of: home).day)
            .title
        var act = Act(
            verb: verb, entries: [], wasUsed: try await records.isSpent(link.digest),
            overdue: try await overdue(), title: title)
        act.isOfDose = true
        act.owner = notice.reminder.owner
        guard !act.wasUsed else { return act }
        // A link does not outlive the right of the person to whom it was sent.
        guard let channel = try await records.channels().first(where: { $0.channel.id == notice.channel })?.channel
        else {
            throw Self.gone
        }
        let medicines = medicines(MedicineViewer(account: channel.account))
        for case .dose(let dose) in notice.reminder.subjects {
            let what: MedicineCabinet.DoseAct =
                verb == .done
                ? .taken(at: nil, amount: nil) : .moved(to: environment.now().addingTimeInterval(Self.doseSnooze))
            do {
                // A notice is for one dose at its time, and cannot ask for a confirmation.
                act.doses += try await medicines.note(
                    what, dose: dose.planned, of: .init(rawValue: dose.medicine), sure: Set(DoseDoubt.Kind.allCases)
                ).count
            } catch let error as HouseholdError where [.notFound, .doseRefused].contains(error.code) {
                // The medicine or its plan has changed, or the dose was answered on another device.
            }
        }
        _ = try await records.log([], spending: link)
        return act
    }

    /// In seconds.
    private static let doseSnooze = 900.0

    private func log(
        _ action: ChoreEntry.Action, of notice: Notice, spending link: SpentLink
    ) async throws -> [ChoreEntry]? {
        var expecting: [Chore.ID: LocalDay] = [:]
        for case .chore(let chore) in notice.reminder.subjects {
            // A plant may have been removed with its chores; the chores of other plants are still logged.
            guard try await records.chore(chore.chore) != nil else { continue }
            expecting[chore.chore] = chore.due
        }
        return try await agenda.log(
            action, expecting.keys.sorted(), on: nil, expecting: expecting, zone: nil, spending: link)
    }

    private func checked(_ text: String) async throws -> NoticeLinks.Link {
        guard let link = try await knownLinks()?.link(text) else {
            throw HouseholdError(
                .linkRefused, localized("This link is not from this server."), hint: Self.lookAtToday)
        }
        guard link.until > environment.now() else {
            throw HouseholdError(
                .linkRefused, localized("This link is too old."), detail: "expired", hint: Self.lookAtToday)
        }
        return link
    }

    private func notice(of link: NoticeLinks.Link) async throws -> Notice? {
        let found = try await records.notices(
            NoticeQuery(states: Set(Notice.State.allCases), number: link.notice)
        ).first
        guard let found, NoticeLinks.isSame(try await links().mark(of: found), link.mark) else { return nil }
        return found
    }

    private static var gone: HouseholdError {
        HouseholdError(
            .linkRefused, localized("The reminder of this link does not exist any more."), detail: "gone",
            hint: lookAtToday)
    }

    private static var lookAtToday: String { localized("Open Stillroom, and look at Today.") }

    func links() async throws -> NoticeLinks {
        NoticeLinks(
            household: id, key: try await secrets.secret("notice-links") { services.secretBox.random(32) },
            secretBox: services.secretBox)
    }

    /// Returns nil if no link was ever made. Makes no key, so a request that only reads may call it.
    func knownLinks() async throws -> NoticeLinks? {
        try await secrets.knownSecret("notice-links").map {
            NoticeLinks(household: id, key: $0, secretBox: services.secretBox)
        }
    }

    /// Returns the household's private key for signing its pushes.
    func identity() async throws -> [UInt8] {
        try await secrets.secret("web-push") { services.secretBox.newSigningKey() }
    }

    /// Returns the public key that a browser needs for a push subscription: 65 bytes.
    package func pushKey() async throws -> [UInt8] { try services.secretBox.publicKey(try await identity()) }

    /// Returns the same key; nil if none was made yet.
    package func knownPushKey() async throws -> [UInt8]? {
        try await secrets.knownSecret("web-push").map { try services.secretBox.publicKey($0) }
    }
}
