import Agenda
import Calendar
import Foundation
import Support
import Testing

@Suite(.tags(.small))
struct OutlookTests {
    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    private func chore(
        _ name: String, every days: Int, due: String, kind: Chore.Kind = .watering, plant: String = "p"
    ) throws -> Chore {
        Chore(
            id: .init(rawValue: name), plant: plant, kind: kind, recurrence: try #require(Recurrence.every(days: days)),
            start: try day(due))
    }

    private func days(_ outlook: Outlook) -> [String] { outlook.occurrences.map(\.day.description) }

    @Test("The outlook of thirty days has every occurrence of a weekly chore")
    func thirtyDays() throws {
        let today = try day("2026-11-21")
        let outlook = Outlook(
            of: [try chore("a", every: 7, due: "2026-11-21")], today: today, through: today.adding(days: 29))
        #expect(days(outlook) == ["2026-11-21", "2026-11-28", "2026-12-05", "2026-12-12", "2026-12-19"])
        #expect(outlook.occurrences.map(\.isNext) == [true, false, false, false, false])
    }

    @Test("An overdue chore occurs once, and its later occurrences are counted from today")
    func overdueOnce() throws {
        let today = try day("2026-11-21")
        let outlook = Outlook(
            of: [try chore("a", every: 7, due: "2026-10-01")], today: today, through: today.adding(days: 14))
        #expect(days(outlook) == ["2026-10-01", "2026-11-28", "2026-12-05"])
    }

    @Test("Chores that are off or have no due day are not in the outlook")
    func inactive() throws {
        var off = try chore("a", every: 7, due: "2026-11-21")
        off.state = .off
        var finished = try chore("b", every: 7, due: "2026-11-21")
        finished.due = nil
        let today = try day("2026-11-21")
        #expect(Outlook(of: [off, finished], today: today, through: today.adding(days: 30)).occurrences.isEmpty)
    }

    @Test("No chore is due during an absence, and every chore is due once on the day of return")
    func pause() throws {
        let today = try day("2026-11-21")
        let pause = try #require(Pause(from: day("2026-11-23"), through: day("2026-11-30")))
        let chores = [
            try chore("a", every: 3, due: "2026-11-21"), try chore("b", every: 30, due: "2026-11-25"),
        ]
        let outlook = Outlook(
            of: chores, today: today, through: today.adding(days: 12), rules: .init(pause: pause))
        #expect(
            outlook.occurrences.map { "\(chores[$0.chore].id) \($0.day)" } == [
                "a 2026-11-21", "a 2026-12-01", "b 2026-12-01",
            ])
        let away = Outlook(
            of: chores, today: try day("2026-11-26"), through: try day("2026-11-30"), rules: .init(pause: pause))
        #expect(away.occurrences.isEmpty)
    }

    @Test("After an absence, a chore is overdue only by the days at home")
    func afterPause() throws {
        let pause = try #require(Pause(from: day("2026-11-05"), through: day("2026-11-12")))
        let chores = [
            // Overdue at departure; due in the absence; due after it.
            try chore("a", every: 30, due: "2026-11-01"), try chore("b", every: 30, due: "2026-11-08"),
            try chore("c", every: 30, due: "2026-11-14"),
        ]
        func late(_ today: String, _ rules: Outlook.Rules) throws -> [String] {
            let today = try day(today)
            return Outlook(of: chores, today: today, through: today, rules: rules).occurrences.map {
                "\(chores[$0.chore].id) \($0.day) \($0.daysOverdue)"
            }
        }
        let expected = ["a 2026-11-01 6", "b 2026-11-13 2", "c 2026-11-14 1"]
        #expect(try late("2026-11-15", .init(pause: pause)) == expected)
        #expect(try late("2026-11-15", .init(pastPauses: [pause])) == expected)
        // An overlapping absence does not count twice.
        let part = try #require(pause.part(before: day("2026-11-10")))
        #expect(try late("2026-11-15", .init(pause: pause, pastPauses: [part])) == expected)
        #expect(try late("2026-11-10", .init(pause: pause)) == [])
        #expect(pause.part(before: try day("2026-11-05")) == nil)
    }
}

extension OutlookTests {
    @Test("Before an absence, the waterings that fall due in it are listed with their days")
    func departure() throws {
        let today = try day("2026-11-01")
        let pause = try #require(Pause(from: day("2026-11-10"), through: day("2026-11-20")))
        let chores = [
            try chore("a", every: 7, due: "2026-11-01"), try chore("b", every: 30, due: "2026-11-14"),
            try chore("c", every: 30, due: "2026-11-25"), try chore("d", every: 9, due: "2026-11-09"),
            try chore("e", every: 7, due: "2026-11-12", kind: .fertilising),
            // Overdue; watered today, then on 5 and 9 November.
            try chore("f", every: 4, due: "2026-10-20"),
        ]
        let departure = try #require(Departure(of: chores, before: pause, today: today))
        #expect(departure.day == (try day("2026-11-09")))
        #expect(
            departure.waterings.map { "\(chores[$0.chore].id) \($0.due) \($0.again?.description ?? "-")" } == [
                "d 2026-11-09 2026-11-18", "f 2026-11-09 2026-11-13", "b 2026-11-14 -", "a 2026-11-15 2026-11-16",
            ])
        #expect(Departure(of: chores, before: pause, today: try day("2026-11-10"))?.day == (try day("2026-11-10")))
        #expect(Departure(of: chores, before: pause, today: try day("2026-11-11")) == nil)
    }

    @Test("The chores of today are the same for every number of days ahead", arguments: 0..<60)
    func sameAhead(seed: UInt64) throws {
        var chance = SplitMix64(seed &+ 5)
        let today = LocalDay(number: 20_000)
        let rules = Outlook.Rules(groupsWaterings: true)
        let chores = try (0..<40).map { number in
            Chore(
                id: .init(rawValue: "c\(number)"), plant: "p", kind: .watering,
                recurrence: try #require(Recurrence.every(days: Int.random(in: 3...70, using: &chance))),
                start: today.adding(days: Int.random(in: -20...60, using: &chance)))
        }
        func now(through last: LocalDay) -> [Chore.ID] {
            let reach = Outlook.reach(of: last, rules: rules)
            let known = chores.filter { $0.due.map { $0 <= reach } ?? false }
            return Outlook(of: known, today: today, through: last, rules: rules).occurrences
                .filter { $0.isNext && $0.day <= today }.map { known[$0.chore].id }.sorted()
        }
        #expect(now(through: today) == now(through: today.adding(days: 400)))
    }

    @Test("Waterings share a day when none moves by more than a fifth of its interval")
    func gathered() throws {
        let today = try day("2026-11-21")
        let chores = [
            try chore("a", every: 10, due: "2026-11-24"), try chore("b", every: 15, due: "2026-11-26"),
            try chore("c", every: 10, due: "2026-11-30"),
        ]
        let outlook = Outlook(
            of: chores, today: today, through: try day("2026-11-30"), rules: .init(groupsWaterings: true))
        #expect(days(outlook).prefix(2) == ["2026-11-26", "2026-11-26"])
        for occurrence in outlook.occurrences where occurrence.isNext {
            let interval = try #require(chores[occurrence.chore].recurrence.interval(on: occurrence.due))
            #expect(abs(occurrence.day.number - occurrence.due.number) * 5 <= interval)
        }
    }

    @Test("A plant with an interval of up to four days is never watered later")
    func thirsty() throws {
        let today = try day("2026-11-21")
        let chores = [
            try chore("thirsty", every: 4, due: "2026-11-23"), try chore("b", every: 20, due: "2026-11-25"),
        ]
        let outlook = Outlook(
            of: chores, today: today, through: try day("2026-11-26"), rules: .init(groupsWaterings: true))
        #expect(days(outlook).prefix(2) == ["2026-11-23", "2026-11-23"])
    }

    @Test("Only waterings are grouped")
    func onlyWaterings() throws {
        let today = try day("2026-11-21")
        let chores = [
            try chore("a", every: 30, due: "2026-11-24", kind: .fertilising),
            try chore("b", every: 30, due: "2026-11-26"),
        ]
        let outlook = Outlook(
            of: chores, today: today, through: try day("2026-11-30"), rules: .init(groupsWaterings: true))
        #expect(days(outlook) == ["2026-11-24", "2026-11-26"])
    }
}

extension OutlookTests {
    @Test("No watering is overdue that was not shown on an earlier day", arguments: 0..<60)
    func dayByDay(seed: UInt64) throws {
        var chance = SplitMix64(seed &+ 77)
        let first = LocalDay(number: 20_000)
        let rules = Outlook.Rules(groupsWaterings: true)
        let chores = try (0..<10).map { number in
            Chore(
                id: .init(rawValue: "c\(number)"), plant: "p", kind: .watering,
                recurrence: try #require(Recurrence.every(days: Int.random(in: 3...60, using: &chance))),
                start: first.adding(days: Int.random(in: 0...40, using: &chance)))
        }
        var asked = Set<Int>()
        for offset in 0..<80 {
            let today = first.adding(days: offset)
            for occurrence in Outlook(of: chores, today: today, through: today, rules: rules).occurrences {
                if occurrence.day == today { asked.insert(occurrence.chore) }
                if occurrence.day < today {
                    #expect(asked.contains(occurrence.chore), "\(chores[occurrence.chore].id) on \(today)")
                }
            }
        }
        #expect(asked.count == chores.count)
    }

    @Test("A chore that is overdue in a month without occurrences waits for the next month with one")
    func resting() throws {
        let months = try #require(DaysByMonth([0, 0, 30, 30, 30, 30, 30, 30, 30, 30, 0, 0]))
        let feed = Chore(
            id: .init(rawValue: "a"), plant: "p", kind: .fertilising, recurrence: .days(months),
            start: try day("2026-10-25"))
        func asked(_ today: String) throws -> [String] {
            let today = try day(today)
            return days(Outlook(of: [feed], today: today, through: today.adding(days: 120)))
        }
        #expect(try asked("2026-10-30").first == "2026-10-25")
        #expect(try asked("2026-11-21") == ["2027-03-01"])
    }

    @Test("A chore whose season has passed waits for the next season")
    func lapsed() throws {
        let prune = Chore(
            id: .init(rawValue: "a"), plant: "p", kind: .pruning,
            recurrence: .season(months: 12, within: Months([3, 4])), start: try day("2027-03-01"))
        func asked(_ today: String) throws -> [String] {
            let today = try day(today)
            return days(Outlook(of: [prune], today: today, through: today.adding(days: 300)))
        }
        #expect(try asked("2027-04-20") == ["2027-03-01"], "overdue while its season lasts")
        #expect(try asked("2027-08-20") == ["2028-03-01"])
    }

    @Test("Over ten years, only an overdue chore is in the past and no chore occurs twice on a day", arguments: 0..<40)
    func properties(seed: UInt64) throws {
        var chance = SplitMix64(seed)
        let today = LocalDay(number: 15_000 + Int.random(in: 0..<12_000, using: &chance))
        var rules = Outlook.Rules(groupsWaterings: Bool.random(using: &chance))
        if Bool.random(using: &chance) {
            let first = today.adding(days: Int.random(in: -20...40, using: &chance))
            rules.pause = Pause(from: first, through: first.adding(days: Int.random(in: 0...30, using: &chance)))
        }
        let chores = (0..<30).map { number in SplitMix64.chore(number, near: today, using: &chance) }
        let last = today.adding(days: 3653)
        let outlook = Outlook(of: chores, today: today, through: last, rules: rules)
        var seen: [Int: LocalDay] = [:]
        for occurrence in outlook.occurrences {
            #expect(occurrence.day <= last)
            #expect(occurrence.isNext || occurrence.day > today, "only what is next may be today or past")
            if let before = seen[occurrence.chore] { #expect(before < occurrence.day, "no day twice, in order") }
            seen[occurrence.chore] = occurrence.day
            if occurrence.isNext { #expect(occurrence.due == chores[occurrence.chore].due) }
            if let pause = rules.pause, occurrence.day >= today { #expect(!pause.contains(occurrence.day)) }
        }
        #expect(zip(outlook.occurrences, outlook.occurrences.dropFirst()).allSatisfy { $0.day <= $1.day })
        let shorter = Outlook(of: chores, today: today, through: today.adding(days: 30), rules: rules)
        let begun = outlook.occurrences.filter { $0.day <= today.adding(days: 30) }
        #expect(shorter.occurrences == begun, "a shorter look shows the beginning of a longer one")
        let near = Outlook.reach(of: today.adding(days: 30), rules: rules)
        let fewer = chores.filter { $0.due.map { $0 <= near } ?? false }
        let seenFromFewer = Outlook(of: fewer, today: today, through: today.adding(days: 30), rules: rules)
        #expect(
            seenFromFewer.occurrences.map { "\(fewer[$0.chore].id) \($0.day)" }.sorted()
                == begun.map { "\(chores[$0.chore].id) \($0.day)" }.sorted(), "whoever is due later changes nothing")
    }
}

extension SplitMix64 {
    static func chore(_ number: Int, near today: LocalDay, using chance: inout SplitMix64) -> Chore {
        let recurrence: Recurrence
        switch Int.random(in: 0..<5, using: &chance) {
        case 4:
            recurrence = .season(
                months: .random(in: 1...36, using: &chance),
                within: Months((1...12).filter { $0 == 3 || Int.random(in: 0..<4, using: &chance) + $0 < 4 }))
        case 0:
            recurrence = .months(every: .random(in: 1...24, using: &chance), on: .random(in: 1...31, using: &chance))
        case 1: recurrence = Recurrence.every(days: .random(in: 1...60, using: &chance)) ?? .once
        case 2:
            let rests = Int.random(in: 1...12, using: &chance)
            let numbers = (1...12).map { month in
                month == rests || Bool.random(using: &chance) ? Int.random(in: 1...60, using: &chance) : 0
            }
            recurrence = DaysByMonth(numbers).map(Recurrence.days) ?? .once
        default: recurrence = Int.random(in: 0..<5, using: &chance) == 0 ? .once : .every(days: 7) ?? .once
        }
        let kinds = Chore.Kind.allCases.filter { $0 != .own }
        return Chore(
            id: .init(rawValue: "c\(number)"), plant: "p", kind: kinds.randomElement(using: &chance) ?? .watering,
            recurrence: recurrence, start: today.adding(days: .random(in: -90...90, using: &chance)))
    }
}
