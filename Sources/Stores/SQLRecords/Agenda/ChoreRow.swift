import Agenda
import Calendar
import FoundationEssentials
import Household
import Messages
import Plants
import Recognition

// Conversion of chores and log entries to and from their rows.

extension SQLRecords {
    static func chore(_ id: Chore.ID, of household: Household.ID, in transaction: any SQLTransaction) throws -> Chore? {
        try transaction.first(
            "SELECT * FROM chore WHERE household_id = ? AND id = ?",
            [household.rawValue, id.rawValue]
        ).map { try $0.chore() }
    }

    static func insert(_ chore: Chore, for household: Household.ID, in transaction: any SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO chore
                (household_id, id, plant_id, kind, title, origin, recurrence, start_day, standing, not_before,
                 due_day, last_done, snoozed_until, note)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                household.rawValue, chore.id.rawValue, chore.plant, chore.kind.rawValue, chore.title,
                chore.origin.rawValue, chore.recurrence.text, chore.start.number, chore.state.rawValue,
                chore.notBefore?.number, chore.due?.number, chore.lastDone?.number, chore.snoozedUntil?.milliseconds,
                chore.note,
            ])
    }

    static func insert(_ entry: ChoreEntry, for household: Household.ID, in transaction: any SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO chore_log
                (household_id, number, chore_id, action, until, day, at, due_day, planned, undone, guest_link,
                 guest_name)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                household.rawValue, entry.number, entry.chore.rawValue, entry.action.word,
                entry.action.until?.milliseconds, entry.day.number, entry.at.milliseconds, entry.due?.number,
                entry.planned, entry.isUndone, entry.guest?.link, entry.guest?.name,
            ])
    }

    /// Writes the state of a chore that follows from its log.
    static func settle(_ chore: Chore, for household: Household.ID, in transaction: any SQLTransaction) throws {
        let log = try transaction.query(
            """
            SELECT * FROM chore_log \(transaction.dialect.indexed("chore_log_by_chore"))
            WHERE household_id = ? AND chore_id = ?
            """,
            [household.rawValue, chore.id.rawValue]
        ).map { try $0.choreEntry() }
        let settled = chore.settled(by: log)
        try transaction.execute(
            """
            UPDATE chore SET recurrence = ?, start_day = ?, standing = ?, not_before = ?, due_day = ?,
                last_done = ?, snoozed_until = ?
            WHERE household_id = ? AND id = ?
            """,
            [
                settled.recurrence.text, settled.start.number, settled.state.rawValue, settled.notBefore?.number,
                settled.due?.number, settled.lastDone?.number,
                settled.snoozedUntil?.milliseconds, household.rawValue, chore.id.rawValue,
            ])
    }

    static var noChore: HouseholdError { HouseholdError(.notFound, localized("There is no such task.")) }
}

extension ChoreEntry.Action {
    var word: String {
        switch self {
        case .done: "done"
        case .skipped: "skipped"
        case .snoozed: "snoozed"
        }
    }

    var until: Date? {
        if case .snoozed(let until) = self { until } else { nil }
    }
}

extension SQLRow {
    /// `known` is the recurrence of the row, if it has been read already.
    func chore(_ known: Recurrence? = nil) throws -> Chore {
        guard let recurrence = try known ?? Recurrence(try required("recurrence")) else {
            throw Self.damaged("recurrence")
        }
        var chore = Chore(
            id: .init(rawValue: try required("id")), plant: self["plant_id"], kind: try word("kind"),
            title: self["title"], origin: try word("origin"), recurrence: recurrence,
            start: try requiredDay("start_day"), state: try word("standing"),
            notBefore: day("not_before"))
        chore.due = day("due_day")
        chore.lastDone = day("last_done")
        chore.snoozedUntil = (self["snoozed_until"] as Int64?).map(Date.init(milliseconds:))
        chore.note = self["note"]
        return chore
    }

    func choreLine(_ known: Recurrence? = nil) throws -> ChoreLine {
        let chore = try chore(known)
        guard chore.plant != nil else { return ChoreLine(chore: chore, plant: nil) }
        return ChoreLine(
            chore: chore,
            plant: .init(
                id: try identifier("plant_id"), name: try required("plant_name"),
                scientificName: self["plant_scientific_name"], room: self["plant_room"],
                photograph: (self["plant_photograph"] as String?) == nil ? nil : try identifier("plant_photograph"),
                family: self["plant_family"], preferredTime: time("plant_time")))
    }

    func choreEntry() throws -> ChoreEntry {
        let action: ChoreEntry.Action
        switch try required("action") as String {
        case "done": action = .done
        case "skipped": action = .skipped
        case "snoozed": action = .snoozed(until: Date(milliseconds: try required("until")))
        default: throw Self.damaged("action")
        }
        let guest = (self["guest_link"] as String?).flatMap { link in
            (self["guest_name"] as String?).map { ChoreEntry.Guest(link: link, name: $0) }
        }
        return ChoreEntry(
            number: try required("number"), chore: .init(rawValue: try required("chore_id")), action: action,
            day: try requiredDay("day"), at: Date(milliseconds: try required("at")), due: day("due_day"),
            planned: self["planned"], isUndone: try required("undone"), guest: guest)
    }
}
