import Agenda
import ArgumentParser
import Calendar
import Documents
import Foundation
import Household
import Messages
import Plants

struct AgendaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda", abstract: localized("Show the tasks for the plants."),
        subcommands: [Show.self, BeforeYouLeave.self, Instant.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List overdue tasks and the tasks of the next days."),
            discussion: Discussion.examples(
                """
                stillroom agenda
                stillroom agenda --days 7 --kind watering
                stillroom agenda --json --on 2026-12-24 --days 14
                stillroom agenda --date 2026-11-20
                """,
                localized(
                    """
                    Days are those of the household's time zone, or of --zone. "stillroom done" takes the short names \
                    in the
                    first column. --date shows one day; of a past day of the last twelve months what was due, done and
                    skipped. "stillroom done --on" and "stillroom done --undo" correct it.
                    """)))

        @OptionGroup var output: OutputOptions

        @Option(help: ArgumentHelp(localized("First day shown; today where it is missing."), valueName: "date"))
        var on: String?

        @Option(help: ArgumentHelp(localized("Only this day, also a past one."), valueName: "date"))
        var date: String?

        @Option(help: ArgumentHelp(localized("Days shown, 1 to 366."), valueName: "n"))
        var days: Int = 30

        @Option(
            help: ArgumentHelp(
                localized("Only one kind: \(TypedWords.choreKinds, "words")"), valueName: "kind"),
            completion: .words(Chore.Kind.self))
        var kind: String?

        @Option(help: ArgumentHelp(localized("Only one room."), valueName: "room"), completion: .rooms)
        var room: String?

        @Option(
            help: ArgumentHelp(localized("Another time zone than the household's."), valueName: "zone"),
            completion: .zones)
        var zone: String?

        @OptionGroup var common: AnywhereOptions

        func validate() throws {
            guard date == nil || on == nil else { throw ValidationError(localized("Choose one of --date and --on.")) }
        }

        func run() async throws {
            try await reporting {
                let date = try Typed.day(date, option: "--date")
                if let date, try await showPast(date) { return }
                let from = try date ?? Typed.day(on, option: "--on")
                let days = date == nil ? days : 1
                let kind = try Typed.word(kind, option: "--kind", Chore.Kind.self)
                if let house = try await common.elsewhere() {
                    let query = [
                        ("on", from?.description), ("days", String(days)), ("kind", kind?.rawValue), ("room", room),
                        ("zone", zone), ("limit", "200"),
                    ]
                    var agenda: AgendaDocument = try await house.get(HouseAPI.path("agenda"), query)
                    while let cursor = agenda.next {
                        agenda = agenda.followed(
                            by: try await house.get(HouseAPI.path("agenda"), query + [("cursor", cursor)]))
                    }
                    return try print(agenda, isElsewhere: true)
                }
                let settings = try await common.settings()
                let household = try await Compose.household(
                    settings, withModel: false, logger: Compose.logger(settings))
                let view = try await household.agenda.view(
                    AgendaQuery(from: from, days: days, filter: .init(kind: kind, room: room), zone: zone))
                try print(AgendaDocument(view), isElsewhere: false)
            }
        }

        private func print(_ agenda: AgendaDocument, isElsewhere: Bool) throws {
            try output.print(
                document: agenda, of: agenda.items,
                columns: ["chore", "status", "day", "kind", "title", "plantName", "room"]
            ) {
                for line in Self.lines(agenda) {
                    let text = Terminal.harmless(line)
                    let isHeading = !line.hasPrefix(" ")
                    Terminal.print(
                        line == Self.overdue
                            ? Terminal.styled(text, .red) : isHeading ? Terminal.styled(text, .bold) : text)
                }
            }
            if agenda.zoneIsAssumed {
                let zone = Terminal.harmless(agenda.zone)
                Terminal.error(
                    isElsewhere
                        ? localized(
                            """
                            Days are those of the zone of the household's server, \(zone, "zone"). Choose yours on the \
                            settings page, or set home.zone.
                            """)
                        : localized(
                            """
                            Days are those of the zone of this machine, \(zone, "zone"). Choose yours on the settings \
                            page, or set home.zone.
                            """))
            }
        }

        private static var overdue: String { localized("Overdue") }

        static func lines(_ agenda: AgendaDocument) -> [String] {
            guard !agenda.items.isEmpty else {
                return [localized("No tasks from \(agenda.from, "day") to \(agenda.through, "lastDay").")]
            }
            var lines: [String] = []
            var heading = ""
            for item in agenda.items {
                let day =
                    switch item.status {
                    case "overdue": overdue
                    case "snoozed": localized("Snoozed")
                    case "today": localized("Today, \(item.day, "day")")
                    case "tomorrow": localized("Tomorrow, \(item.day, "day")")
                    default: item.day
                    }
                if day != heading { lines.append(day) }
                heading = day
                let task = Chore.Kind.task(item.kind, item.title, item.plantName, item.room)
                let words = item.status == "overdue" ? localized("\(task, "task"), since \(item.day, "day")") : task
                let name = item.isNext ? String(item.chore.prefix(8)) : "        "
                lines.append("  \(name)  \(words)")
                if let note = item.note { lines.append("            \(note)") }
            }
            return lines
        }
    }

    struct Instant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Print the UTC instants of wall-clock times."),
            discussion: Discussion.examples(
                """
                printf 'Europe/Vienna,2026-03-29,02:30\\n' | stillroom agenda instant
                stillroom agenda instant times.csv
                """,
                localized(
                    """
                    Reads lines "zone,local_date,local_time" and prints one instant a line, by this machine's own \
                    time-zone
                    data. A time that is skipped in spring takes the offset from before the gap; one that comes twice in
                    autumn is its first pass.
                    """)))

        @Argument(help: ArgumentHelp(localized("A CSV file; - or nothing for standard input.")), completion: .file())
        var file: String?

        @OptionGroup var output: OutputOptions

        private struct Document: Encodable {
            let zone: String
            let date: String
            let time: String
            let instant: String
        }

        /// Uses the Gregorian calendar, as all dates here; Foundation uses the Julian calendar before October 1582.
        private static func text(_ instant: Date) -> String {
            let (day, time) = Zone.utc.clock(at: instant)
            return "\(day)T\(time.second % 60 == 0 ? "\(time):00" : time.description)Z"
        }

        func run() async throws {
            try await reporting {
                let zones = SystemZones.zones(environment: ProcessInfo.processInfo.environment)
                var printer = output.printer(columns: ["instant"])
                for (index, line) in try Typed.lines(of: file).enumerated() {
                    let fields = line.split(separator: ",", omittingEmptySubsequences: false).map {
                        $0.trimmingCharacters(in: .whitespaces.union(.init(charactersIn: "\"")))
                    }
                    if line.allSatisfy(\.isWhitespace) || index == 0 && fields.first?.lowercased() == "zone" {
                        continue
                    }
                    guard fields.count >= 3, let day = LocalDay(fields[1]), let time = LocalTime(fields[2]) else {
                        throw CommandFailure(
                            .badData, localized("Line \(index + 1, "number") is not “zone,local_date,local_time”."),
                            hint: localized("For example: Europe/Vienna,2026-03-29,02:30"))
                    }
                    guard let zone = zones.named(fields[0]) else {
                        let name = fields[0].prefix(64)
                        throw CommandFailure(
                            .badData,
                            localized("Line \(index + 1, "number"): this machine knows no time zone \(name, "zone")."),
                            hint: localized("The package tzdata has the rules of time zones."))
                    }
                    let instant = zone.instant(of: day, at: time)
                    try printer.print(
                        Document(
                            zone: zone.name, date: day.description, time: time.description,
                            instant: Self.text(instant))
                    ) { Self.text(instant) }
                }
                try printer.finish()
            }
        }
    }
}

extension Chore.Kind {
    /// What is done, as a noun.
    var noun: String {
        switch self {
        case .watering: localized("watering")
        case .fertilising: localized("fertilising")
        case .pruning: localized("pruning")
        case .repotting: localized("repotting")
        case .rotation: localized("rotation", context: "of a plant")
        case .misting: localized("misting")
        case .pestControl: localized("look for pests")
        case .own: localized("task")
        }
    }

    /// What is done, as a verb; empty for an own task, which has a title.
    var verb: String {
        switch self {
        case .watering: localized("water", context: "a task")
        case .fertilising: localized("fertilise", context: "a task")
        case .pruning: localized("prune", context: "a task")
        case .repotting: localized("repot", context: "a task")
        case .rotation: localized("turn", context: "a task")
        case .misting: localized("mist", context: "a task")
        case .pestControl: localized("look for pests")
        case .own: ""
        }
    }

    /// Returns for example "water Monty (Kitchen)", or the title of an own task and the plant. `kind` may be one of a
    /// later release.
    static func task(_ kind: String, _ title: String?, _ plantName: String?, _ room: String?) -> String {
        let known = title == nil ? Self(rawValue: kind) : nil
        let alone = title ?? known?.verb ?? kind
        guard let plantName else { return alone }
        let plant = plant(plantName, room)
        return switch known {
        case .watering: localized("water \(plant, "plant")")
        case .fertilising: localized("fertilise \(plant, "plant")")
        case .pruning: localized("prune \(plant, "plant")")
        case .repotting: localized("repot \(plant, "plant")")
        case .rotation: localized("turn \(plant, "plant")")
        case .misting: localized("mist \(plant, "plant")")
        case .pestControl: localized("look for pests on \(plant, "plant")")
        case .own, nil: "\(alone) \(plant)"
        }
    }

    /// Returns for example "Monty (Kitchen)".
    static func plant(_ name: String, _ room: String?) -> String { name + (room.map { " (\($0))" } ?? "") }
}
