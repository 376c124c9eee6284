package import Agenda
package import Calendar
package import FoundationEssentials
package import Plants
import Reminders

/// A filter for the agenda.
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

    /// Nil for today.
    package var from: LocalDay?
    /// The number of days, including the first one: 1 to 366.
    package var days: Int
    package var filter: Filter
    /// The time zone of a person if it is not the household's.
    package var zone: String?
    /// True if chores keep their days while the household is away, because another person does them.
    package var ignoresPause: Bool

    package init(
        from: LocalDay? = nil, days: Int = 30, filter: Filter = Filter(), zone: String? = nil,
        ignoresPause: Bool = false
    ) {
        self.from = from
        self.days = days
        self.filter = filter
        self.zone = zone
        self.ignoresPause = ignoresPause
    }

    package static let longest = 366
}

/// One occurrence of a chore.
package struct AgendaItem: Sendable, Hashable {
    package enum Status: String, Sendable, CaseIterable {
        case overdue, today, tomorrow, upcoming
        /// Due, and snoozed until later.
        case snoozed
    }

    package let day: LocalDay
    package let due: LocalDay
    /// True for the occurrence that can be done now; later ones follow it.
    package let isNext: Bool
    package let status: Status
    package let chore: Chore
    package let plant: ChoreLine.Sketch?
    /// The time of its reminder, at the household's preferred time. It is computed when needed and never stored.
    package let remindAt: Date
}

/// The agenda of a number of days.
package struct AgendaView: Sendable {
    package let clock: WallClock
    package let from: LocalDay
    package let through: LocalDay
    package let home: Home
    /// Overdue ones first, then by day; on one day by the names of the plants.
    package let items: [AgendaItem]
    /// The number of overdue chores in all rooms and of all kinds, before the filter; of one plant if the query names
    /// one.
    package let overdue: Int
    package let today: Int
}

extension ChoreAgenda {
    /// Returns the overdue chores, and those of the requested days.
    ///
    /// Throws `rangeRefused` for no days or more than 366, `settingRefused` for an unknown zone.
    package func view(_ query: AgendaQuery = AgendaQuery()) async throws -> AgendaView {
        let home = try await settings.home()
        let clock = try settings.clock(in: query.zone, of: home)
        let from = query.from ?? clock.day
        guard abs(clock.day.days(until: from)) <= 3660 else {
            throw HouseholdError(
                .rangeRefused, "The agenda shows at most ten years before and after today; \(from) is outside.",
                hint: "Choose a day closer to today.")
        }
        guard (1...AgendaQuery.longest).contains(query.days) else {
            throw HouseholdError(
                .rangeRefused, "The agenda shows 1 to \(AgendaQuery.longest) days.", hint: "Ask for fewer.")
        }
        let through = from.adding(days: query.days - 1)
        let last = max(through, clock.day)
        var rules = home.rules
        if query.ignoresPause { rules.pause = nil }
        var due = ChoreQuery(through: Outlook.reach(of: last, rules: rules))
        // With shared watering days, the days of one plant depend on the other plants.
        if !rules.groupsWaterings { due.plant = query.filter.plant }
        let lines = try await records.chores(due).sortedByName()
        let outlook = Outlook(of: lines.map(\.chore), today: clock.day, through: last, rules: rules)
        let items = outlook.occurrences.compactMap { occurrence -> AgendaItem? in
            let line = lines[occurrence.chore]
            let status = Self.status(of: occurrence, line.chore, at: clock)
            // Overdue chores are shown with today, whatever their due day was.
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

    /// The end of the snooze; otherwise a number of days before the due day that depends on the kind, but not before
    /// today.
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
    /// Sorts by the names of the plants in natural order, chores of the house first. Each name is folded once, not at
    /// each comparison.
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
