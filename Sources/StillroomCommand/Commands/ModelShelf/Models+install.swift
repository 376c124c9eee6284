import ArgumentParser
import Foundation
import Household
import LocalRecognition
import Messages
import OnlineServices
import Synchronization

extension Models {
    struct Available: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the models that can be installed by name."))

        @OptionGroup var output: OutputOptions

        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let name: String
            let title: String
            let plants: Int
            let address: String
            let atMost: Int
            let checksum: String
            let licence: String
            let source: String
            let notes: [String]
            let installed: Bool
        }

        func run() async throws {
            try await reporting {
                let shelf = try await Compose.shelf(common.settings())
                let names = Set(shelf.entries().compactMap { try? $0.contents.get().manifest.name })
                let rows = try InstallableModel.all().map { model in
                    Row(
                        name: model.name, title: model.title, plants: try model.plantCount(),
                        address: model.download.address, atMost: model.download.bytes ?? model.download.atMost,
                        checksum: model.checksum?.expected ?? "", licence: model.licence, source: model.source,
                        notes: model.notes, installed: names.contains(model.name))
                }
                try output.print(rows, columns: ["name", "plants", "atMost", "installed", "title"]) { row in
                    let size = Models.megabytes(row.atMost)
                    let state =
                        row.installed
                        ? localized("installed") : localized("at most \(size, "megabytes") MB to download")
                    return (["\(row.name)  \(Models.plants(row.plants)), \(state)", row.title] + row.notes)
                        .joined(separator: "\n  ")
                }
            }
        }
    }

    struct Install: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized(
                "Install a model by its name, or from a folder, a .tar.gz or .zip archive, or an address."),
            discussion: Discussion.examples(
                """
                stillroom models install inat-plants
                stillroom models install ./plantnet-300k-resnet50
                stillroom models install https://example.org/model.tar.gz --sha256 2d22…7aaf
                """))

        @Argument(
            help: ArgumentHelp(
                localized(
                    """
                    A name that “stillroom models available” lists, a folder with model.json, an archive of one, or \
                    its https address.
                    """), valueName: "source"))
        var source: String

        @Option(
            help: ArgumentHelp(localized("Checksum of the archive; needed for an address."), valueName: "hexadecimal"))
        var sha256: String?

        @Option(
            help: ArgumentHelp(
                localized("Another address of the same file, for a model that is installed by its name."),
                valueName: "address"))
        var mirror: String?

        @Flag(help: ArgumentHelp(localized("Only say what would be downloaded and written.")))
        var dryRun = false

        @OptionGroup var progress: ProgressOptions

        @OptionGroup var common: CommonOptions

        func validate() throws {
            if source.contains("://"), sha256 == nil { throw ValidationError(localized("An address needs --sha256.")) }
            if let sha256, sha256.count != 64 || !sha256.allSatisfy(\.isHexDigit) {
                throw ValidationError(localized("--sha256 takes 64 hexadecimal digits."))
            }
        }

        func run() async throws {
            try await reporting {
                let shelf = try await Compose.shelf(common.settings())
                let described = Photographs.isFolder(source) ? nil : try InstallableModel.named(source)
                try check(described, shelf)
                if dryRun { return say(described, into: shelf) }
                let work = FileManager.default.temporaryDirectory.appending(path: "stillroom-" + UUID().uuidString)
                try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: work) }
                let folder: String
                if let described {
                    folder = try await self.folder(of: described, in: work, shelf)
                } else {
                    folder = try await self.folder(in: work, shelf)
                }
                let model = try shelf.install(from: folder)
                let plants = Models.plants(model.labels.count { $0 != nil })
                Terminal.error(localized("Installed \(model.manifest.fullName, "model"), \(plants, "plants")."))
                Terminal.error(localized("Use it: stillroom models use \(model.manifest.name, "model")"))
            }
        }

        /// Checks what does not need a download. Throws `CommandFailure`.
        private func check(_ model: InstallableModel?, _ shelf: ModelShelf) throws {
            guard let model else {
                guard mirror == nil else {
                    throw CommandFailure(.usage, localized("--mirror needs the name of a model."))
                }
                guard source.contains("://") || FileManager.default.fileExists(atPath: source) else {
                    throw CommandFailure(
                        .noInput, localized("There is no \(source, "file")."),
                        hint: localized("stillroom models available lists the models that have a name."))
                }
                return
            }
            guard sha256 == nil else {
                throw CommandFailure(.usage, localized("A model with a name has its own checksum, without --sha256."))
            }
            if FileManager.default.fileExists(atPath: shelf.folder + "/" + model.name) {
                throw CommandFailure(
                    .usage, localized("A model of this name is installed."),
                    hint: localized("Remove it first: stillroom models remove \(model.name, "name")."))
            }
        }

        /// Prints what an installation would do.
        private func say(_ model: InstallableModel?, into shelf: ModelShelf) {
            guard let model else {
                let folder = shelf.folder
                Terminal.print(localized("Would install \(source, "source") into \(folder, "folder")."))
                return
            }
            let (address, size) = (
                mirror ?? model.download.address, Models.megabytes(model.download.bytes ?? model.download.atMost)
            )
            let folder = shelf.folder + "/" + model.name
            Terminal.print(localized("Would download at most \(size, "megabytes") MB from \(address, "address")"))
            if let checksum = model.checksum {
                let sum = checksum.expected
                Terminal.print(
                    model.download.sha256 == nil
                        ? localized("and verify that its name as a blob of git is \(sum, "checksum"),")
                        : localized("and verify that its SHA-256 is \(sum, "checksum"),"))
            }
            Terminal.print(localized("then write \(folder, "folder")."))
            Terminal.print(localized("Licence: \(model.licence, "licence")"))
        }

        /// Downloads the weights of a described model, verifies them, and makes its folder.
        private func folder(of model: InstallableModel, in work: URL, _ shelf: ModelShelf) async throws -> String {
            guard let address = URL(string: mirror ?? model.download.address), let checksum = model.checksum else {
                let text = mirror ?? model.download.address
                throw CommandFailure(.usage, localized("\(text, "address") is not an address."))
            }
            let weights = work.appending(path: "weights")
            try await download(
                address, checksum, limit: model.download.bytes ?? model.download.atMost, to: weights, shelf)
            let folder = work.appending(path: model.name)
            try model.assemble(weights: weights, in: folder)
            return folder.path(percentEncoded: false)
        }

        private func folder(in work: URL, _ shelf: ModelShelf) async throws -> String {
            if Photographs.isFolder(source) { return source }
            var archive = URL(filePath: source)
            if let address = URL(string: source), source.contains("://"), let sha256 {
                archive = work.appending(path: address.pathExtension == "zip" ? "archive.zip" : "archive.tar.gz")
                try await download(address, .sha256(sha256), limit: ModelDownload.limit, to: archive, shelf)
            } else {
                guard let data = try? Data(contentsOf: archive, options: .mappedIfSafe) else {
                    throw CommandFailure(.noInput, localized("There is no \(source, "file")."))
                }
                if let sha256, ModelFolder.sum(data) != sha256.lowercased() {
                    throw CommandFailure(
                        .badData, localized("\(source, "file") has another checksum than the one given."))
                }
            }
            return try Archive.unpack(archive, into: work.appending(path: "unpacked"))
        }

        /// Downloads through a file beside the models, so that the next call continues an interrupted download.
        private func download(
            _ address: URL, _ checksum: ModelChecksum, limit: Int, to file: URL, _ shelf: ModelShelf
        ) async throws {
            let folder = URL(filePath: shelf.folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let environment = ProcessInfo.processInfo.environment
            let isShown = progress.isShown
            let shown = Mutex(-1)
            let download = ModelDownload(
                address, checksum: checksum, limit: limit,
                proxy: environment["https_proxy"] ?? environment["HTTPS_PROXY"]
            ) { bytes, size in
                // A line for each hundredth, or for each MiB if the size is not known.
                let step = size.map { bytes / max(1, $0 / 100) } ?? bytes >> 20
                let isNew = shown.withLock { last in
                    defer { last = step }
                    return last != step
                }
                guard isShown, isNew else { return }
                let (done, all) = (Models.megabytes(bytes), size.map(Models.megabytes))
                Terminal.progress(
                    all.map { localized("\(done, "megabytes") of \($0, "total") MB") }
                        ?? localized("\(done, "megabytes") MB"))
            }
            defer { if isShown { Terminal.progress("") } }
            try await download.fetch(
                to: file, through: folder.appending(path: ".download-\(checksum.expected.prefix(16))"))
        }
    }

    /// Returns for example "5.4".
    fileprivate static func megabytes(_ bytes: Int) -> String {
        (Double(bytes) / 1_000_000).formatted(.number.precision(.fractionLength(1)))
    }
}

extension InstallableModel {
    /// How the weights are verified; nil if the catalogue is damaged, which a test excludes.
    fileprivate var checksum: ModelChecksum? {
        download.sha256.map { .sha256($0) } ?? download.gitBlob.map { .gitBlob($0) }
    }
}
