import Accounts
import ArgumentParser
import Directions
import Documents
import Foundation
import Household
import Labels
import LocalRecognition
import Messages
import Wording

/// The commands for medicines and their labels.
struct Rx: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: localized("Read labels of medicines on this machine, plan doses, and log them."),
        discussion: Discussion.examples(
            """
            stillroom rx read label.jpg
            stillroom rx parse "1 tab po bid x 7 days"
            stillroom rx read labels/ --jsonl > labels.jsonl
            stillroom rx explain label.jpg
            stillroom rx ask label.jpg "With food?"
            stillroom rx today
            """,
            localized(
                """
                This is not medical advice. Ask your pharmacist or prescriber if something is not clear.
                """)),
        subcommands: [
            RxRead.self, RxParse.self, RxScore.self, RxExplain.self, RxAsk.self, RxList.self, RxToday.self,
            RxTake.self, RxSkip.self, RxUndo.self, RxExport.self, RxForget.self,
        ])

    /// Returns the medicines of the person of that name; without a name, those of all people. Throws if no account has
    /// the name.
    static func medicines(_ common: CommonOptions, of person: PersonOption) async throws -> MedicineCabinet {
        let household = try await household(common)
        return household.medicines(for: try await person.viewer(in: household))
    }

    static func household(_ common: CommonOptions) async throws -> Household {
        let settings = try await common.settings()
        return try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
    }
}

/// Whose medicines a command is about.
struct PersonOption: ParsableArguments {
    @Option(help: ArgumentHelp(localized("Only what the person of this name sees."), valueName: "name"))
    var account: String?

    func viewer(in household: Household) async throws -> MedicineViewer {
        guard let account else { return .machine }
        let key = AccountName.key(of: account)
        guard let person = try await household.accounts.people().first(where: { $0.name.key == key }) else {
            throw CommandFailure(
                .noInput, localized("No account has this name."),
                hint: localized("stillroom accounts list shows the names."))
        }
        return .person(person.id)
    }
}

struct RxParse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: localized("Show what directions of a prescriber or a pharmacy say."),
        discussion: localized(
            """
            With --jsonl, standard input has a line \(RxParse.lineForm, "line") for each, and so has standard output \
            with the
            reading. Nothing is guessed: what is not understood is `review`, what contradicts itself `refuse`.
            """))

    @Argument(help: ArgumentHelp(localized("Directions such as \"1 tab po bid\".")))
    var directions: [String] = []

    @OptionGroup var output: OutputOptions

    @Flag(help: ArgumentHelp(localized("As FHIR R4 Dosage.")))
    var fhir = false

    private static let lineForm = #"{"id": …, "sig": …}"#

    private struct Line: Decodable {
        let id: String?
        let sig: String

        private enum CodingKeys: String, CodingKey { case id, sig }

        /// An identifier may be a text or a number.
        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: CodingKeys.self)
            sig = try box.decode(String.self, forKey: .sig)
            id =
                (try? box.decode(String.self, forKey: .id)) ?? (try? box.decode(Int.self, forKey: .id)).map(String.init)
        }
    }

    func run() async throws {
        try await reporting {
            var worst = DirectionsReading.Status.ok
            var printer = output.printer(columns: ["status", "sig"], isSingle: directions.count == 1)
            let names = try BundledMedicines.names()
            if directions.isEmpty {
                guard output.jsonl else {
                    throw CommandFailure(.usage, localized("Give directions, or --jsonl with lines on standard input."))
                }
                var number = 0
                while let text = readLine() {
                    number += 1
                    guard !text.allSatisfy(\.isWhitespace) else { continue }
                    guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else {
                        throw CommandFailure(
                            .badData, localized("Line \(number, "number") is not \(Self.lineForm, "line")."))
                    }
                    try printer.print(
                        DirectionsDocument(names.checked(DirectionsReader.read(line.sig)), id: line.id)
                    ) { "" }
                }
                return try printer.finish()
            }
            for text in directions {
                let read = names.checked(DirectionsReader.read(text))
                if read.status == .refuse || worst == .ok { worst = read.status }
                if fhir {
                    try Terminal.print(json: FHIRDosage.dosages(of: read))
                } else if output.isForPeople {
                    DirectionsSheet(read).print()
                } else {
                    try printer.print(DirectionsDocument(read)) { "" }
                }
            }
            if !fhir { try printer.finish() }
            if worst == .refuse { throw ExitCode(CommandFailure.Status.nothingAboveThreshold.rawValue) }
        }
    }
}

/// Prints directions on a terminal.
struct DirectionsSheet {
    private let directions: DirectionsReading

    init(_ directions: DirectionsReading) { self.directions = directions }

    func print() {
        Terminal.print(Terminal.harmless(directions.text))
        Terminal.print("  \(status)")
        if directions.flags.contains(where: { $0.code == LabelFlag.strengthTenfold.rawValue && $0.span != nil }) {
            Terminal.print("  !! \(LabelFlag.strengthTenfold.sentence)")
        }
        let translations = PlainLanguage.current.map { TranslatedDirections.sentences(of: directions, in: $0) } ?? []
        for sentence in PlainDirections(directions).sentences {
            Terminal.print("  \(Terminal.harmless(sentence.text))")
            // The translation stands below the sentence, because the label is English, and the label counts.
            if sentence.kind == .instruction, let clause = sentence.clause, translations.indices.contains(clause),
                let translation = translations[clause]
            {
                Terminal.print("    \(Terminal.harmless(translation))")
            }
        }
    }

    private var status: String {
        switch directions.status {
        case .ok: localized("read in full; compare it with the label")
        case .review: localized("not read in full: look at the label")
        case .refuse: localized("cannot be read safely: no dose is shown")
        }
    }
}

struct RxRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: localized("Read photographs of labels, on this machine."),
        discussion: localized(
            """
            A word is agreed when two readers, PP-OCR and Tesseract, read the same in the same place. Nothing is kept,
            and without --vision nothing leaves the machine.

            With --vision each photograph is sent to Google Vision, if the settings have a key and allow it. Words that
            the readers here read as well are agreed.
            """))

    @Argument(
        help: ArgumentHelp(localized("Photographs, folders of them, or - for standard input.")), completion: .file())
    var paths: [String]

    @OptionGroup var output: OutputOptions

    @Flag(help: ArgumentHelp(localized("The directions as FHIR R4 Dosage.")))
    var fhir = false

    @Flag(help: ArgumentHelp(localized("Send each of these photographs to Google Vision.")))
    var vision = false

    @OptionGroup var original: OriginalAnswerOptions

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if original.raw, !Photographs.areOne(paths) { throw ValidationError(OriginalAnswerOptions.onePhotograph) }
    }

    func run() async throws {
        try await reporting { try await original.run { try await read() } }
    }

    /// Returns what reads a photograph: the readers on this machine, or with --vision Google Vision and they.
    private func reader(
        _ settings: Settings, jobs: Int
    ) async throws -> @Sendable ([UInt8]) async throws -> LabelView {
        guard vision else {
            let services = try Compose.labelServices(
                settings, pictures: Compose.labelPictures(settings, workers: jobs), logger: Compose.logger(settings))
            return { try await services.read($0) }
        }
        let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
        return { try await household.medicines(for: .machine).readElsewhere($0) }
    }

    private func read() async throws {
        let settings = try await common.settings()
        let jobs = settings.pictureWorkers
        let reader = try await reader(settings, jobs: jobs)
        var sheet = LabelSheet(
            form: fhir ? .fhir : output.isForPeople ? .text : .data,
            output.printer(
                columns: ["file", "medicines.name", "medicines.strength", "directions.plain", "error"],
                isSingle: Photographs.areOne(paths)))
        try await OrderedWork.run(Photographs(paths), jobs: jobs) { item, _ -> Result<LabelView, any Error>? in
            do { return .success(try await reader(try Photographs.read(item.name))) } catch {
                return item.isFound && CommandFailure.isNoPicture(error) ? nil : .failure(error)
            }
        } show: { item, result in
            if let result { try sheet.show(result, item.name) } else { sheet.passedOver += 1 }
        }
        if !fhir { try sheet.printer.finish() }
        if sheet.passedOver > 0 {
            Terminal.error(Photographs.skipped(sheet.passedOver))
        }
        if let worst = sheet.worst { throw ExitCode(worst.rawValue) }
    }
}

/// Prints labels on a terminal, in the order of the photographs.
struct LabelSheet {
    enum Form { case text, data, fhir }

    let form: Form
    var printer: ObjectPrinter
    var passedOver = 0
    private(set) var worst: CommandFailure.Status?

    init(form: Form, _ printer: ObjectPrinter) {
        self.form = form
        self.printer = printer
    }

    mutating func show(_ result: Result<LabelView, any Error>, _ name: String) throws {
        switch result {
        case .success(let view):
            switch form {
            case .data: try printer.print(LabelDocument(view, file: name)) { "" }
            case .fhir:
                for entry in view.reading.entries {
                    if let directions = entry.directions {
                        try Terminal.print(json: FHIRDosage.dosages(of: directions))
                    }
                }
            case .text: Self.print(view, name)
            }
        case .failure(let error):
            let failure = CommandFailure(error)
            if failure.status.rawValue > worst?.rawValue ?? 0 { worst = failure.status }
            let known = error as? HouseholdError
            if form == .data {
                let code = known.map {
                    $0.code == .photographRefused ? $0.detail ?? $0.code.rawValue : $0.code.rawValue
                }
                try printer.print(LabelDocument(nil, file: name, error: code ?? failure.status.word)) { "" }
            }
            Terminal.error("stillroom: \(name): \(failure.message)")
        }
    }

    static func print(_ view: LabelView, _ name: String) {
        Terminal.print(Terminal.harmless(name))
        if let language = view.reading.language { Terminal.print("  " + language.flag.sentence) }
        if view.text.isHandwritten {
            Terminal.print("  " + localized("This looks like handwriting, so nothing of it counts as read."))
        }
        for entry in view.reading.entries {
            let parts = [entry.name ?? entry.unknownName, entry.strength, entry.form].compactMap(\.self)
            let words = parts.map { $0.text + ($0.isSure ? "" : " (?)") }
            Terminal.print(
                "  "
                    + Terminal.harmless(
                        words.isEmpty ? localized("A medicine without a name") : words.joined(separator: " · ")))
            if entry.soldStrength?.isTenfold ?? false, let strength = entry.strength {
                let sentence = entry.soldStrength?.sentence(of: strength.text) ?? ""
                Terminal.print("  !! " + Terminal.harmless(sentence))
            }
            if let directions = entry.directions {
                DirectionsSheet(directions).print()
            } else {
                Terminal.print("  " + localized("No directions were found: please type them."))
            }
            if let quantity = entry.quantity {
                Terminal.print("  " + localized("quantity: \(Terminal.harmless(quantity.text), "quantity")"))
            }
            if let refills = entry.refills {
                Terminal.print("  " + localized("refills: \(Terminal.harmless(refills.text), "count")"))
            }
        }
        for warning in view.reading.warnings {
            Terminal.print("  " + localized("on the label: “\(Terminal.harmless(warning.text), "text")”"))
        }
        if view.reading.entries.isEmpty { Terminal.print("  " + localized("No medicine was found in the text.")) }
    }
}

struct RxScore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score", abstract: localized("How well directions are read, against labelled ones."),
        discussion: localized(
            "A line is \(RxScore.lineForm, "line"); Docs/medicines.md says what each word means.")
    )

    @Argument(help: ArgumentHelp(localized("A file of JSON lines, or - for standard input.")), completion: .file())
    var path: String

    @OptionGroup var output: DocumentOptions

    @Flag(help: ArgumentHelp(localized("Each line that was not read as it was labelled.")))
    var verbose = false

    private static let lineForm = #"{"id", "sig", "expect", "clauses"}"#

    func run() async throws {
        try await reporting {
            guard
                let data = path == "-"
                    ? try FileHandle.standardInput.readToEnd() : FileManager.default.contents(atPath: path)
            else { throw CommandFailure(.noInput, localized("There is no file \(path, "file").")) }
            var summary = DirectionsScore.Summary()
            for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() where !line.isEmpty {
                guard let labelled = try? JSONDecoder().decode(LabelledDirections.self, from: Data(line)) else {
                    throw CommandFailure(
                        .badData, localized("Line \(number + 1, "number") is not a labelled direction."))
                }
                let score = DirectionsScore(labelled, read: DirectionsReader.read(labelled.sig))
                summary.add(score)
                let isMissed =
                    switch labelled.expect {
                    case .full: !score.isExact
                    case .partial: !score.isFlagged || !score.areFieldsRight
                    case .refuse: score.isReadAsDose || score.isSilentlyWrong
                    }
                if verbose, isMissed {
                    let fields = score.wrong.map(\.rawValue).sorted().joined(separator: ",")
                    Terminal.error(
                        "\(labelled.id)\t\(labelled.expect.rawValue)\t\(score.status.rawValue)\t\(fields)\t"
                            + Terminal.harmless(labelled.sig))
                }
            }
            if output.json { try output.print(summary) } else { Terminal.print(summary.table) }
        }
    }
}
