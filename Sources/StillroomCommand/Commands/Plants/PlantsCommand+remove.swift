import ArgumentParser
import Calendar
import Documents
import Foundation
import Glibc
import HTTPTransport
import Household
import Messages
import Plants
import Recognition

extension PlantsCommand {
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove a plant with its tasks, log and notes, or archive it with a reason."),
            discussion: Discussion.examples(
                """
                stillroom plants remove Monty
                stillroom plants remove Monty --yes --json
                stillroom plants remove Monty --reason died
                """,
                localized(
                    """
                    A removed plant can be restored for \(RemovedPlant.days, "count") days with "stillroom plants \
                    restore"; then it is
                    deleted. With --reason the plant is archived instead: its tasks end, and all its data are kept. On a
                    terminal the command asks before it removes; elsewhere --yes is needed.
                    """)))

        @Argument(help: ArgumentHelp(localized("A plant of the collection.")), completion: .plants)
        var plant: String

        @Option(
            help: ArgumentHelp(
                localized("Archive it for this reason: \(TypedWords.archiveReasons, "words")."), valueName: "reason"),
            completion: .words(Plant.Archive.Reason.self))
        var reason: String?

        @Flag(help: ArgumentHelp(localized("Do not ask.")))
        var yes = false

        @OptionGroup var output: DocumentOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let reason = try Typed.word(reason, option: "--reason", Plant.Archive.Reason.self)
                if let house = try await common.elsewhere() { return try await remove(in: house, reason) }
                let settings = try await common.settings()
                let household = try await Compose.household(
                    settings, withModel: false, logger: Compose.logger(settings))
                let found = try await PlantsCommand.plant(plant, in: household)
                if let reason {
                    try await household.collection.archive(found.id, because: reason)
                    return try print(PlantDocument(try await household.collection.plant(found.id)))
                }
                try confirm(found.name)
                try print(RemovedPlantDocument(try await household.collection.remove(found.id)))
            }
        }

        private func remove(in house: HouseAPI, _ reason: Plant.Archive.Reason?) async throws {
            let found = try await PlantsCommand.plant(plant, in: house)
            let path = try HouseAPI.path("plants", found.id)
            if let reason {
                return try print(try await house.patch(path, ["archive": .text(reason.rawValue)]) as PlantDocument)
            }
            try confirm(found.name)
            try await house.delete(path)
            let removed = try await PlantsCommand.removed(in: house).first { $0.id == found.id }
            guard let removed else {
                return Terminal.error(localized("\(Terminal.harmless(found.name), "plant") was removed."))
            }
            try print(removed)
        }

        /// Throws usage if the person does not agree, or cannot be asked.
        private func confirm(_ name: String) throws {
            guard !yes else { return }
            guard Terminal.isInteractive, isatty(STDIN_FILENO) == 1 else {
                throw CommandFailure(
                    .usage, localized("--yes is missing: there is no terminal to ask."),
                    hint: localized("With --reason the plant is archived, and nothing is removed."))
            }
            let (plant, word) = (Terminal.harmless(name), TypedWords.yes)
            Terminal.error(
                localized(
                    """
                    Remove \(plant, "plant") with its tasks, log and notes? Type \(word, "yes") to remove it:
                    """))
            guard let answer = readLine(), ["y", "yes", word].contains(answer.lowercased()) else {
                throw CommandFailure(.usage, localized("Nothing was removed."))
            }
        }

        private func print(_ plant: PlantDocument) throws {
            if output.json { return try output.print(plant) }
            let id = plant.id.prefix(8)
            let text = localized(
                """
                \(plant.name, "plant") is archived. Restore it with stillroom plants restore \(id, "identifier").
                """)
            Terminal.print(Terminal.harmless("\(id)  \(text)"))
        }

        private func print(_ plant: RemovedPlantDocument) throws {
            if output.json { return try output.print(plant) }
            let (id, until) = (plant.id.prefix(8), PlantsCommand.day(plant.until))
            let text = localized(
                """
                \(plant.name, "plant") was removed. Restore it until \(until, "day") with stillroom plants restore \
                \(id, "identifier").
                """)
            Terminal.print(Terminal.harmless("\(id)  \(text)"))
        }
    }

    struct Removed: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the removed plants that can be restored."),
            discussion: Discussion.examples(
                """
                stillroom plants removed
                stillroom plants removed --json
                """,
                localized(
                    """
                    The last one is first. A plant is deleted \(RemovedPlant.days, "count") days after it was removed.
                    """)))

        @OptionGroup var output: OutputOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let plants: [RemovedPlantDocument]
                if let house = try await common.elsewhere() {
                    plants = try await PlantsCommand.removed(in: house)
                } else {
                    let settings = try await common.settings()
                    let household = try await Compose.household(
                        settings, withModel: false, logger: Compose.logger(settings))
                    plants = try await household.collection.removedPlants().map(RemovedPlantDocument.init)
                }
                try output.print(plants, columns: ["id", "name", "removedAt", "until"]) { plant in
                    let (day, until) = (PlantsCommand.day(plant.removedAt), PlantsCommand.day(plant.until))
                    let text = localized("\(plant.name, "plant"), removed on \(day, "day"), until \(until, "lastDay")")
                    return Terminal.harmless("\(plant.id.prefix(8))  \(text)")
                }
                if plants.isEmpty, output.isForPeople { Terminal.error(localized("No plants were removed.")) }
            }
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Restore a removed or archived plant with all its data."),
            discussion: Discussion.examples(
                """
                stillroom plants restore Monty
                stillroom plants restore 1c4ed65b --json
                """,
                localized(
                    """
                    PLANT is its name, its identifier, or at least four letters of the identifier. "stillroom plants \
                    removed"
                    and "stillroom plants --archived" list what can be restored. Nothing happens if the plant is not \
                    removed.
                    """)))

        @Argument(help: ArgumentHelp(localized("A removed or archived plant.")))
        var plant: String

        @OptionGroup var output: DocumentOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let restored = try await restored()
                if output.json { return try output.print(restored) }
                let text = localized("\(restored.name, "plant") is in the collection.")
                Terminal.print(Terminal.harmless("\(restored.id.prefix(8))  \(text)"))
            }
        }

        private func restored() async throws -> PlantDocument {
            if let house = try await common.elsewhere() {
                let removed = try await PlantsCommand.removed(in: house)
                if let id = try PlantsCommand.removed(plant, among: removed) {
                    return try await house.post(HouseAPI.path("plants", id, "restore"))
                }
                let found = try await PlantsCommand.plant(plant, in: house)
                guard found.archive != nil else { return found }
                return try await house.patch(HouseAPI.path("plants", found.id), ["archive": .text("")])
            }
            let settings = try await common.settings()
            let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
            let collection = household.collection
            if let removed = try await collection.removedPlant(called: plant) {
                return PlantDocument(try await collection.restore(removed.id))
            }
            let found = try await PlantsCommand.plant(plant, in: household)
            guard found.archive != nil else { return PlantDocument(found) }
            try await collection.unarchive(found.id)
            return PlantDocument(try await collection.plant(found.id))
        }
    }

    static func removed(in house: HouseAPI) async throws -> [RemovedPlantDocument] {
        struct Answer: Decodable { let removed: [RemovedPlantDocument] }
        let answer: Answer = try await house.get(HouseAPI.path("removed-plants"))
        return answer.removed
    }

    /// Returns the identifier of the removed plant that `text` means, by the rule of this machine; nil if there is none.
    /// Throws `valueRefused` if there are several.
    static func removed(_ text: String, among plants: [RemovedPlantDocument]) throws -> String? {
        let known = plants.compactMap { plant in
            Plant.ID(plant.id).map {
                RemovedPlant(id: $0, name: plant.name, removedAt: plant.removedAt, until: plant.until)
            }
        }
        return try RemovedPlant.named(text, among: known)?.id.rawValue
    }

    /// Returns the day in the zone of this machine, such as 2026-12-01.
    fileprivate static func day(_ time: Date) -> String {
        let style = Date.VerbatimFormatStyle(
            format: "\(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits)", timeZone: .current,
            calendar: Foundation.Calendar(identifier: .gregorian))
        return time.formatted(style)
    }
}
