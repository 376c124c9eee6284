import Foundation
import Support
import Testing

@testable import Agenda
@testable import Reminders

@Suite("Texts of notices", .tags(.small))
struct ReminderTextTests {
    private let at = Date(timeIntervalSince1970: 1_800_000_000)

    private func text(
        _ subjects: [Reminder.Subject], _ sort: Reminder.Sort, isHidden: Bool = true
    ) throws -> NoticeText {
        var preferences = try ReminderSample().preferences
        preferences.hidesMedicines = isHidden
        let reminder = Reminder(key: .init(rawValue: "k"), sort: sort, at: at, until: at + 1, subjects: subjects)
        return NoticeText(reminder, preferences: preferences, today: try ReminderSample.day("2026-11-21"))
    }

    private func text(_ chores: [DueChore]) throws -> NoticeText { try text(chores.map { .chore($0) }, .chores) }

    private func chore(
        _ kind: Chore.Kind = .watering, title: String? = nil, plant: String? = "Monstera", on day: String = "2026-11-21"
    ) throws -> DueChore {
        try ReminderSample.chore("c", kind, title: title, plant: plant, on: day)
    }

    @Test(
        "A notice of one chore names what is to be done",
        arguments: [
            (Chore.Kind.watering, "Water Monstera", "Water 3 plants"),
            (.fertilising, "Fertilise Monstera", "Fertilise 3 plants"),
            (.pruning, "Prune Monstera", "Prune 3 plants"),
            (.repotting, "Repot Monstera", "Repot 3 plants"),
            (.rotation, "Turn Monstera", "Turn 3 plants"),
            (.misting, "Mist Monstera", "Mist 3 plants"),
            (.pestControl, "Look for pests on Monstera", "Look for pests on 3 plants"),
            (.own, "Wipe the leaves: Monstera", "3 tasks to do"),
        ])
    func kinds(kind: Chore.Kind, one: String, three: String) throws {
        let chore = try chore(kind, title: "Wipe the leaves")
        #expect(try text([chore]).title == one)
        #expect(try text([chore, chore, chore]).title == three)
    }

    @Test(
        "A notice of one chore uses the title given by the person",
        arguments: [
            ("Change the filter", nil, "Change the filter"), ("Change it", "Fern", "Change it: Fern"),
            (nil, "Fern", "A task: Fern"), ("\u{0}\n", nil, "A task"),
        ] as [(String?, String?, String)])
    func own(title: String?, plant: String?, said: String) throws {
        #expect(try text([chore(.own, title: title, plant: plant)]).title == said)
    }

    @Test(
        "A notice of one chore states when it is due",
        arguments: [
            ("2026-11-19", "Due since 19 November."), ("2026-11-21", "Due today."),
            ("2026-11-24", "Due on 24 November."), ("2027-01-03", "Due on 3 January."),
            ("2025-12-01", "Due since 1 December 2025."),
        ])
    func due(day: String, said: String) throws {
        #expect(try text([chore(on: day)]).body == said)
    }

    @Test(
        "A notice counts in figures",
        arguments: [2, 12, 13, 200])
    func numbers(count: Int) throws {
        let chores = [DueChore](repeating: try chore(), count: count)
        #expect(try text(chores).title == "Water \(count) plants")
        #expect(try text(chores + [chore(.misting)]).title == "\(count + 1) tasks to do")
    }

    @Test("A notice lists five names and counts the others")
    func names() throws {
        let plants = ["Aloe", "Basil", "Cactus", "Dill", "Elm", "Fern", "Ginger", "Hosta"]
        func body(_ count: Int) throws -> String { try text(plants.prefix(count).map { try chore(plant: $0) }).body }
        #expect(try body(2) == "Aloe, Basil")
        #expect(try body(5) == "Aloe, Basil, Cactus, Dill, Elm")
        #expect(try body(6) == "Aloe, Basil, Cactus, Dill, Elm and 1 more")
        #expect(try body(8) == "Aloe, Basil, Cactus, Dill, Elm and 3 more")
        let mixed = [try chore(), try chore(.misting), try chore(.own, title: "Air the room", plant: nil)]
        #expect(try text(mixed) == NoticeText(title: "3 tasks to do", body: "Monstera, Air the room"))
    }
}

extension ReminderTextTests {
    @Test("A notice states how many chores are overdue")
    func overdue() throws {
        let (late, fern) = (try chore(on: "2026-11-20"), try chore(plant: "Fern"))
        #expect(try text([late, fern]).body == "Monstera, Fern; 1 is overdue")
        #expect(try text([late, fern, chore(on: "2026-10-01")]).body == "Monstera, Fern; 2 are overdue")
    }

    @Test("A notice of a dose has the words of the label, or hides them on a locked screen")
    func dose() throws {
        let dose = Reminder.Subject.dose(ReminderSample.dose("d", at: at))
        #expect(
            try text([dose], .dose)
                == NoticeText(title: "It is time for a medicine", body: "Open Stillroom to see which."))
        #expect(
            try text([dose], .dose, isHidden: false) == NoticeText(title: "Ibuprofen 400 mg", body: "1 tablet"))
    }

    @Test("A notice of missed doses always warns not to take a double dose", arguments: [1, 2, 40], [true, false])
    func missed(count: Int, isHidden: Bool) throws {
        let doses = (0..<count).map { number in
            let name = "Medicine \(number) " + String(repeating: "x", count: 90)
            return Reminder.Subject.dose(ReminderSample.dose("d\(number)", at: at, name: name))
        }
        let said = try text(doses, .missed, isHidden: isHidden)
        #expect(said.title == "Reminder came late: \(count) \(count == 1 ? "dose was" : "doses were") due")
        #expect(
            said.body.hasSuffix(
                "Do not take a double dose to make up unless your pharmacist or prescriber told you to."))
        #expect(said.body.contains("Medicine 0") == !isHidden)
        #expect(said.body.count <= NoticeText.bodyLimit)
    }

    private func dose(_ owner: String?, _ name: String = "Ibuprofen 400 mg") -> Reminder.Subject {
        .dose(ReminderSample.dose("d", at: at, name: name, owner: owner))
    }

    @Test("A notice of another person's dose names this person, also if medicines are hidden")
    func owned() throws {
        #expect(
            try text([dose("Ada")], .dose)
                == NoticeText(title: "It is time for Ada's medicine", body: "Open Stillroom to see which."))
        #expect(
            try text([dose("Ada")], .dose, isHidden: false)
                == NoticeText(title: "Ada: Ibuprofen 400 mg", body: "1 tablet"))
        let unnamed = try text([dose("Ada", "")], .dose, isHidden: false)
        #expect(unnamed.title == "It is time for Ada's medicine", "the name of the medicine was removed")
    }

    @Test("A name of a person that is very long or empty leaves the name of the medicine readable")
    func strangeOwners() throws {
        let long = try text([dose("A\u{202E}da " + String(repeating: "x", count: 90))], .dose, isHidden: false).title
        #expect(long.hasPrefix("Ada xxx") && long.hasSuffix("x…: Ibuprofen 400 mg"))
        #expect(try text([dose("")], .dose).title == "It is time for another person's medicine")
    }
}

extension ReminderTextTests {
    @Test("A notice of missed doses names the person in the title if all doses are of one other person")
    func missedOfOne() throws {
        for isHidden in [true, false] {
            let one = try text([dose("Ada")], .missed, isHidden: isHidden)
            #expect(one.title == "Reminder came late: 1 dose was due for Ada")
            #expect(one.body.contains("Ibuprofen 400 mg. ") == !isHidden)
            let two = try text([dose("Ada"), dose("Ada")], .missed, isHidden: isHidden)
            #expect(two.title == "Reminder came late: 2 doses were due for Ada")
        }
    }

    @Test("A notice of missed doses of several people says whose each dose is")
    func missedOfSeveral() throws {
        let doses = [dose("Ada", "A"), dose(nil, "B"), dose("Cleo", "C"), dose("Ada", "D")]
        let hidden = try text(doses, .missed)
        #expect(hidden.title == "Reminder came late: 4 doses were due")
        #expect(hidden.body.hasPrefix("2 are for Ada, 1 is for Cleo. Do not take a double dose"))
        let shown = try text(doses, .missed, isHidden: false)
        #expect(shown.body.hasPrefix("Ada: A, B, Cleo: C, Ada: D. Do not take a double dose"))
        let many = try text(
            (0..<20).map { dose("\($0)" + String(repeating: "x", count: 90)) }, .missed, isHidden: true)
        #expect(many.body.count <= NoticeText.bodyLimit && many.body.hasSuffix("prescriber told you to."))
    }

    @Test("The answer to a notice of a dose names the other person")
    func answers() {
        #expect(NoticeText.taken(by: nil) == "Taken")
        #expect(NoticeText.taken(by: "Ada") == "Ada took it")
        func owner(_ subject: Reminder.Subject, _ sort: Reminder.Sort) -> String? {
            Reminder(key: .init(rawValue: "k"), sort: sort, at: at, until: at + 1, subjects: [subject]).owner
        }
        #expect(owner(dose("Ada"), .dose) == "Ada")
        #expect(owner(dose(nil), .dose) == nil && owner(dose("Ada"), .missed) == nil)
    }

    @Test("A notice names no medicine if medicines are hidden", arguments: [1, 3])
    func privacy(count: Int) throws {
        let doses = (0..<count).map { Reminder.Subject.dose(ReminderSample.dose("d\($0)", at: at)) }
        for sort in [Reminder.Sort.dose, .missed, .test] {
            let said = try text(doses, sort)
            #expect(!"\(said.title) \(said.body)".contains("Ibuprofen"))
            #expect(!"\(said.title) \(said.body)".contains("tablet"))
        }
    }

    @Test("A test notice states that it is a test")
    func test() throws {
        #expect(
            try text([], .test) == NoticeText(title: "This is a test", body: "Reminders from Stillroom arrive here."))
    }
}

extension ReminderTextTests {
    @Test("A notice is short and is cut between characters")
    func short() throws {
        let long = String(repeating: "👩‍🌾", count: 300)
        let one = try text([chore(plant: long)])
        #expect(one.title.count == NoticeText.titleLimit)
        #expect(one.title.hasSuffix("👩‍🌾…"))
        let late = try (0..<8).map { try chore(.own, title: "\($0)" + long, on: "2026-11-01") }
        let several = try text(late)
        #expect(several.body.count <= NoticeText.bodyLimit)
        #expect(several.body.hasSuffix("… and 3 more; 8 are overdue"), "what follows the names is not cut")
    }

    @Test("A notice contains no control characters")
    func controls() throws {
        let name = "Mon\u{7}st\u{202E}era\r\n\tdeliciosa\u{2028}"
        #expect(try text([chore(plant: name)]).title == "Water Mon stera deliciosa")
        #expect(try text([chore(plant: "\u{1B}\u{0}")]).title == "Water a plant")
    }
}
