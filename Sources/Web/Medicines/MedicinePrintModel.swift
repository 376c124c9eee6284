import Calendar
import Doses
import Foundation
import Household

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
                    personName: name.map { Wording.short($0, 60) } ?? "no name",
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
        guard history.kept.plan != nil else { return "No doses were planned." }
        func count(_ word: String) -> Int { history.doses.count { $0.status.word == word } }
        var parts: [(String, Int)] = []
        if !history.doses.isEmpty {
            parts = [
                ("Planned", history.doses.count), ("Taken", count("taken")), ("Skipped", count("skipped")),
                ("Missed", count("missed")),
            ]
            let open = count("due") + count("late")
            if open > 0 { parts.append(("Not logged yet", open)) }
        }
        if !history.asNeeded.isEmpty { parts.append(("Taken as needed", history.asNeeded.count)) }
        return parts.isEmpty ? "No doses in this time." : parts.map { "\($0.0): \($0.1)." }.joined(separator: " ")
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
                    noted: dose.answer.map { moment($0.notedAt) + DoseAuthor.words($0.author) } ?? "")
            )
        }
        let needed = history.asNeeded.map { intake in
            (
                intake.at,
                Dose(
                    planned: "as needed",
                    amount: intake.amount.map { DosePlan.words($0, intake.unit) } ?? "amount not logged",
                    became: "Taken \(moment(intake.at))", isMissed: false,
                    noted: entries[intake.number].map { moment($0.notedAt) + DoseAuthor.words($0.author) } ?? "")
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
        case .taken(let at, let isLate): "Taken \(moment(at))\(isLate ? ", later than planned" : "")"
        case .skipped(let reason): "Skipped" + (reason.map { ": \(Wording.short($0, 120))" } ?? "")
        case .missed: "Missed: nobody logged it"
        case .planned, .due, .late: "Not logged yet"
        }
    }

    /// Returns for example "21 Nov 2026, 08:05".
    private func moment(_ date: Date) -> String {
        "\(Wording.shortDate(clock.zone.day(at: date))), \(Wording.time(date, by: clock))"
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
