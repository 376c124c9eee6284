import ArgumentParser
import Documents
import Foundation
import Household
import Larder
import LocalRecognition
import Messages

struct FoodGTIN: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gtin", abstract: localized("Show what the text of a barcode contains: number, lot, expiry date."),
        discussion: localized(
            "Without codes, one is read from each line of standard input. Nothing is sent over the network."))

    @Argument(help: ArgumentHelp(localized("Numbers, GS1 element strings or Digital Links.")))
    var codes: [String] = []

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await reporting {
            var isAllValid = true
            var printer = output.printer(
                columns: ["input", "gtin", "symbology", "valid"], isSingle: codes.count == 1)
            func show(_ text: String) throws {
                let reading = BarcodeReading(text)
                isAllValid = isAllValid && reading.isValid
                try printer.print(GTINDocument(reading)) {
                    guard let gtin = reading.gtin else {
                        return Terminal.row(text, localized("not valid"), reading.sentence ?? "")
                    }
                    let elements = reading.applicationIdentifiers.map { "(\($0.identifier))\($0.value)" }.joined()
                    return Terminal.row(
                        text, gtin.description, reading.symbology?.rawValue ?? "", elements, reading.sentence ?? "")
                }
            }
            if codes.isEmpty {
                while let line = readLine() { try show(line) }
            } else {
                for code in codes { try show(code) }
            }
            try printer.finish()
            if !isAllValid { throw ExitCode(CommandFailure.Status.badData.rawValue) }
        }
    }
}

struct FoodScan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: localized("Read the barcodes of photographs, on this machine."),
        discussion: localized(
            """
            A code is agreed if two independent readers found the same code, and no other in its place.
            Compare other codes with the digits below the barcode.
            """))

    @Argument(
        help: ArgumentHelp(localized("Photographs, folders of them, or - for standard input.")), completion: .file())
    var paths: [String]

    @OptionGroup var output: OutputOptions

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let settings = try await common.settings()
            let jobs = settings.pictureWorkers
            var sheet = ScanSheet(
                output.printer(columns: ["file", "codes.gtin", "error"], isSingle: Photographs.areOne(paths)))
            try await sheet.show(
                Photographs(paths), by: LocalBarcodes(pictures: Compose.pictures(settings, workers: jobs)), jobs: jobs)
            try sheet.printer.finish()
            if sheet.passedOver > 0 {
                Terminal.error(Photographs.skipped(sheet.passedOver))
            }
            if let worst = sheet.worst { throw ExitCode(worst.rawValue) }
            if sheet.found == 0 { throw ExitCode(CommandFailure.Status.nothingAboveThreshold.rawValue) }
        }
    }
}

/// Prints scans on a terminal, in the order of the photographs.
private struct ScanSheet {
    var printer: ObjectPrinter
    var found = 0
    /// The number of files in folders that are not pictures.
    var passedOver = 0
    var worst: CommandFailure.Status?

    init(_ printer: ObjectPrinter) { self.printer = printer }

    mutating func show(_ photographs: Photographs, by barcodes: LocalBarcodes, jobs: Int) async throws {
        try await OrderedWork.run(photographs, jobs: jobs) { item, _ -> Result<BarcodeScan, any Error>? in
            do { return .success(try await barcodes.scan(try Photographs.read(item.name))) } catch {
                return item.isFound && CommandFailure.isNoPicture(error) ? nil : .failure(error)
            }
        } show: { item, result in
            if let result { try show(result, item.name) } else { passedOver += 1 }
        }
    }

    private mutating func show(_ result: Result<BarcodeScan, any Error>, _ name: String) throws {
        switch result {
        case .success(let scan): try show(ScanDocument(scan, file: name), name)
        case .failure(let error):
            let failure = CommandFailure(error)
            if failure.status.rawValue > worst?.rawValue ?? 0 { worst = failure.status }
            let code = (error as? HouseholdError)?.detail ?? failure.status.word
            try show(ScanDocument(nil, file: name, error: code), name)
            Terminal.error("stillroom: \(name): \(failure.message)")
        }
    }

    private mutating func show(_ document: ScanDocument, _ name: String) throws {
        found += document.codes.count
        try printer.print(document) {
            if document.codes.isEmpty, document.error == nil {
                return "\(name)\t" + localized("no code readable")
            }
            return document.codes.map { code in
                let state = code.agreed ? localized("agreed") : localized("not sure")
                return "\(name)\t\(code.gtin)\t\(code.symbology ?? "")\t\(state)"
            }.joined(separator: "\n")
        }
    }
}
