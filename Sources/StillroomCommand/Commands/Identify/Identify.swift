import ArgumentParser
import Foundation
import Household
import Imaging
import Inference
import LocalRecognition
import Messages
import Recognition

struct Identify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: localized("Name the plant in a photograph, in many, or in a folder of them."),
        discussion: Discussion.examples(
            """
            stillroom identify rose.jpg
            stillroom identify --together flower.jpg leaf.jpg
            stillroom identify --jsonl --output answers.jsonl --resume photographs/
            curl -s https://example.org/rose.jpg | stillroom identify -
            """,
            localized(
                """
                Exit status: 0 when something was named with confidence above the lower threshold, 1 when nothing was, \
                65 for a file that is no readable photograph, 66 for one that is missing. A batch goes on after a bad \
                file and ends with the worst status.

                --json is an object for one photograph and an array for several. --plain has the file, the verdict, \
                the scientific name, the common name, the family and the confidence.
                """)))

    @Argument(
        help: ArgumentHelp(
            localized("Photographs, folders of them, or - for standard input."), valueName: "photograph"),
        completion: .file())
    var paths: [String]

    @OptionGroup var form: OutputOptions
    @OptionGroup var progress: ProgressOptions

    @Option(help: ArgumentHelp(localized("Candidates to give, 1 to 10."), valueName: "count"))
    var top = 3

    @Option(help: ArgumentHelp(localized("Photographs read at once; all cores unless said."), valueName: "count"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(localized("Name of an installed model, or a folder with a model.json."), valueName: "model"))
    var model: String?

    @Option(
        help: ArgumentHelp(
            localized("Who is asked: \(Identify.strategies, "words")."), valueName: "strategy"))
    var strategy: String?

    @Option(
        help: ArgumentHelp(
            localized("On-device first: under this confidence, 0 to 1, Pl@ntNet is asked."), valueName: "share"))
    var threshold: Double?

    @Option(
        help: ArgumentHelp(
            localized("What a photograph shows: \(Identify.organs, "words"); once for all, or once each."),
            valueName: "organ"))
    var organ: [String] = []

    @Flag(help: ArgumentHelp(localized("The photographs (up to five) show one plant: give one answer.")))
    var together = false

    @Option(
        help: ArgumentHelp(localized("Write the answers to this file instead of standard output."), valueName: "file"))
    var output: String?

    @Flag(
        help: ArgumentHelp(
            localized("With --jsonl --output: skip the photographs that the file answers already, and add the others."))
    )
    var resume = false

    @OptionGroup var original: OriginalAnswerOptions

    @OptionGroup var common: AnywhereOptions

    private static let strategies = Strategy.allCases.map(\.rawValue).joined(separator: ", ")
    private static let organs = Organ.allCases.map(\.rawValue).joined(separator: ", ")

    func validate() throws {
        if original.raw, !together, !Photographs.areOne(paths) {
            throw ValidationError(OriginalAnswerOptions.onePhotograph)
        }
        if resume, output == nil || !form.jsonl {
            throw ValidationError(localized("--resume goes with --jsonl and --output."))
        }
        if !(1...10).contains(top) { throw ValidationError(localized("--top takes 1 to 10.")) }
        if let jobs, !(1...256).contains(jobs) { throw ValidationError(localized("--jobs takes 1 to 256.")) }
        if together, !(1...Policy().photographLimit).contains(paths.count) {
            throw ValidationError(
                localized("--together takes one to \(Policy().photographLimit, "number") photographs."))
        }
        if let strategy, Strategy(rawValue: strategy) == nil {
            throw ValidationError(localized("--strategy is \(Self.strategies, "words")."))
        }
        if let threshold, !(0...1).contains(threshold) { throw ValidationError(localized("--threshold takes 0 to 1.")) }
        if organ.contains(where: { Organ(rawValue: $0) == nil }) {
            throw ValidationError(localized("--organ is \(Self.organs, "words")."))
        }
        if organ.count > 1, organ.count != paths.count {
            throw ValidationError(localized("Give --organ once for all photographs, or once for each."))
        }
        if paths.count(where: { $0 == "-" }) > 1 {
            throw ValidationError(localized("Standard input can be read once."))
        }
    }

    func run() async throws {
        try await reporting {
            try common.refuse("--raw", original.raw)
            if let house = try await common.elsewhere() { return try await identify(in: house) }
            try await original.run { try await identify() }
        }
    }

    private func identify() async throws {
        let settings = try await common.settings([
            .command(.model): model, .policy(.strategy): strategy,
            .policy(.threshold): threshold.map { String($0) },
        ])
        let isSingle = together || (paths.count == 1 && !Photographs.isFolder(paths[0]))
        let jobs = isSingle && !together ? 1 : jobs ?? settings.pictureWorkers
        let pictures = Compose.pictures(settings, workers: jobs)
        pictures.warmUp()
        let recogniser = try Compose.recogniser(
            settings, pictures: pictures, mode: isSingle ? .latency : .throughput, logger: Compose.logger(settings))
        // Without a key, or with the device only, there are no requests, so no records are needed.
        let isAlone = settings.fixed.contains(.strategy) && settings.policy.strategy == .onDeviceOnly
        let records = !isAlone && Compose.isConfigured(settings) ? try await Compose.records(settings) : nil
        let inquirer = try Compose.inquirer(
            settings, recogniser: recogniser, pictures: pictures, records: records,
            logger: Compose.logger(settings))
        let livePolicy = LivePolicy(settings.policy, fixed: settings.fixed)
        if let records { try await livePolicy.recallChoices(from: records) }
        let policy = livePolicy.current
        if policy.strategy != .serviceOnly { try await recogniser.warmUp() }
        let sheet = try AnswerSheet(
            style: style(isSingle: isSingle), fields: form.fields, output: output, resume: resume,
            top: top, policy: policy)
        var batch = Batch(inquirer: inquirer, policy: policy, sheet: sheet, jobs: jobs)
        let organs = organ.compactMap(Organ.init)
        if together {
            try await batch.answerTogether(paths, organs: organs)
        } else {
            try await batch.answer(
                Photographs(paths), organs: organs, isBatch: !isSingle,
                showProgress: !isSingle && progress.isShown)
        }
        try sheet.finish()
        if let status = batch.status { throw ExitCode(status.rawValue) }
    }

    private func style(isSingle: Bool) -> AnswerSheet.Style {
        if form.json { return isSingle ? .json : .jsonArray }
        if form.jsonl { return .jsonLines }
        return form.plain ? .plain : .people
    }
}

/// The requested photographs; folders are read during the iteration.
struct Photographs: Sequence {
    struct Item {
        let name: String
        /// Whether the file was found in a folder: such a file is skipped if it is not a picture.
        let isFound: Bool
    }

    private let paths: [String]

    init(_ paths: [String]) {
        self.paths = paths
    }

    /// Whether the paths are one photograph, and not a folder.
    static func areOne(_ paths: [String]) -> Bool { paths.count == 1 && !isFolder(paths[0]) }

    /// Says how many files of folders are not pictures.
    static func skipped(_ count: Int) -> String {
        localized("Files skipped because they are not pictures: \(count, "count").")
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    /// Pipes and devices may block for ever, so they are not opened.
    static func isRegularFile(_ path: String) -> Bool {
        let url = URL(filePath: path).resolvingSymlinksInPath()
        let type = try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))[.type]
        return type as? FileAttributeType == .typeRegular
    }

    func makeIterator() -> AnyIterator<Item> {
        var rest = paths[...]
        var walk: FileManager.DirectoryEnumerator?
        var root = ""
        return AnyIterator {
            while true {
                if let current = walk {
                    guard let name = current.nextObject() as? String else {
                        walk = nil
                        continue
                    }
                    if name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { continue }
                    let path = root + "/" + name
                    if !Self.isRegularFile(path) { continue }
                    return Item(name: path, isFound: true)
                }
                guard let path = rest.popFirst() else { return nil }
                guard Self.isFolder(path) else { return Item(name: path, isFound: false) }
                root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
                walk = FileManager.default.enumerator(atPath: root)
            }
        }
    }

    /// Returns the bytes of a file, or of standard input for "-". Throws `CommandFailure` (no input).
    static func read(_ name: String) throws(CommandFailure) -> [UInt8] {
        if name == "-" { return try read(.standardInput) }
        guard FileManager.default.fileExists(atPath: name) else {
            throw CommandFailure(.noInput, localized("There is no such file."))
        }
        guard isRegularFile(name), let file = FileHandle(forReadingAtPath: name) else {
            throw CommandFailure(.noInput, localized("The file cannot be opened."))
        }
        defer { try? file.close() }
        return try read(file)
    }

    /// Reads at most one byte more than the limit, so that an endless file is refused and not read for ever.
    private static func read(_ file: FileHandle) throws(CommandFailure) -> [UInt8] {
        do {
            return [UInt8](try file.read(upToCount: PictureLimits().bytes + 1) ?? Data())
        } catch {
            throw CommandFailure(.noInput, localized("The file cannot be read."))
        }
    }
}
