import Agenda
import ArgumentParser
import Calendar
import Documents
import Foundation
import HTTPTransport
import Household
import Messages

struct Done: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: localized("Log that a task was done, skip or snooze a task, or undo an entry."),
        discussion: Discussion.examples(
            """
            stillroom done 3f2a91c0
            stillroom done 3f2a91c0 --on 2026-11-20
            stillroom done 3f2a91c0 --snooze tomorrow
            stillroom done --undo 17
            stillroom done --all-watering
            """,
            localized(
                """
                CHORE is the name of a task, as "stillroom agenda" shows it, or a part of it that no other task begins \
                with.
                """)))

    @Argument(help: ArgumentHelp(localized("Tasks, by the names that the agenda shows.")), completion: .chores)
    var chore: [String] = []

    @Option(help: ArgumentHelp(localized("The day it was done; today where it is missing."), valueName: "date"))
    var on: String?

    @Flag(help: ArgumentHelp(localized("Skip the task this time.")))
    var skip = false

    @Option(
        help: ArgumentHelp(
            localized("Snooze the task for hours (2h) or days (3d), or until tomorrow."), valueName: "time"))
    var snooze: String?

    @Option(help: ArgumentHelp(localized("Undo an entry of the log, by its number."), valueName: "number"))
    var undo: [Int] = []

    @Flag(help: ArgumentHelp(localized("All waterings of today, and overdue ones.")))
    var allWatering = false

    @Option(
        help: ArgumentHelp(localized("With --all-watering, only those of one room."), valueName: "room"),
        completion: .rooms)
    var room: String?

    @OptionGroup var output: OutputOptions

    @OptionGroup var common: AnywhereOptions

    func validate() throws {
        let ways = [skip, snooze != nil, !undo.isEmpty, allWatering].count { $0 }
        guard ways <= 1 else {
            throw ValidationError(localized("Choose one of --skip, --snooze, --undo and --all-watering."))
        }
        guard on == nil || ways == 0 else {
            throw ValidationError(
                localized("--on is the day on which a task was done. It cannot be used with these options."))
        }
        guard chore.isEmpty == (!undo.isEmpty || allWatering) else {
            throw ValidationError(
                chore.isEmpty
                    ? localized("Name a task.")
                    : localized("--undo and --all-watering do not take the name of a task."))
        }
    }

    func run() async throws {
        try await reporting {
            let day = try Typed.day(on, option: "--on")
            let length = try snooze.map { text throws(CommandFailure) in
                guard let length = ChoreAgenda.Snooze(text) else {
                    throw CommandFailure(
                        .usage, localized("--snooze “\(text, "text")” must be like \(TypedWords.snoozes, "examples")."))
                }
                return length
            }
            if let house = try await common.elsewhere() { return try await log(day, in: house) }
            let settings = try await common.settings()
            let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
            if !undo.isEmpty {
                try await household.agenda.undo(undo)
                return try printUndone()
            }
            let zone = try household.settings.clock(of: try await household.settings.home()).zone
            func print(_ entries: [ChoreEntry]) throws { try self.print(entries.map { EntryDocument($0) }, in: zone) }
            if allWatering { return try print(try await household.agenda.waterAllDue(room: room)) }
            let ids = try await household.collection.chores(named: chore)
            if skip {
                for id in ids { try print(try await household.agenda.skip(id)) }
            } else if let length {
                for id in ids { try print(try await household.agenda.snooze(id, length)) }
            } else {
                // The current due days: another client may log the same chores at this moment.
                var seen: [Chore.ID: LocalDay] = [:]
                for id in ids { seen[id] = try await household.agenda.chore(id).due }
                try print(try await household.agenda.done(ids, on: day, expecting: seen))
            }
        }
    }

    /// Times are those of the household's zone; in UTC if this machine does not know it.
    private func print(_ entries: [EntryDocument], in zone: Zone?) throws {
        if entries.isEmpty, output.isForPeople { return Terminal.print(localized("No task was due.")) }
        try output.print(entries, columns: ["entry", "chore", "action", "day"]) { entry in
            let text =
                switch entry.action {
                case "done":
                    localized("done on \(entry.day, "day"); undo it with --undo \(entry.entry, "number")")
                case "snoozed":
                    Self.snoozed(until: entry.until.map { Self.text($0, in: zone) } ?? "", entry.entry)
                case "skipped": localized("skipped; undo it with --undo \(entry.entry, "number")")
                default: localized("\(entry.action, "action"); undo it with --undo \(entry.entry, "number")")
                }
            return Terminal.harmless("\(entry.chore.prefix(8)) \(text)")
        }
    }

    private static func snoozed(until time: String, _ entry: Int) -> String {
        localized("snoozed until \(time, "time"); undo it with --undo \(entry, "number")")
    }

    private struct Undone: Encodable { let entry: Int }

    private func printUndone() throws {
        if output.isForPeople {
            let numbers = undo.map(String.init).joined(separator: ", ")
            return Terminal.print(localized("Undone: \(numbers, "numbers")."))
        }
        try output.print(undo.map { Undone(entry: $0) }, columns: ["entry"]) { _ in "" }
    }
}

extension Done {
    /// "2026-11-22 08:00"; with a zone that is not known "2026-11-22T07:00:00Z".
    static func text(_ instant: Date, in zone: Zone?) -> String {
        guard let (day, time) = zone?.clock(at: instant) else { return instant.formatted(.iso8601) }
        return "\(day) \(time.description.prefix(5))"
    }
}

// MARK: - In a household elsewhere

extension Done {
    private struct Entries: Decodable { let entries: [EntryDocument] }

    private func log(_ day: LocalDay?, in house: HouseAPI) async throws {
        if !undo.isEmpty {
            try await house.post(HouseAPI.path("log", "undo"), ["entries": .list(undo.map { .number(Double($0)) })])
            return try printUndone()
        }
        if allWatering {
            let answer: Entries = try await house.post(
                HouseAPI.path("agenda", "water-all"), ["room": room.map(JSONValue.text)])
            return try print(answer.entries, in: nil)
        }
        let verb = skip ? "skip" : snooze == nil ? "done" : "snooze"
        var entries: [EntryDocument] = []
        let (items, zone) = try await chores(in: house)
        for item in items {
            // With the due day that was seen, a request that arrives twice logs one entry.
            let answer: Entries = try await house.post(
                HouseAPI.path("chores", item.chore, verb),
                [
                    "due": .text(item.due), "day": day.map { .text($0.description) },
                    "snooze": snooze.map(JSONValue.text),
                ])
            entries += answer.entries
        }
        try print(entries, in: zone)
    }

    /// Returns the next occurrences of the chores whose identifiers begin with what was typed, and the zone of the
    /// household. Throws if a text fits none or several.
    private func chores(in house: HouseAPI) async throws -> ([AgendaDocument.Item], Zone?) {
        let agenda: AgendaDocument = try await house.get(HouseAPI.path("agenda"), [("days", "366")])
        let zone = SystemZones.zones(environment: ProcessInfo.processInfo.environment).named(agenda.zone)
        let items = try chore.map { text in
            let found = agenda.items.filter { $0.isNext && $0.chore.hasPrefix(text.lowercased()) }
            guard let first = found.first else {
                throw CommandFailure(.noInput, localized("There is no task \(text, "name")."))
            }
            guard found.count == 1 else {
                throw CommandFailure(
                    .usage, localized("\(text, "name") fits several tasks."),
                    hint: localized("Write a longer part of its name."))
            }
            return first
        }
        return (items, zone)
    }
}
