import ArgumentParser
import Calendar
import Documents
import Doses
import Foundation
import Household
import Messages

struct RxList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("The medicines that were confirmed."))

    @Flag(help: ArgumentHelp(localized("Also archived ones.")))
    var all = false

    @OptionGroup var output: OutputOptions

    @OptionGroup var person: PersonOption
    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            if let house = try await common.elsewhere() {
                return try print(
                    try await house.medicines(withOver: all).map { medicine in
                        (medicine, [medicine.name, medicine.strength].compactMap(\.self).joined(separator: " "))
                    })
            }
            try print(
                try await Rx.medicines(common.here, of: person).list(withOver: all).map {
                    (MedicineDocument($0), $0.medicine.label)
                })
        }
    }

    private func print(_ medicines: [(document: MedicineDocument, label: String)]) throws {
        var printer = output.printer(columns: ["id", "name", "strength", "plan", "plain"])
        for (medicine, label) in medicines {
            try printer.print(medicine) { Terminal.row(medicine.id, label, medicine.plan, medicine.plain) }
        }
        try printer.finish()
    }
}

struct RxToday: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today", abstract: localized("The doses of a day, and what is taken as needed."))

    @Option(help: ArgumentHelp(localized("Another day, such as 2026-11-21.")))
    var day: String?

    @OptionGroup var output: OutputOptions

    @OptionGroup var person: PersonOption
    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            let wanted = day.flatMap { LocalDay($0) }
            guard day == nil || wanted != nil else {
                throw CommandFailure(.usage, localized("A day is written as 2026-11-21."))
            }
            let document: MedicineDayDocument
            let zone: Zone
            if let house = try await common.elsewhere() {
                document = try await house.get(HouseAPI.path("doses"), [("day", day)])
                zone = try HouseAPI.zone(named: document.zone)
            } else {
                let view = try await Rx.medicines(common.here, of: person).medicineDay(wanted)
                (document, zone) = (MedicineDayDocument(view), view.clock.zone)
            }
            guard output.isForPeople else {
                return try output.print(
                    document: document, of: document.doses, columns: ["id", "at", "name", "amount", "status"]
                ) {}
            }
            for dose in document.doses {
                let time = zone.time(at: dose.at).description.prefix(5)
                Terminal.print(row: String(time), dose.name, dose.amount, Self.words(dose.status), dose.id)
                if let remark = dose.remark { Terminal.print("\t\(remark)") }
            }
            for line in document.asNeeded {
                Terminal.print(row: localized("as needed"), line.name, line.amount, line.medicine)
                for sentence in line.sentences { Terminal.print("\t\(sentence)") }
            }
            for stock in document.stocks where stock.isLow || stock.isExpired {
                Terminal.error(Terminal.harmless(Self.sentence(stock)))
            }
        }
    }

    private static func sentence(_ stock: MedicineDayDocument.Stock) -> String {
        if stock.isExpired { return localized("\(stock.name, "medicine") is past its date.") }
        guard let days = stock.daysLeft else { return localized("\(stock.name, "medicine") is low.") }
        return localized(
            days, one: "\(stock.name, "medicine") lasts for 1 more day.",
            other: "\(stock.name, "medicine") lasts for \(days, "count") more days.")
    }

    /// The words for a status; the status itself if it is of a later release.
    private static func words(_ status: String) -> String {
        switch status {
        case "planned": localized("planned", context: "a dose")
        case "due": localized("due", context: "a dose")
        case "late": localized("late", context: "a dose")
        case "missed": localized("missed", context: "a dose")
        case "taken": localized("taken", context: "a dose")
        case "skipped": localized("skipped", context: "a dose")
        default: status
        }
    }
}

struct RxTake: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take", abstract: localized("Log that a dose was taken."),
        discussion: localized(
            """
            A dose by its name as `stillroom rx today` shows it; a medicine that is taken as needed by its own.
            What is unusual (more than the label says, too soon, hours early) is noted only with --yes.
            """))

    @Argument(help: ArgumentHelp(localized("Name of the dose, or of the medicine.")))
    var id: String

    @Option(help: ArgumentHelp(localized("When, such as 2026-11-21T08:05:00Z; now otherwise.")))
    var at: String?

    @Option(help: ArgumentHelp(localized("How much, where the label leaves a choice.")))
    var amount: Double?

    @Flag(help: ArgumentHelp(localized("Log it even if it is unusual.")))
    var yes = false

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            let sure: Set<DoseDoubt.Kind> = yes ? Set(DoseDoubt.Kind.allCases) : []
            let instant = try at.map { text -> Date in
                guard let date = try? Date(text, strategy: .iso8601) else {
                    throw CommandFailure(.usage, localized("A time is written as 2026-11-21T08:05:00Z."))
                }
                return date
            }
            if let house = try await common.elsewhere() {
                let isNew = try await house.take(id, at: instant, amount: amount, sure: sure)
                if !isNew { Terminal.error(Self.wasRepeat) }
                return
            }
            let household = try await Rx.household(common.here)
            if let (kept, dose) = try await Self.dose(id, household) {
                let entries = try await household.medicines(for: .machine).note(
                    .taken(at: instant, amount: amount), dose: dose, of: kept.id, sure: sure)
                if entries.isEmpty { Terminal.error(Self.wasRepeat) }
            } else {
                let line = try await household.medicines(for: .machine).medicineDay().asNeeded.first {
                    $0.kept.id.rawValue == id
                }
                guard let line else {
                    throw CommandFailure(.noInput, localized("There is no such dose, and no such medicine."))
                }
                let entries = try await household.medicines(for: .machine).take(
                    asNeeded: line.clause, of: line.kept.id, amount: amount, at: instant, sure: sure)
                if entries.isEmpty { Terminal.error(Self.wasRepeat) }
                let after = try await household.medicines(for: .machine).medicineDay().asNeeded.first {
                    $0.kept.id == line.kept.id
                }
                for sentence in after?.sentences ?? [] { Terminal.error(sentence) }
            }
        }
    }

    private static var wasRepeat: String { localized("This dose is already logged, so it was not logged again.") }

    /// Returns the medicine to which a dose belongs; nil if there is none.
    static func dose(_ id: String, _ household: Household) async throws -> (StoredMedicine, PlannedDose.ID)? {
        for kept in try await household.medicines(for: .machine).list(withOver: true) {
            if let plan = kept.plan, id.hasPrefix("\(plan.id)-r") { return (kept, PlannedDose.ID(rawValue: id)) }
        }
        return nil
    }
}

struct RxSkip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: localized("Log that a dose was skipped."))

    @Argument(help: ArgumentHelp(localized("Name of the dose, as `stillroom rx today` shows it.")))
    var id: String

    @Option(help: ArgumentHelp(localized("Why, in your own words.")))
    var reason: String?

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            if let house = try await common.elsewhere() { return try await house.skip(id, reason: reason) }
            let household = try await Rx.household(common.here)
            guard let (kept, dose) = try await RxTake.dose(id, household) else {
                throw CommandFailure(.noInput, localized("There is no such dose."))
            }
            try await household.medicines(for: .machine).note(.skipped(reason: reason), dose: dose, of: kept.id)
        }
    }
}

struct RxUndo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: localized("Undo the last log entry of a dose, or of a medicine taken as needed.")
    )

    @Argument(help: ArgumentHelp(localized("Name of the dose, or of the medicine.")))
    var id: String

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            if let house = try await common.elsewhere() { return try await house.undo(id) }
            let household = try await Rx.household(common.here)
            if let (kept, dose) = try await RxTake.dose(id, household) {
                try await household.medicines(for: .machine).note(.undone, dose: dose, of: kept.id)
            } else {
                let line = try await household.medicines(for: .machine).medicineDay().asNeeded.first {
                    $0.kept.id.rawValue == id
                }
                guard let line, let number = line.undoable else {
                    throw CommandFailure(.noInput, localized("There is no log entry of the last day to undo."))
                }
                try await household.medicines(for: .machine).undo(entry: number, of: line.kept.id)
            }
        }
    }
}

struct RxExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: localized("Export all medicines and their log, for a doctor or another program."))

    @Option(
        help: ArgumentHelp(
            localized("\(TypedWords.medicineFormats, "words") (R4 MedicationStatements with their Dosage).")))
    var format = MedicinesFormat.json

    @OptionGroup var person: PersonOption
    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            if let house = try await common.elsewhere() {
                let bytes = try await house.bytes(HouseAPI.path("medicines", "export"), [("format", format.rawValue)])
                return Terminal.print(raw: String(decoding: bytes, as: UTF8.self))
            }
            let household = try await Rx.household(common.here)
            let medicines = household.medicines(for: try await person.viewer(in: household))
            let bytes = try format.export(await medicines.doseHistories(), at: household.now())
            Terminal.print(raw: String(decoding: bytes, as: UTF8.self))
        }
    }
}

extension MedicinesFormat: ExpressibleByArgument {}

struct RxForget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: localized("Delete all labels, their pictures, medicines and doses, of all people or of one."))

    @Flag(help: ArgumentHelp(localized("Confirm that everything is deleted.")))
    var everything = false

    @OptionGroup var person: PersonOption
    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            guard everything else {
                throw CommandFailure(
                    .usage, localized("Nothing was deleted."), hint: localized("Use --everything to delete all of it."))
            }
            try await Rx.medicines(common, of: person).forgetMedicines()
        }
    }
}
