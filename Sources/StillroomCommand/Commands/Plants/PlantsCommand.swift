import ArgumentParser
import Documents
import Foundation
import HTTPTransport
import Household
import Plants
import Recognition

struct PlantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plants",
        abstract: "List, show, add, water, remove, restore, export and import the plants of the collection.",
        subcommands: [
            List.self, Show.self, Add.self, Water.self, Remove.self, Removed.self, Restore.self, Export.self,
            Import.self,
        ],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the collection.",
            discussion: """
                Examples:
                  stillroom plants
                  stillroom plants --room Kitchen --json
                """)

        @Option(help: ArgumentHelp("Part of a name, a Latin name, a family or a room.", valueName: "text"))
        var find: String = ""

        @Option(help: ArgumentHelp("Only one room.", valueName: "room"), completion: .rooms)
        var room: String?

        @Flag(help: "Archived plants only.")
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
            if plants.isEmpty, output.isForPeople { Terminal.error("No plants found.") }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a plant without a photograph; its care plan begins at once.",
            discussion: """
                Examples:
                  stillroom plants add "Kitchen basil" --species "Ocimum basilicum" --room Kitchen
                  stillroom plants add "Grandma's" --species "snake plant" --watered yesterday

                SPECIES is a common name in English, German or French, or a Latin one. If it may mean several plants,
                nothing is added, and the command names them. Without --species, NAME is looked up.
                """)

        @Argument(help: "Its name.")
        var name: String

        @Option(help: ArgumentHelp("Its Latin name, or a common one.", valueName: "species"))
        var species: String?

        @Flag(help: "Keep the species as it is written, with general care if no plant has this name.")
        var asWritten = false

        @Option(help: ArgumentHelp("Where it stands.", valueName: "room"), completion: .rooms)
        var room: String?

        @Option(
            help: ArgumentHelp(
                "indoor, outdoor, balcony or greenhouse; if it is missing, where the species is usually kept.",
                valueName: "place"), completion: .words(Situation.Place.self))
        var place: String?

        @Option(
            help: ArgumentHelp(
                "When it was last watered: today, yesterday, few-days, week, unknown or a day.", valueName: "when"))
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
                    throw CommandFailure(
                        .usage, "--watered must be \(LastWatering.words.joined(separator: ", ")) or a day.")
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
                let names = (plant.didYouMean ?? []).prefix(3).map { "\($0.name) (\($0.scientificName))" }
                Terminal.error(
                    Terminal.harmless(
                        "General care is used: it is not known which plant this is."
                            + (names.isEmpty ? "" : " Did you mean \(names.joined(separator: ", or "))?")))
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
            abstract: "Write the collection as CSV, JSON or Darwin Core.",
            discussion: """
                Examples:
                  stillroom plants export > plants.json
                  stillroom plants export --format csv --output plants.csv

                JSON has all that the household wrote about its plants, without the photographs; CSV is for
                spreadsheets, darwin-core for biodiversity databases.
                """)

        @Option(
            help: ArgumentHelp("json, csv or darwin-core.", valueName: "format"),
            completion: .words(CollectionFormat.self))
        var format: String = CollectionFormat.json.rawValue

        @Option(help: ArgumentHelp("A file, instead of standard output.", valueName: "file"), completion: .file())
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
                    throw CommandFailure(.inputOutput, "\(output) cannot be written: \(error)")
                }
            }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add the plants of a CSV, JSON or Darwin Core file.",
            discussion: """
                Examples:
                  stillroom plants import plants.json
                  stillroom plants import list.csv --dry-run

                Either all of its plants are added or none. Plants that this collection has already, by their
                identifier, are passed over.
                """)

        @Argument(help: "A file; - for standard input.", completion: .file())
        var file: String

        @Option(
            help: ArgumentHelp("json, csv or darwin-core; if it is missing, the file shows it.", valueName: "format"),
            completion: .words(CollectionFormat.self))
        var format: String?

        @Flag(help: "Show what would be added, and add nothing.")
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
                Terminal.print(
                    "\(dryRun ? "Would add" : "Added") \(report.added) plants"
                        + (report.passedOver > 0 ? "; \(report.passedOver) already exist" : "") + ".")
                Self.warn(of: report)
            }
        }

        /// The number of plants with general care that are named.
        private static let namedPlants = 10

        private static func warn(of report: Document) {
            if let columns = report.unknownColumns {
                Terminal.error(Terminal.harmless("Columns that are not imported: \(columns.joined(separator: ", "))."))
            }
            guard let unmatched = report.unmatched else { return }
            for plant in unmatched.prefix(namedPlants) {
                let names = plant.didYouMean.prefix(3).map { "\($0.name) (\($0.scientificName))" }
                Terminal.error(
                    Terminal.harmless(
                        "General care for \(plant.name): “\(plant.text)” is not the name of exactly one plant."
                            + (names.isEmpty ? "" : " Did you mean \(names.joined(separator: ", or "))?")))
            }
            if unmatched.count > namedPlants {
                Terminal.error("General care for \(unmatched.count - namedPlants) more plants; --json names them.")
            }
        }
    }
}
