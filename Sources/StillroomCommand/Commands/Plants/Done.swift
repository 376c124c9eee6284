import Agenda
import ArgumentParser
import Calendar
import Documents
import Foundation
import Household

struct Done: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell that a chore was done, or skip it, put it off, or take that back.",
        discussion: """
            Examples:
              stillroom done 3f2a91c0
              stillroom done 3f2a91c0 --on 2026-11-20
              stillroom done 3f2a91c0 --snooze tomorrow
              stillroom done --undo 17
              stillroom done --all-watering

            CHORE is the name that "stillroom agenda" shows in front of it, or as much of it as no other has.
            """)

    @Argument(help: "Chores, by the names that the agenda shows.")
    var chore: [String] = []

    @Option(help: ArgumentHelp("The day it was done; today where it is missing.", valueName: "date"))
    var on: String?

    @Flag(help: "This time not.")
    var skip = false

    @Option(help: ArgumentHelp("Be reminded again in some hours (2h) or days (3d), or tomorrow.", valueName: "time"))
    var snooze: String?

    @Option(help: ArgumentHelp("Take an entry of the log back, by its number.", valueName: "number"))
    var undo: [Int] = []

    @Flag(help: "All waterings of today, and those that are overdue.")
    var allWatering = false

    @Option(help: ArgumentHelp("With --all-watering, only those of one room.", valueName: "room"))
    var room: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        let ways = [skip, snooze != nil, !undo.isEmpty, allWatering].count { $0 }
        guard ways <= 1 else { throw ValidationError("Choose one of --skip, --snooze, --undo and --all-watering.") }
        guard on == nil || ways == 0 else {
            throw ValidationError("--on says when something was done; it goes with none of these.")
        }
        guard chore.isEmpty == (!undo.isEmpty || allWatering) else {
            throw ValidationError(chore.isEmpty ? "Which chore?" : "With --undo and --all-watering no chore is named.")
        }
    }

    func run() async throws {
        try await reporting {
            let day = try Typed.day(on, option: "--on")
            let length = try snooze.map { text throws(CommandFailure) in
                guard let length = ChoreAgenda.Snooze(text) else {
                    throw CommandFailure(
                        .usage, "--snooze “\(text)” must be like 2h, 3d, tomorrow or 2026-11-21T18:00:00Z.")
                }
                return length
            }
            let settings = try await common.settings()
            let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
            if !undo.isEmpty {
                try await household.agenda.undo(undo)
                if json { return try Terminal.print(json: ["undone": undo]) }
                return Terminal.print("Taken back: \(undo.map(String.init).joined(separator: ", ")).")
            }
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

    private func print(_ entries: [ChoreEntry]) throws {
        if json {
            for entry in entries { try Terminal.print(json: EntryDocument(entry)) }
        } else if entries.isEmpty {
            Terminal.print("Nothing was to be done.")
        } else {
            for entry in entries {
                let what =
                    switch entry.action {
                    case .done: "done on \(entry.day)"
                    case .skipped: "skipped"
                    case .snoozed(let until): "put off until \(until.formatted(.iso8601))"
                    }
                Terminal.print("\(entry.chore.rawValue.prefix(8)) \(what); take it back with --undo \(entry.number)")
            }
        }
    }
}
