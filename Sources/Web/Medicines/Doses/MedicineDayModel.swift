import Accounts
import Calendar
import Directions
import Doses
import Foundation
import Household
import Messages
import Wording

/// The doses, stocks and questions of a day; pure. It shows printed limits beside the logged doses and never calls a
/// dose safe.
struct MedicineDayModel {
    let day: MedicineDay
    /// The page to which the forms return.
    let back: String
    /// The only medicine that is included; nil for all.
    var only: Medicine.ID?
    /// The number of doses of the previous day without a log entry. Only the medicines page sets it.
    var openYesterday = 0
    /// The people who share their medicines with the viewer.
    var owners: [Account.ID: String] = [:]

    /// The person to whom a shared medicine belongs; nil for medicines that the viewer may change.
    private func owner(of kept: StoredMedicine) -> String? { kept.account.flatMap { owners[$0] } }

    /// True if the day is over. The default time of a dose is then its planned time.
    var isPast: Bool { day.day < day.clock.day }
    /// The largest age in seconds of a dose that can be logged.
    private static let notedBack = 7 * 86_400.0

    private var lines: [MedicineDay.Line] { day.lines.filter { isMeant($0.kept) } }
    private var asNeeded: [MedicineDay.AsNeededLine] { day.asNeeded.filter { isMeant($0.kept) } }
    private func isMeant(_ kept: StoredMedicine) -> Bool { only.map { $0 == kept.id } ?? true }

    var context: Fields {
        Fields(
            back: back,
            doses: lines.map(row), hasDoses: !lines.isEmpty,
            asNeeded: asNeeded.map(row), hasAsNeeded: !asNeeded.isEmpty,
            stocks: day.stocks.filter { isMeant($0.kept) }.compactMap(warning),
            zones: day.zones.filter { isMeant($0.kept) && owner(of: $0.kept) == nil }.map(row),
            lost: day.lost.filter(isMeant).map {
                Lost(lostName: Wording.short($0.medicine.label), lostHref: Site.medicine($0.id))
            },
            missedWords: DosePlan.missedDose, hasMissed: lines.contains { $0.dose.status == .missed })
    }

    /// The number of doses without a log entry.
    var open: Int { lines.count { $0.dose.status.isOpen } }

    /// The fields of the card on the Today page; nil if there are no doses.
    var card: Card? {
        guard !lines.isEmpty else { return nil }
        let open = lines.filter(\.dose.status.isOpen)
        return Card(
            cardHeadline: headline,
            cardMore: Wording.more(open.count - Self.cardRows),
            cardRows: open.prefix(Self.cardRows).map { line in
                let (dose, id) = (line.dose.dose, line.kept.id)
                let (canLog, isRange) = (canNote(line), isRange(dose.amount))
                return CardRow(
                    cardTime: Wording.time(line.dose.at, by: day.clock), cardAmount: line.dose.dose.amountText,
                    cardName: Wording.short(line.kept.medicine.label, 80),
                    cardStand: face(of: line.dose).words,
                    cardIsLate: [.late, .missed].contains(line.dose.status),
                    cardTaken: canLog && !isRange ? Site.dose(id, dose.id, "taken") : nil, isEarly: isEarly(line),
                    // Where the label leaves a choice, the amount must be typed.
                    cardLog: canLog && isRange ? Site.medicines.with(at: "dose-\(dose.id)") : nil)
            })
    }

    private static let cardRows = 4

    var headline: String {
        if lines.isEmpty { return localized("No doses are planned for today.") }
        if open == 0 { return localized("All doses of today are logged.") }
        return localized(
            open, one: "1 dose of today is not logged yet.",
            other: "\(open, "count") doses of today are not logged yet.")
    }

    // MARK: Planned doses

    private func row(_ line: MedicineDay.Line) -> DoseRow {
        let (dose, id) = (line.dose.dose, line.kept.id)
        let face = face(of: line.dose)
        var row = DoseRow(
            doseId: dose.id.rawValue, time: Wording.time(line.dose.at, by: day.clock),
            doseName: Wording.short(line.kept.medicine.label), doseHref: Site.medicine(id),
            amount: dose.amountText, state: line.dose.status.word, stateWords: face.words,
            icon: face.icon, isOpen: line.dose.status.isOpen && canNote(line), isAhead: !isPast,
            taken: Site.dose(id, dose.id, "taken"),
            skip: Site.dose(id, dose.id, "skip"), move: Site.dose(id, dose.id, "move"),
            now: Wording.timeValue(isPast ? line.dose.at : day.clock.instant, by: day.clock),
            isRange: isRange(dose.amount), isEarly: isEarly(line),
            isMoved: dose.isMovedByClock)
        if let person = line.kept.medicine.person { row.dosePerson = Wording.short(person, 60) }
        if let owner = owner(of: line.kept) { row.doseOwner = WordsFields(words: MedicineOwners.shared(by: owner)) }
        if isPast {
            row.past = Past(
                pastDay: day.day.description, pastTime: Wording.timeValue(line.dose.at, by: day.clock),
                pastWords: Wording.time(line.dose.at, by: day.clock))
        }
        if line.dose.undoable != nil { row.undo = Site.dose(id, dose.id, "undo") }
        if let unit = dose.amount?.unit { row.unit = LocalAmount.unit(unit) }
        return row
    }

    private func canNote(_ line: MedicineDay.Line) -> Bool {
        line.dose.at > day.clock.instant.addingTimeInterval(-Self.notedBack)
    }

    /// True if a person is asked before the dose is logged, because its time is far off.
    private func isEarly(_ line: MedicineDay.Line) -> Bool {
        line.dose.at > day.clock.instant.addingTimeInterval(DoseSchedule.earliest)
    }

    private func isRange(_ amount: Direction.Amount?) -> Bool { amount.map { $0.low != $0.high } ?? true }

    private func face(of dose: AgendaDose) -> (words: String, icon: String) {
        let author = DoseAuthor.name(dose.answer?.author, besides: day.viewer)
        return switch dose.status {
        case .planned: ("", "clock")
        case .due: (localized("Due now"), "bell")
        case .late: (localized("Late: not logged yet"), "clock")
        case .missed: (localized("Not logged, and the time is over"), "warning")
        case .taken(let at, let isLate): (Self.taken(moment(at), by: author, isLate: isLate), "check")
        case .skipped(let reason): (Self.skipped(reason.map { Wording.short($0, 80) }, by: author), "cross")
        }
    }

    private static func taken(_ when: String, by person: String?, isLate: Bool) -> String {
        switch (person, isLate) {
        case (nil, false): localized("Taken \(when, "when")")
        case (nil, true): localized("Taken \(when, "when"), later than planned")
        case (let person?, false): localized("Taken \(when, "when") by \(person, "person")")
        case (let person?, true): localized("Taken \(when, "when") by \(person, "person"), later than planned")
        }
    }

    private static func skipped(_ reason: String?, by person: String?) -> String {
        switch (person, reason) {
        case (nil, nil): localized("Skipped", context: "a dose")
        case (nil, let reason?): localized("Skipped: \(reason, "reason")")
        case (let person?, nil): localized("Skipped by \(person, "person")")
        case (let person?, let reason?): localized("Skipped by \(person, "person"): \(reason, "reason")")
        }
    }

    /// Returns the time; with its date if it is not on the day of the page.
    private func moment(_ date: Date) -> String {
        let other = day.clock.zone.day(at: date)
        let time = Wording.time(date, by: day.clock)
        return other == day.day ? time : localized("on \(Wording.date(other), "date") at \(time, "time")")
    }

    // MARK: As needed

    private func row(_ line: MedicineDay.AsNeededLine) -> NeedRow {
        var row = NeedRow(
            needName: Wording.short(line.kept.medicine.label), needHref: Site.medicine(line.kept.id),
            needAmount: DosePlan.words(of: line.amount), take: Site.takeMedicine(line.kept.id),
            clause: String(line.clause), sentences: line.sentences.map { Fact(fact: $0) },
            warns: line.status.warns, needRange: isRange(line.amount),
            needId: "\(line.kept.id)-\(line.clause)")
        if let unit = line.amount?.unit { row.needUnit = LocalAmount.unit(unit) }
        if let person = line.kept.medicine.person { row.needPerson = Wording.short(person, 60) }
        if let owner = owner(of: line.kept) { row.needOwner = WordsFields(words: MedicineOwners.shared(by: owner)) }
        if let number = line.undoable { row.needUndo = Site.undoEvent(line.kept.id, number) }
        return row
    }

    // MARK: Stocks and zones

    /// Returns nil if there is no warning.
    private func warning(_ line: MedicineDay.StockLine) -> StockRow? {
        var words: [String] = []
        if line.outlook.isExpired { words.append(localized("It has expired.")) }
        if line.isLow {
            switch line.outlook.daysLeft {
            case 0: words.append(localized("There is not enough for one more day."))
            case let days?:
                words.append(
                    localized(
                        days, one: "There is only enough for 1 day if it is taken as planned.",
                        other: "There is only enough for \(days, "count") days if it is taken as planned."))
            case nil: break
            }
            if let refills = line.kept.stock?.refills {
                words.append(
                    refills == 0
                        ? localized("The label has no refills left.")
                        : localized("Refills left: \(refills, "count")."))
            }
        }
        guard !words.isEmpty else { return nil }
        return StockRow(
            stockName: Wording.short(line.kept.medicine.label),
            stockHref: Site.medicine(line.kept.id).with(at: "stock"),
            stockWords: words.joined(separator: " "))
    }

    private func row(_ zone: (kept: StoredMedicine, question: ZoneQuestion)) -> ZoneRow {
        ZoneRow(
            zoneName: Wording.short(zone.kept.medicine.label), zoneAction: Site.medicineZone(zone.kept.id),
            planZone: zone.question.planZone, houseZone: zone.question.household,
            zoneWords: Self.difference(zone.question.difference),
            keptNext: times(zone.question.kept), shiftedNext: times(zone.question.shifted),
            isTwice: !zone.question.twice.isEmpty, isLeftOut: !zone.question.leftOut.isEmpty)
    }

    /// The difference in seconds. The number of hours may be a fraction, which is plural.
    private static func difference(_ seconds: Int) -> String {
        let hours = DosePlan.localNumber(Double(abs(seconds)) / 3600)
        let count = abs(seconds) == 3600 ? 1 : 2
        return seconds < 0
            ? localized(
                count, one: "The clocks of your home are now \(hours, "hours") hour behind the clocks of the plan.",
                other: "The clocks of your home are now \(hours, "hours") hours behind the clocks of the plan.")
            : localized(
                count, one: "The clocks of your home are now \(hours, "hours") hour ahead of the clocks of the plan.",
                other: "The clocks of your home are now \(hours, "hours") hours ahead of the clocks of the plan.")
    }

    private func times(_ doses: [PlannedDose]) -> String {
        let shown = doses.prefix(3).map { Wording.dayAndTime($0.at, by: day.clock) }
        return shown.isEmpty ? localized("no dose in the next two days") : Wording.list(shown)
    }
}

extension MedicineDayModel {
    struct CardRow: TemplateFields {
        let cardTime: String
        let cardAmount: String
        let cardName: String
        let cardStand: String
        let cardIsLate: Bool
        /// The address to which the button "Taken" posts.
        var cardTaken: String?
        let isEarly: Bool
        /// The address of the form with an amount.
        var cardLog: String?
    }

    /// The fields of medicine-card.mustache.
    struct Card: TemplateFields {
        let cardHeadline: String
        let cardMore: String
        let cardRows: [CardRow]
    }
}

extension MedicineDayModel {
    struct Lost: TemplateFields {
        let lostName: String
        let lostHref: String
    }

    /// The fields of medicine-doses.mustache.
    struct Fields: SharedFields {
        let back: String
        let doses: [DoseRow]
        let hasDoses: Bool
        var asNeeded: [NeedRow]
        var hasAsNeeded: Bool
        var stocks: [StockRow]
        var zones: [ZoneRow]
        let lost: [Lost]
        let missedWords: String
        let hasMissed: Bool
    }

    struct Past: TemplateFields {
        let pastDay: String
        let pastTime: String
        let pastWords: String
    }

    struct DoseRow: TemplateFields {
        let doseId: String
        let time: String
        let doseName: String
        let doseHref: String
        let amount: String
        let state: String
        let stateWords: String
        let icon: String
        let isOpen: Bool
        let isAhead: Bool
        let taken: String
        let skip: String
        let move: String
        let now: String
        let isRange: Bool
        let isEarly: Bool
        let isMoved: Bool
        var dosePerson: String?
        var doseOwner: WordsFields?
        var past: Past?
        var undo: String?
        var unit = ""
    }

    struct Fact: TemplateFields {
        let fact: String
    }

    struct NeedRow: TemplateFields {
        let needName: String
        let needHref: String
        let needAmount: String
        let take: String
        let clause: String
        let sentences: [Fact]
        let warns: Bool
        let needRange: Bool
        let needId: String
        var needUnit = ""
        var needPerson: String?
        var needOwner: WordsFields?
        var needUndo: String?
    }

    struct StockRow: TemplateFields {
        let stockName: String
        let stockHref: String
        let stockWords: String
    }

    struct ZoneRow: TemplateFields {
        let zoneName: String
        let zoneAction: String
        let planZone: String
        let houseZone: String
        let zoneWords: String
        let keptNext: String
        let shiftedNext: String
        let isTwice: Bool
        let isLeftOut: Bool
    }
}
