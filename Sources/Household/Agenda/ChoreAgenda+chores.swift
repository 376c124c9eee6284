package import Agenda
package import Calendar
package import FoundationEssentials
package import Plants
import Recognition
import Reminders

extension ChoreAgenda {
    /// Days before today that can still be told afterwards.
    private static let backdatingDays = 366

    /// Told that chores were done: today, or on an earlier `day`. `expecting` says on which day each was seen due; one
    /// that was dealt with since is passed over. What is returned can be undone.
    ///
    /// Throws `notFound`; `dayRefused` for a day to come or long past.
    package func done(
        _ chores: [Chore.ID], on day: LocalDay? = nil, expecting: [Chore.ID: LocalDay] = [:], zone: String? = nil
    ) async throws -> [ChoreEntry] {
        try await tell(.done, chores, on: day, expecting: expecting, zone: zone)
    }

    /// This time not.
    package func skip(
        _ chore: Chore.ID, expecting: LocalDay? = nil, zone: String? = nil
    ) async throws -> [ChoreEntry] {
        try await tell(.skipped, [chore], on: nil, expecting: expecting.map { [chore: $0] } ?? [:], zone: zone)
    }

    /// Reminded again after so long; the due day stays. One that is put off until tomorrow comes at the preferred time.
    package func snooze(
        _ chore: Chore.ID, _ length: Snooze, expecting: LocalDay? = nil, zone: String? = nil
    ) async throws -> [ChoreEntry] {
        let home = try await settings.home()
        let clock = try settings.clock(in: zone, of: home)
        let until =
            switch length {
            case .hours(let hours): clock.instant.addingTimeInterval(Double(hours) * 3600)
            case .untilTomorrow: clock.zone.instant(of: clock.day.adding(days: 1), at: home.preferredTime)
            case .days(let days): clock.zone.instant(of: clock.day.adding(days: days), at: home.preferredTime)
            case .until(let instant): instant
            }
        do { try Reminder.refusePast(until, now: clock.instant) } catch {
            throw HouseholdError(
                .reminderPast, "A reminder cannot come at a time that is over.", hint: "Choose a time to come.")
        }
        guard until.timeIntervalSince(clock.instant) <= 366 * 86_400 else {
            throw HouseholdError(.dayRefused, "A reminder is put off by a year at most.", hint: "Choose a nearer day.")
        }
        return try await tell(
            .snoozed(until: until), [chore], on: nil, expecting: expecting.map { [chore: $0] } ?? [:], zone: zone)
    }

    /// How long a reminder is put off.
    package enum Snooze: Sendable, Hashable {
        /// 1 to 23.
        case hours(Int)
        case untilTomorrow
        /// 1 to 60.
        case days(Int)
        case until(Date)

        /// "1h", "tomorrow" or "3d"; or an instant such as "2026-11-21T18:00:00Z".
        package init?(_ text: String) {
            if text == "tomorrow" {
                self = .untilTomorrow
            } else if text.hasSuffix("h"), let hours = Int(text.dropLast()), (1...23).contains(hours) {
                self = .hours(hours)
            } else if text.hasSuffix("d"), let days = Int(text.dropLast()), (1...60).contains(days) {
                self = .days(days)
            } else if let instant = try? Date(text, strategy: .iso8601) {
                self = .until(instant)
            } else {
                return nil
            }
        }
    }

    /// Waters everything that is to be watered today or is overdue, in one room where one is named.
    package func waterAllDue(room: String? = nil, zone: String? = nil) async throws -> [ChoreEntry] {
        let agenda = try await view(AgendaQuery(days: 1, filter: .init(kind: .watering, room: room), zone: zone))
        // What somebody put off has a reason to wait.
        let due = agenda.items.filter { $0.status == .overdue || $0.status == .today }
        return try await done(
            due.map(\.chore.id), expecting: Dictionary(due.map { ($0.chore.id, $0.due) }, uniquingKeysWith: min),
            zone: zone)
    }

    /// Takes back what was told. Twice is as once. Throws `notFound`.
    package func undo(_ entries: [Int]) async throws {
        try await records.undo(entries, for: id)
        // Whoever was watered less or repotted later than was told has another plan again.
        let lines = try await records.log(LogQuery(numbers: entries, limit: max(1, entries.count)), of: id)
        try await followed(Set(lines.filter { Self.shapesPlan($0.kind) }.compactMap(\.plant)))
    }

    /// A chore of the person's own, for a plant or for the house.
    ///
    /// Throws `choreRefused` for one of its own kind without words, `notFound` where there is no such plant.
    package func addChore(
        _ kind: Chore.Kind, title: String? = nil, plant: Plant.ID? = nil, recurrence: Recurrence,
        start: LocalDay? = nil
    ) async throws -> Chore {
        let words = title.flatMap(Plant.tidy)
        guard kind != .own || words != nil else {
            throw HouseholdError(.choreRefused, "What is to be done?", hint: "Write it in a few words.")
        }
        let today = try settings.clock(of: try await settings.home()).day
        let start = start ?? today
        guard abs(today.days(until: start)) <= 3660 else {
            throw HouseholdError(.dayRefused, "\(start) is too far away.", hint: "Choose a day within ten years.")
        }
        guard kind == .own || plant != nil else {
            throw HouseholdError(.choreRefused, "Which plant is it for?", hint: "Choose one of the collection.")
        }
        if let plant { _ = try await planning.plant(plant) }
        let chore = Chore(
            id: try planning.newChore(), plant: plant?.rawValue, kind: kind, title: words, origin: .person,
            recurrence: recurrence, start: start)
        try await records.add(chore, for: id)
        return chore
    }

    /// Switches a chore off, or on again.
    package func set(_ chore: Chore.ID, isOff: Bool) async throws {
        try await records.set(chore, to: isOff ? .off : .active, for: id)
    }

    package func chore(_ id: Chore.ID) async throws -> Chore {
        guard let chore = try await records.chore(id, of: self.id) else {
            throw HouseholdError(.notFound, "There is no such chore.")
        }
        return chore
    }

    /// All of a plant's, whether due or not.
    package func chores(of plant: Plant.ID) async throws -> [Chore] {
        try await records.chores(ChoreQuery(plant: plant), of: id).map(\.chore)
    }

    package func log(_ query: LogQuery) async throws -> [LogLine] { try await records.log(query, of: id) }

    private func tell(
        _ action: ChoreEntry.Action, _ chores: [Chore.ID], on day: LocalDay?, expecting: [Chore.ID: LocalDay],
        zone: String?
    ) async throws -> [ChoreEntry] {
        try await tell(action, chores, on: day, expecting: expecting, zone: zone, spending: nil) ?? []
    }

    /// Nothing where the link was used before.
    func tell(
        _ action: ChoreEntry.Action, _ chores: [Chore.ID], on day: LocalDay?, expecting: [Chore.ID: LocalDay],
        zone: String?, spending link: SpentLink?
    ) async throws -> [ChoreEntry]? {
        let home = try await settings.home()
        let clock = try settings.clock(in: zone, of: home)
        let day = day ?? clock.day
        guard day <= clock.day, day.days(until: clock.day) <= Self.backdatingDays else {
            throw HouseholdError(
                .dayRefused, day > clock.day ? "\(day) is still to come." : "\(day) is too long ago.",
                hint: "Choose a day of the last twelve months.")
        }
        var drafts: [ChoreEntry.Draft] = []
        var shaped = Set<Plant.ID>()
        var named = Set<Chore.ID>()
        for id in chores where named.insert(id).inserted {
            let chore = try await chore(id)
            let plant = chore.plant.flatMap(Plant.ID.init)
            var expected = expecting[id]
            if chore.kind == .repotting, action == .done, let plant {
                // Looked at before the day that is known already goes into the log and moves the chore.
                if let seen = expected, seen != chore.due { continue }
                try await planning.noteRepotting(of: plant)
                if expected != nil { expected = try await self.chore(id).due }
            }
            if Self.shapesPlan(chore.kind), let plant { shaped.insert(plant) }
            drafts.append(
                .init(
                    action, of: id, on: day, at: clock.instant, expecting: expected,
                    planned: try await planned(chore, on: day, in: home)))
        }
        let entries =
            if let link { try await records.log(drafts, spending: link, for: id) } else {
                try await records.log(drafts, for: id)
            }
        if action == .done, let entries, !entries.isEmpty { try await followed(shaped) }
        return entries
    }

    /// Days that the plan gives it before what was learned, where it teaches anything.
    private func planned(_ chore: Chore, on day: LocalDay, in home: Home) async throws -> Int? {
        guard chore.kind.learns, let id = chore.plant.flatMap(Plant.ID.init) else { return nil }
        let plan = try await planning.plan(for: try await planning.plant(id), in: home, on: day, learning: nil)
        return plan.watering.baseByMonth.map { $0[day.month] }.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func shapesPlan(_ kind: Chore.Kind) -> Bool { kind.learns || kind == .repotting }

    /// Plans follow what was told: what waterings teach, and when it was repotted.
    private func followed(_ ids: Set<Plant.ID>) async throws {
        var plants: [Plant] = []
        for id in ids {
            guard var plant = try await records.plant(id, of: self.id) else { continue }
            let told = try await records.log(LogQuery(plant: id, kind: .repotting, limit: 1000), of: self.id)
                .map(\.entry).filter { $0.action == .done }
            let latest = told.filter { !$0.isUndone }.map(\.day).max()
            // A day that nobody ever told as a chore stays as it was said.
            if !told.isEmpty, latest != plant.situation.repotted {
                plant = try await records.change(id, for: self.id) { $0.situation.repotted = latest }.after
            }
            plants.append(plant)
        }
        try await planning.replan(plants)
    }
}
