package import Agenda
package import Calendar
import Messages
import Plants

/// A past day: the chores that were due then or earlier, and what the log has of that day. It is computed from the log,
/// so a corrected entry corrects the day.
package struct PastDay: Sendable {
    /// A chore on that day.
    package struct Item: Sendable {
        package let line: ChoreLine
        /// The day on which it was due; nil if it was done without being due.
        package let due: LocalDay?
        /// The entries of that day that are not undone, except snoozes.
        package let entries: [ChoreEntry]

        package init(line: ChoreLine, due: LocalDay?, entries: [ChoreEntry]) {
            self.line = line
            self.due = due
            self.entries = entries
        }
    }

    package let clock: WallClock
    package let day: LocalDay
    /// By the names of the plants.
    package let items: [Item]

    package init(clock: WallClock, day: LocalDay, items: [Item]) {
        self.clock = clock
        self.day = day
        self.items = items
    }
}

extension ChoreAgenda {
    /// The days of the log before a past day from which its chores are computed.
    private static let pastLogDays = 800
    private static let pastLogLimit = 20_000

    /// Returns a day of the last twelve months. Throws `dayRefused` for today, a future day and an earlier one.
    package func pastDay(_ day: LocalDay) async throws -> PastDay {
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        guard day < clock.day, day.days(until: clock.day) <= Self.backdatingDays else {
            let date = day.description
            throw HouseholdError(
                .dayRefused, localized("\(date, "day") is not a past day of the last twelve months."),
                hint: localized("Choose a day of the last twelve months."))
        }
        let lines = try await records.chores(ChoreQuery()).sortedByName()
        let log = try await records.log(
            LogQuery(since: day.adding(days: -Self.pastLogDays), through: day, limit: Self.pastLogLimit)
        ).map(\.entry).filter { !$0.isUndone }
        let byChore = Dictionary(grouping: log, by: \.chore)
        let chores = lines.map { line in
            line.chore.settled(by: byChore[line.chore.id, default: []].filter { $0.day < day })
        }
        let outlook = Outlook(of: chores, today: day, through: day, rules: home.rules)
        let due = Dictionary(
            outlook.occurrences.filter(\.isNext).map { ($0.chore, $0.day) }, uniquingKeysWith: { first, _ in first })
        let items = lines.enumerated().compactMap { index, line -> PastDay.Item? in
            let entries = byChore[line.chore.id, default: []].filter { entry in
                if case .snoozed = entry.action { false } else { entry.day == day }
            }
            guard due[index] != nil || !entries.isEmpty else { return nil }
            return PastDay.Item(line: line, due: due[index], entries: entries)
        }
        return PastDay(clock: clock, day: day, items: items)
    }
}
