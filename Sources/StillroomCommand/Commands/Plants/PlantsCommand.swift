import ArgumentParser
import Documents
import Foundation
import HTTPTransport
import Household
import Messages
import Plants
import Recognition

struct PlantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plants",
        abstract: localized("List, show, add, water, remove, restore, export and import the plants of the collection."),
        subcommands: [
            List.self, Show.self, Add.self, Water.self, Remove.self, Removed.self, Restore.self, Export.self,
            Import.self,
        ],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the collection."),
            discussion: Discussion.examples(
                """
                stillroom plants
                stillroom plants --room Kitchen --json
                """))

        @Option(help: ArgumentHelp(localized("Part of a name, a Latin name, a family or a room."), valueName: "text"))
        var find: String = ""

        @Option(help: ArgumentHelp(localized("Only one room."), valueName: "room"), completion: .rooms)
        var room: String?

        @Flag(help: ArgumentHelp(localized("Archived plants only.")))
        var archived = false

        @OptionGroup var output: OutputOptions

        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                if let house = try await common.elsewhere() { return try print(try await plants(of: house)) }
                let settings = try await common.settings()
                let household = try await Compose.household(
                    settings, withModel: false, logger: Compose.logger(settings))
                let plants = try await household.collection.plants(
                    PlantQuery(text: find, order: .name, room: room, isArchived: archived))
                try print(plants.map { PlantDocument($0) })
            }
        }

        private func plants(of house: HouseAPI) async throws -> [PlantDocument] {
            struct Answer: Decodable { let plants: [PlantDocument] }
            let answer: Answer = try await house.get(
                HouseAPI.path("plants"),
                [
                    ("q", find.isEmpty ? nil : find), ("room", room), ("order", "name"),
                    ("archived", archived ? "true" : nil),
                ])
            return answer.plants
        }

        private func print(_ plants: [PlantDocument]) throws {
            try output.print(plants, columns: ["id", "name", "scientificName", "room"]) { plant in
                let more = [plant.scientificName, plant.room].compactMap(\.self).joined(separator: ", ")
                return Terminal.harmless("\(plant.id.prefix(8))  \(plant.name)" + (more.isEmpty ? "" : " (\(more))"))
            }
            if plants.isEmpty, output.isForPeople { Terminal.error(localized("No plants found.")) }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Add a plant without a photograph; its care plan begins at once."),
            discussion: Discussion.examples(
                """
                stillroom plants add "Kitchen basil" --species "Ocimum basilicum" --room Kitchen
                stillroom plants add "Grandma's" --species "snake plant" --watered yesterday
                """,
                localized(
                    """
                    SPECIES is a common name in English, German or French, or a Latin one. If it may mean several \
                    plants,
                    nothing is added, and the command names them. Without --species, NAME is looked up.
                    """)))

        @Argument(help: ArgumentHelp(localized("Its name.")))
        var name: String

        @Option(help: ArgumentHelp(localized("Its Latin name, or a common one."), valueName: "species"))
        var species: String?

        @Flag(
            help: ArgumentHelp(
                localized("Keep the species as it is written, with general care if no plant has this name.")))
        var asWritten = false

        @Option(help: ArgumentHelp(localized("Where it stands."), valueName: "room"), completion: .rooms)
        var room: String?

        @Option(
            help: ArgumentHelp(
                localized(
                    "\(TypedWords.places, "words"); if it is missing, where the species is usually kept."),
                valueName: "place"), completion: .words(Situation.Place.self))
        var place: String?

        @Option(
            help: ArgumentHelp(
                localized("When it was last watered: \(TypedWords.lastWaterings, "words") or a day."),
                valueName: "when"))
        var watered: String?

        @OptionGroup var output: DocumentOptions

        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let place = try Typed.word(place, option: "--place", Situation.Place.self)
                if let house = try await common.elsewhere() {
                    return try print(
                        try await house.post(
                            HouseAPI.path("plants"),
                            [
                                "name": .text(name), "species": species.map(JSONValue.text),
                                "speciesAsWritten": asWritten ? .flag(true) : nil, "room": room.map(JSONValue.text),
                                "place": place.map { .text($0.rawValue) }, "lastWatered": watered.map(JSONValue.text),
                            ]))
                }
                let settings = try await common.settings()
                let household = try await Compose.household(
                    settings, withModel: false, logger: Compose.logger(settings))
                let today = try household.settings.clock(of: try await household.settings.home()).day
                guard let watered = LastWatering(watered ?? "", today: today) else {
                    let words = LastWatering.words.joined(separator: ", ")
                    throw CommandFailure(.usage, localized("--watered must be \(words, "words") or a day."))
                }
                // Without a species the name may say what it is. If it does not, the plant has no taxon.
                let named = try species.flatMap { try household.collection.taxon(named: $0, asWritten: asWritten) }
                let resolution = named == nil && !asWritten ? household.collection.resolve(ownName: name) : .unknown
                let plant = try await household.collection.add(
                    name, taxon: named ?? resolution.taxon, room: room, situation: place.map { Situation(place: $0) },
                    watered: watered)
                var document = PlantDocument(plant)
                document.careBasis = household.planning.basis(of: plant.taxon).basis.rawValue
                if !resolution.choices.isEmpty { document.didYouMean = resolution.choices.map(SpeciesDocument.init) }
                try print(document)
            }
        }

        private func print(_ plant: PlantDocument) throws {
            if plant.careBasis == CarePlanning.Basis.general.rawValue {
                let sentence = localized("General care is used: it is not known which plant this is.")
                Terminal.error(Terminal.harmless(sentence + PlantsCommand.question(plant.didYouMean ?? [])))
            }
            output.json
                ? try output.print(plant)
                : Terminal.print(
                    Terminal.harmless(
                        "\(plant.id.prefix(8))  \(plant.name)" + (plant.scientificName.map { " (\($0))" } ?? "")))
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Write the collection as CSV, JSON or Darwin Core."),
            discussion: Discussion.examples(
                """
                stillroom plants export > plants.json
                stillroom plants export --format csv --output plants.csv
                """,
                localized(
                    """
                    JSON has all that the household wrote about its plants, without the photographs; CSV is for
                    spreadsheets, darwin-core for biodiversity databases.
                    """)))

        @Option(
            help: ArgumentHelp(TypedWords.collectionFormats + ".", valueName: "format"),
            completion: .words(CollectionFormat.self))
        var format: String = CollectionFormat.json.rawValue

        @Option(
            help: ArgumentHelp(localized("A file, instead of standard output."), valueName: "file"), completion: .file()
        )
        var output: String?

        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let format = try Typed.word(format, option: "--format", CollectionFormat.self) ?? .json
                let text: String
                if let house = try await common.elsewhere() {
                    let bytes = try await house.bytes(HouseAPI.path("collection"), [("format", format.rawValue)])
                    text = String(decoding: bytes, as: UTF8.self)
                } else {
                    let settings = try await common.settings()
                    let household = try await Compose.household(
                        settings, withModel: false, logger: Compose.logger(settings))
                    text = try await household.collection.export(as: format)
                }
                guard let output else { return Terminal.print(raw: text) }
                do {
                    try Data(text.utf8).write(to: URL(filePath: output), options: .atomic)
                } catch {
                    let reason = String(describing: error)
                    throw CommandFailure(
                        .inputOutput, localized("\(output, "file") cannot be written: \(reason, "reason")"))
                }
            }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Add the plants of a CSV, JSON or Darwin Core file."),
            discussion: Discussion.examples(
                """
                stillroom plants import plants.json
                stillroom plants import list.csv --dry-run
                """,
                localized(
                    """
                    Either all of its plants are added or none. Plants that this collection has already, by their
                    identifier, are passed over.
                    """)))

        @Argument(help: ArgumentHelp(localized("A file; - for standard input.")), completion: .file())
        var file: String

        @Option(
            help: ArgumentHelp(
                localized("\(TypedWords.collectionFormats, "words"); if it is missing, the file shows it."),
                valueName: "format"),
            completion: .words(CollectionFormat.self))
        var format: String?

        @Flag(help: ArgumentHelp(localized("Show what would be added, and add nothing.")))
        var dryRun = false

        @OptionGroup var output: DocumentOptions

        @OptionGroup var common: AnywhereOptions

        private struct Document: Codable {
            struct Unmatched: Codable {
                let name: String
                let text: String
                let didYouMean: [SpeciesDocument]
            }

            let added: Int
            let passedOver: Int
            let dryRun: Bool
            let unknownColumns: [String]?
            let unmatched: [Unmatched]?
        }

        func run() async throws {
            try await reporting {
                let format = try Typed.word(format, option: "--format", CollectionFormat.self)
                let bytes = try Typed.bytes(of: file)
                let report: Document
                if let house = try await common.elsewhere() {
                    report = try await house.post(
                        bytes: bytes, to: HouseAPI.path("collection"),
                        [("format", format?.rawValue), ("dry-run", dryRun ? "true" : nil)])
                } else {
                    let settings = try await common.settings()
                    let household = try await Compose.household(
                        settings, withModel: false, logger: Compose.logger(settings))
                    let done = try await household.collection.importCollection(bytes, as: format, isDryRun: dryRun)
                    report = Document(
                        added: done.added, passedOver: done.passedOver, dryRun: dryRun,
                        unknownColumns: done.unknownColumns.isEmpty ? nil : done.unknownColumns,
                        unmatched: done.unmatched.isEmpty
                            ? nil
                            : done.unmatched.map {
                                .init(name: $0.name, text: $0.text, didYouMean: $0.choices.map(SpeciesDocument.init))
                            })
                }
                if output.json { return try output.print(report) }
                Terminal.print(Self.sentence(report))
                Self.warn(of: report)
            }
        }

        /// The number of plants with general care that are named.
        private static let namedPlants = 10

        private static func sentence(_ report: Document) -> String {
            let (added, known) = (report.added, report.passedOver)
            return switch (report.dryRun, known > 0) {
            case (true, false):
                localized(
                    added, one: "Would add \(added, "count") plants.", other: "Would add \(added, "count") plants.")
            case (true, true):
                localized(
                    added, one: "Would add \(added, "count") plants; \(known, "known") already exist.",
                    other: "Would add \(added, "count") plants; \(known, "known") already exist.")
            case (false, false):
                localized(added, one: "Added \(added, "count") plants.", other: "Added \(added, "count") plants.")
            case (false, true):
                localized(
                    added, one: "Added \(added, "count") plants; \(known, "known") already exist.",
                    other: "Added \(added, "count") plants; \(known, "known") already exist.")
            }
        }

        private static func warn(of report: Document) {
            if let columns = report.unknownColumns {
                let names = Terminal.harmless(columns.joined(separator: ", "))
                Terminal.error(localized("Columns that are not imported: \(names, "columns")."))
            }
            guard let unmatched = report.unmatched else { return }
            for plant in unmatched.prefix(namedPlants) {
                let sentence = localized(
                    """
                    General care for \(plant.name, "plant"): “\(plant.text, "text")” is not the name of exactly one \
                    plant.
                    """)
                Terminal.error(Terminal.harmless(sentence + PlantsCommand.question(plant.didYouMean)))
            }
            if unmatched.count > namedPlants {
                let left = unmatched.count - namedPlants
                Terminal.error(
                    localized(
                        left, one: "General care for \(left, "count") more plants; --json names them.",
                        other: "General care for \(left, "count") more plants; --json names them."))
            }
        }
    }

    /// Returns the question which of the species is meant, after a space; nothing if there are none.
    fileprivate static func question(_ species: [SpeciesDocument]) -> String {
        let names = species.prefix(3).map { "\($0.name) (\($0.scientificName))" }
        guard let first = names.first else { return "" }
        return switch names.count {
        case 1: " " + localized("Did you mean \(first, "species")?")
        case 2: " " + localized("Did you mean \(first, "species"), or \(names[1], "otherSpecies")?")
        default:
            " "
                + localized(
                    """
                    Did you mean \(first, "species"), or \(names[1], "otherSpecies"), or \(names[2], "thirdSpecies")?
                    """)
        }
    }
}
