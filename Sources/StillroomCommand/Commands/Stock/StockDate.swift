import ArgumentParser
import Calendar
import Documents
import Household
import Larder
import LocalRecognition
import Messages

extension StockCommand {
    struct ReadDate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "date", abstract: localized("Read the date on packages in photographs, on this machine."),
            discussion: Discussion.examples(
                """
                stillroom stock date lid.jpg
                stillroom stock date packets/ --jsonl
                """,
                localized(
                    """
                    Nothing is stored. If day and month can be exchanged, both dates are shown: compare them with the
                    package.
                    """)))

        @Argument(
            help: ArgumentHelp(localized("Photographs, folders of them, or - for standard input.")),
            completion: .file())
        var paths: [String]

        @OptionGroup var output: OutputOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let settings = try await common.settings()
                let jobs = settings.pictureWorkers
                let services = try Compose.labelServices(
                    settings, pictures: Compose.labelPictures(settings, workers: jobs), logger: Compose.logger(settings)
                )
                let today = try await StockCommand.today(common)
                var printer = output.printer(
                    columns: ["file", "proposal.kind", "proposal.day", "lot", "error"],
                    isSingle: Photographs.areOne(paths))
                var (passedOver, worst) = (0, CommandFailure.Status?.none)
                try await OrderedWork.run(Photographs(paths), jobs: jobs) {
                    item, _ -> Result<PrintedDates, any Error>? in
                    do {
                        return .success(
                            try await services.reader.printedDates(in: try Photographs.read(item.name), today: today))
                    } catch {
                        return item.isFound && CommandFailure.isNoPicture(error) ? nil : .failure(error)
                    }
                } show: { item, result in
                    switch result {
                    case .success(let dates)?:
                        try printer.print(PrintedDatesDocument(dates, file: item.name)) {
                            StockCommand.words(dates, item.name)
                        }
                    case .failure(let error)?:
                        let failure = CommandFailure(error)
                        if failure.status.rawValue > worst?.rawValue ?? 0 { worst = failure.status }
                        if !output.isForPeople {
                            try printer.print(PrintedDatesDocument(nil, file: item.name, error: failure.status.word)) {
                                ""
                            }
                        }
                        Terminal.error("stillroom: \(item.name): \(failure.message)")
                    case nil: passedOver += 1
                    }
                }
                try printer.finish()
                if passedOver > 0 { Terminal.error(Photographs.skipped(passedOver)) }
                if let worst { throw ExitCode(worst.rawValue) }
            }
        }
    }

    /// The day on the household's clock.
    fileprivate static func today(_ common: CommonOptions) async throws -> LocalDay {
        try await Food.household(common).stock.view().clock.day
    }

    fileprivate static func words(_ dates: PrintedDates, _ file: String) -> String {
        let lines = dates.candidates.map { candidate in
            let day = candidate.date.day.description
            let words =
                candidate.date.kind == .useBy
                ? localized("use by \(day, "day")") : localized("best before \(day, "day")")
            return "  \(words)  “\(candidate.line)”"
        }
        let lot = dates.lot.map { ["  " + localized("lot \($0, "lot")")] } ?? []
        let found = lines.isEmpty ? ["  " + localized("No date could be read")] : lines
        return Terminal.harmless(lines: ([file] + found + lot).joined(separator: "\n"))
    }
}
