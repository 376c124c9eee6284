import Calendar
import Doses
import Foundation
import Household
import Messages

/// The fields of the printable sheet for a doctor: the confirmed values and the doses of each medicine; pure. Days and
/// times are absolute, because paper is read later.
struct MedicinePrintModel {
    let histories: [DoseHistory]
    let clock: WallClock
    /// The person whose medicines are included; nil for all, empty for medicines without a person.
    var person: String?

    /// The number of days of doses on the sheet. The exports contain all doses.
    static let days = 30

    static func start(_ clock: WallClock) -> Date {
        clock.zone.instant(of: clock.day.adding(days: -days), at: .midnight)
    }

    private var people: [String?] {
        let names = Set(histories.map(\.kept.medicine.person))
        return names.compactMap(\.self).sorted().map { $0 } + (names.contains(nil) ? [nil] : [])
    }

    private var shown: [DoseHistory] {
        guard let person else { return histories }
        return histories.filter { ($0.kept.medicine.person ?? "") == person }
    }

    var context: Page {
        let (from, to) = (clock.zone.day(at: Self.start(clock)), clock.day)
        let name = person.map { $0.isEmpty ? nil : $0 } ?? (people.count == 1 ? people[0] : nil)
        var context = Page(
            date: Wording.date(clock.day), time: Wording.time(clock.instant, by: clock),
            zone: clock.zone.name, fromDay: Wording.date(from), toDay: Wording.date(to),
            courses: shown.map(row), hasCourses: !shown.isEmpty, backHref: Site.medicineExport,
            isOfAll: person != nil, allHref: Site.medicinePrint)
        if let name { context.person = Wording.short(name, 60) }
        if people.count > 1, person == nil {
            context.people = people.map { name in
                Person(
                    personName: name.map { Wording.short($0, 60) } ?? localized("no name"),
                    personHref: Site.medicinePrint(of: name ?? ""))
            }
            context.hasPeople = true
        }
        return context
    }

    private func row(_ history: DoseHistory) -> Course {
        let rows = rows(history)
        return Course(
            summary: MedicineSheetModel(kept: history.kept, clock: clock, log: history.log).summary,
            courseName: Wording.short(history.kept.medicine.label), courseStand: MedicineStand.words(history.kept),
            isRefused: history.kept.medicine.clauses.isEmpty,
            coursePerson: history.kept.medicine.person.map { Wording.short($0, 60) }, doses: rows,
            hasDoses: !rows.isEmpty, tally: tally(history))
    }

    /// Returns for example "Planned: 42. Taken: 39. Skipped: 1. Missed: 2."
    private func tally(_ history: DoseHistory) -> String {
        guard history.kept.plan != nil else { return localized("No doses were planned.") }
        func count(_ words: Set<String>) -> Int { history.doses.count { words.contains($0.status.word) } }
        var parts: [String] = []
        if !history.doses.isEmpty {
            let (taken, skipped, missed) = (count(["taken"]), count(["skipped"]), count(["missed"]))
            parts = [
                localized("Planned: \(history.doses.count, "count")."), localized("Taken: \(taken, "count")."),
                localized("Skipped: \(skipped, "count")."), localized("Missed: \(missed, "count")."),
            ]
            let open = count(["due", "late"])
            if open > 0 { parts.append(localized("Not logged yet: \(open, "count").")) }
        }
        if !history.asNeeded.isEmpty {
            parts.append(localized("Taken as needed: \(history.asNeeded.count, "count")."))
        }
        return parts.isEmpty ? localized("No doses in this time.") : parts.joined(separator: " ")
    }

    /// Returns planned and as-needed doses, sorted by time.
    private func rows(_ history: DoseHistory) -> [Dose] {
        let entries = Dictionary(history.log.entries.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        let planned = history.doses.map { dose in
            (
                dose.at,
                Dose(
                    planned: moment(dose.at), amount: amount(dose), became: words(dose),
                    isMissed: dose.status == .missed,
                    noted: dose.answer.map { noted($0.notedAt, $0.author) } ?? "")
            )
        }
        let needed = history.asNeeded.map { intake in
            (
                intake.at,
                Dose(
                    planned: localized("as needed"),
                    amount: intake.amount.map { DosePlan.words($0, intake.unit) } ?? localized("amount not logged"),
                    became: localized("Taken \(moment(intake.at), "when")"), isMissed: false,
                    noted: entries[intake.number].map { noted($0.notedAt, $0.author) } ?? "")
            )
        }
        return (planned + needed).sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func amount(_ dose: AgendaDose) -> String {
        if case .taken(_, let amount?)? = dose.answer?.action { return DosePlan.words(of: amount) }
        return dose.dose.amountText
    }

    private func words(_ dose: AgendaDose) -> String {
        switch dose.status {
        case .taken(let at, let isLate):
            isLate
                ? localized("Taken \(moment(at), "when"), later than planned")
                : localized("Taken \(moment(at), "when")")
        case .skipped(let reason): Wording.skipped(reason)
        case .missed: localized("Missed: not logged")
        case .planned, .due, .late: localized("Not logged yet")
        }
    }

    /// Returns for example "21 Nov 2026, 08:05".
    private func moment(_ date: Date) -> String {
        let day = Wording.shortDate(clock.zone.day(at: date))
        return localized("\(day, "date"), \(Wording.time(date, by: clock), "time")")
    }

    /// Returns for example "21 Nov 2026, 08:05 by Ben".
    private func noted(_ date: Date, _ author: DoseLog.Author?) -> String {
        guard let name = DoseAuthor.name(author) else { return moment(date) }
        return localized("\(moment(date), "when") by \(name, "person")")
    }
}

extension MedicinePrintModel {
    struct Person: TemplateFields {
        let personName: String
        let personHref: String
    }

    /// The fields of medicine-print.mustache.
    struct Page: PageFields {
        static let template = "medicine-print"

        let date: String
        let time: String
        let zone: String
        let fromDay: String
        let toDay: String
        let courses: [Course]
        let hasCourses: Bool
        let backHref: String
        let isOfAll: Bool
        let allHref: String
        var person: String?
        var people: [Person] = []
        var hasPeople = false
    }

    struct Course: TemplateFields {
        let summary: MedicineSheetModel.Summary
        let courseName: String
        let courseStand: String
        let isRefused: Bool
        var coursePerson: String?
        let doses: [Dose]
        let hasDoses: Bool
        let tally: String
    }

    struct Dose: TemplateFields {
        let planned: String
        let amount: String
        let became: String
        let isMissed: Bool
        let noted: String
    }
}
