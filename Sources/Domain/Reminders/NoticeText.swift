import Agenda
package import Calendar
import Messages

/// The title and body of a notice, as a lock screen shows them.
package struct NoticeText: Sendable, Hashable {
    package let title: String
    package let body: String

    /// In characters.
    package static let titleLimit = 120
    package static let bodyLimit = 400
}

extension NoticeText {
    /// `today` is the current day of the recipient.
    package init(_ reminder: Reminder, preferences: ReminderPreferences, today: LocalDay) {
        let text =
            switch reminder.sort {
            case .chores: Self.chores(reminder.chores, today: today)
            case .food: Self.foods(reminder.foods, today: today)
            case .dose: Self.dose(reminder.doses.first, isHidden: preferences.hidesMedicines)
            case .missed: Self.missed(reminder.doses, isHidden: preferences.hidesMedicines)
            case .test: (localized("This is a test"), localized("Reminders from Stillroom arrive here."))
            }
        self.init(
            title: Self.cut(text.0, to: Self.titleLimit), body: Self.cut(text.1, to: Self.bodyLimit))
    }
}

extension Reminder {
    fileprivate var chores: [DueChore] {
        subjects.compactMap { if case .chore(let chore) = $0 { chore } else { nil } }
    }

    fileprivate var doses: [Dose] {
        subjects.compactMap { if case .dose(let dose) = $0 { dose } else { nil } }
    }

    fileprivate var foods: [DueFood] {
        subjects.compactMap { if case .food(let food) = $0 { food } else { nil } }
    }

    /// The name of the person whose dose it is, as notices show it; nil for the recipient's own dose, for a dose of the
    /// household, and for other reminders.
    package var owner: String? { sort == .dose ? doses.first.flatMap(NoticeText.owner) : nil }
}

// MARK: - Chores

extension NoticeText {
    private static func chores(_ chores: [DueChore], today: LocalDay) -> (String, String) {
        if chores.count == 1, let chore = chores.first {
            return (asking(for: chore), due(chore.day, today: today))
        }
        let names = list(chores.map(name))
        let overdue = chores.count { $0.day < today }
        let body =
            overdue == 0
            ? names
            : localized(
                overdue, one: "\(names, "plants"); 1 is overdue",
                other: "\(names, "plants"); \(overdue, "count") are overdue")
        return (summary(of: chores), body)
    }

    private static func asking(for chore: DueChore) -> String {
        let plant = plain(chore.plantName) ?? localized("a plant")
        return switch chore.kind {
        case .watering: localized("Water \(plant, "plant")")
        case .fertilising: localized("Fertilise \(plant, "plant")")
        case .pruning: localized("Prune \(plant, "plant")")
        case .repotting: localized("Repot \(plant, "plant")")
        case .rotation: localized("Turn \(plant, "plant")")
        case .misting: localized("Mist \(plant, "plant")")
        case .pestControl: localized("Look for pests on \(plant, "plant")")
        case .own: name(of: chore)
        }
    }

    private static func name(of chore: DueChore) -> String {
        let plant = plain(chore.plantName)
        guard chore.kind == .own else { return plant ?? localized("a plant") }
        let title = plain(chore.title) ?? localized("A task")
        guard let plant else { return title }
        return localized("\(title, "task"): \(plant, "plant")")
    }

    private static func summary(of chores: [DueChore]) -> String {
        let count = chores.count
        guard let kind = chores.first?.kind, chores.allSatisfy({ $0.kind == kind }) else { return tasks(count) }
        return switch kind {
        case .watering: localized(count, one: "Water 1 plant", other: "Water \(count, "count") plants")
        case .fertilising: localized(count, one: "Fertilise 1 plant", other: "Fertilise \(count, "count") plants")
        case .pruning: localized(count, one: "Prune 1 plant", other: "Prune \(count, "count") plants")
        case .repotting: localized(count, one: "Repot 1 plant", other: "Repot \(count, "count") plants")
        case .rotation: localized(count, one: "Turn 1 plant", other: "Turn \(count, "count") plants")
        case .misting: localized(count, one: "Mist 1 plant", other: "Mist \(count, "count") plants")
        case .pestControl:
            localized(count, one: "Look for pests on 1 plant", other: "Look for pests on \(count, "count") plants")
        case .own: tasks(count)
        }
    }

    private static func tasks(_ count: Int) -> String {
        localized(count, one: "1 task to do", other: "\(count, "count") tasks to do")
    }

    private static func due(_ day: LocalDay, today: LocalDay) -> String {
        if day == today { return localized("Due today.") }
        let (year, month, number) = day.parts
        let distance = today.days(until: day)
        // Without a year, the nearest such day is meant.
        let date =
            abs(distance) > 180
            ? LocalDate.dayMonthYear(day: number, month: month, year: year)
            : LocalDate.dayMonth(day: number, month: month)
        return distance < 0 ? localized("Due since \(date, "day").") : localized("Due on \(date, "day").")
    }
}

// MARK: - Food

extension NoticeText {
    private static func foods(_ foods: [DueFood], today: LocalDay) -> (String, String) {
        if foods.count == 1, let food = foods.first {
            let name = name(of: food)
            return (localized("Use soon: \(name, "food")"), date(of: food, today: today))
        }
        let count = foods.count
        return (
            localized(count, one: "1 thing to use soon", other: "\(count, "count") things to use soon"),
            list(foods.map(name))
        )
    }

    private static func name(of food: DueFood) -> String { plain(food.name) ?? localized("an item of your stock") }

    private static func date(of food: DueFood, today: LocalDay) -> String {
        if food.day == today { return food.isUseBy ? localized("Use by today.") : localized("Best before today.") }
        let (_, month, number) = food.day.parts
        let date = LocalDate.dayMonth(day: number, month: month)
        return food.isUseBy ? localized("Use by \(date, "day").") : localized("Best before \(date, "day").")
    }
}

// MARK: - Medicines

extension NoticeText {
    /// Name and amount are those of the label; nothing in this text may be read as another instruction.
    private static func dose(_ dose: Dose?, isHidden: Bool) -> (String, String) {
        let owner = dose.flatMap(Self.owner)
        guard !isHidden, let dose, let name = plain(dose.name) else {
            return (timeForMedicine(of: owner), localized("Open Stillroom to see which."))
        }
        return (named(name, of: owner), plain(dose.amount) ?? "")
    }

    private static func timeForMedicine(of owner: String?) -> String {
        guard let owner else { return localized("It is time for a medicine") }
        return localized("It is time for \(owner, "person")'s medicine")
    }

    private static func missed(_ doses: [Dose], isHidden: Bool) -> (String, String) {
        let owners = Set(doses.map(Self.owner))
        // The title names the person if all doses are of one; otherwise the body names each.
        let isMixed = owners.count > 1
        let title = cameLate(doses.count, of: isMixed ? nil : owners.compactMap(\.self).first)
        let names =
            isHidden
            ? list(isMixed ? counts(of: doses) : [])
            : list(doses.compactMap { dose in plain(dose.name).map { named($0, of: isMixed ? owner(of: dose) : nil) } })
        guard !names.isEmpty else { return (title, noDouble) }
        // Names may be cut, the warning may not.
        return (title, "\(cut(names, to: bodyLimit - noDouble.count - 2)). \(noDouble)")
    }

    private static func cameLate(_ count: Int, of owner: String?) -> String {
        guard let owner else {
            return localized(
                count, one: "Reminder came late: 1 dose was due",
                other: "Reminder came late: \(count, "count") doses were due")
        }
        return localized(
            count, one: "Reminder came late: 1 dose was due for \(owner, "person")",
            other: "Reminder came late: \(count, "count") doses were due for \(owner, "person")")
    }

    private static var noDouble: String {
        localized("Do not take a double dose to make up unless your pharmacist or prescriber told you to.")
    }

    /// "Amoxicillin 500 mg", or "Ada: Amoxicillin 500 mg" for another person's.
    private static func named(_ medicine: String, of owner: String?) -> String {
        guard let owner else { return medicine }
        return localized("\(owner, "person"): \(medicine, "medicine")")
    }

    /// Returns for each other person "1 is for Ada" or "2 are for Ada", in the order of the doses.
    private static func counts(of doses: [Dose]) -> [String] {
        let owners = doses.compactMap(Self.owner)
        var seen = Set<String>()
        return owners.filter { seen.insert($0).inserted }.map { person in
            let count = owners.count { $0 == person }
            return localized(
                count, one: "1 is for \(person, "person")", other: "\(count, "count") are for \(person, "person")")
        }
    }

    /// Returns the name of the person to whom the dose belongs, short enough for a title; nil for the recipient's own
    /// dose and one of the household.
    fileprivate static func owner(of dose: Dose) -> String? {
        dose.owner.map { cut(plain($0) ?? localized("another person"), to: ownerLimit) }
    }

    /// The words with which a person answers that a dose was taken.
    package static func taken(by owner: String?) -> String {
        guard let owner else { return localized("Taken") }
        return localized("\(owner, "person") took it")
    }

    /// In characters. The name of the medicine follows and must stay readable.
    private static let ownerLimit = 40
}

// MARK: - Words

extension NoticeText {
    private static let namesShown = 5
    /// The maximum length of one name in a list, so that five of them leave room for the rest.
    private static let nameLimit = 60

    /// Returns the names without duplicates, in order.
    private static func list(_ names: [String]) -> String {
        var seen = Set<String>()
        let names = names.filter { seen.insert($0).inserted }
        let shown = names.prefix(namesShown).map { cut($0, to: nameLimit) }.joined(separator: ", ")
        let rest = names.count - namesShown
        guard rest > 0 else { return shown }
        return localized(
            rest, one: "\(shown, "names") and 1 more", other: "\(shown, "names") and \(rest, "count") more")
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.count > limit ? text.prefix(limit - 1) + "…" : text
    }

    /// Returns the text in one line without control characters; nil if no text remains. Characters that change the
    /// writing direction are removed, too, because they would affect the text after the name.
    private static func plain(_ text: String?) -> String? {
        guard let text else { return nil }
        let scalars = text.unicodeScalars.filter { !turning.contains($0) }.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        let line = String(view).split(separator: " ").joined(separator: " ")
        return line.isEmpty ? nil : line
    }

    private static let turning = Set<Unicode.Scalar>([
        "\u{061C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}",
        "\u{2067}", "\u{2068}", "\u{2069}",
    ])
}
