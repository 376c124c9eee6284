import Agenda
import Calendar
import Contracts
import Foundation
import Plants
import Recognition
import Support
import Testing

@testable import Household
@testable import Web

/// Values for the models of pages: a day, a clock and chores.
struct PageSample {
    struct Missing: Error {}

    let today: LocalDay
    let clock: WallClock

    init() throws {
        guard let today = LocalDay("2026-11-21") else { throw Missing() }
        self.today = today
        // Nine o'clock in the morning.
        clock = WallClock(zone: .utc, instant: Zone.utc.instant(of: today, at: .midnight).addingTimeInterval(9 * 3600))
    }

    func day(_ text: String) throws -> LocalDay {
        guard let day = LocalDay(text) else { throw Missing() }
        return day
    }

    func plant(_ name: String = "Monstera") throws -> Plant {
        guard let id = Plant.ID(name.lowercased()) else { throw Missing() }
        return Plant(
            id: id, name: name, taxon: Taxon(scientificName: "Monstera deliciosa"), photographs: [],
            identification: nil, addedAt: clock.instant, room: "Hall")
    }

    func chore(_ kind: Chore.Kind, due: String, every days: Int = 7, title: String? = nil) throws -> Chore {
        guard let often = Recurrence.every(days: days) else { throw Missing() }
        return Chore(
            id: Chore.ID(rawValue: "\(kind.rawValue)-\(due)"), plant: "monstera", kind: kind, title: title,
            recurrence: often, start: try day(due))
    }

    func item(_ chore: Chore, _ status: AgendaItem.Status, isNext: Bool = true, of plant: Plant? = nil) throws
        -> AgendaItem
    {
        let due = chore.due ?? today
        let sketch = plant.map {
            ChoreLine.Sketch(
                id: $0.id, name: $0.name, scientificName: nil, room: $0.room, photograph: $0.photographs.first)
        }
        return AgendaItem(
            day: due, due: due, isNext: isNext, status: status, chore: chore, plant: sketch, remindAt: clock.instant,
            daysOverdue: max(0, due.days(until: today)))
    }

    func view(_ items: [AgendaItem], home: Home = Home()) -> AgendaView {
        AgendaView(
            clock: clock, from: today, through: today.adding(days: 29), home: home, items: items,
            open: items.filter { $0.isNext && [.overdue, .today, .snoozed].contains($0.status) })
    }

    func line(_ number: Int, _ kind: Chore.Kind, _ action: ChoreEntry.Action, on day: String) throws -> LogLine {
        LogLine(
            entry: ChoreEntry(
                number: number, chore: Chore.ID(rawValue: "c"), action: action, day: try self.day(day),
                at: clock.instant, due: nil, planned: nil), kind: kind, title: nil, plant: nil, plantName: "Monstera")
    }
}

@Suite("Wording of days and chores", .tags(.small))
struct WordingModelTests {
    @Test(
        "A near day is named by its distance from today",
        arguments: [(0, "today"), (1, "tomorrow"), (-1, "yesterday"), (3, "in 3 days"), (-4, "4 days ago")])
    func distances(days: Int, words: String) throws {
        let today = try PageSample().today
        #expect(Wording.distance(today.adding(days: days), from: today) == words)
    }

    @Test("A day is named by its weekday and date, with the year if it is another year")
    func names() throws {
        let sample = try PageSample()
        #expect(Wording.weekday(sample.today, from: sample.today) == "Saturday 21 November")
        #expect(Wording.weekday(try sample.day("2027-01-02"), from: sample.today) == "Saturday 2 January 2027")
        #expect(Wording.overdue(1) == "1 day overdue")
        #expect(Wording.overdue(2) == "2 days overdue")
        #expect(Wording.when(try sample.day("2027-03-01"), from: sample.today) == "on 1 March 2027")
    }

    @Test("Times on pages are those of the household's zone")
    func zone() throws {
        let vienna = try #require(Zones.drawn.named("Europe/Vienna"))
        let now = try Date("2026-06-10T21:30:00Z", strategy: .iso8601)
        #expect(Wording.time(now, from: now) == "today at 21:30")
        Wording.$zone.withValue(vienna) {
            #expect(Wording.time(now, from: now) == "today at 23:30")
            #expect(Wording.time(now + 3600, from: now) == "tomorrow at 00:30")
            #expect(Wording.time(now - 86_400, from: now) == "9 Jun 2026, 23:30")
            #expect(Wording.day(now + 3600) == "11 June 2026" && Wording.shortDay(now + 3600) == "11 Jun 2026")
        }
    }

    @Test("A recurrence is written in words")
    func often() throws {
        let seasons = try #require(DaysByMonth([12, 12, 9, 9, 7, 7, 7, 7, 9, 9, 12, 0]))
        #expect(Wording.often(.days(seasons)) == "every 7 to 12 days, by the season, with a rest")
        #expect(try Wording.often(#require(.every(days: 1))) == "every day")
        #expect(Wording.often(.months(every: 12, on: 1)) == "every year, on the 1st")
        #expect(Wording.often(.months(every: 3, on: 22)) == "every 3 months, on the 22nd")
        #expect(
            [1, 2, 3, 4, 11, 12, 13, 21, 31].map(Wording.ordinal).joined(separator: " ")
                == "1st 2nd 3rd 4th 11th 12th 13th 21st 31st")
    }
}

@Suite("The address to which a form leads back", .tags(.small))
struct ReturnAddressModelTests {
    @Test(
        "A form leads back only to a page of this site",
        arguments: [
            ("/plants/x?did=1#history", "/plants/x#history"), ("//evil.example/", "/"), ("https://evil.example", "/"),
            ("/\\evil.example", "/"), ("/a\r\nSet-Cookie: x", "/"), ("", "/"), ("javascript:alert(1)", "/"),
            ("/agenda?show=today&note=x", "/agenda?show=today"),
        ])
    func own(text: String, address: String) {
        #expect(ReturnAddress(text).text == address)
    }

    @Test("A message parameter is added to the address before its fragment")
    func telling() {
        #expect(ReturnAddress("/plants/x#history").adding("did", "3") == "/plants/x?did=3#history")
        #expect(ReturnAddress("/agenda?show=today").adding("did", "3") == "/agenda?show=today&did=3")
    }

    @Test("A list of entries is written in short form, and invalid or too long lists are refused")
    func entries() {
        #expect(EntryList([7, 3, 8, 9]).text == "3,7-9")
        #expect(EntryList("3,7-9")?.numbers == [3, 7, 8, 9])
        for text in ["", "x", "0", "9-3", "1-999999999", "1-2-3", "-4", "1,,2"] {
            #expect(EntryList(text) == nil, "\(text)")
        }
    }
}

@Suite("The form of a new chore", .tags(.small))
struct QuickAddModelTests {
    @Test("The form of a new chore reports each fault at its field")
    func faults() {
        let read = QuickAdd(["kind": "own", "repeats": "days", "days": "0", "start": "soon"]).read()
        #expect(read.wanted == nil)
        #expect(Set(read.faults.keys) == [.title, .start, .days])
        #expect(Set(QuickAdd(["kind": "watering"]).read().faults.keys) == [.plant])
        #expect(
            Set(QuickAdd(["title": "x", "repeats": "months", "months": "x", "day": "40"]).read().faults.keys)
                == [.months, .day])
    }

    @Test("The form of a new chore reads once, every number of days, and every number of months")
    func recurrences() throws {
        #expect(QuickAdd(["title": " Wipe  it "]).read().wanted?.title == "Wipe it")
        #expect(QuickAdd(["title": "x"]).read().wanted?.recurrence == .once)
        #expect(
            QuickAdd(["title": "x", "repeats": "days", "days": "9"]).read().wanted?.recurrence == .every(days: 9))
        let monthly = QuickAdd([
            "kind": "pruning", "plant": "p", "repeats": "months", "months": "2", "day": "31", "start": "2026-12-01",
        ]).read().wanted
        #expect(monthly?.recurrence == .months(every: 2, on: 31))
        #expect(monthly?.start == LocalDay("2026-12-01"))
        #expect(monthly?.kind == .pruning && monthly?.title == nil)
    }
}

@Suite("The form of a plant's place", .tags(.small))
struct PlaceModelTests {
    @Test("The pot size is read in the household's units, and planting in the ground only outdoors")
    func reads() throws {
        let inches = try PlaceForm(["pot": "5,5", "place": "indoor", "in-ground": "1"], units: .imperial)
        #expect(inches.situation.potDiameter == 13.97)
        #expect(!inches.situation.isInGround && !inches.situation.followsSeason)
        let ground = try PlaceForm(["place": "outdoor", "in-ground": "1", "season": "1"], units: .metric)
        #expect(ground.situation.isInGround && ground.situation.followsSeason && ground.room == nil)
        #expect(throws: HouseholdError.self) { try PlaceForm(["pot": "wide"], units: .metric) }
    }

    @Test("A width that a form shows in other units and does not change stays as it was")
    func keepsWidth() throws {
        var plant = try PageSample().plant()
        plant.situation.potDiameter = 12
        try PlaceForm(["pot": "4.7", "was-pot": "4.7", "room": "Hall"], units: .imperial).put(in: &plant)
        #expect(plant.situation.potDiameter == 12 && plant.room == "Hall")
        try PlaceForm(["pot": "5", "was-pot": "4.7"], units: .imperial).put(in: &plant)
        #expect(plant.situation.potDiameter == 12.7)
        #expect(Units(of: ["units": "imperial"]) == .imperial && Units(of: [:]) == .metric)
    }

    @Test("What cannot be read is refused")
    func refuses() {
        #expect(throws: HouseholdError.self) { try PlaceForm(["repotted": "2026-02-30"], units: .metric) }
    }
}

@Suite("The form of the home", .tags(.small))
struct HomeModelTests {
    private let places = [
        Zones.Place(zone: "Europe/Vienna", latitude: 48.2, countries: ["AT"]),
        Zones.Place(zone: "Australia/Sydney", latitude: -33.87, countries: ["AU"]),
    ]

    @Test("The latitude of the home is taken from the time zone if none was typed")
    func latitude() {
        var home = Home()
        func latitude(_ typed: String, _ zone: String) -> String? {
            HomeModel.values(
                ["home.zone": zone, "home.latitude": typed], home: home, given: [], places: places)[.latitude]
        }
        #expect(latitude("", "Europe/Vienna") == "48.2")
        #expect(latitude("47", "Europe/Vienna") == "47")
        home.zone = "Europe/Vienna"
        #expect(latitude("48.2", "Australia/Sydney") == "-33.9")
        #expect(latitude("47,5", "Australia/Sydney") == "47.5")
        #expect(latitude("", "Europe/Vienna") == "", "taken back on purpose")
    }

    @Test("Values given at the start of the server are not changed, and an unchecked box is read as false")
    func given() {
        let values = HomeModel.values(["home.zone": "UTC"], home: Home(), given: [.zone, .followsSeason], places: [])
        #expect(values == [.groupsWaterings: "false"])
    }

    @Test("Time zones are named by their cities")
    func cities() {
        #expect(HomeModel.city("America/Argentina/Buenos_Aires") == "Buenos Aires, Argentina")
        #expect(
            ImportExportModel.note(["note": "imported", "added": "1", "passed": "2"])
                == "1 plant was added. 2 are already here.")
        #expect(ImportExportModel.note(["note": "imported", "added": "<b>"]) == "0 plants were added.")
    }
}
