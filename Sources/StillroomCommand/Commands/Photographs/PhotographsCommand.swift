import ArgumentParser
import Foundation
import Household
import Messages
import PhotographFiles
import PhotographObjects
import Recognition
import SQLiteDatabase

struct PhotographsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photographs",
        abstract: localized("Move the photographs between the data folder and a bucket."),
        subcommands: [Move.self])

    enum Place: String, ExpressibleByArgument, CaseIterable {
        case bucket, folder

        /// The help of the option names them in its sentence.
        static var allValueStrings: [String] { [] }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Copy the photographs into the bucket, or back into the data folder."),
            discussion: Discussion.examples(
                """
                stillroom photographs move --to bucket
                stillroom photographs move --to bucket --remove
                stillroom photographs move --to folder
                """,
                localized(
                    """
                    The bucket is that of photographs.bucket-url. Each copy is verified, and what is there already is not
                    copied again, so an interrupted move can be repeated. The server may run meanwhile; with --remove it
                    must be stopped.
                    """)))

        @Option(
            help: ArgumentHelp(
                localized("Where the photographs are copied to: bucket or folder."), valueName: "place"),
            completion: .words(Place.self))
        var to: Place

        @Flag(help: ArgumentHelp(localized("Afterwards remove the photographs from where they were.")))
        var remove = false

        @OptionGroup var output: DocumentOptions

        @OptionGroup var progress: ProgressOptions

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let settings = try await common.settings()
                let store = try Compose.photographs(settings)
                guard let objects = store.objects else {
                    throw CommandFailure(
                        .configuration, localized("There is no bucket: photographs.bucket-url is not set."),
                        hint: localized("Set it also when photographs are copied back into the folder."))
                }
                // A server that runs with other settings would look for the photographs where they no longer are; and no restore
                // may replace the folder meanwhile.
                let folder = settings.dataDirectory
                let use = remove ? try FolderUse.alone(folder) : try FolderUse.share(folder)
                try await objects.bucket.check()
                let (report, digests) = try await copy(store, objects)
                if remove {
                    for digest in Set(digests).subtracting(report.incomplete) {
                        switch to {
                        case .bucket: try store.files.archive.remove(digest)
                        case .folder: try await objects.removeObjects(of: digest)
                        }
                    }
                }
                withExtendedLifetime(use) {}
                try show(PhotographMoveDocument(report, to: place(store, objects), isRemoving: remove))
                if !report.incomplete.isEmpty { throw ExitCode(CommandFailure.Status.inputOutput.rawValue) }
            }
        }

        private func place(_ store: PhotographStore, _ objects: PhotographObjects) -> String {
            to == .bucket ? objects.bucket.address.description : store.files.folder
        }

        private func copy(
            _ store: PhotographStore, _ objects: PhotographObjects
        ) async throws -> (PhotographMove.Report, [Digest]) {
            let move = PhotographMove(objects: objects, files: store.files.archive)
            let digests: [Digest] =
                switch to {
                case .bucket: store.files.inventory().digests
                case .folder: try await objects.inventory().map(\.digest)
                }
            let isShown = progress.isShown
            let bar = ProgressBar()
            let show: @Sendable (PhotographMove.Report) -> Void = { report in
                if isShown { Terminal.progress(bar.line(done: report.count, of: digests.count)) }
            }
            defer { if isShown { Terminal.progress("") } }
            switch to {
            case .bucket: return (try await move.toBucket(digests, progress: show), digests)
            case .folder: return (try await move.toFolder(digests, progress: show), digests)
            }
        }

        private func show(_ document: PhotographMoveDocument) throws {
            if output.json { return try output.print(document) }
            let (copied, present, incomplete) = (document.copied, document.present, document.incomplete)
            Terminal.print(
                localized(
                    copied, one: "\(copied, "count") photograph was copied to \(document.to, "place") and verified.",
                    other: "\(copied, "count") photographs were copied to \(document.to, "place") and verified."))
            if present > 0 {
                Terminal.print(
                    localized(
                        present, one: "\(present, "count") was there already.",
                        other: "\(present, "count") were there already."))
            }
            if document.removed > 0 {
                Terminal.print(
                    localized(
                        document.removed, one: "\(document.removed, "count") was removed from where it was.",
                        other: "\(document.removed, "count") were removed from where they were."))
            }
            guard !incomplete.isEmpty else { return }
            let count = incomplete.count
            Terminal.error(
                localized(
                    count,
                    one: "A file of \(count, "count") photograph is missing or damaged; the others of it were copied:",
                    other:
                        "Files of \(count, "count") photographs are missing or damaged; the others of them were copied:"
                ))
            for digest in incomplete.prefix(10) { Terminal.error("  \(digest)") }
            if count > 10 { Terminal.error("  …") }
        }
    }
}

/// What `stillroom photographs move` did, as JSON.
private struct PhotographMoveDocument: Encodable {
    let to: String
    let copied: Int
    let present: Int
    /// The photographs of which a file is missing or damaged, by the SHA-256 of their originals.
    let incomplete: [String]
    let bytes: Int
    /// How many photographs were removed from where they were.
    let removed: Int

    init(_ report: PhotographMove.Report, to: String, isRemoving: Bool) {
        self.to = to
        copied = report.copied
        present = report.present
        incomplete = report.incomplete.map(\.hexadecimal)
        bytes = report.bytes
        removed = isRemoving ? report.copied + report.present : 0
    }
}
