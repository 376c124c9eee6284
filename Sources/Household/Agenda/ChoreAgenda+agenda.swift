package import Agenda
package import Calendar
package import FoundationEssentials
package import Plants
import Reminders

/// What a person wants to see of the agenda.
package struct AgendaQuery: Sendable, Hashable {
    package struct Filter: Sendable, Hashable {
        package var kind: Chore.Kind?
        package var status: AgendaItem.Status?
        package var room: String?
        package var plant: Plant.ID?

        package init(
            kind: Chore.Kind? = nil, status: AgendaItem.Status? = nil, room: String? = nil, plant: Plant.ID? = nil
        ) {
            self.kind = kind
            self.status = status
            self.room = room
            self.plant = plant
        }
    }

    /// Nothing for today.
    package var from: LocalDay?
    /// Days that are shown, the first one with them: 1 to 366.
    package var days: Int
    package var filter: Filter
    /// A person's zone, where it is not the household's.
    package var zone: String?

    package init(from: LocalDay? = nil, days: Int = 30, filter: Filter = Filter(), zone: String? = nil) {
        self.from = from
        self.days = days
        self.filter = filter
        self.zone = zone
    }

    package static let longest = 366
}

/// One chore on one day.
package struct AgendaItem: Sendable, Hashable {
    package enum Status: String, Sendable, CaseIterable {
        case overdue, today, tomorrow, upcoming
        /// Due, and put off until later.
        case snoozed
    }

    package let day: LocalDay
    package let due: LocalDay
    /// The one that can be done now; those after it follow if it is.
    package let isNext: Bool
    package let status: Status
    package let chore: Chore
    package let plant: ChoreLine.Sketch?
    /// When a reminder for it comes, at the household's preferred time: computed late, never stored.
    package let remindAt: Date
}

/// What is to be done in some days.
package struct AgendaView: Sendable {
    package let clock: WallClock
    package let from: LocalDay
    package let through: LocalDay
    package let home: Home
    /// Overdue ones first, then by day; within a day by the plants' names.
    package let items: [AgendaItem]
    /// Of all rooms and kinds, before the filter; of one plant alone where only that was wished for.
    package let overdue: Int
    package let today: Int
}

extension ChoreAgenda {
    /// What is overdue, and what comes in the days that are wished for.
    ///
    /// Throws `rangeRefused` for no days or more than 366, `settingRefused` for an unknown zone.
    package func view(_ query: AgendaQuery = AgendaQuery()) async throws -> AgendaView {
        let home = try await settings.home()
        let clock = try settings.clock(in: query.zone, of: home)
        let from = query.from ?? clock.day
        guard abs(clock.day.days(until: from)) <= 3660 else {
            throw HouseholdError(
                .rangeRefused, "The agenda looks ten years back and ahead, and not to \(from).",
                hint: "Ask for a nearer day.")
        }
        guard (1...AgendaQuery.longest).contains(query.days) else {
            throw HouseholdError(
                .rangeRefused, "The agenda shows 1 to \(AgendaQuery.longest) days.", hint: "Ask for fewer.")
        }
        let through = from.adding(days: query.days - 1)
        let last = max(through, clock.day)
        var due = ChoreQuery(through: Outlook.reach(of: last, rules: home.rules))
        // Where waterings share days, the others have a say in when one plant's are.
        if !home.rules.groupsWaterings { due.plant = query.filter.plant }
        let lines = try await records.chores(due, of: id).sortedByName()
        let outlook = Outlook(of: lines.map(\.chore), today: clock.day, through: last, rules: home.rules)
        let items = outlook.occurrences.compactMap { occurrence -> AgendaItem? in
            let line = lines[occurrence.chore]
            let status = Self.status(of: occurrence, line.chore, at: clock)
            // What is overdue is shown with today, whatever day it was due.
            guard occurrence.day >= from || (occurrence.isNext && from <= clock.day), occurrence.day <= through else {
                return nil
            }
            return AgendaItem(
                day: occurrence.day, due: occurrence.due, isNext: occurrence.isNext, status: status,
                chore: line.chore, plant: line.plant,
                remindAt: Self.reminder(of: occurrence, line.chore, at: clock, home))
        }
        return AgendaView(
            clock: clock, from: from, through: through, home: home, items: items.filter { Self.fits($0, query.filter) },
            overdue: items.count { $0.status == .overdue }, today: items.count { $0.status == .today })
    }

    /// When it was put off to; else some days ahead, as its kind wants it, but not before today.
    private static func reminder(
        of occurrence: Occurrence, _ chore: Chore, at clock: WallClock, _ home: Home
    ) -> Date {
        if occurrence.isNext, let until = chore.snoozedUntil, until > clock.instant { return until }
        return home.reminders.instant(for: chore.kind, on: occurrence.day, today: clock.day, in: clock.zone)
    }

    static func status(of occurrence: Occurrence, _ chore: Chore, at clock: WallClock) -> AgendaItem.Status {
        if occurrence.isNext, occurrence.day <= clock.day, let until = chore.snoozedUntil, until > clock.instant {
            return .snoozed
        }
        if occurrence.day < clock.day { return .overdue }
        if occurrence.day == clock.day { return .today }
        return occurrence.day == clock.day.adding(days: 1) ? .tomorrow : .upcoming
    }

    private static func fits(_ item: AgendaItem, _ filter: AgendaQuery.Filter) -> Bool {
        (filter.kind.map { $0 == item.chore.kind } ?? true) && (filter.status.map { $0 == item.status } ?? true)
            && (filter.room.map { $0 == item.plant?.room } ?? true)
            && (filter.plant.map { $0 == item.plant?.id } ?? true)
    }
}

extension [ChoreLine] {
    /// By the plants' names, as people sort them; those of the house first. Names are folded once, not at each
    /// comparison.
    func sortedByName() -> [ChoreLine] {
        let kinds = Chore.Kind.allCases
        let named = map { line in
            (
                order: (
                    Plant.folded(line.plant?.name ?? ""), kinds.firstIndex(of: line.chore.kind) ?? kinds.count,
                    line.chore.id
                ), line: line
            )
        }
        return named.sorted { $0.order < $1.order }.map(\.line)
    }
}
