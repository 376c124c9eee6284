import Agenda
import Calendar
import Household
import Messages
import Plants

/// The fields of the page of a past day; pure. Its forms change the log.
struct PastDayModel {
    let past: PastDay

    static func address(_ day: LocalDay) -> String { Site.pastDay.with(["day": day.description]) }

    var title: String { Wording.weekday(past.day, from: past.clock.day) }

    var context: Page {
        let (day, today) = (past.day, past.clock.day)
        let next = day.adding(days: 1)
        return Page(
            heading: title, previous: Self.address(day.adding(days: -1)),
            next: next < today ? Self.address(next) : Site.today,
            monthHref: Site.month.with(["day": day.description], at: "day"), isEmpty: past.items.isEmpty,
            rows: past.items.map(row))
    }

    private func row(_ item: PastDay.Item) -> Row {
        let chore = item.line.chore
        let isDone = item.entries.contains { $0.action == .done }
        let isSkipped = item.entries.contains { $0.action == .skipped }
        return Row(
            what: Wording.verb(chore.kind, chore.title), plantName: item.line.plant?.name ?? localized("The house"),
            roomName: item.line.plant?.room ?? "", icon: chore.kind.icon,
            stand: "\(due(item)) \(Self.outcome(isDone: isDone, isSkipped: isSkipped))",
            isLogged: !item.entries.isEmpty, isDone: isDone, day: past.day.description, back: Self.address(past.day),
            doneAction: Site.choreDone(chore.id), undoAction: Site.undo,
            entries: EntryList(item.entries.map(\.number)).text)
    }

    /// A sentence such as "Due since 3 May 2026."
    private func due(_ item: PastDay.Item) -> String {
        guard let day = item.due else { return localized("Not due.") }
        guard day != past.day else { return localized("Due on this day.") }
        let date = Wording.date(day)
        return localized("Due since \(date, "day").")
    }

    private static func outcome(isDone: Bool, isSkipped: Bool) -> String {
        if isDone { return localized("Done.") }
        return isSkipped ? localized("Skipped.") : localized("Not done.")
    }
}

extension PastDayModel {
    struct Row: TemplateFields {
        let what: String
        let plantName: String
        let roomName: String
        let icon: String
        let stand: String
        /// True if the log has an entry of the day.
        let isLogged: Bool
        let isDone: Bool
        let day: String
        let back: String
        let doneAction: String
        let undoAction: String
        let entries: String
    }

    /// The fields of past-day.mustache.
    struct Page: PageFields {
        static let template = "past-day"

        let heading: String
        let previous: String
        let next: String
        let monthHref: String
        let isEmpty: Bool
        let rows: [Row]
        var did: DidModel.Fields?
    }
}
