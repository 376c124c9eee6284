package import Agenda
import Calendar
import Doses
import FoundationEssentials
import Logging
package import Reminders

/// Makes and reads the links of notices: "123-done-1795500000-…", signed with a key of the household's own.
struct NoticeLinks: Sendable {
    let household: Household.ID
    let key: [UInt8]
    let secretBox: SecretBox

    /// A notice can be answered so long after its time.
    static let validSeconds = 7.0 * 86_400

    struct Link: Sendable, Hashable {
        let notice: Int
        let verb: NoticeVerb
        let until: Date
        /// Of the notice it was made for.
        let mark: String
    }

    func path(_ notice: Notice, _ verb: NoticeVerb) -> String {
        let until = Int(notice.reminder.at.timeIntervalSince1970 + Self.validSeconds)
        let claim = "\(notice.number)-\(verb.rawValue)-\(until)"
        return "\(Self.prefix)\(claim)-\(mark(of: notice))\(signature(claim + mark(of: notice)))"
    }

    static let prefix = "/n/"

    /// Nothing where it was not made here.
    func link(_ text: String) -> Link? {
        guard text.utf8.count <= 120 else { return nil }
        // The signature may hold hyphens itself.
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

    /// Numbers are given out again where an older copy of the records is brought back; what a notice is about is not.
    func mark(of notice: Notice) -> String {
        let about = "mark \(household) \(notice.reminder.key)"
        return String(Base64URL.text(secretBox.authenticate(Array(about.utf8), key)).prefix(Self.markLength))
    }

    private static let markLength = 8

    private func signature(_ claim: String) -> String {
        Base64URL.text(Array(secretBox.authenticate(Array("link \(household) \(claim)".utf8), key).prefix(16)))
    }

    /// In the same time whatever the difference.
    static func isSame(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension ReminderCenter {
    /// What a link of a notice came to.
    package struct Act: Sendable, Hashable {
        package let verb: NoticeVerb
        /// What was told of chores; empty where it had been dealt with before.
        package let entries: [ChoreEntry]
        /// How many doses something was noted of.
        package var doses = 0
        package var told: Int { entries.count + doses }
        /// A dose's, which is put off by less than a chore.
        package var isOfDose = false
        /// It did its work the first time.
        package let wasUsed: Bool
        /// Overdue chores now.
        package let overdue: Int
        package let title: String
    }

    /// What a link would do, for a page that asks before it does. Throws `linkRefused`.
    package func look(at link: String) async throws -> (verb: NoticeVerb, text: NoticeText, isOfDose: Bool) {
        let link = try await checked(link)
        guard let notice = try await notice(of: link) else { throw Self.gone }
        let home = try await settings.home()
        return (
            link.verb, NoticeText(notice.reminder, wishes: home.reminders, today: try settings.clock(of: home).day),
            notice.reminder.sort == .dose
        )
    }

    /// Does what a notice's button says, once: a second time changes nothing and says so.
    ///
    /// Throws `linkRefused` for a link that was never made here, is too old, or whose notice is gone.
    package func act(on text: String) async throws -> Act {
        let link = try await checked(text)
        let spent = SpentLink(
            digest: Base64URL.text(services.secretBox.digest(Array(text.utf8))), until: link.until)
        guard let notice = try await notice(of: link) else {
            // What it did may have taken away what it was about.
            guard try await records.isSpent(spent.digest, of: id) else { throw Self.gone }
            return Act(
                verb: link.verb, entries: [], wasUsed: true, overdue: try await overdue(), title: "Your reminder")
        }
        if notice.reminder.sort == .dose { return try await act(link.verb, on: notice, spending: spent) }
        let action: ChoreEntry.Action =
            switch link.verb {
            case .done: .done
            case .snooze: .snoozed(until: environment.now().addingTimeInterval(3600))
            }
        let entries: [ChoreEntry]?
        do {
            entries = try await tell(action, of: notice, spending: spent)
        } catch let error as HouseholdError where error.code == .notFound {
            // One went at this very moment; the others are still to be done.
            entries = try await tell(action, of: notice, spending: spent)
        }
        let home = try await settings.home()
        return Act(
            verb: link.verb, entries: entries ?? [], wasUsed: entries == nil, overdue: try await overdue(),
            title: NoticeText(notice.reminder, wishes: home.reminders, today: try settings.clock(of: home).day).title)
    }

    /// A dose was taken, or is told again later. Said twice it is said once, so that a stop between the two steps loses
    /// nothing.
    private func act(_ verb: NoticeVerb, on notice: Notice, spending link: SpentLink) async throws -> Act {
        let home = try await settings.home()
        let title = NoticeText(notice.reminder, wishes: home.reminders, today: try settings.clock(of: home).day).title
        var act = Act(
            verb: verb, entries: [], wasUsed: try await records.isSpent(link.digest, of: id),
            overdue: try await overdue(), title: title)
        act.isOfDose = true
        guard !act.wasUsed else { return act }
        for case .dose(let dose) in notice.reminder.subjects {
            let what: MedicineCabinet.DoseAct =
                verb == .done
                ? .taken(at: nil, amount: nil) : .moved(to: environment.now().addingTimeInterval(Self.doseSnooze))
            do {
                // A notice is of one dose at its time; nobody can be asked from it.
                act.doses += try await medicines.note(
                    what, dose: dose.planned, of: .init(rawValue: dose.medicine), sure: Set(DoseDoubt.Kind.allCases)
                ).count
            } catch let error as HouseholdError where [.notFound, .doseRefused].contains(error.code) {
                // Its medicine or its plan is another one by now, or it was answered on another device.
            }
        }
        _ = try await records.log([], spending: link, for: id)
        return act
    }

    /// Seconds.
    private static let doseSnooze = 900.0

    private func tell(
        _ action: ChoreEntry.Action, of notice: Notice, spending link: SpentLink
    ) async throws -> [ChoreEntry]? {
        var expecting: [Chore.ID: LocalDay] = [:]
        for case .chore(let chore) in notice.reminder.subjects {
            // A plant may have gone, and its chores with it: the others' are still to be done.
            guard try await records.chore(chore.chore, of: id) != nil else { continue }
            expecting[chore.chore] = chore.due
        }
        return try await agenda.tell(
            action, expecting.keys.sorted(), on: nil, expecting: expecting, zone: nil, spending: link)
    }

    private func checked(_ text: String) async throws -> NoticeLinks.Link {
        guard let link = try await knownLinks()?.link(text) else {
            throw HouseholdError(.linkRefused, "This link was not made here.", hint: "Open the app and look at Today.")
        }
        guard link.until > environment.now() else {
            throw HouseholdError(
                .linkRefused, "This link is too old.", detail: "expired", hint: "Open the app and look at Today.")
        }
        return link
    }

    private func notice(of link: NoticeLinks.Link) async throws -> Notice? {
        let found = try await records.notices(
            NoticeQuery(states: Set(Notice.State.allCases), number: link.notice), of: id
        ).first
        guard let found, NoticeLinks.isSame(try await links().mark(of: found), link.mark) else { return nil }
        return found
    }

    private static var gone: HouseholdError {
        HouseholdError(
            .linkRefused, "What this link was about is gone.", detail: "gone", hint: "Open the app and look at Today.")
    }

    func links() async throws -> NoticeLinks {
        NoticeLinks(
            household: id, key: try await secrets.secret("notice-links") { services.secretBox.random(32) },
            secretBox: services.secretBox)
    }

    /// Nil if no link was ever made here. Makes no key, so that a request that only reads may call it.
    func knownLinks() async throws -> NoticeLinks? {
        try await secrets.knownSecret("notice-links").map {
            NoticeLinks(household: id, key: $0, secretBox: services.secretBox)
        }
    }

    /// The household's private key for signing its pushes.
    func identity() async throws -> [UInt8] {
        try await secrets.secret("web-push") { services.secretBox.newSigningKey() }
    }

    /// What a browser must know to let this house push to it: 65 bytes.
    package func pushKey() async throws -> [UInt8] { try services.secretBox.publicKey(try await identity()) }

    /// The same; nil if none was made yet.
    package func knownPushKey() async throws -> [UInt8]? {
        try await secrets.knownSecret("web-push").map { try services.secretBox.publicKey($0) }
    }
}
