import Agenda
import Calendar
import Contracts
import Foundation
import Messages
import Plants
import Recognition
import Support
import Testing

@testable import Household
@testable import Web

@Suite("The model of Today", .tags(.small))
struct TodayModelTests {
    @Test(
        "The headline of Today says in one sentence how many chores are due",
        arguments: [
            (0, "No tasks today"), (1, "1 task today"), (3, "3 tasks today"), (13, "13 tasks today"),
        ])
    func headline(count: Int, words: String) throws {
        let sample = try PageSample()
        let items = try (0..<count).map { _ in
            try sample.item(sample.chore(.watering, due: "2026-11-21"), .today)
        }
        #expect(TodayModel(view: sample.view(items), plantCount: 1, now: sample.clock.instant).headline == words)
    }

    @Test("The day does not count as done while doses are open", arguments: [(0, true), (1, false), (2, false)])
    func doses(open: Int, isDone: Bool) throws {
        let sample = try PageSample()
        var model = TodayModel(view: sample.view([]), plantCount: 1, now: sample.clock.instant)
        model.openDoses = open
        #expect(model.context.isDone == isDone)
        #expect((model.headline == "No tasks today") == isDone)
        let dose = open == 1 ? "dose" : "doses"
        #expect((model.headline == "No plant tasks. \(open) \(dose) not logged yet") == !isDone)
    }

    @Test("Today has a section for each state of chores and one button for all due waterings")
    func sections() throws {
        let sample = try PageSample()
        let items = [
            try sample.item(sample.chore(.watering, due: "2026-11-19"), .overdue),
            try sample.item(sample.chore(.watering, due: "2026-11-21"), .today),
            try sample.item(sample.chore(.fertilising, due: "2026-11-21"), .today),
            try sample.item(sample.chore(.watering, due: "2026-11-22"), .tomorrow),
            try sample.item(sample.chore(.watering, due: "2026-11-20"), .snoozed),
        ]
        let model = TodayModel(view: sample.view(items), plantCount: 1, now: sample.clock.instant)
        #expect(model.thirsty == 2 && model.headline == "3 tasks today")
        let agenda = AgendaModel(query: .init(), view: model.view, rooms: [], hasPlants: true)
        #expect(agenda.context.waterAll?.count == "2" && model.context.waterAll?.count == "2")
        let groups = model.context.groups
        #expect(groups.map(\.heading) == ["Overdue", "Today", "Tomorrow", "Snoozed"])
        let rows = try #require(groups.first).chores
        #expect(rows.first?.stand == "2 days overdue")
        #expect(model.context.date == "Saturday 21 November")
        #expect(model.explained.count == 3)
    }

    @Test("The headline names snoozed chores, and doses beside the chores")
    func others() throws {
        let sample = try PageSample()
        let snoozed = try sample.item(sample.chore(.watering, due: "2026-11-20"), .snoozed)
        var model = TodayModel(view: sample.view([snoozed]), plantCount: 1, now: sample.clock.instant)
        #expect(model.headline == "No tasks now, 1 snoozed")
        let due = try sample.item(sample.chore(.watering, due: "2026-11-21"), .today)
        model = TodayModel(view: sample.view([snoozed, due]), plantCount: 1, now: sample.clock.instant)
        model.openDoses = 2
        #expect(model.headline == "1 task today, 2 doses not logged yet")
    }

    @Test("A list of something else than waterings has no button for all waterings")
    func otherList() throws {
        let sample = try PageSample()
        let view = sample.view(
            try (0..<3).map { _ in try sample.item(sample.chore(.watering, due: "2026-11-19"), .overdue) })
        for show in AgendaModel.Query.Show.allCases {
            let model = AgendaModel(query: .init(show: show), view: view, rooms: [], hasPlants: true)
            #expect((model.context.waterAll != nil) == [.all, .watering].contains(show))
        }
    }

    @Test("The page before a holiday says what to water on the last day at home, and what needs more")
    func departure() throws {
        let sample = try PageSample()
        let pause = try #require(Pause(from: sample.day("2026-11-25"), through: sample.day("2026-12-05")))
        let planned = DepartureModel.Typed([:], planned: pause, today: sample.today)
        #expect(planned.pause == pause && planned.first == "2026-11-25")
        #expect(DepartureModel.Typed([:], planned: nil, today: sample.today).fault == nil)
        let wrong = [("2026-11-25", "2026-11-24"), ("2026-11-20", "2026-11-30"), ("x", ""), ("2026-11-25", "")]
        for (first, last) in wrong {
            let typed = DepartureModel.Typed(["first": first, "last": last], planned: nil, today: sample.today)
            #expect(typed.pause == nil && typed.fault != nil)
        }
        let fern = ChoreLine(
            chore: try sample.chore(.watering, due: "2026-11-26"),
            plant: .init(
                id: try sample.plant().id, name: "Monstera", scientificName: nil, room: "Hall", photograph: nil))
        let view = DepartureView(
            clock: sample.clock, pause: pause, day: try sample.day("2026-11-24"),
            waterings: [.init(line: fern, due: try sample.day("2026-11-26"), again: try sample.day("2026-12-01"))])
        let list = try #require(
            DepartureModel(typed: planned, view: view, planned: pause, today: sample.today).context.list)
        #expect(list.heading == "Water 1 plant on Tuesday 24 November")
        #expect(list.rows.map(\.dueWords) == ["Otherwise due on Thursday 26 November."])
        #expect(list.rows.map(\.againWords) == ["Needs water again on Tuesday 1 December."])
        #expect(list.isLong && !list.canPlan)
    }

    @Test("Today limits the number of rows and computes reasons for fewer rows")
    func many() throws {
        let sample = try PageSample()
        let items = try (0..<200).map { _ in try sample.item(sample.chore(.watering, due: "2026-11-01"), .overdue) }
        let model = TodayModel(view: sample.view(items), plantCount: 200, now: sample.clock.instant)
        let group = try #require(model.context.groups.first)
        #expect(group.chores.count == TodayModel.rows)
        #expect(group.moreCount == String(200 - TodayModel.rows))
        #expect(model.explained.count == TodayModel.explainedRows)
    }

    @Test("An absence is announced from a week before its first day until its last day")
    func pause() throws {
        let sample = try PageSample()
        func text(_ first: Int, _ last: Int) -> String? {
            let pause = Pause(from: sample.today.adding(days: first), through: sample.today.adding(days: last))
            return PauseModel(pause: pause, today: sample.today).context?.button
        }
        #expect(text(-1, 3) == "End the holiday")
        #expect(text(3, 9) == "Cancel the holiday")
        #expect(text(30, 40) == nil && text(-9, -1) == nil)
    }
}

@Suite("The model of the message after a form", .tags(.small))
struct DidModelTests {
    private func text(_ text: String, _ lines: [LogLine]) throws -> String? {
        let effect = try #require(DidModel.effect(["did": text]))
        return DidModel(effect: effect, lines: lines, clock: try PageSample().clock, back: "/").context?.text
    }

    @Test("The message after a form says in one sentence what was done")
    func sentences() throws {
        let sample = try PageSample()
        let watered = try sample.line(1, .watering, .done, on: "2026-11-21")
        let second = try sample.line(2, .watering, .done, on: "2026-11-21")
        #expect(try text("1", [watered]) == "Watered: Monstera.")
        #expect(try text("1-2", [watered, second]) == "Watered 2 plants.")
        #expect(
            try text("3", [sample.line(3, .pruning, .skipped, on: "2026-11-21")])
                == "Pruning skipped: Monstera.")
        #expect(try text("4", [sample.line(4, .watering, .done, on: "2026-11-20")]) == "Watered: Monstera (yesterday).")
        let later = sample.clock.instant.addingTimeInterval(3600)
        #expect(
            try text("5", [sample.line(5, .misting, .snoozed(until: later), on: "2026-11-21")])
                == "Misting snoozed until 10:00: Monstera.")
    }

    @Test("There is no message for unknown entries, and a message for a chore that was already done")
    func nothing() throws {
        #expect(try text("9", []) == nil)
        #expect(try text("none", []) == "Nothing changed: this task is already done, skipped or snoozed.")
        #expect(DidModel.effect(["undone": "1"]) == .took)
        #expect(DidModel.effect([:]) == nil)
    }
}

@Suite("The model of the agenda as a list", .tags(.small))
struct AgendaModelTests {
    @Test("The filters of the agenda are kept in its address, and invalid values are ignored")
    func query() throws {
        let query = AgendaModel.Query(["show": "watering", "room": "Living room", "from": "2026-12-01"])
        #expect(query.address == "/agenda?show=watering&room=Living%20room&from=2026-12-01")
        #expect(AgendaModel.Query(["show": "x", "from": "y"]).address == "/agenda")
        #expect(AgendaModel.Query(["show": "overdue"]).filter == .init(status: .overdue))
    }

    @Test("The agenda is grouped by day, and has at most 40 rows on a page, with links to the pages beside it")
    func pages() throws {
        let sample = try PageSample()
        var items: [AgendaItem] = []
        for (day, status, count) in [
            ("2026-11-19", AgendaItem.Status.overdue, 1), ("2026-11-21", .today, 50), ("2026-11-22", .upcoming, 49),
        ] {
            for number in 0..<count {
                let chore = Chore(
                    id: Chore.ID(rawValue: "c\(number)"), plant: "monstera", kind: .watering, recurrence: .once,
                    start: try sample.day(day))
                items.append(try sample.item(chore, status))
            }
        }
        func page(_ query: [String: String]) -> AgendaModel.Page {
            AgendaModel(query: .init(query), view: sample.view(items), rooms: [], hasPlants: true).context
        }
        let first = page([:])
        #expect(first.days.map(\.heading) == ["Overdue", "Today, Saturday 21 November"])
        #expect(first.days.map(\.groupCount) == ["1", "50"] && first.days.map(\.chores.count) == [1, 39])
        #expect(first.earlier == nil && first.first == nil)
        #expect(first.later?.href == "/agenda?at=2026-11-21.c39")

        let second = page(["at": "2026-11-21.c39"])
        #expect(second.days.map(\.chores.count) == [11, 29])
        #expect(second.earlier?.href == "/agenda" && second.later?.href == "/agenda?at=2026-11-22.c29")
        #expect(second.waterAll == nil && first.waterAll != nil)

        let last = page(["at": "end"])
        #expect(last.days.map(\.chores.count) == [20])
        #expect(last.earlier?.href == "/agenda?at=2026-11-21.c39" && last.later?.href == "/agenda?from=2026-12-21")

        let next = page(["from": "2026-12-21"])
        #expect(next.earlier?.href == "/agenda?at=end" && next.first?.href == "/agenda")
        // A row that is done meanwhile: the page begins with the first one after it.
        #expect(page(["at": "2026-11-22.gone"]).days.map(\.chores.count) == [40])
        #expect(page(["at": "nonsense"]).days.count == 2)
    }

    @Test("The parts of an agenda are all of its items once")
    func parts() throws {
        let sample = try PageSample()
        let items = try (0..<25).map { number in
            let chore = Chore(
                id: Chore.ID(rawValue: "c\(number)"), plant: nil, kind: .own, title: "Task", recurrence: .once,
                start: sample.today)
            return try sample.item(chore, .today)
        }
        let view = sample.view(items)
        var found: [AgendaItem] = []
        var cursor: AgendaCursor?
        repeat {
            let page = view.page(from: cursor, limit: 10)
            found += page.items
            cursor = page.next.flatMap { AgendaCursor($0.text) }
        } while cursor != nil
        #expect(found == items)
        #expect(
            sample.view([]).page(limit: 10).items.isEmpty && sample.view([]).page(limit: 10, isLast: true).next == nil)
        for text in ["", "2026-11-21", "2026-11-21.", "x.c1", "2026-13-01.c1"] { #expect(AgendaCursor(text) == nil) }
    }

    @Test("An empty agenda has another text if a filter is chosen")
    func empty() throws {
        let sample = try PageSample()
        let model = AgendaModel(query: .init(show: .overdue), view: sample.view([]), rooms: [], hasPlants: true)
        #expect(model.context.isEmpty && model.context.isFiltered)
        #expect(model.context.later == nil)
    }
}

@Suite("The model of the agenda as a month", .tags(.small))
struct MonthModelTests {
    private func model(_ query: [String: String], _ items: [AgendaItem] = [], log: [LogLine] = []) throws -> MonthModel
    {
        let sample = try PageSample()
        return MonthModel(query: .init(query, today: sample.today), view: sample.view(items), log: log)
    }

    @Test("The month begins on the first day of the week that the place has")
    func firstDay() throws {
        for (start, first, name) in [
            (LocalHabits.WeekStart.sunday, "2026-11-29", "Sun"), (.saturday, "2026-11-28", "Sat"),
        ] {
            var habits = LocalHabits()
            habits.weekStart = start
            try Localization.$current.withValue(Localization.english.with(habits)) {
                let model = try model(["month": "2026-12", "day": "2026-12-05"])
                #expect(model.query.firstShown.description == first)
                let page = model.context
                #expect(page.weekdays.first?.weekdayShort == name && page.weekdays.count == 7)
                #expect(page.weeks.allSatisfy { $0.days.count == 7 } && page.weeks.count == 5)
            }
        }
    }

    @Test("The month begins on a Monday and has whole weeks")
    func weeks() throws {
        let model = try model(["month": "2026-12", "day": "2026-12-05"])
        #expect(model.query.firstShown == LocalDay("2026-11-30"))
        #expect(model.title == "December 2026")
        let weeks = model.context.weeks
        #expect(weeks.count == 5)
        #expect(weeks.allSatisfy { $0.days.count == 7 })
        #expect(model.context.chosenDay == "Saturday 5 December")
        #expect(
            model.context.nextName == "January" && model.context.previousName == "November")
    }

    @Test(
        "Without a valid day, the month selects today or the first day of another month",
        arguments: [
            ([:], "2026-11-21"), (["month": "2026-12"], "2026-12-01"), (["month": "x", "day": "y"], "2026-11-21"),
            (["month": "9999-12"], "2026-11-21"), (["day": "2026-12-24"], "2026-12-24"),
            (["month": "2026-12", "day": "2026-11-21"], "2026-12-01"),
        ])
    func chosen(query: [String: String], day: String) throws {
        #expect(try model(query).query.day == LocalDay(day))
    }

    @Test("Each day of the month has a label for screen readers")
    func labels() throws {
        let sample = try PageSample()
        func label(_ day: String, late: Int = 0, rest: Int, done: Int = 0) throws -> String {
            MonthModel.label(
                try sample.day(day), today: sample.today, due: MonthModel.Due(late: late, rest: rest), done: done)
        }
        #expect(try label("2026-12-05", rest: 3) == "5 December, 3 tasks")
        #expect(
            try label("2026-11-21", late: 1, rest: 1, done: 2) == "21 November, today, 1 task overdue, 1 task, 2 done")
        #expect(try label("2027-01-01", rest: 0) == "1 January 2027, no tasks")
    }

    @Test("A day of the month has a dot for each kind of chore and a mark for completed chores")
    func dots() throws {
        let sample = try PageSample()
        let model = try model(
            [:],
            [
                sample.item(sample.chore(.watering, due: "2026-11-24"), .upcoming),
                sample.item(sample.chore(.watering, due: "2026-11-24"), .upcoming),
                sample.item(sample.chore(.misting, due: "2026-11-24"), .upcoming),
            ], log: [sample.line(1, .watering, .done, on: "2026-11-20")])
        let days = model.context.weeks.flatMap(\.days)
        let busy = try #require(days.first { $0.number == "24" })
        #expect(busy.dots.map(\.dot) == ["watering", "misting"])
        #expect(days.first { $0.number == "20" }?.hasDone == true)
    }
}

@Suite("The model of the year ring", .tags(.small))
struct RingModelTests {
    @Test("The year ring covers a year once, with January at the top")
    func turns() throws {
        let sample = try PageSample()
        #expect(RingModel.turn(try sample.day("2026-01-01")) == 0)
        #expect(abs(RingModel.turn(try sample.day("2026-07-02")) - 0.5) < 0.003)
        #expect(RingModel.turn(try sample.day("2028-12-31")) < 1)
    }

    @Test("The year ring has an orbit for each kind with completed and planned chores")
    func orbits() throws {
        let sample = try PageSample()
        let ring = RingModel(
            chores: [try sample.chore(.watering, due: "2026-11-19", every: 30)],
            log: [
                try sample.line(1, .watering, .done, on: "2026-10-20"),
                try sample.line(2, .watering, .skipped, on: "2026-10-28"),
                try sample.line(3, .pruning, .done, on: "2026-02-01"),
                try sample.line(4, .pruning, .done, on: "2024-02-01"),
            ], today: sample.today)
        #expect(ring.orbits.map(\.kind) == [.watering, .pruning])
        #expect(ring.orbits.first?.planned.first == sample.today, "what is overdue can be done today")
        #expect(ring.orbits.first?.planned.count == 13)
        #expect(ring.orbits.first?.done == [try sample.day("2026-10-20")])
        #expect(ring.orbits.last?.done == [try sample.day("2026-02-01")])
        let words = ring.context.description
        #expect(words.contains("Pruning: done once in the last twelve months, planned never in the next twelve"))
        let rows = ring.context.rows
        #expect(rows.first?.monthName == "November" && rows.count == 12)
    }

    @Test("The year ring is empty without chores and log")
    func empty() throws {
        let ring = RingModel(chores: [], log: [], today: try PageSample().today)
        #expect(ring.context.isEmpty)
    }
}
