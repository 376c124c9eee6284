import Accounts
package import Agenda
package import Calendar
package import FoundationEssentials
import Messages
package import Plants
import Recognition
import Reminders

extension ChoreAgenda {
    /// The maximum number of days before today for a later entry.
    static let backdatingDays = 366

    /// Logs chores as done: today, or on an earlier `day`. `expecting` is the due day of each chore when it was shown;
    /// chores that were logged since are skipped. `time` is when the person said so, if that was not now. The returned
    /// entries can be undone.
    ///
    /// Throws `notFound`, and `dayRefused` for a future day or one too far in the past.
    package func done(
        _ chores: [Chore.ID], on day: LocalDay? = nil, at time: Date? = nil, expecting: [Chore.ID: LocalDay] = [:],
        zone: String? = nil
    ) async throws -> [ChoreEntry] {
        try ActingPerson.require(.change)
        return try await log(.done, chores, on: day, at: time, expecting: expecting, zone: zone)
    }

    /// Logs a chore as done today by a guest. Throws also `linkRefused` if the link of the guest has ended meanwhile.
    func done(_ chore: Chore.ID, expecting due: LocalDay, by guest: ChoreEntry.Guest) async throws -> [ChoreEntry] {
        try await log(.done, [chore], on: nil, expecting: [chore: due], zone: nil, spending: nil, by: guest) ?? []
    }

    /// Skips the current occurrence, at `time` if that was not now.
    package func skip(
        _ chore: Chore.ID, at time: Date? = nil, expecting: LocalDay? = nil, zone: String? = nil
    ) async throws -> [ChoreEntry] {
        try ActingPerson.require(.change)
        return try await log(
            .skipped, [chore], on: nil, at: time, expecting: expecting.map { [chore: $0] } ?? [:], zone: zone)
    }

    /// Delays the reminder; the due day stays. A reminder that is snoozed until tomorrow is sent at the preferred time.
    /// The length counts from `time`, if that was not now.
    package func snooze(
        _ chore: Chore.ID, _ length: Snooze, at time: Date? = nil, expecting: LocalDay? = nil, zone: String? = nil
    ) async throws -> [ChoreEntry] {
        try ActingPerson.require(.change)
        let home = try await settings.home()
        let now = try settings.clock(in: zone, of: home)
        let plant = try await self.chore(chore).plant.flatMap(Plant.ID.init)
        var preferred = home.preferredTime
        if let plant, let own = try await records.plant(plant)?.preferredTime { preferred = own }
        let clock = time.map { WallClock(zone: now.zone, instant: $0, isAssumed: now.isAssumed) } ?? now
        let until =
            switch length {
            case .hours(let hours): clock.instant.addingTimeInterval(Double(hours) * 3600)
            case .untilTomorrow: clock.zone.instant(of: clock.day.adding(days: 1), at: preferred)
            case .days(let days): clock.zone.instant(of: clock.day.adding(days: days), at: preferred)
            case .until(let instant): instant
            }
        do { try Reminder.refusePast(until, now: now.instant) } catch {
            throw HouseholdError(
                .reminderPast, localized("A task cannot be snoozed to a time in the past."),
                hint: localized("Choose a time in the future."))
        }
        guard until.timeIntervalSince(clock.instant) <= 366 * 86_400 else {
            throw HouseholdError(
                .dayRefused, localized("A task can be snoozed for at most one year."),
                hint: localized("Choose an earlier day."))
        }
        return try await log(
            .snoozed(until: until), [chore], on: nil, at: time, expecting: expecting.map { [chore: $0] } ?? [:],
            zone: zone)
    }

    /// For how long a reminder is snoozed.
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

    /// Logs all due and overdue waterings, in one room if it is given; those that were due at `time`, if that was not now.
    package func waterAllDue(
        room: String? = nil, at time: Date? = nil, zone: String? = nil
    ) async throws -> [ChoreEntry] {
        try ActingPerson.require(.change)
        let agenda = try await view(AgendaQuery(days: 1, zone: zone))
        let day = WallClock(zone: agenda.clock.zone, instant: time ?? agenda.clock.instant).day
        let due = agenda.waterings(in: room).filter { $0.due <= day }
        return try await done(
            due.map(\.chore.id), at: time,
            expecting: Dictionary(due.map { ($0.chore.id, $0.due) }, uniquingKeysWith: min), zone: zone)
    }

    /// Undoes entries. Idempotent. `guest` is the guest who undoes them. Throws `notFound`, and `linkRefused` if the
    /// link of the guest has ended.
    package func undo(_ entries: [Int], by guest: ChoreEntry.Guest? = nil) async throws {
        try ActingPerson.require(.change)
        let now = settings.environment.now()
        try await records.undo(entries, by: guest.map { ($0, at: now) })
        // Plans depend on waterings and repottings, so they are computed again.
        let lines = try await records.log(LogQuery(numbers: entries, limit: max(1, entries.count)))
        try await followed(Set(lines.filter { Self.shapesPlan($0.kind) }.compactMap(\.plant)))
    }

    /// Adds a person's own chore, for a plant or for the house.
    ///
    /// Throws `choreRefused` for a chore of kind `own` without a title, and `notFound` if there is no such plant.
    package func addChore(
        _ kind: Chore.Kind, title: String? = nil, plant: Plant.ID? = nil, recurrence: Recurrence,
        start: LocalDay? = nil, note: String? = nil
    ) async throws -> Chore {
        try ActingPerson.require(.change)
        let words = title.flatMap(Plant.tidy)
        guard kind != .own || words != nil else {
            throw HouseholdError(
                .choreRefused, localized("The task needs a name."), hint: localized("Write in a few words what to do."))
        }
        let today = try settings.clock(of: try await settings.home()).day
        let start = start ?? today
        guard abs(today.days(until: start)) <= 3660 else {
            let day = start.description
            throw HouseholdError(
                .dayRefused, localized("\(day, "day") is too far away."),
                hint: localized("Choose a day within ten years."))
        }
        guard kind == .own || plant != nil else {
            throw HouseholdError(
                .choreRefused, localized("The task needs a plant."),
                hint: localized("Choose a plant of the collection."))
        }
        if let plant { _ = try await planning.plant(plant) }
        let chore = Chore(
            id: try planning.newChore(), plant: plant?.rawValue, kind: kind, title: words, origin: .person,
            recurrence: recurrence, start: start, note: note.flatMap(Self.tidyNote))
        try await records.add(chore)
        return chore
    }

    /// Turns a chore off or on.
    package func set(_ chore: Chore.ID, isOff: Bool) async throws {
        try ActingPerson.require(.change)
        try await records.set(chore, to: isOff ? .off : .active)
    }

    /// Sets the note of a chore; an empty text removes it. It is one line, and what is longer than the limit is cut off.
    package func set(note: String, of chore: Chore.ID) async throws {
        try ActingPerson.require(.change)
        try await records.set(note: Self.tidyNote(note), of: chore)
    }

    private static func tidyNote(_ note: String) -> String? { Plant.tidy(note, limit: Chore.noteLimit) }

    package func chore(_ id: Chore.ID) async throws -> Chore {
        guard let chore = try await records.chore(id) else {
            throw HouseholdError(.notFound, localized("There is no such task."))
        }
        return chore
    }

    /// Returns all chores of a plant, due or not.
    package func chores(of plant: Plant.ID) async throws -> [Chore] {
        try await records.chores(ChoreQuery(plant: plant)).map(\.chore)
    }

    package func log(_ query: LogQuery) async throws -> [LogLine] { try await records.log(query) }

    private func log(
        _ action: ChoreEntry.Action, _ chores: [Chore.ID], on day: LocalDay?, at time: Date?,
        expecting: [Chore.ID: LocalDay], zone: String?
    ) async throws -> [ChoreEntry] {
        try await log(action, chores, on: day, at: time, expecting: expecting, zone: zone, spending: nil) ?? []
    }

    /// Returns nil if the link was used before.
    func log(
        _ action: ChoreEntry.Action, _ chores: [Chore.ID], on day: LocalDay?, at time: Date? = nil,
        expecting: [Chore.ID: LocalDay], zone: String?, spending link: SpentLink?, by guest: ChoreEntry.Guest? = nil
    ) async throws -> [ChoreEntry]? {
        let home = try await settings.home()
        let clock = try settings.clock(in: zone, of: home)
        let time = min(time ?? clock.instant, clock.instant)
        let day = day ?? WallClock(zone: clock.zone, instant: time).day
        guard day <= clock.day, day.days(until: clock.day) <= Self.backdatingDays else {
            let date = day.description
            throw HouseholdError(
                .dayRefused,
                day > clock.day
                    ? localized("\(date, "day") is in the future.") : localized("\(date, "day") is too long ago."),
                hint: localized("Choose a day of the last twelve months."))
        }
        var drafts: [ChoreEntry.Draft] = []
        var shaped = Set<Plant.ID>()
        var named = Set<Chore.ID>()
        for id in chores where named.insert(id).inserted {
            let chore = try await chore(id)
            let plant = chore.plant.flatMap(Plant.ID.init)
            var expected = expecting[id]
            if chore.kind == .repotting, action == .done, let plant {
                // Checked before `noteRepotting`, which may log an earlier day and so move the chore.
                if let seen = expected, seen != chore.due { continue }
                try await planning.noteRepotting(of: plant)
                if expected != nil { expected = try await self.chore(id).due }
            }
            if Self.shapesPlan(chore.kind), let plant { shaped.insert(plant) }
            drafts.append(
                .init(
                    action, of: id, on: day, at: time, expecting: expected,
                    planned: try await planned(chore, on: day, in: home), guest: guest))
        }
        let entries =
            if let link { try await records.log(drafts, spending: link) } else {
                try await records.log(drafts)
            }
        if action == .done, let entries, !entries.isEmpty { try await followed(shaped) }
        return entries
    }

    /// Returns the days that the plan gives the chore before learning; nil if the plan does not learn.
    private func planned(_ chore: Chore, on day: LocalDay, in home: Home) async throws -> Int? {
        guard chore.kind.learns, let id = chore.plant.flatMap(Plant.ID.init) else { return nil }
        let plan = try await planning.plan(for: try await planning.plant(id), in: home, on: day, learning: nil)
        return plan.watering.baseByMonth.map { $0[day.month] }.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func shapesPlan(_ kind: Chore.Kind) -> Bool { kind.learns || kind == .repotting }

    /// Updates the plans after new entries: waterings change what was learned, and a repotting changes its day.
    private func followed(_ ids: Set<Plant.ID>) async throws {
        var plants: [Plant] = []
        for id in ids {
            guard var plant = try await records.plant(id) else { continue }
            let entries = try await records.log(LogQuery(plant: id, kind: .repotting, limit: 1000))
                .map(\.entry).filter { $0.action == .done }
            let latest = entries.filter { !$0.isUndone }.map(\.day).max()
            // A day that was entered without a log entry stays unchanged.
            if !entries.isEmpty, latest != plant.situation.repotted {
                plant = try await records.change(id) { $0.situation.repotted = latest }.after
            }
            plants.append(plant)
        }
        try await planning.replan(plants)
    }
}
