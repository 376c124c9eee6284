import ArgumentParser
import Foundation
import Household
import Imaging
import Inference
import LocalRecognition
import Messages
import Recognition

struct Models: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: localized("The models that name plants on this machine."),
        subcommands: [
            List.self, Available.self, Labels.self, Install.self, Verify.self, Remove.self, Use.self, Bench.self,
        ],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the installed models; * marks the one in use."))

        @OptionGroup var output: OutputOptions

        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let name: String
            let version: String?
            let labels: Int?
            let path: String
            let builtIn: Bool
            let inUse: Bool
            let problem: String?
        }

        func run() async throws {
            try await reporting {
                let rows = try await Compose.shelf(common.settings()).entries().map { entry in
                    let model = try? entry.contents.get()
                    var problem: String?
                    if case .failure(let error) = entry.contents { problem = error.description }
                    return Row(
                        name: model?.manifest.name ?? (entry.path as NSString).lastPathComponent,
                        version: model?.manifest.version, labels: model?.labels.count { $0 != nil }, path: entry.path,
                        builtIn: entry.isBuiltIn, inUse: entry.isUsed, problem: problem)
                }
                try output.print(rows, columns: ["name", "version", "labels", "inUse", "path"]) { row in
                    let state =
                        row.problem.map { localized("damaged: \($0, "reason")") } ?? Models.plants(row.labels ?? 0)
                    return "\(row.inUse ? "*" : " ") \(row.name) \(row.version ?? "")  \(state)"
                        + (row.builtIn ? "  (" + localized("built-in") + ")" : "")
                }
            }
        }
    }

    struct Labels: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the plants that a model can name."),
            discussion: Discussion.examples(
                """
                stillroom models labels --search asteraceae
                stillroom models labels inat-plants --search 17
                """))

        @Argument(help: ArgumentHelp(localized("Its name; the one in use where none is given."), valueName: "model"))
        var name: String?

        @Option(
            help: ArgumentHelp(
                localized("Only those with this part of a name or family, or with this index."), valueName: "text"))
        var search = ""

        @OptionGroup var output: OutputOptions

        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let index: Int
            let scientificName: String
            let commonNames: [String]
            let family: String?
            let rank: String
        }

        func run() async throws {
            try await reporting {
                let model = try await Compose.model(common.settings([.command(.model): name]))
                let rows = model.labels.enumerated().compactMap { index, taxon in
                    taxon.map { ModelLabel(index: index, taxon: $0) }
                }.filter { $0.isFound(by: search) }.map { label in
                    Row(
                        index: label.index, scientificName: label.taxon.scientificName,
                        commonNames: label.taxon.commonNames, family: label.taxon.family,
                        rank: label.taxon.rank.rawValue)
                }
                try output.print(rows, columns: ["index", "scientificName", "family", "commonNames"]) { row in
                    let names = row.commonNames.isEmpty ? "" : "  " + row.commonNames.joined(separator: ", ")
                    return "\(row.index)\t\(row.scientificName)" + names + (row.family.map { " (\($0))" } ?? "")
                }
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Compare a model's files with the sums it was published with."))

        @Argument(help: ArgumentHelp(localized("Its name; the one in use where none is given."), valueName: "model"))
        var name: String?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let model = try await Compose.model(common.settings([.command(.model): name]))
                try model.verify()
                _ = try ModelReader(model, settings: InferenceModel.Settings())
                let (name, count) = (model.manifest.fullName, model.manifest.files.count)
                Terminal.print(
                    localized(
                        count, one: "\(name, "model"): \(count, "count") files as published, and it loads.",
                        other: "\(name, "model"): \(count, "count") files as published, and it loads."))
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Remove an installed model."))

        @Argument(help: ArgumentHelp(localized("Its name."), valueName: "model"))
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting { try await Compose.shelf(common.settings()).remove(name) }
        }
    }

    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Use this model from now on; “built-in” is the model of this release."))

        @Argument(help: ArgumentHelp(localized("Its name."), valueName: "model"))
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                try await Compose.shelf(common.settings()).use(name)
                Terminal.error(localized("A running server uses it after its next start."))
            }
        }
    }

    struct Bench: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Measure how fast a model answers on this machine."))

        @Argument(help: ArgumentHelp(localized("Its name; the one in use where none is given."), valueName: "model"))
        var name: String?

        @Option(help: ArgumentHelp(localized("Inferences to time."), valueName: "count"))
        var count = 100

        @OptionGroup var common: CommonOptions

        func validate() throws {
            if !(1...100_000).contains(count) { throw ValidationError(localized("--count takes 1 to 100000.")) }
        }

        func run() async throws {
            try await reporting {
                let settings = try await common.settings([.command(.model): name])
                let clock = ContinuousClock()
                let began = clock.now
                let reader = try Compose.reader(settings, mode: .latency)
                let loaded = (clock.now - began) / .milliseconds(1)
                let size = reader.pixels
                let pixels = [UInt8](repeating: 128, count: size.width * size.height * 3)
                _ = try await reader.read(pixels)
                var times: [Double] = []
                for _ in 0..<count {
                    let start = clock.now
                    _ = try await reader.read(pixels)
                    times.append((clock.now - start) / .milliseconds(1))
                }
                times.sort()
                let median = times[times.count / 2].formatted(.number.precision(.fractionLength(2)))
                let most = times[Int(Double(times.count - 1) * 0.95)].formatted(.number.precision(.fractionLength(2)))
                Terminal.print(
                    "\(reader.folder.manifest.fullName)\tload ms\t\(Int(loaded))\tmedian ms\t\(median)\t95 % ms\t\(most)"
                )
            }
        }
    }
}

extension Models {
    /// Returns for example "1081 plants".
    static func plants(_ count: Int) -> String {
        localized(
            count, one: "\(count, "count") plants", other: "\(count, "count") plants", context: "known to a model")
    }
}

/// Unpacks an archive of a model folder with the system's tools, which refuse paths outside the target.
enum Archive {
    /// Returns the folder inside that has a model.json.
    static func unpack(_ archive: URL, into folder: URL) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (archive, target) = (archive.path(percentEncoded: false), folder.path(percentEncoded: false))
        let isZip = archive.lowercased().hasSuffix(".zip")
        let tool = Process()
        tool.executableURL = URL(filePath: isZip ? "/usr/bin/unzip" : "/usr/bin/tar")
        tool.arguments = isZip ? ["-q", archive, "-d", target] : ["--no-same-owner", "-xf", archive, "-C", target]
        tool.standardError = FileHandle.nullDevice
        tool.standardOutput = FileHandle.nullDevice
        do {
            try tool.run()
        } catch {
            let program = isZip ? "unzip" : "tar"
            throw CommandFailure(.configuration, localized("\(program, "program") is not installed."))
        }
        tool.waitUntilExit()
        guard tool.terminationStatus == 0 else {
            throw CommandFailure(.badData, localized("\(archive, "file") is not an archive that can be unpacked."))
        }
        let found = ([""] + (FileManager.default.subpaths(atPath: target) ?? []).sorted()).first {
            FileManager.default.fileExists(atPath: target + "/" + $0 + "/" + ModelManifest.fileName)
        }
        guard let found else { throw CommandFailure(.badData, localized("There is no model.json in the archive.")) }
        return target + "/" + found
    }
}
