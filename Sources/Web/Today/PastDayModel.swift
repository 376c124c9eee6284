import Agenda
import Calendar
import Household
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
        let skipped = item.entries.contains { $0.action == .skipped }
        let due = item.due.map { $0 == past.day ? "Due on this day" : "Due since \(Wording.date($0))" } ?? "Not due"
        return Row(
            what: Wording.verb(chore.kind, chore.title), plantName: item.line.plant?.name ?? "The house",
            roomName: item.line.plant?.room ?? "", icon: chore.kind.icon,
            stand: "\(due). \(isDone ? "Done." : skipped ? "Skipped." : "Not done.")",
            isLogged: !item.entries.isEmpty, isDone: isDone, day: past.day.description, back: Self.address(past.day),
            doneAction: Site.choreDone(chore.id), undoAction: Site.undo,
            entries: EntryList(item.entries.map(\.number)).text)
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
