import Agenda
import ArgumentParser
import Calendar
import Documents
import Foundation
import HTTPTransport
import Household
import Messages
import Plants

extension PlantsCommand {
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show a plant, its tasks and its notes."),
            discussion: Discussion.examples(
                """
                stillroom plants show Monty
                stillroom plants show 1c4ed65b --json
                """,
                localized(
                    """
                    PLANT is its name, its identifier, or at least four letters of the identifier. "stillroom care" \
                    shows
                    how to care for it.
                    """)))

        @Argument(help: ArgumentHelp(localized("A plant of the collection.")), completion: .plants)
        var plant: String

        @OptionGroup var output: DocumentOptions
        @OptionGroup var common: AnywhereOptions

        private struct Note: Codable {
            let number: Int
            let text: String
            let at: Date
        }

        private struct Document: Encodable {
            let plant: PlantDocument
            let chores: [ChoreDocument]
            let notes: [Note]
        }

        func run() async throws {
            try await reporting {
                let document = try await document()
                if output.json { return try output.print(document) }
                for line in Self.lines(document) { Terminal.print(Terminal.harmless(line)) }
            }
        }

        private func document() async throws -> Document {
            if let house = try await common.elsewhere() {
                struct Chores: Decodable { let chores: [ChoreDocument] }
                struct Notes: Decodable { let notes: [Note] }
                let plant = try await PlantsCommand.plant(plant, in: house)
                let chores: Chores = try await house.get(HouseAPI.path("plants", plant.id, "chores"))
                let notes: Notes = try await house.get(HouseAPI.path("plants", plant.id, "notes"))
                return Document(plant: plant, chores: chores.chores, notes: notes.notes)
            }
            let settings = try await common.settings()
            let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
            let plant = try await PlantsCommand.plant(plant, in: household)
            return Document(
                plant: PlantDocument(plant),
                chores: try await household.agenda.chores(of: plant.id).map(ChoreDocument.init),
                notes: try await household.collection.notes(of: plant.id).map {
                    Note(number: $0.number, text: $0.text, at: $0.at)
                })
        }

        private static func lines(_ document: Document) -> [String] {
            let plant = document.plant
            let names = [plant.scientificName, plant.commonNames.first, plant.family].compactMap(\.self)
            var lines = ["\(plant.name)  \(plant.id.prefix(8))"]
            if !names.isEmpty { lines.append("  " + names.joined(separator: " · ")) }
            let pot = plant.situation.potDiameter.map { localized("pot of \($0.formatted(), "number") cm") }
            let place = Situation.Place(rawValue: plant.situation.place).map { Self.words($0) }
            lines.append("  " + [plant.room, place, pot].compactMap(\.self).joined(separator: " · "))
            if let archive = plant.archive {
                let reason = Plant.Archive.Reason(rawValue: archive.reason).map { Self.words($0) } ?? archive.reason
                lines.append("  " + localized("archived on \(archive.day, "day"): \(reason, "reason")"))
            }
            if !plant.photographs.isEmpty {
                lines.append("  " + localized("photos: \(plant.photographs.count, "count")"))
            }
            if let time = plant.preferredTime {
                lines.append("  " + localized("preferred time for tasks: \(time, "time")"))
            }
            let chores = document.chores.filter { $0.standing == "active" && $0.due != nil }
                .sorted { ($0.due ?? "") < ($1.due ?? "") }
            if !chores.isEmpty { lines.append(localized("Tasks")) }
            for chore in chores {
                let kind = Chore.Kind(rawValue: chore.kind)
                let (task, due) = (chore.title ?? kind?.verb ?? chore.kind, chore.due ?? "")
                let words =
                    chore.lastDone.map {
                        localized("\(task, "task"): due \(due, "day"), last done on \($0, "lastDay")")
                    } ?? localized("\(task, "task"): due \(due, "day")")
                lines.append("  \(chore.id.prefix(8))  \(words)")
                if let note = chore.note { lines.append("            \(note)") }
            }
            if !document.notes.isEmpty { lines.append(localized("Notes")) }
            lines += document.notes.map { "  \($0.at.formatted(.iso8601.year().month().day()))  \($0.text)" }
            return lines
        }

        private static func words(_ place: Situation.Place) -> String {
            switch place {
            case .indoor: localized("indoors")
            case .outdoor: localized("outdoor", context: "where a plant stands")
            case .balcony: localized("balcony", context: "where a plant stands")
            case .greenhouse: localized("greenhouse", context: "where a plant stands")
            }
        }

        private static func words(_ reason: Plant.Archive.Reason) -> String {
            switch reason {
            case .died: localized("died", context: "why a plant is archived")
            case .sold: localized("sold", context: "why a plant is archived")
            case .givenAway: localized("given-away", context: "why a plant is archived")
            case .other: localized("other", context: "why a plant is archived")
            }
        }
    }

    struct Water: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Log that plants were watered, whether it was due or not."),
            discussion: Discussion.examples(
                """
                stillroom plants water Monty
                stillroom plants water Monty "Kitchen basil" --on 2026-11-20
                """,
                localized(
                    """
                    "stillroom done --all-watering" logs all waterings that are due. --undo of the same command undoes \
                    an entry.
                    """)))

        @Argument(
            help: ArgumentHelp(localized("Plants of the collection, by name or identifier.")), completion: .plants)
        var plant: [String]

        @Option(help: ArgumentHelp(localized("The day it was done; today where it is missing."), valueName: "date"))
        var on: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let day = try Typed.day(on, option: "--on")
                let entries: [EntryDocument]
                if let house = try await common.elsewhere() {
                    entries = try await log(day, in: house)
                } else {
                    let settings = try await common.settings()
                    let household = try await Compose.household(
                        settings, withModel: false, logger: Compose.logger(settings))
                    entries = try await log(day, in: household)
                }
                try output.print(entries, columns: ["entry", "chore", "action", "day"]) { entry in
                    let (day, number) = (entry.day, entry.entry)
                    return "\(entry.chore.prefix(8)) "
                        + localized(
                            "done on \(day, "day"); undo it with stillroom done --undo \(number, "number")")
                }
            }
        }

        private func log(_ day: LocalDay?, in household: Household) async throws -> [EntryDocument] {
            var chores: [Chore] = []
            for name in plant {
                let found = try await PlantsCommand.plant(name, in: household)
                let own = try await household.agenda.chores(of: found.id).first {
                    $0.kind == .watering && $0.due != nil
                }
                guard let own else { throw Self.noWatering(found.name) }
                chores.append(own)
            }
            // The current due days: another client may log the same chores at this moment.
            let seen = Dictionary(
                chores.compactMap { chore in chore.due.map { (chore.id, $0) } }, uniquingKeysWith: { first, _ in first }
            )
            return try await household.agenda.done(chores.map(\.id), on: day, expecting: seen).map {
                EntryDocument($0)
            }
        }

        private func log(_ day: LocalDay?, in house: HouseAPI) async throws -> [EntryDocument] {
            struct Chores: Decodable { let chores: [ChoreDocument] }
            struct Entries: Decodable { let entries: [EntryDocument] }
            var watering: [(chore: String, due: String)] = []
            for name in plant {
                let found = try await PlantsCommand.plant(name, in: house)
                let answer: Chores = try await house.get(HouseAPI.path("plants", found.id, "chores"))
                let own = answer.chores.first { $0.kind == Chore.Kind.watering.rawValue && $0.due != nil }
                guard let own, let due = own.due else { throw Self.noWatering(found.name) }
                watering.append((own.id, due))
            }
            var entries: [EntryDocument] = []
            for (chore, due) in watering {
                let answer: Entries = try await house.post(
                    HouseAPI.path("chores", chore, "done"),
                    ["due": .text(due), "day": day.map { .text($0.description) }])
                entries += answer.entries
            }
            return entries
        }

        private static func noWatering(_ name: String) -> CommandFailure {
            CommandFailure(
                .noInput, localized("\(Terminal.harmless(name), "plant") has no watering task."),
                hint: localized("It may be archived, or its watering switched off."))
        }
    }

    /// Returns a plant of the collection. Throws if there is none with this name or identifier, or several.
    static func plant(_ text: String, in household: Household) async throws -> Plant {
        guard let found = try await household.collection.plant(called: text) else { throw unknown(text) }
        return found
    }

    /// Returns a plant of a household elsewhere, by the same rule.
    static func plant(_ text: String, in house: HouseAPI) async throws -> PlantDocument {
        struct Answer: Decodable { let plants: [PlantDocument] }
        let answer: Answer = try await house.get(HouseAPI.path("plants"), [("archived", "all")])
        let key = Plant.folded(text)
        let found =
            [
                answer.plants.filter { $0.id == text },
                answer.plants.filter { Plant.folded($0.name) == key },
                text.utf8.count >= 4 ? answer.plants.filter { $0.id.hasPrefix(text) } : [],
            ].first { !$0.isEmpty } ?? []
        guard let first = found.first else { throw unknown(text) }
        guard found.count == 1 else {
            let (name, count) = (Terminal.harmless(text), found.count)
            let ids = found.prefix(3).map { String($0.id.prefix(8)) }.joined(separator: ", ")
            throw CommandFailure(
                .usage, localized("\(count, "count") plants are called \(name, "name")."),
                hint: localized("Use one of these identifiers: \(ids, "identifiers")."))
        }
        return first
    }

    private static func unknown(_ text: String) -> CommandFailure {
        let name = Terminal.harmless(String(text.prefix(64)))
        return CommandFailure(
            .noInput, localized("There is no plant \(name, "name")."),
            hint: localized(
                """
                stillroom plants lists them, with --archived the archived ones, and stillroom plants removed the \
                removed ones.
                """))
    }
}
