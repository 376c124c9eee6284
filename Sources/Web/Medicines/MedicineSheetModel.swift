import Accounts
import Calendar
import Directions
import Doses
import Explaining
import Foundation
import Household
import Messages
import Wording

/// The fields of a medicine's page; pure.
struct MedicineSheetModel {
    let kept: StoredMedicine
    let clock: WallClock
    var log = DoseLog()
    /// The doses of the last `daysBack` days.
    var history: DoseHistory?
    var day: MedicineDay?
    /// The doses of the days after today.
    var next: [MedicineDay.Line] = []
    /// True if the label from which the medicine was read still exists.
    var hasLabel = false
    /// The people who share their medicines with the viewer.
    var owners: [Account.ID: String] = [:]
    var viewer = MedicineViewer.household
    /// True if the viewer is an owner of the household.
    var isOwner = false
    var note: String?

    static let daysAhead = 3
    /// The number of days for which missed doses are shown.
    static let daysBack = 30
    static let missedRows = 10
    /// The largest number of log entries on the page. The export contains all of them.
    static let rows = 30

    private var medicine: Medicine { kept.medicine }
    private var directions: DirectionsReading { DirectionsReader.read(medicine.sig) }

    /// `day` is today.
    func context(_ day: MedicineDay) -> Page {
        Page(
            sheet: sheet, summary: summary, ahead: ahead, hasAhead: !next.isEmpty, missed: missed, log: logRows,
            hasLog: !log.entries.isEmpty, isMoreLog: log.entries.count > Self.rows, stock: stock,
            notSure: note == "not-sure",
            day: dayFields(day),
            messages: MedicineMessages(said: note.flatMap(Self.note).map(WordsFields.init)))
    }

    private func dayFields(_ day: MedicineDay) -> MedicineDayModel.Fields {
        var model = MedicineDayModel(day: day, back: Site.medicine(kept.id), only: kept.id)
        model.owners = owners
        return model.context
    }

    /// Who sees the medicine, and the change of it that the person can make.
    private var people: People? {
        guard let person = viewer.account else { return nil }
        let action = Site.moveMedicine(kept.id)
        switch kept.account {
        case person:
            return People(
                seenBy: localized("Only you and people with whom you share your medicines see it."),
                moves: Move(
                    action: action, to: MedicineBelonging.household.rawValue,
                    words: localized("Show it to everyone in the household")))
        case nil:
            return People(
                seenBy: kept.isSilent
                    ? localized("Everyone in the household sees it.")
                    : localized("Everyone in the household sees it and is reminded of it."),
                moves: kept.givenBy.map { $0 == person } ?? isOwner
                    ? Move(
                        action: action, to: MedicineBelonging.person.rawValue, words: localized("Keep it to myself"))
                    : nil)
        case let other?:
            let name = owners[other].map { Wording.short($0, 60) } ?? localized("Another person")
            return People(
                seenBy: localized("\(name, "person") shares it with you. You can log its doses."), moves: nil)
        }
    }

    static func note(_ name: String) -> String? {
        switch name {
        case "kept": localized("Saved without doses.")
        case "started": localized("The doses have started. You get reminders at their times.")
        case "pause": localized("Paused. You get no reminders until you continue the plan.")
        case "resume": localized("The plan continues from now on.")
        case "end": localized("Ended. The log is kept.")
        case "reopen": localized("The end is undone.")
        case "put-away": localized("The medicine is archived. Its log is kept.")
        case "take-out": localized("The medicine is restored.")
        case "silence": localized("Its doses have no reminders now.")
        case "remind": localized("Everyone who sees it is reminded of its doses now.")
        case "everyone": localized("Everyone in the household sees it now.")
        case "me": localized("Now only you and people with whom you share your medicines see it.")
        default: MedicinesModel.note(name)
        }
    }

    /// The fields that the page shares with the printed sheet.
    var summary: Summary {
        Summary(
            directions: medicine.sig, facts: facts, plain: plain,
            warnings: medicine.warnings.map { Warning(warning: $0) }, hasWarnings: !medicine.warnings.isEmpty)
    }

    private var sheet: Sheet {
        let plan = kept.plan
        var sheet = Sheet(
            name: Wording.short(medicine.name), stand: MedicineStand.words(kept),
            isRefused: kept.status == .refuse || medicine.clauses.isEmpty,
            mayChange: viewer.mayChange(belongingTo: kept.account), edit: Site.editMedicine(kept.id),
            planHref: Site.medicinePlan(kept.id),
            change: Site.changeMedicine(kept.id), remove: Site.removeMedicine(kept.id),
            stockAction: Site.medicineStock(kept.id), isOver: kept.isOver,
            canPlan: !medicine.clauses.isEmpty && !kept.isOver && viewer.mayChange(belongingTo: kept.account),
            hasPlan: plan != nil && !kept.isOver,
            isRunning: plan.map { !$0.isPaused && $0.ended == nil } ?? false,
            isPaused: plan?.isPaused ?? false && plan?.ended == nil,
            isEnded: plan?.ended != nil, isSilent: kept.isSilent && !kept.isOver,
            unconfirmedChange: isChangedSincePlan && viewer.mayChange(belongingTo: kept.account))
        sheet.people = people
        if let person = medicine.person { sheet.person = Wording.short(person, 60) }
        if hasLabel, let label = kept.label {
            sheet.label = Label(
                labelHref: Site.label(label), ask: MedicineAskFields(label))
        }
        return sheet
    }

    /// True if the running plan is based on an earlier confirmation.
    private var isChangedSincePlan: Bool {
        kept.plan.map { $0.ended == nil && $0.latest.medicine.clauses != medicine.clauses } ?? false
    }

    private var facts: [Fact] {
        var rows: [(String, String)] = []
        if let strength = medicine.strength { rows.append((localized("Strength"), strength)) }
        if let form = medicine.form { rows.append((localized("Form", context: "of a medicine"), form)) }
        if let quantity = medicine.quantityWords { rows.append((localized("Quantity"), quantity)) }
        if let refills = kept.stock?.refills ?? medicine.refills {
            rows.append((localized("Refills left"), String(refills)))
        }
        if let expires = kept.stock?.expires { rows.append((localized("Good until"), Wording.date(expires))) }
        rows.append((localized("Added"), Wording.date(clock.zone.day(at: kept.addedAt))))
        return rows.map { Fact(factName: $0.0, factValue: Wording.short($0.1)) }
    }

    private var plain: [PlainWordsFields] {
        medicine.clauses.isEmpty
            ? [] : PlainWordsFields.all(of: directions, [.instruction, .limit, .note]).map(\.1)
    }

    private var ahead: [Ahead] {
        let byDay = Dictionary(grouping: next) { clock.zone.day(at: $0.dose.at) }
        return byDay.sorted { $0.key < $1.key }.map { day, lines in
            Ahead(
                dayName: Wording.weekday(day, from: clock.day),
                times: Wording.list(
                    lines.map { "\(Wording.time($0.dose.at, by: clock)) \($0.dose.dose.amountText)" }))
        }
    }

    /// Newest first, each with its day and a link to that day.
    private var missed: Missed {
        guard let history else { return Missed() }
        let all = Array(history.missed.reversed())
        let days = Self.daysBack
        return Missed(
            hasHistory: true, hasMissedDoses: !all.isEmpty,
            missedIntro: localized(
                all.count,
                one: "1 dose of the last \(days, "days") days: the time is over, and the dose was not logged.",
                other: """
                    \(all.count, "count") doses of the last \(days, "days") days: the time is over, and the dose was not \
                    logged.
                    """),
            missedDays: String(days), earlierHref: Site.medicineDay(clock.day.adding(days: -1)),
            missedMore: Wording.more(all.count - Self.missedRows),
            missedDoses: all.prefix(Self.missedRows).map { dose in
                let day = clock.zone.day(at: dose.at)
                return MissedDose(
                    missedDay: Wording.fullDate(day), missedHref: Site.medicineDay(day),
                    missedTime: Wording.time(dose.at, by: clock), missedAmount: dose.dose.amountText)
            })
    }

    // MARK: Log

    private var logRows: [LogRow] {
        let gone = log.gone
        let entries = log.entries.filter { if case .undone = $0.action { false } else { true } }
        return entries.suffix(Self.rows).reversed().map { entry in
            var row = LogRow(
                noted: words(entry), notedAt: notedAt(entry),
                undoEvent: Site.undoEvent(kept.id, entry.number))
            if gone.takenBack.contains(entry.number) {
                row.isGone = Gone(goneWords: localized("undone"))
            } else if gone.replaced.contains(entry.number) {
                row.isGone = Gone(goneWords: localized("replaced by a later answer"))
            }
            return row
        }
    }

    private func notedAt(_ entry: DoseLog.Entry) -> String {
        let when = Wording.dayAndTime(entry.notedAt, by: clock)
        guard let name = DoseAuthor.name(entry.author, besides: viewer) else {
            return localized("Logged \(when, "when")")
        }
        return localized("Logged \(when, "when") by \(name, "person")")
    }

    private func words(_ entry: DoseLog.Entry) -> String {
        switch entry.action {
        case .taken(let at, let amount): taken(Wording.dayAndTime(at, by: clock), amount)
        case .skipped(let reason): Wording.skipped(reason)
        case .moved(let to): localized("Moved to \(Wording.dayAndTime(to, by: clock), "when")")
        case .undone: ""
        }
    }

    private func taken(_ when: String, _ amount: Direction.Amount?) -> String {
        guard let amount else { return localized("Taken \(when, "when")") }
        return localized("Taken \(when, "when"), \(DosePlan.words(of: amount), "amount")")
    }

    private var stock: Stock? {
        guard let line = day?.stocks.first(where: { $0.kept.id == kept.id }) else {
            guard let counted = kept.stock?.counts.last else { return nil }
            let amount = DosePlan.words(counted.amount, kept.stock?.unit)
            let when = Wording.dayAndTime(counted.at, by: clock)
            return Stock(left: localized("\(amount, "amount"), counted \(when, "when")."), outlook: "")
        }
        var outlook = line.outlook.daysLeft.map(Self.lasts) ?? ""
        if line.outlook.isExpired { outlook += " " + localized("It has expired.") }
        return Stock(left: left(line), outlook: outlook, isLow: line.isLow || line.outlook.isExpired)
    }

    private func left(_ line: MedicineDay.StockLine) -> String {
        let amount = DosePlan.words(line.left.exactly ?? line.left.atMost, line.kept.stock?.unit)
        return line.left.exactly == nil
            ? localized("At most \(amount, "amount") left: some amounts were not logged.")
            : localized("\(amount, "amount") left, according to the log.")
    }

    private static func lasts(_ days: Int) -> String {
        localized(
            days, one: "This is enough for 1 day if it is taken as planned.",
            other: "This is enough for \(days, "count") days if it is taken as planned.")
    }
}

extension MedicineSheetModel {
    struct Label: TemplateFields {
        let labelHref: String
        let ask: MedicineAskFields
    }

    struct Warning: TemplateFields {
        let warning: String
    }

    struct Sheet: SharedFields {
        let name: String
        let stand: String
        let isRefused: Bool
        let mayChange: Bool
        let edit: String
        let planHref: String
        let change: String
        let remove: String
        let stockAction: String
        let isOver: Bool
        let canPlan: Bool
        let hasPlan: Bool
        let isRunning: Bool
        let isPaused: Bool
        let isEnded: Bool
        let isSilent: Bool
        let unconfirmedChange: Bool
        var person: String?
        var label: Label?
        var people: People?
    }

    struct People: TemplateFields {
        let seenBy: String
        let moves: Move?
    }

    struct Move: TemplateFields {
        let action: String
        let to: String
        let words: String
    }

    /// The fields that the page and the printed sheet share.
    struct Summary: SharedFields {
        let directions: String
        let facts: [Fact]
        let plain: [PlainWordsFields]
        let warnings: [Warning]
        let hasWarnings: Bool
    }

    struct Fact: TemplateFields {
        let factName: String
        let factValue: String
    }

    struct Ahead: TemplateFields {
        let dayName: String
        let times: String
    }

    struct MissedDose: TemplateFields {
        let missedDay: String
        let missedHref: String
        let missedTime: String
        let missedAmount: String
    }

    struct Missed: SharedFields {
        var hasHistory: Bool = false
        var hasMissedDoses: Bool = false
        var missedIntro: String = ""
        var missedDays: String = ""
        var earlierHref: String = ""
        var missedMore: String = ""
        var missedDoses: [MissedDose] = []
    }

    struct LogRow: TemplateFields {
        let noted: String
        let notedAt: String
        let undoEvent: String
        var isGone: Gone?
    }

    struct Gone: TemplateFields {
        let goneWords: String
    }

    struct Stock: TemplateFields {
        let left: String
        let outlook: String
        var isLow: Bool = false
    }

    /// The fields of medicine.mustache.
    struct Page: MedicinePage {
        static let template = "medicine"

        let sheet: Sheet
        let summary: Summary
        let ahead: [Ahead]
        let hasAhead: Bool
        let missed: Missed
        let log: [LogRow]
        let hasLog: Bool
        let isMoreLog: Bool
        var stock: Stock?
        let notSure: Bool
        let day: MedicineDayModel.Fields
        var messages: MedicineMessages
    }
}
