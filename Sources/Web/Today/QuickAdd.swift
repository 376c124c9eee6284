import Agenda
import Calendar
import Foundation
import Plants
import Recognition

/// A chore of a person's own, as it was typed; pure.
struct QuickAdd: Equatable {
    enum Field: String, CaseIterable {
        case kind, title, plant, start, repeats, days, months, day
    }

    struct Wanted: Equatable {
        let kind: Chore.Kind
        let title: String?
        let plant: Plant.ID?
        let recurrence: Recurrence
        let start: LocalDay?
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

    /// What it asks for, or what is wrong with each field.
    func read() -> (wanted: Wanted?, faults: [Field: String]) {
        var faults: [Field: String] = [:]
        let kind = Chore.Kind(rawValue: self[.kind]) ?? .own
        let title = Plant.tidy(self[.title])
        if kind == .own, title == nil { faults[.title] = "Write in a few words what is to be done." }
        let plant = Plant.ID(self[.plant])
        if kind != .own, plant == nil { faults[.plant] = "Choose the plant it is for." }
        let start = LocalDay(self[.start])
        if !self[.start].isEmpty, start == nil { faults[.start] = "Choose a day, such as 2026-11-21." }
        let recurrence = recurrence(&faults)
        guard faults.isEmpty, let recurrence else { return (nil, faults) }
        return (
            Wanted(kind: kind, title: kind == .own ? title : nil, plant: plant, recurrence: recurrence, start: start),
            [:]
        )
    }

    private func recurrence(_ faults: inout [Field: String]) -> Recurrence? {
        switch self[.repeats] {
        case "days":
            guard let often = Int(self[.days]).flatMap(Recurrence.every(days:)) else {
                faults[.days] = "A whole number of days from 1 to \(DaysByMonth.limit)."
                return nil
            }
            return often
        case "months":
            let months = Int(self[.months]).flatMap { (1...120).contains($0) ? $0 : nil }
            let day = Int(self[.day]).flatMap { (1...31).contains($0) ? $0 : nil }
            if months == nil { faults[.months] = "A whole number of months from 1 to 120." }
            if day == nil { faults[.day] = "A day of the month from 1 to 31." }
            guard let months, let day else { return nil }
            return .months(every: months, on: day)
        default: return .once
        }
    }
}

/// The form of a new chore; pure.
struct QuickAddModel {
    let draft: QuickAdd
    let faults: [QuickAdd.Field: String]
    let plants: [Plant]
    let today: LocalDay

    var context: [String: Any] {
        let repeats = draft[.repeats].isEmpty ? "once" : draft[.repeats]
        let kind = Chore.Kind(rawValue: draft[.kind]) ?? (draft[.plant].isEmpty ? .own : .watering)
        return [
            "action": Site.newChore, "back": draft.back ?? "",
            "kinds": ([.own] + Chore.Kind.allCases.filter { $0 != .own }).map { each in
                ["value": each.rawValue, "word": Wording.name(each), "chosen": each == kind] as [String: Any]
            },
            "plants": plants.map { plant in
                [
                    "value": plant.id.rawValue,
                    "word": plant.room.map { "\(plant.name), \($0)" } ?? plant.name,
                    "chosen": plant.id.rawValue == draft[.plant],
                ] as [String: Any]
            },
            "words": draft[.title], "start": draft[.start].isEmpty ? today.description : draft[.start],
            "today": today.description, "once": repeats == "once", "byDays": repeats == "days",
            "byMonths": repeats == "months", "days": draft[.days].isEmpty ? "7" : draft[.days],
            "months": draft[.months].isEmpty ? "1" : draft[.months],
            "day": draft[.day].isEmpty ? String(today.day) : draft[.day],
            "fault": Dictionary(
                faults.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first }),
            "hasFaults": !faults.isEmpty,
            "faultWords": QuickAdd.Field.allCases.compactMap { faults[$0] }.map { ["words": $0] },
            "daysLimit": String(DaysByMonth.limit),
        ]
    }
}
