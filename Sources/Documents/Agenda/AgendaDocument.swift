package import Agenda
import Calendar
package import FoundationEssentials
package import Household
import Recognition

/// An agenda as JSON; Docs/api.md describes it.
package struct AgendaDocument: Codable, Sendable {
    package struct Item: Codable, Sendable {
        package let chore: String
        package let kind: String
        package let title: String?
        /// What a person wrote about the task; nil also from a server of an earlier release.
        package let note: String?
        package let plant: String?
        package let plantName: String?
        package let scientificName: String?
        package let room: String?
        /// The day on which it is shown.
        package let day: String
        /// The due day of its own plan.
        package let due: String
        /// overdue, today, tomorrow, upcoming or snoozed.
        package let status: String
        /// The number of days since `day` on which the household was at home; 0 if it is not overdue.
        package let daysOverdue: Int
        /// True if it can be done now; false if it follows an earlier occurrence.
        package let isNext: Bool
        package let snoozedUntil: Date?
        /// The time of its reminder in UTC, by the current rules of the zone.
        package let remindAt: Date
        package let icon: String
        /// The stored form: "days 7", "months 1 on 31", "once".
        package let recurrence: String
    }

    package let today: String
    package let zone: String
    /// True if no zone was chosen; then it is the machine's zone.
    package let zoneIsAssumed: Bool
    package let from: String
    package let through: String
    package let overdue: Int
    package let dueToday: Int
    /// Due, and snoozed until later; nil from a server of an earlier release.
    package let snoozed: Int?
    /// The first and last day of an absence.
    package let pause: [String]?
    package private(set) var items: [Item]
    /// The cursor of the next part; nil if these are the last items.
    package private(set) var next: String?

    /// The whole agenda, or a part of its items.
    package init(_ view: AgendaView, _ page: AgendaPage? = nil) {
        today = view.clock.day.description
        zone = view.clock.zone.name
        zoneIsAssumed = view.clock.isAssumed
        from = view.from.description
        through = view.through.description
        overdue = view.count.overdue
        dueToday = view.count.today
        snoozed = view.count.snoozed
        pause = view.home.pause.map { [$0.first.description, $0.last.description] }
        items = (page?.items ?? view.items).map { Item($0) }
        next = page?.next?.text
    }

    /// Returns the agenda with the items of the next part behind its own.
    package func followed(by part: AgendaDocument) -> AgendaDocument {
        var sum = self
        sum.items += part.items
        sum.next = part.next
        return sum
    }
}

extension AgendaDocument.Item {
    init(_ item: AgendaItem) {
        chore = item.chore.id.rawValue
        kind = item.chore.kind.rawValue
        title = item.chore.title
        note = item.chore.note
        plant = item.plant?.id.rawValue
        plantName = item.plant?.name
        scientificName = item.plant?.scientificName
        room = item.plant?.room
        day = item.day.description
        due = item.due.description
        status = item.status.rawValue
        daysOverdue = item.status == .overdue ? item.daysOverdue : 0
        isNext = item.isNext
        snoozedUntil = item.isNext ? item.chore.snoozedUntil : nil
        remindAt = item.remindAt
        icon = item.chore.kind.icon
        recurrence = item.chore.recurrence.text
    }
}

/// What to water before an absence, as JSON.
package struct DepartureDocument: Codable, Sendable {
    package struct Watering: Codable, Sendable {
        package let chore: String
        package let plant: String?
        package let plantName: String?
        package let room: String?
        /// The day on which it is due if it is watered only as planned until the absence.
        package let due: String
        /// The day of the absence on which it is due again after that; nil if watering once is enough.
        package let again: String?
    }

    package let from: String
    package let through: String
    /// The day for these waterings: the last one at home.
    package let waterOn: String
    package let waterings: [Watering]

    package init(_ view: DepartureView) {
        from = view.pause.first.description
        through = view.pause.last.description
        waterOn = view.day.description
        waterings = view.waterings.map { watering in
            Watering(
                chore: watering.line.chore.id.rawValue, plant: watering.line.plant?.id.rawValue,
                plantName: watering.line.plant?.name, room: watering.line.plant?.room,
                due: watering.due.description, again: watering.again?.description)
        }
    }
}

/// A past day as JSON.
package struct PastDayDocument: Codable, Sendable {
    package struct Item: Codable, Sendable {
        package let chore: String
        package let kind: String
        package let title: String?
        package let plant: String?
        package let plantName: String?
        package let room: String?
        /// nil if it was done without being due.
        package let due: String?
        /// done, skipped or open; nil from a server of an earlier release.
        package let status: String?
        /// The entries of that day that are not undone, except snoozes.
        package let entries: [EntryDocument]
    }

    package let day: String
    package let items: [Item]

    package init(_ past: PastDay) {
        day = past.day.description
        items = past.items.map { item in
            Item(
                chore: item.line.chore.id.rawValue, kind: item.line.chore.kind.rawValue, title: item.line.chore.title,
                plant: item.line.plant?.id.rawValue, plantName: item.line.plant?.name, room: item.line.plant?.room,
                due: item.due?.description, status: Self.status(of: item.entries),
                entries: item.entries.map { EntryDocument($0) })
        }
    }
}

extension PastDayDocument {
    private static func status(of entries: [ChoreEntry]) -> String {
        entries.contains { $0.action == .done }
            ? "done" : entries.contains { $0.action == .skipped } ? "skipped" : "open"
    }
}

/// A chore as JSON.
package struct ChoreDocument: Codable, Sendable {
    package let id: String
    package let plant: String?
    package let kind: String
    package let title: String?
    /// plan or person.
    package let origin: String
    package let recurrence: String
    package let start: String
    /// active, off or unneeded.
    package let standing: String
    package let due: String?
    package let lastDone: String?
    package let snoozedUntil: Date?
    /// What a person wrote about it; nil also from a server of an earlier release.
    package let note: String?

    package init(_ chore: Chore) {
        id = chore.id.rawValue
        plant = chore.plant
        kind = chore.kind.rawValue
        title = chore.title
        origin = chore.origin.rawValue
        recurrence = chore.recurrence.text
        start = chore.start.description
        standing = chore.state.rawValue
        due = chore.due?.description
        lastDone = chore.lastDone?.description
        snoozedUntil = chore.snoozedUntil
        note = chore.note
    }
}

/// An entry of the log as JSON.
package struct EntryDocument: Codable, Sendable {
    package let entry: Int
    package let chore: String
    package let kind: String?
    package let title: String?
    package let plant: String?
    package let plantName: String?
    /// done, skipped or snoozed.
    package let action: String
    package let until: Date?
    package let day: String
    package let toldAt: Date
    package let due: String?
    package let undone: Bool
    /// The name of the guest who did it; nil for a person of the household.
    package let guest: String?

    package init(_ entry: ChoreEntry, _ line: LogLine? = nil) {
        self.entry = entry.number
        chore = entry.chore.rawValue
        kind = line?.kind.rawValue
        title = line?.title
        plant = line?.plant?.rawValue
        plantName = line?.plantName
        switch entry.action {
        case .done: (action, until) = ("done", nil)
        case .skipped: (action, until) = ("skipped", nil)
        case .snoozed(let time): (action, until) = ("snoozed", time)
        }
        day = entry.day.description
        toldAt = entry.at
        due = entry.due?.description
        undone = entry.isUndone
        guest = entry.guest?.name
    }

    package init(_ line: LogLine) { self.init(line.entry, line) }
}
