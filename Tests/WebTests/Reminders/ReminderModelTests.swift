import Calendar
import Contracts
import Foundation
import Recognition
import Reminders
import Support
import Testing

@testable import Household
@testable import Web

/// The clock is set to 21 November 2026, 10:00 in Vienna.
@Suite("The model of the reminders page", .tags(.small))
struct ReminderModelTests {
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    private func model(
        given: Set<Home.Setting> = [], _ change: (inout ReminderModel) throws -> Void = { _ in }
    ) throws -> ReminderModel {
        let zone = try #require(Zones.drawn.named("Europe/Vienna"))
        var model = ReminderModel(home: Home(), clock: WallClock(zone: zone, instant: now), given: given)
        try change(&model)
        return model
    }

    private func channel(
        _ name: String, _ kind: Channel.Kind = .ntfy, isOn: Bool = true, lastSentAt: Date? = nil, failure: String? = nil
    ) throws -> Channel {
        Channel(
            id: try #require(Channel.ID(name)), kind: kind, name: name, isOn: isOn, addedAt: now,
            lastSentAt: lastSentAt,
            failure: failure)
    }

    private func notice(
        _ number: Int, _ channel: String, key: String = "test 1", at seconds: Double, failure: String? = nil
    ) throws -> Notice {
        let at = now.addingTimeInterval(seconds)
        return Notice(
            number: number, channel: try #require(Channel.ID(channel)),
            reminder: Reminder(
                key: .init(rawValue: key), sort: .test, at: at, until: at.addingTimeInterval(3600), subjects: []),
            failure: failure, nextAt: now.addingTimeInterval(300))
    }

    private let whole = [
        "reminders.on": "true", "agenda.time": "08:30", "reminders.advance-days": "1", "reminders.quiet-from": "21:00",
        "reminders.quiet-to": "06:30", "reminders.dose-advance-minutes": "5",
    ]

    // MARK: Reading the form

    @Test("An unchecked box is read as false, and fields of other forms are ignored")
    func values() throws {
        var form = whole
        form["home.place"] = "Nowhere"
        form["care.follow-season"] = "false"
        let values = try ReminderModel.values(form, given: [])
        #expect(
            values == [
                .reminds: "true", .groupsReminders: "false", .hasSound: "false", .hidesMedicines: "false",
                .preferredTime: "08:30", .advanceDays: "1", .quietFrom: "21:00", .quietTo: "06:30", .doseAdvance: "5",
            ])
    }

    @Test("Empty quiet hours are read as none")
    func noQuietHours() throws {
        let form = whole.merging(["reminders.quiet-from": "", "reminders.quiet-to": " "]) { $1 }
        let values = try ReminderModel.values(form, given: [])
        #expect(values[.quietFrom] == "none" && values[.quietTo] == "none")
    }

    @Test(
        "Quiet hours without a start or an end, or with both equal, are refused",
        arguments: [("", "07:00"), ("22:00", ""), ("22:00", "22:00")])
    func halfQuietHours(from: String, to: String) {
        let form = whole.merging(["reminders.quiet-from": from, "reminders.quiet-to": to]) { $1 }
        #expect { try ReminderModel.values(form, given: []) } throws: {
            ($0 as? HouseholdError)?.code == .settingRefused
        }
    }

    @Test("Settings that are given at the start of the server are not changed")
    func given() throws {
        let values = try ReminderModel.values(whole, given: [.reminds, .quietTo, .hasSound])
        #expect(values[.reminds] == nil && values[.quietTo] == nil && values[.hasSound] == nil)
        #expect(values[.quietFrom] == "21:00")
        #expect(try model(given: [.reminds]).context.preferences.allHeld == false)
        #expect(try model(given: Set(ReminderModel.settings)).context.preferences.allHeld == true)
    }

    @Test("The form of the home does not change reminder settings")
    func apart() throws {
        let values = HomeModel.values(
            whole.merging(["home.units": "metric"]) { $1 }, home: Home(), given: [], places: [])
        #expect(Set(values.keys) == [.units, .preferredTime, .groupsWaterings, .followsSeason])
        #expect(
            Set(HomeModel.settings).union(ReminderModel.settings).union(LarderSettingsModel.settings)
                .union(MedicineSettingsModel.settings).union(PersonalDietModel.settings)
                == Set(Home.Setting.allCases))
    }
}

extension ReminderModelTests {
    // MARK: Showing the page

    @Test("The default settings are shown, and a refused form keeps the typed values")
    func shown() throws {
        let usual = try model().context.preferences
        #expect(usual.quietFrom == "22:00" && usual.quietTo == "07:00")
        #expect(usual.isOn && usual.moved == nil)
        let typed = try model(given: [.reminds]) {
            $0.typed = (.preferences, ["reminders.quiet-from": "23:00", "reminders.quiet-to": "", "agenda.time": "99"])
        }.context.preferences
        #expect(typed.quietFrom == "23:00" && typed.quietTo == "")
        #expect(typed.time == "99" && !typed.hasSound)
        #expect(typed.isOn)
    }

    @Test("Missing quiet hours are shown as empty fields")
    func shownWithoutQuietHours() throws {
        var home = Home()
        (home.quietFrom, home.quietTo) = (nil, nil)
        let zone = try #require(Zones.drawn.named("Europe/Vienna"))
        let model = ReminderModel(home: home, clock: WallClock(zone: zone, instant: now), given: [])
        #expect(model.context.preferences.quietFrom == "")
    }

    @Test(
        "If the preferred time is in quiet hours, the page says when notices come",
        arguments: [("06:30", true), ("23:00", true), ("07:00", false), ("12:00", false)])
    func moved(time: String, isMoved: Bool) throws {
        var home = Home()
        home.preferredTime = try #require(LocalTime(time))
        let zone = try #require(Zones.drawn.named("Europe/Vienna"))
        let model = ReminderModel(home: home, clock: WallClock(zone: zone, instant: now), given: [])
        let words = model.context.preferences.moved
        #expect((words != nil) == isMoved)
        if isMoved { #expect(words?.contains("\(time) is in") == true && words?.contains("at 07:00") == true) }
    }

    @Test("Each channel is shown with its state, its latest notice and its failure")
    func channels() throws {
        let lastSentAt = now.addingTimeInterval(-7200)
        let model = try model {
            $0.channels = [
                try channel("page", .page), try channel("phone", lastSentAt: lastSentAt, failure: "It is full."),
                try channel("old", .webhook, isOn: false, failure: "It is gone."), try channel("idle", isOn: false),
            ]
        }
        let rows = model.context.channels
        #expect(!rows[0].canGo && rows[0].turn == "/settings/channels/page/off")
        #expect(rows[1].statusText == "Last notification at 08:00." && rows[1].failure == "It is full.")
        #expect(rows[2].turn == "/settings/channels/old/on")
        #expect(rows[2].failure == "It is gone.", "that is why it is off")
        #expect(rows[3].failure == nil)
    }

    @Test("A reminder is shown once, with all its channels and failures")
    func waiting() throws {
        let model = try model {
            $0.channels = [try channel("phone"), try channel("hook", .webhook)]
            $0.pending = [
                try notice(1, "phone", at: -60, failure: "It cannot be reached."), try notice(2, "hook", at: -60),
                try notice(3, "phone", key: "test 2", at: 86_400),
            ]
        }
        let waiting = model.context.waiting
        let rows = waiting.rows
        #expect(rows.count == 2 && waiting.rest == nil)
        #expect(rows[0].when == "Was due at 09:59: phone and hook")
        #expect(rows[0].troubles == ["phone: It cannot be reached. It is tried again at 10:05."])
        #expect(rows[1].when == "Tomorrow at 10:00: phone")
    }
}

extension ReminderModelTests {
    @Test("Further reminders are counted, and the page says why none is pending")
    func many() throws {
        let many = try model { model in
            model.pending = try (1...13).map { try notice($0, "phone", key: "test \($0)", at: Double($0) * 60) }
        }
        let waiting = many.context.waiting
        #expect(waiting.rows.count == 10 && waiting.rest == "And 3 more.")
        var home = Home()
        home.reminds = false
        let zone = try #require(Zones.drawn.named("Europe/Vienna"))
        let off = ReminderModel(home: home, clock: WallClock(zone: zone, instant: now), given: [])
        #expect(off.context.waiting.none.contains("switched off"))
    }

    @Test("A token is not sent back, and fields of other forms are ignored")
    func typed() throws {
        let model = try model {
            $0.typed = (.ntfy, ["server": "https://my.test", "topic": "a b", "token": "tk_secret", "assets": "x"])
        }
        let fields = model.context.ntfy
        #expect(fields.server == "https://my.test" && fields.isOpen)
        let names = TemplateDictionary.make(of: fields).keys
        #expect(!names.contains("token") && !names.contains("assets"))
        let other = model.context.webhook
        #expect(!other.isOpen && other.url.isEmpty)
    }

    @Test(
        "A calendar feed has an address that calendar apps can subscribe to",
        arguments: [
            ("https://house.example", "webcal://house.example/calendar/abc.ics"),
            ("http://localhost:8477", "webcal://localhost:8477/calendar/abc.ics"),
        ])
    func calendar(house: String, subscription: String) {
        let address = CalendarAddress(house: house, secret: "abc")
        #expect(address.text == "\(house)/calendar/abc.ics" && address.subscription == subscription)
    }

    @Test("The page of a notice link says what happened", arguments: NoticeVerb.allCases)
    func links(verb: NoticeVerb) {
        #expect(LinkModel.answer(verb, 0, true).contains("already"))
        #expect(LinkModel.answer(verb, 0, false) == "There is no open task any more.")
        #expect(
            LinkModel.answer(verb, 3, false)
                == (verb == .done ? "Logged as done." : "You get another reminder in an hour."))
        #expect(!LinkModel.question(verb).isEmpty && !LinkModel.button(verb).isEmpty)
    }

    @Test("The page of a notice link of a dose names the person if the dose is another person's")
    func doseLinks() {
        func question(_ owner: String?) -> String { LinkModel.question(.done, isOfDose: true, owner: owner) }
        #expect(question(nil) == "Did you take it? Then Stillroom logs the dose.")
        #expect(question("Ada") == "Did Ada take it? Then Stillroom logs the dose.")
        #expect(LinkModel.button(.done, isOfDose: true) == "Taken")
        #expect(LinkModel.button(.done, isOfDose: true, owner: "Ada") == "Ada took it")
        #expect(LinkModel.answer(.done, 1, false, isOfDose: true) == "Logged: you took it.")
        #expect(
            LinkModel.answer(.done, 1, false, isOfDose: true, owner: "Ada") == "Logged: Ada took it.")
        #expect(
            LinkModel.answer(.done, 1, true, isOfDose: true, owner: "Ada")
                == "This link was already used. Check the dose in Stillroom.")
        #expect(LinkModel.button(.snooze, isOfDose: true, owner: "Ada") == "Snooze 15 minutes")
    }
}
