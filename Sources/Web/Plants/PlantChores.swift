import Agenda
import Calendar
import Foundation
import Household
import Messages
import Plants
import Recognition
import Reminders

/// The chores of a plant on its page: the next ones, the schedule, the suggested ones and the history; pure.
struct PlantChores {
    let plant: Plant
    let plan: CarePlan
    /// The agenda items of this plant only.
    let items: [AgendaItem]
    let chores: [Chore]
    /// Latest first.
    let log: [LogLine]
    let clock: WallClock
    var units = Units.metric

    /// The number of log entries that are always visible, and the largest number of further entries behind a button.
    static let latest = 8
    static let entries = 60

    /// Whether the tasks that can be switched are shown at once: after one of their forms.
    var isScheduleOpen = false

    /// The preferred time of the household.
    var usualTime = LocalTime.midnight
    /// The hours without reminders; nil if there are none.
    var quiet: QuietHours?
    /// Why the time that a person typed was refused.
    var fault: PlantPages.Fault?

    private var back: String { Site.plant(plant.id) }

    private var timeHint: String {
        let usual = Wording.clock(usualTime)
        return localized("If it is empty, reminders of this plant come at the time of the household, \(usual, "time").")
    }

    /// Says when reminders come if the preferred time of the plant is in the quiet hours; nil otherwise.
    private var quietHint: String? {
        guard let quiet, let time = plant.preferredTime, quiet.contains(time) else { return nil }
        let end = Wording.clock(quiet.to)
        return localized("This time is in the quiet hours, so reminders come at their end, \(end, "time").")
    }

    var context: Fields {
        // Undone entries are listed with the older ones.
        let latest = log.filter { !$0.entry.isUndone }.prefix(Self.latest)
        let shown = Set(latest.map(\.entry.number))
        let older = log.filter { !shown.contains($0.entry.number) }.prefix(Self.entries)
        let next = items.filter(\.isNext).prefix(8).map {
            ChoreRow(item: $0, clock: clock, back: back, why: why($0.chore), saysDay: true).context
        }
        let listed = chores.filter { $0.state != .unneeded && !($0.recurrence == .once && $0.due == nil) }
        let offered = plan.chores.filter { wanted in !chores.contains { $0.kind == wanted.kind } }
        return Fields(
            next: next, hasNext: !next.isEmpty, schedule: listed.sorted(by: Self.order).map(row),
            hasSchedule: !listed.isEmpty, offered: offered.map(offer), hasOffered: !offered.isEmpty,
            newChoreHref: Site.newChore(for: plant.id), history: latest.map(entry),
            hasHistory: !latest.isEmpty, isNew: log.isEmpty, older: older.map(entry),
            hasOlder: !older.isEmpty, isActive: plant.archive == nil,
            isScheduleOpen: isScheduleOpen || fault != nil, timeAction: Site.plantTime(plant.id),
            ownTime: fault?.typed["time"] ?? plant.preferredTime?.description ?? "", timeHint: timeHint,
            quietHint: quietHint,
            choreNoteLimit: String(Chore.noteLimit), timeFault: fault?.message)
    }

    private static func order(_ left: Chore, _ right: Chore) -> Bool {
        let kinds = Chore.Kind.allCases
        return (kinds.firstIndex(of: left.kind) ?? 0, left.id) < (kinds.firstIndex(of: right.kind) ?? 0, right.id)
    }

    private func why(_ chore: Chore) -> String? {
        chore.origin == .person ? nil : plan.reason(for: chore.kind, in: units).map { Wording.capitalised($0) + "." }
    }

    private func row(_ chore: Chore) -> Row {
        let isOff = chore.state == .off
        return Row(
            choreName: Wording.name(chore.kind, chore.title), icon: chore.kind.icon,
            often: Wording.capitalised(Wording.often(chore.recurrence)), isOff: isOff,
            stand: isOff ? localized("Switched off") : stand(of: chore),
            stateAction: Site.choreState(chore.id), noteAction: Site.choreNote(chore.id), choreNote: chore.note,
            back: back.with(["show": "tasks"], at: "schedule"))
    }

    /// For example "Next in 3 days, last done yesterday".
    private func stand(of chore: Chore) -> String {
        Wording.capitalised(
            [chore.due.map(dueWords), chore.lastDone.map(lastWords)].compactMap { $0 }.joined(separator: ", "))
    }

    private func dueWords(_ day: LocalDay) -> String {
        if day < clock.day {
            let date = Wording.dayOfMonth(day, from: clock.day)
            return localized("due \(date, "day")")
        }
        let time = Wording.when(day, from: clock.day)
        return localized("next \(time, "when")")
    }

    private func lastWords(_ day: LocalDay) -> String {
        let time = Wording.when(day, from: clock.day)
        return localized("last done \(time, "when")")
    }

    private func offer(_ wanted: CarePlan.Suggested) -> Offer {
        Offer(
            choreName: Wording.name(wanted.kind), icon: wanted.kind.icon,
            often: Wording.capitalised(Wording.often(wanted.recurrence)), kind: wanted.kind.rawValue,
            reason: Wording.capitalised(wanted.reason) + ".", offerAction: Site.plantChores(plant.id))
    }

    private func entry(_ line: LogLine) -> Entry {
        let number = String(line.entry.number)
        return Entry(
            text: what(line), icon: line.kind.icon, when: when(line.entry),
            isUndone: line.entry.isUndone, canUndo: !line.entry.isUndone, entries: number,
            back: back.with(at: "history"),
            undoAction: Site.undo)
    }

    /// For example "Watered" or "Watering skipped".
    private func what(_ line: LogLine) -> String {
        let name = Wording.name(line.kind, line.title)
        switch line.entry.action {
        case .done: return Wording.past(line.kind, line.title)
        case .skipped: return localized("\(name, "task") skipped")
        case .snoozed(let until):
            let end = Wording.until(until, by: clock)
            return localized("\(name, "task") snoozed \(end, "until")")
        }
    }

    /// For example "21 November", with the guest who did it, and whether it is undone.
    private func when(_ entry: ChoreEntry) -> String {
        let day = Wording.dayOfMonth(entry.day, from: clock.day)
        guard let guest = entry.guest?.name else {
            return entry.isUndone ? localized("\(day, "day"), undone") : day
        }
        return entry.isUndone
            ? localized("\(day, "day"), by the guest \(guest, "guest"), undone")
            : localized("\(day, "day"), by the guest \(guest, "guest")")
    }
}

extension PlantChores {
    /// The fields of plant.mustache about its chores.
    struct Fields: SharedFields {
        let next: [ChoreRow.Fields]
        let hasNext: Bool
        let schedule: [Row]
        let hasSchedule: Bool
        let offered: [Offer]
        let hasOffered: Bool
        let newChoreHref: String
        let history: [Entry]
        let hasHistory: Bool
        let isNew: Bool
        let older: [Entry]
        let hasOlder: Bool
        let isActive: Bool
        let isScheduleOpen: Bool
        let timeAction: String
        /// The plant's own time as "18:30"; empty for the time of the household.
        let ownTime: String
        let timeHint: String
        let quietHint: String?
        let choreNoteLimit: String
        var timeFault: String?
    }

    struct Row: TemplateFields {
        let choreName: String
        let icon: String
        let often: String
        let isOff: Bool
        let stand: String
        let stateAction: String
        let noteAction: String
        let choreNote: String?
        let back: String
    }

    struct Offer: TemplateFields {
        let choreName: String
        let icon: String
        let often: String
        let kind: String
        let reason: String
        let offerAction: String
    }

    /// The fields of entry.mustache.
    struct Entry: TemplateFields {
        let text: String
        let icon: String
        let when: String
        let isUndone: Bool
        let canUndo: Bool
        let entries: String
        let back: String
        let undoAction: String
    }
}
