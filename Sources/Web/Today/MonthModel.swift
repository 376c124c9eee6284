import Agenda
import Calendar
import Foundation
import Household
import Messages
import Plants

/// The fields of the agenda's month page; pure.
struct MonthModel {
    /// The query of the month page. The defaults for missing and invalid values are this month and today.
    struct Query: Equatable {
        /// The first day of the month.
        let month: LocalDay
        let day: LocalDay
        let today: LocalDay

        init(_ query: [String: String], today: LocalDay) {
            self.today = today
            let near = today.adding(days: -3_500)...today.adding(days: 3_500)
            let asked = query["day"].flatMap { LocalDay($0) }.flatMap { near.contains($0) ? $0 : nil }
            let month = query["month"].flatMap { LocalDay($0 + "-01") }.flatMap { near.contains($0) ? $0 : nil }
            self.month = (month ?? asked ?? today).firstOfMonth
            if let asked, asked.firstOfMonth == self.month {
                day = asked
            } else {
                day = today.firstOfMonth == self.month ? today : self.month
            }
        }

        /// The first day of the first week, as the current task begins weeks.
        var firstShown: LocalDay {
            month.adding(days: -((month.weekday - Localization.current.habits.weekStart.weekday + 7) % 7))
        }
        var address: String { MonthModel.address(month, day) }
    }

    /// The number of days in six weeks.
    static let cells = 42

    let query: Query
    let view: AgendaView
    /// The log since the first day that is shown.
    let log: [LogLine]

    static func address(_ month: LocalDay, _ day: LocalDay? = nil) -> String {
        Site.month.with(["month": String(month.description.prefix(7)), "day": day?.description])
    }

    var title: String { Wording.month(query.month) }

    private var done: [LocalDay: [LogLine]] {
        Dictionary(grouping: log.filter { $0.entry.action == .done && !$0.entry.isUndone }, by: \.entry.day)
    }

    /// What is due on one day.
    struct Due {
        var late = 0
        var rest = 0
        var kinds: Set<Chore.Kind> = []
    }

    private func day(of item: AgendaItem) -> LocalDay { item.status == .snoozed ? view.clock.day : item.day }

    private var due: [LocalDay: Due] {
        view.items.reduce(into: [:]) { days, item in
            days[day(of: item), default: Due()].add(item)
        }
    }

    var context: Page {
        let due = self.due
        let done = self.done
        let today = view.clock.day
        let chosen = view.items.filter { day(of: $0) == query.day }
        let entries = done[query.day] ?? []
        let weeks = (0..<6).map { week in (0..<7).map { query.firstShown.adding(days: week * 7 + $0) } }
            .filter { week in week.contains { $0.firstOfMonth == query.month } }
        return Page(
            monthName: title,
            weekdays: (0..<7).map { place in
                let name = LocalDate.weekdayName(query.firstShown.adding(days: place).weekday)
                return Weekday(
                    weekdayName: name,
                    weekdayShort: LocalDate.shortWeekdayName(query.firstShown.adding(days: place).weekday))
            },
            weeks: weeks.map { week in
                Week(days: week.map { cell($0, due: due[$0] ?? Due(), done: done[$0]?.count ?? 0) })
            },
            previous: Self.address(query.month.adding(months: -1, on: 1)),
            previousName: Season.monthName(query.month.adding(months: -1, on: 1).month),
            next: Self.address(query.month.adding(months: 1, on: 1)),
            nextName: Season.monthName(query.month.adding(months: 1, on: 1).month),
            isThisMonth: today.firstOfMonth == query.month, thisMonth: Site.month, agendaHref: Site.agenda,
            newHref: Site.newChore.with(
                ["back": query.address, "start": query.day < today ? "" : query.day.description]),
            chosenDay: chosenDay,
            pastDayHref: query.day < today ? PastDayModel.address(query.day) : nil,
            isEmpty: chosen.isEmpty && entries.isEmpty, hasChores: !chosen.isEmpty, hasDone: !entries.isEmpty,
            chores: chosen.prefix(100).map {
                ChoreRow(item: $0, clock: view.clock, back: query.address).context
            },
            done: entries.prefix(100).map { line in
                Done(
                    text: Wording.past(line.kind, line.title), icon: line.kind.icon,
                    doneName: line.plantName ?? localized("The house"), undoAction: Site.undo,
                    entry: String(line.entry.number), back: query.address)
            })
    }

    /// For example "Saturday 21 November, today".
    private var chosenDay: String {
        let (day, today) = (query.day, view.clock.day)
        let date = Wording.weekday(day, from: today)
        return day == today ? localized("\(date, "day"), today") : date
    }

    private func cell(_ day: LocalDay, due: Due, done: Int) -> Cell {
        let today = view.clock.day
        let kinds = Chore.Kind.allCases.filter(due.kinds.contains)
        return Cell(
            number: String(day.day), href: Self.address(query.month, day).with(at: "day"),
            isOther: day.firstOfMonth != query.month, isToday: day == today, isChosen: day == query.day,
            label: Self.label(day, today: today, due: due, done: done),
            dots: kinds.prefix(4).map { Dot(dot: $0.rawValue) }, hasDone: done > 0,
            isLate: due.late > 0)
    }

    /// Returns a text such as "5 December, 3 tasks" or "21 November, today, 1 task overdue, 2 done".
    static func label(_ day: LocalDay, today: LocalDay, due: Due, done: Int) -> String {
        let (late, rest) = (due.late, due.rest)
        var parts = [Wording.dayOfMonth(day, from: today)]
        if day == today { parts.append(localized("today")) }
        if late > 0 {
            parts.append(localized(late, one: "1 task overdue", other: "\(late, "count") tasks overdue"))
        }
        if rest > 0 { parts.append(localized(rest, one: "1 task", other: "\(rest, "count") tasks")) }
        if done > 0 { parts.append(localized(done, one: "1 done", other: "\(done, "count") done")) }
        if late + rest + done == 0 { parts.append(localized("no tasks")) }
        return parts.joined(separator: ", ")
    }
}

extension MonthModel.Due {
    fileprivate mutating func add(_ item: AgendaItem) {
        if item.status == .overdue { late += 1 } else { rest += 1 }
        kinds.insert(item.chore.kind)
    }
}

extension MonthModel {
    struct Weekday: TemplateFields {
        let weekdayName: String
        let weekdayShort: String
    }

    struct Week: TemplateFields {
        let days: [Cell]
    }

    struct Done: TemplateFields {
        let text: String
        let icon: String
        let doneName: String
        let undoAction: String
        let entry: String
        let back: String
    }

    /// The fields of month.mustache.
    struct Page: PageFields {
        static let template = "month"

        let monthName: String
        let weekdays: [Weekday]
        let weeks: [Week]
        let previous: String
        let previousName: String
        let next: String
        let nextName: String
        let isThisMonth: Bool
        let thisMonth: String
        let agendaHref: String
        let newHref: String
        let chosenDay: String
        /// The page on which the log of the day can be corrected; nil unless the day is past.
        let pastDayHref: String?
        let isEmpty: Bool
        let hasChores: Bool
        let hasDone: Bool
        let chores: [ChoreRow.Fields]
        let done: [Done]
        var did: DidModel.Fields?
    }

    struct Dot: TemplateFields {
        let dot: String
    }

    struct Cell: TemplateFields {
        let number: String
        let href: String
        let isOther: Bool
        let isToday: Bool
        let isChosen: Bool
        let label: String
        let dots: [Dot]
        let hasDone: Bool
        let isLate: Bool
    }
}
