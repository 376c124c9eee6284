package import Agenda
package import Calendar
package import FoundationEssentials
import Messages
package import Plants
package import Reminders

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

/// How many chores are to be done now. Headlines, buttons, badges and the API show these numbers and count nothing
/// themselves.
package struct AgendaCount: Sendable, Hashable {
    package var overdue = 0
    package var today = 0
    /// Due, and snoozed until later; in neither of the other numbers.
    package var snoozed = 0

    package init(overdue: Int = 0, today: Int = 0, snoozed: Int = 0) {
        self.overdue = overdue
        self.today = today
        self.snoozed = snoozed
    }

    init(_ open: [AgendaItem]) {
        self.init(
            overdue: open.count { $0.status == .overdue }, today: open.count { $0.status == .today },
            snoozed: open.count { $0.status == .snoozed })
    }

    /// The overdue ones and those of today.
    package var due: Int { overdue + today }
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
    /// The days since `day` on which the household was at home; 0 if it is not overdue.
    package let daysOverdue: Int

    package init(
        day: LocalDay, due: LocalDay, isNext: Bool, status: Status, chore: Chore, plant: ChoreLine.Sketch?,
        remindAt: Date, daysOverdue: Int = 0
    ) {
        self.day = day
        self.due = due
        self.isNext = isNext
        self.status = status
        self.chore = chore
        self.plant = plant
        self.remindAt = remindAt
        self.daysOverdue = daysOverdue
    }
}

/// The agenda of a number of days.
package struct AgendaView: Sendable {
    package let clock: WallClock
    package let from: LocalDay
    package let through: LocalDay
    package let home: Home
    /// Overdue ones first, then by day; on one day by the names of the plants.
    package let items: [AgendaItem]
    /// The overdue, due and snoozed chores of today in all rooms and of all kinds, whatever the days and the filter of
    /// the query are; of one plant if the query names one.
    package let open: [AgendaItem]
    package let count: AgendaCount

    package init(
        clock: WallClock, from: LocalDay, through: LocalDay, home: Home, items: [AgendaItem], open: [AgendaItem]
    ) {
        self.clock = clock
        self.from = from
        self.through = through
        self.home = home
        self.items = items
        self.open = open
        count = AgendaCount(open)
    }

    private init(_ view: Self, at clock: WallClock) {
        self.clock = clock
        from = view.from
        through = view.through
        home = view.home
        items = view.items
        open = view.open
        count = view.count
    }

    /// Returns the view with a later time of the same day.
    func at(_ clock: WallClock) -> Self { Self(self, at: clock) }

    /// Returns the waterings that `ChoreAgenda.waterAllDue` logs: overdue ones and those of today, in one room if it is
    /// given. Snoozed ones are left out, because a person has postponed them.
    package func waterings(in room: String? = nil) -> [AgendaItem] {
        open.filter { item in
            item.chore.kind == .watering && item.status != .snoozed && (room.map { $0 == item.plant?.room } ?? true)
        }
    }
}

/// What to water before an absence.
package struct DepartureView: Sendable {
    /// A plant that needs water before the absence, with the days of `Departure.Watering`.
    package struct Watering: Sendable {
        package let line: ChoreLine
        package let due: LocalDay
        package let again: LocalDay?

        package init(line: ChoreLine, due: LocalDay, again: LocalDay?) {
            self.line = line
            self.due = due
            self.again = again
        }
    }

    package let clock: WallClock
    package let pause: Pause
    /// The day for these waterings.
    package let day: LocalDay
    /// Sorted by the days on which they are due, then by name.
    package let waterings: [Watering]

    package init(clock: WallClock, pause: Pause, day: LocalDay, waterings: [Watering]) {
        self.clock = clock
        self.pause = pause
        self.day = day
        self.waterings = waterings
    }
}

extension ChoreAgenda {
    /// Returns the overdue chores, and those of the requested days.
    ///
    /// Throws `rangeRefused` for no days or more than 366, `settingRefused` for an unknown zone.
    package func view(_ query: AgendaQuery = AgendaQuery()) async throws -> AgendaView {
        // Before the rows are read: what is written meanwhile has a later version.
        let key = AgendaCache.Key(version: try await records.version(), query: query)
        let steady = settings.environment.steady()
        if let view = try cache.view(key, steady: steady, at: { try settings.clock(in: query.zone, of: $0) }) {
            return view
        }
        let view = try await makeView(query)
        cache.keep(view, for: key, steady: steady)
        return view
    }

    private func makeView(_ query: AgendaQuery) async throws -> AgendaView {
        let home = try await settings.home()
        let clock = try settings.clock(in: query.zone, of: home)
        let from = query.from ?? clock.day
        guard abs(clock.day.days(until: from)) <= 3660 else {
            let day = from.description
            throw HouseholdError(
                .rangeRefused,
                localized("The agenda shows at most ten years before and after today; \(day, "day") is outside."),
                hint: localized("Choose a day closer to today."))
        }
        guard (1...AgendaQuery.longest).contains(query.days) else {
            let limit = AgendaQuery.longest
            throw HouseholdError(
                .rangeRefused, localized("The agenda shows 1 to \(limit, "limit") days."),
                hint: localized("Ask for fewer."))
        }
        let through = from.adding(days: query.days - 1)
        let last = max(through, clock.day)
        var rules = home.rules
        if query.ignoresPause { rules.pause = nil }
        var due = ChoreQuery(through: Outlook.reach(of: last, rules: rules))
        // With shared watering days, the days of one plant depend on the other plants.
        if !rules.groupsWaterings { due.plant = query.filter.plant }
        let all = Self.items(
            of: try await records.chores(due).sortedByName(), through: last, rules: rules, at: clock, home)
        // Overdue chores are shown with today, whatever their due day was.
        let items = all.filter { item in
            (item.day >= from || (item.isNext && from <= clock.day)) && item.day <= through
                && Self.fits(item, query.filter)
        }
        let open = all.filter { item in
            item.isNext && item.day <= clock.day && (query.filter.plant.map { $0 == item.plant?.id } ?? true)
        }
        return AgendaView(clock: clock, from: from, through: through, home: home, items: items, open: open)
    }

    /// Returns all dates of these chores, sorted by day, then in the order of the chores.
    private static func items(
        of lines: [ChoreLine], through last: LocalDay, rules: Outlook.Rules, at clock: WallClock, _ home: Home
    ) -> [AgendaItem] {
        Outlook(of: lines.map(\.chore), today: clock.day, through: last, rules: rules).occurrences.map { occurrence in
            let line = lines[occurrence.chore]
            return AgendaItem(
                day: occurrence.day, due: occurrence.due, isNext: occurrence.isNext,
                status: Self.status(of: occurrence, line.chore, at: clock), chore: line.chore, plant: line.plant,
                remindAt: Self.reminder(of: occurrence, line, at: clock, home),
                daysOverdue: occurrence.daysOverdue)
        }
    }

    /// Returns the next task of each of these plants that has one in so many days from today, and the clock.
    package func next(
        of plants: [Plant.ID], within days: Int
    ) async throws -> (items: [Plant.ID: AgendaItem], clock: WallClock) {
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        let last = clock.day.adding(days: days - 1)
        // With shared watering days, the days of one plant depend on the other plants.
        let all =
            home.rules.groupsWaterings
            ? try await view(AgendaQuery(days: days)).items
            : Self.items(
                of: try await records.chores(of: plants, through: last).sortedByName(), through: last,
                rules: home.rules, at: clock, home)
        var next: [Plant.ID: AgendaItem] = [:]
        for item in all where item.isNext {
            guard let plant = item.plant?.id, next[plant].map({ item.day < $0.day }) ?? true else { continue }
            next[plant] = item
        }
        return (next, clock)
    }

    /// Returns the same numbers as `view`, computed only from the chores that can be due today.
    package func count() async throws -> AgendaCount {
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        let reach = Outlook.reach(of: clock.day, rules: home.rules)
        let chores = try await records.chores(ChoreQuery(through: reach)).map(\.chore)
        let outlook = Outlook(of: chores, today: clock.day, through: clock.day, rules: home.rules)
        var count = AgendaCount()
        for occurrence in outlook.occurrences where occurrence.isNext {
            switch Self.status(of: occurrence, chores[occurrence.chore], at: clock) {
            case .overdue: count.overdue += 1
            case .today: count.today += 1
            case .snoozed: count.snoozed += 1
            case .tomorrow, .upcoming: break
            }
        }
        return count
    }

    /// Returns what to water before an absence, with the plants by name; nil if the absence has begun before today.
    /// Without `pause`, it is the absence that is planned; nil if there is none.
    package func departure(before pause: Pause? = nil) async throws -> DepartureView? {
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        guard let pause = pause ?? home.pause else { return nil }
        let lines = try await records.chores(ChoreQuery(through: pause.last)).sortedByName()
        guard let departure = Departure(of: lines.map(\.chore), before: pause, today: clock.day) else { return nil }
        return DepartureView(
            clock: clock, pause: pause, day: departure.day,
            waterings: departure.waterings.map { watering in
                .init(line: lines[watering.chore], due: watering.due, again: watering.again)
            })
    }

    /// The end of the snooze; otherwise a number of days before the due day that depends on the kind, but not before
    /// today.
    private static func reminder(
        of occurrence: Occurrence, _ line: ChoreLine, at clock: WallClock, _ home: Home
    ) -> Date {
        if occurrence.isNext, let until = line.chore.snoozedUntil, until > clock.instant { return until }
        return home.reminders.instant(
            for: line.chore.kind, on: occurrence.day, at: line.plant?.preferredTime, today: clock.day, in: clock.zone)
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
        let named = map { (order: ChoreOrder($0.plant?.name, $0.chore.kind, $0.chore.id), line: $0) }
        return named.sorted { $0.order < $1.order }.map(\.line)
    }
}

extension [Reminder.Subject] {
    /// Sorts the chores of a reminder as `Reminder.expected` returns them, if it gets them sorted by name.
    package func inOrderOfChores() -> [Reminder.Subject] {
        let ordered = map { subject in
            guard case .chore(let chore) = subject else {
                return (day: LocalDay(number: 0), order: ChoreOrder(nil, .own, .init(rawValue: "")), subject: subject)
            }
            return (chore.day, ChoreOrder(chore.plantName, chore.kind, chore.chore), subject)
        }
        return ordered.sorted { ($0.day, $0.order) < ($1.day, $1.order) }.map(\.subject)
    }
}

/// The order of chores of one day: by the names of the plants, chores of the house first.
private struct ChoreOrder: Comparable {
    private static let ranks = Dictionary(
        Chore.Kind.allCases.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

    private let name: String
    private let rank: Int
    private let chore: Chore.ID

    init(_ plant: String?, _ kind: Chore.Kind, _ chore: Chore.ID) {
        name = Plant.folded(plant ?? "")
        rank = Self.ranks[kind] ?? Self.ranks.count
        self.chore = chore
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.name, left.rank, left.chore) < (right.name, right.rank, right.chore)
    }
}
