import Agenda
import Calendar
import Household
import Messages
import Plants

/// A chore of an agenda as a row; pure.
struct ChoreRow {
    let item: AgendaItem
    let clock: WallClock
    /// The address of the page that contains the row.
    let back: String
    /// The reason for the interval.
    var why: String?
    /// True if the row contains its day because the heading does not.
    var saysDay = false

    var context: Fields {
        let id = item.chore.id
        return Fields(
            what: Wording.verb(item.chore.kind, item.chore.title), icon: item.chore.kind.icon,
            plantName: item.plant?.name ?? localized("The house"),
            plantHref: item.plant.map { Site.plant($0.id) } ?? "",
            tasksHref: item.plant.map { Site.plant($0.id).with(["show": "tasks"], at: "schedule") } ?? "",
            hasPlant: item.plant != nil, thumbnail: item.plant?.photograph.map(Site.thumbnail) ?? "",
            hasPicture: item.plant?.photograph != nil, roomName: item.plant?.room ?? "", stand: stand,
            isOverdue: item.status == .overdue, canDo: item.isNext, due: item.due.description, back: back,
            doneAction: Site.choreDone(id), skipAction: Site.choreSkip(id),
            snoozeAction: Site.choreSnooze(id), stateAction: Site.choreState(id), noteAction: Site.choreNote(id),
            choreNote: item.chore.note, choreNoteLimit: String(Chore.noteLimit),
            yesterday: clock.day.adding(days: -1).description,
            isDue: item.day <= clock.day || item.status == .snoozed, hasWhy: why != nil, why: why ?? "",
            drawn: PlantDrawing(of: item.plant?.name ?? "", family: item.plant?.family))
    }

    private var stand: String {
        switch item.status {
        case .overdue: Wording.overdue(item.daysOverdue)
        case .snoozed: snoozed
        case .today, .tomorrow, .upcoming:
            saysDay ? Wording.capitalised(Wording.distance(item.day, from: clock.day)) : ""
        }
    }
}

extension ChoreRow {
    private var snoozed: String {
        guard let end = item.chore.snoozedUntil.map({ Wording.until($0, by: clock) }) else {
            return localized("snoozed")
        }
        return localized("snoozed \(end, "until")")
    }
}

/// The message about the effect of the form that led to this page; pure.
struct DidModel {
    enum Effect: Equatable {
        case nothing
        case took
        case did(EntryList)
    }

    /// Returns the result that the query of the page's address describes, or nil.
    static func effect(_ query: [String: String]) -> Effect? {
        if query["undone"] != nil { return .took }
        guard let text = query["did"] else { return nil }
        return EntryList(text).map(Effect.did) ?? .nothing
    }

    /// The fields of did.mustache.
    struct Fields: TemplateFields {
        let text: String
        let canUndo: Bool
        var entries = ""
        var back = ""
        var undoAction = ""
    }

    let effect: Effect
    /// The log lines. Lines that `effect` does not contain are ignored.
    let lines: [LogLine]
    let clock: WallClock
    let back: String

    /// Nil if there is no message.
    var context: Fields? {
        switch effect {
        case .took: return Fields(text: localized("Undone."), canUndo: false)
        case .nothing:
            return Fields(
                text: localized("Nothing changed: this task is already done, skipped or snoozed."), canUndo: false)
        case .did(let list):
            let wanted = Set(list.numbers)
            let found = lines.filter { wanted.contains($0.entry.number) && !$0.entry.isUndone }
            guard let first = found.first else { return nil }
            return Fields(
                text: found.count == 1 ? Self.sentence(first, clock) : Self.sentence(found), canUndo: true,
                entries: list.text, back: back, undoAction: Site.undo)
        }
    }

    private static func sentence(_ line: LogLine, _ clock: WallClock) -> String {
        let name = Wording.name(line.kind, line.title)
        switch line.entry.action {
        case .done:
            let deed = Wording.past(line.kind, line.title)
            let day = line.entry.day == clock.day ? nil : Wording.distance(line.entry.day, from: clock.day)
            return done(deed, line.plantName, on: day)
        case .skipped:
            guard let plant = line.plantName else { return localized("\(name, "task") skipped.") }
            return localized("\(name, "task") skipped: \(plant, "plant").")
        case .snoozed(let until):
            let end = Wording.until(until, by: clock)
            guard let plant = line.plantName else { return localized("\(name, "task") snoozed \(end, "until").") }
            return localized("\(name, "task") snoozed \(end, "until"): \(plant, "plant").")
        }
    }

    /// `deed` is a text such as "Watered", `day` one such as "yesterday"; nil for today.
    private static func done(_ deed: String, _ plant: String?, on day: String?) -> String {
        switch (plant, day) {
        case (nil, nil): localized("\(deed, "done").")
        case (nil, let day?): localized("\(deed, "done") (\(day, "day")).")
        case (let plant?, nil): localized("\(deed, "done"): \(plant, "plant").")
        case (let plant?, let day?): localized("\(deed, "done"): \(plant, "plant") (\(day, "day")).")
        }
    }

    private static func sentence(_ lines: [LogLine]) -> String {
        let count = lines.count
        return Set(lines.map(\.kind)) == [.watering]
            ? localized(count, one: "Watered 1 plant.", other: "Watered \(count, "count") plants.")
            : localized(count, one: "1 task done.", other: "\(count, "count") tasks done.")
    }
}

extension ChoreAgenda {
    /// Returns the message for a page that follows a form, or nil if there is none.
    func message(_ query: [String: String], clock: WallClock, back: String) async throws -> DidModel.Fields? {
        guard let effect = DidModel.effect(query) else { return nil }
        var lines: [LogLine] = []
        if case .did(let list) = effect {
            lines = try await log(LogQuery(numbers: list.numbers, limit: max(1, list.numbers.count)))
        }
        return DidModel(effect: effect, lines: lines, clock: clock, back: back).context
    }
}

extension ChoreRow {
    /// The fields of chore.mustache.
    struct Fields: TemplateFields {
        let what: String
        let icon: String
        let plantName: String
        let plantHref: String
        let tasksHref: String
        let hasPlant: Bool
        let thumbnail: String
        let hasPicture: Bool
        let roomName: String
        let stand: String
        let isOverdue: Bool
        let canDo: Bool
        let due: String
        let back: String
        let doneAction: String
        let skipAction: String
        let snoozeAction: String
        let stateAction: String
        let noteAction: String
        let choreNote: String?
        let choreNoteLimit: String
        let yesterday: String
        let isDue: Bool
        let hasWhy: Bool
        let why: String
        let drawn: PlantDrawing
    }
}
