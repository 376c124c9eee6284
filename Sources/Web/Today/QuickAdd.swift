import Agenda
import Calendar
import Foundation
import Messages
import Plants
import Recognition

/// The form of a new chore as it was sent; pure.
struct QuickAdd: Equatable {
    enum Field: String, CaseIterable {
        case kind, title, plant, start, repeats, days, months, day, note
    }

    struct Wanted: Equatable {
        let kind: Chore.Kind
        let title: String?
        let plant: Plant.ID?
        let recurrence: Recurrence
        let start: LocalDay?
        let note: String?
    }

    let texts: [Field: String]
    let back: String?

    init(_ form: [String: String]) {
        texts = Dictionary(
            Field.allCases.map {
                ($0, (form[$0.rawValue] ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
            }, uniquingKeysWith: { first, _ in first })
        back = form["back"].flatMap { $0.isEmpty ? nil : $0 }
    }

    subscript(field: Field) -> String { texts[field] ?? "" }

    /// Returns the chore that the form describes, or a message for each invalid field.
    func read() -> (wanted: Wanted?, faults: [Field: String]) {
        var faults: [Field: String] = [:]
        let kind = Chore.Kind(rawValue: self[.kind]) ?? .own
        let title = Plant.tidy(self[.title])
        if kind == .own, title == nil { faults[.title] = localized("Enter the name of the task.") }
        let plant = Plant.ID(self[.plant])
        if kind != .own, plant == nil { faults[.plant] = localized("Choose the plant for this task.") }
        let start = LocalDay(self[.start])
        if !self[.start].isEmpty, start == nil { faults[.start] = localized("Choose a day, such as 2026-11-21.") }
        let recurrence = recurrence(&faults)
        guard faults.isEmpty, let recurrence else { return (nil, faults) }
        return (
            Wanted(
                kind: kind, title: kind == .own ? title : nil, plant: plant, recurrence: recurrence, start: start,
                note: self[.note].isEmpty ? nil : self[.note]),
            [:]
        )
    }

    private func recurrence(_ faults: inout [Field: String]) -> Recurrence? {
        switch self[.repeats] {
        case "days":
            guard let often = Int(self[.days]).flatMap(Recurrence.every(days:)) else {
                let most = DaysByMonth.limit
                faults[.days] = localized("Enter a whole number of days from 1 to \(most, "limit").")
                return nil
            }
            return often
        case "months":
            let months = Int(self[.months]).flatMap { (1...120).contains($0) ? $0 : nil }
            let day = Int(self[.day]).flatMap { (1...31).contains($0) ? $0 : nil }
            if months == nil { faults[.months] = localized("Enter a whole number of months from 1 to 120.") }
            if day == nil { faults[.day] = localized("Enter a day of the month from 1 to 31.") }
            guard let months, let day else { return nil }
            return .months(every: months, on: day)
        default: return .once
        }
    }
}

/// The page with the form of a new chore; pure.
struct QuickAddModel {
    let draft: QuickAdd
    let faults: [QuickAdd.Field: String]
    let plants: [Plant]
    let today: LocalDay

    var context: Page {
        let repeats = draft[.repeats].isEmpty ? "once" : draft[.repeats]
        let kind = Chore.Kind(rawValue: draft[.kind]) ?? (draft[.plant].isEmpty ? .own : .watering)
        return Page(
            action: Site.newChore, back: draft.back ?? "",
            kinds: ([.own] + Chore.Kind.allCases.filter { $0 != .own }).map { each in
                OptionFields(value: each.rawValue, word: Wording.name(each), chosen: each == kind)
            },
            plants: plants.map { plant in
                OptionFields(
                    value: plant.id.rawValue,
                    word: plant.room.map { "\(plant.name), \($0)" } ?? plant.name,
                    chosen: plant.id.rawValue == draft[.plant])
            },
            words: draft[.title], start: draft[.start].isEmpty ? today.description : draft[.start],
            once: repeats == "once", byDays: repeats == "days",
            byMonths: repeats == "months", days: draft[.days].isEmpty ? "7" : draft[.days],
            months: draft[.months].isEmpty ? "1" : draft[.months],
            day: draft[.day].isEmpty ? String(today.day) : draft[.day],
            fault: Faults(
                title: faults[.title], plant: faults[.plant], start: faults[.start], days: faults[.days],
                months: faults[.months], day: faults[.day]),
            hasFaults: !faults.isEmpty,
            faultWords: QuickAdd.Field.allCases.compactMap { faults[$0] }.map { FaultWords(words: $0) },
            daysLimit: String(DaysByMonth.limit), note: draft[.note], noteLimit: String(Chore.noteLimit))
    }
}

extension QuickAddModel {
    struct FaultWords: TemplateFields {
        let words: String
    }

    /// The fields of quick-add.mustache.
    struct Page: PageFields {
        static let template = "quick-add"

        let action: String
        let back: String
        let kinds: [OptionFields]
        let plants: [OptionFields]
        let words: String
        let start: String
        let once: Bool
        let byDays: Bool
        let byMonths: Bool
        let days: String
        let months: String
        let day: String
        let fault: Faults
        let hasFaults: Bool
        let faultWords: [FaultWords]
        let daysLimit: String
        let note: String
        let noteLimit: String
    }

    /// A message for each invalid field.
    struct Faults: TemplateFields {
        var title: String?
        var plant: String?
        var start: String?
        var days: String?
        var months: String?
        var day: String?
    }
}
