import Agenda
import ArgumentParser
import Calendar
import Documents
import Foundation
import HTTPTransport
import Household
import Messages
import Plants

// MARK: - Past days

extension AgendaCommand.Show {
    /// Prints the day if it is a past one. Returns false for today and a later day. Throws if the day is too long ago, or if
    /// an option is given that selects tasks of coming days.
    func showPast(_ day: LocalDay) async throws -> Bool {
        let past: PastDayDocument
        if let house = try await common.elsewhere() {
            struct Today: Decodable { let today: String }
            let today: Today = try await house.get(HouseAPI.path("agenda"), [("days", "1"), ("zone", zone)])
            guard let now = LocalDay(today.today), day < now else { return false }
            try refuseFilters()
            past = try await house.get(HouseAPI.path("agenda", "day"), [("on", day.description)])
        } else {
            let settings = try await common.settings()
            let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
            let home = try await household.settings.home()
            guard day < (try household.settings.clock(in: zone, of: home).day) else { return false }
            try refuseFilters()
            past = PastDayDocument(try await household.agenda.pastDay(day))
        }
        try output.print(
            document: past, of: past.items,
            columns: ["chore", "status", "due", "kind", "title", "plantName", "room"]
        ) {
            for line in Self.lines(past) { Terminal.print(Terminal.harmless(line)) }
        }
        return true
    }

    private func refuseFilters() throws {
        guard kind == nil, room == nil else {
            throw CommandFailure(
                .usage, localized("--kind and --room do not select tasks of a past day."),
                hint: localized("With --jsonl each task has its kind and room."))
        }
    }

    static func lines(_ past: PastDayDocument) -> [String] {
        guard !past.items.isEmpty else { return [localized("No tasks on \(past.day, "day").")] }
        return [past.day]
            + past.items.map { item in
                let task = Chore.Kind.task(item.kind, item.title, item.plantName, item.room)
                let due =
                    item.due.map {
                        $0 == past.day ? localized("due", context: "a task") : localized("due since \($0, "day")")
                    }
                    ?? localized("not due")
                let undo = item.entries.map { "\($0.entry)" }.joined(separator: " --undo ")
                let state =
                    switch item.status {
                    case "done": localized("done; undo it with stillroom done --undo \(undo, "numbers")")
                    case "skipped": localized("skipped; undo it with stillroom done --undo \(undo, "numbers")")
                    default: localized("not done")
                    }
                return "  \(item.chore.prefix(8))  \(task): \(due), \(state)"
            }
    }
}

// MARK: - Before a holiday

extension AgendaCommand {
    struct BeforeYouLeave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "before-you-leave", abstract: localized("List what to water before a holiday."),
            discussion: Discussion.examples(
                """
                stillroom agenda before-you-leave
                stillroom agenda before-you-leave --from 2026-12-24 --to 2027-01-03 --json
                """,
                localized(
                    """
                    Without days it is the holiday that is planned. Nothing is planned or changed. The first column is \
                    the name
                    for "stillroom done".
                    """)))

        @Option(help: ArgumentHelp(localized("First day of the absence."), valueName: "date"))
        var from: String?

        @Option(help: ArgumentHelp(localized("Last day of the absence."), valueName: "date"))
        var to: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var common: AnywhereOptions

        func validate() throws {
            guard (from == nil) == (to == nil) else {
                throw ValidationError(localized("--from and --to belong together."))
            }
        }

        func run() async throws {
            try await reporting {
                let first = try Typed.day(from, option: "--from")
                let last = try Typed.day(to, option: "--to")
                let document: DepartureDocument
                if let house = try await common.elsewhere() {
                    document = try await house.get(
                        HouseAPI.path("pause", "before-you-leave"),
                        [("from", first?.description), ("through", last?.description)])
                } else {
                    let settings = try await common.settings()
                    let household = try await Compose.household(
                        settings, withModel: false, logger: Compose.logger(settings))
                    var pause: Pause?
                    if let first, let last {
                        guard let days = Pause(from: first, through: last), first.days(until: last) <= 366 else {
                            throw CommandFailure(
                                .usage, localized("--to must not be before --from, and at most a year after it."))
                        }
                        pause = days
                    }
                    guard let view = try await household.agenda.departure(before: pause) else {
                        throw CommandFailure(
                            .noInput, localized("No holiday is planned, or it has begun."),
                            hint: localized("Name its days with --from and --to."))
                    }
                    document = DepartureDocument(view)
                }
                try output.print(
                    document: document, of: document.waterings,
                    columns: ["chore", "plantName", "room", "due", "again"]
                ) {
                    for line in Self.lines(document) { Terminal.print(Terminal.harmless(line)) }
                }
            }
        }

        static func lines(_ document: DepartureDocument) -> [String] {
            let (first, last) = (document.from, document.through)
            guard !document.waterings.isEmpty else {
                return [localized("No plant needs water for the holiday from \(first, "day") to \(last, "lastDay").")]
            }
            let heading = localized(
                """
                For the holiday from \(first, "day") to \(last, "lastDay"), water on \(document.waterOn, "waterDay")
                """)
            return [heading]
                + document.waterings.map { watering in
                    let plant = Chore.Kind.plant(watering.plantName ?? localized("The house"), watering.room)
                    let words =
                        watering.again.map {
                            localized(
                                """
                                \(plant, "plant"): otherwise due on \(watering.due, "day"), and again on \
                                \($0, "nextDay")
                                """)
                        } ?? localized("\(plant, "plant"): otherwise due on \(watering.due, "day")")
                    return "  \(watering.chore.prefix(8))  \(words)"
                }
        }
    }
}
