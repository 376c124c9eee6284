import Agenda
package import Calendar

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
    package init(_ reminder: Reminder, wishes: ReminderPreferences, today: LocalDay) {
        let text =
            switch reminder.sort {
            case .chores: Self.chores(reminder.chores, today: today)
            case .food: Self.foods(reminder.foods, today: today)
            case .dose: Self.dose(reminder.doses.first, isHidden: wishes.hidesMedicines)
            case .missed: Self.missed(reminder.doses, isHidden: wishes.hidesMedicines)
            case .test: ("This is a test", "Reminders from Stillroom arrive here.")
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
            return (asking(for: chore), "Due \(when(chore.day, today: today)).")
        }
        let overdue = chores.count { $0.day < today }
        let ending =
            switch overdue {
            case 0: ""
            case 1: "; 1 is overdue"
            default: "; \(overdue) are overdue"
            }
        return (summary(of: chores), list(chores.map(name)) + ending)
    }

    private static func asking(for chore: DueChore) -> String {
        guard let verb = chore.kind.verb else { return name(of: chore) }
        return "\(verb) \(plain(chore.plantName) ?? "a plant")"
    }

    private static func name(of chore: DueChore) -> String {
        let plant = plain(chore.plantName)
        guard chore.kind == .own else { return plant ?? "a plant" }
        let title = plain(chore.title) ?? "A task"
        return plant.map { "\(title): \($0)" } ?? title
    }

    private static func summary(of chores: [DueChore]) -> String {
        guard let first = chores.first?.kind, let verb = first.verb, chores.allSatisfy({ $0.kind == first }) else {
            return "\(chores.count) tasks to do"
        }
        return "\(verb) \(chores.count) plants"
    }

    private static func when(_ day: LocalDay, today: LocalDay) -> String {
        if day == today { return "today" }
        let (year, month, number) = day.parts
        let distance = today.days(until: day)
        // Without a year, the nearest such day is meant.
        let ofYear = abs(distance) > 180 ? " \(year)" : ""
        return "\(distance < 0 ? "since" : "on") \(number) \(months[month - 1])\(ofYear)"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

extension Chore.Kind {
    /// What to do to a plant; nil for a chore with its own title.
    fileprivate var verb: String? {
        switch self {
        case .watering: "Water"
        case .fertilising: "Fertilise"
        case .pruning: "Prune"
        case .repotting: "Repot"
        case .rotation: "Turn"
        case .misting: "Mist"
        case .pestControl: "Look for pests on"
        case .own: nil
        }
    }
}

// MARK: - Food

extension NoticeText {
    private static func foods(_ foods: [DueFood], today: LocalDay) -> (String, String) {
        if foods.count == 1, let food = foods.first {
            let words = food.isUseBy ? "Use by" : "Best before"
            let (_, month, number) = food.day.parts
            let day = food.day == today ? "today" : "\(number) \(months[month - 1])"
            return ("Use soon: \(plain(food.name) ?? "an item of your stock")", "\(words) \(day).")
        }
        return ("\(foods.count) things to use soon", list(foods.map { plain($0.name) ?? "an item of your stock" }))
    }
}

// MARK: - Medicines

extension NoticeText {
    /// Name and amount are those of the label; nothing in this text may be read as another instruction.
    private static func dose(_ dose: Dose?, isHidden: Bool) -> (String, String) {
        let owner = dose.flatMap(Self.owner)
        guard !isHidden, let dose, let name = plain(dose.name) else {
            let which = owner.map { "\($0)'s medicine" } ?? "a medicine"
            return ("It is time for \(which)", "Open Stillroom to see which.")
        }
        return (named(name, of: owner), plain(dose.amount) ?? "")
    }

    private static func missed(_ doses: [Dose], isHidden: Bool) -> (String, String) {
        let owners = Set(doses.map(Self.owner))
        // The title names the person if all doses are of one; otherwise the body names each.
        let isMixed = owners.count > 1
        let whose = isMixed ? "" : owners.compactMap(\.self).first.map { " for \($0)" } ?? ""
        let title = "Reminder came late: \(doses.count == 1 ? "1 dose was" : "\(doses.count) doses were") due\(whose)"
        let names =
            isHidden
            ? list(isMixed ? counts(of: doses) : [])
            : list(doses.compactMap { dose in plain(dose.name).map { named($0, of: isMixed ? owner(of: dose) : nil) } })
        guard !names.isEmpty else { return (title, noDouble) }
        // Names may be cut, the warning may not.
        return (title, "\(cut(names, to: bodyLimit - noDouble.count - 2)). \(noDouble)")
    }

    private static let noDouble =
        "Do not take a double dose to make up unless your pharmacist or prescriber told you to."

    /// "Amoxicillin 500 mg", or "Ada: Amoxicillin 500 mg" for another person's.
    private static func named(_ medicine: String, of owner: String?) -> String {
        owner.map { "\($0): \(medicine)" } ?? medicine
    }

    /// Returns for each other person "1 is for Ada" or "2 are for Ada", in the order of the doses.
    private static func counts(of doses: [Dose]) -> [String] {
        let owners = doses.compactMap(Self.owner)
        var seen = Set<String>()
        return owners.filter { seen.insert($0).inserted }.map { person in
            let count = owners.count { $0 == person }
            return "\(count) \(count == 1 ? "is" : "are") for \(person)"
        }
    }

    /// Returns the name of the person to whom the dose belongs, short enough for a title; nil for the recipient's own
    /// dose and one of the household.
    fileprivate static func owner(of dose: Dose) -> String? {
        dose.owner.map { cut(plain($0) ?? "another person", to: ownerLimit) }
    }

    /// The words with which a person answers that a dose was taken.
    package static func taken(by owner: String?) -> String { owner.map { "\($0) took it" } ?? "Taken" }

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
        return names.count > namesShown ? "\(shown) and \(names.count - namesShown) more" : shown
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
