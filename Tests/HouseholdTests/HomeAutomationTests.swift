import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("States and buttons for a home-automation system", .tags(.small))
struct HomeAutomationTests {
    private struct House {
        let household: Household
        let home: HomeAutomation
        let plant: Plant

        init() async throws {
            household = .drawn()
            home = household.homeAutomation
            plant = try await household.collection.add(
                "Monty", taxon: household.collection.taxon(named: "Monstera deliciosa", asWritten: false),
                room: "Hall", watered: .unknown)
        }

        func messages(_ change: (inout HomeAutomation.Options) -> Void = { _ in }) async throws -> [String: String] {
            var options = HomeAutomation.Options()
            options.version = "1.2.3"
            change(&options)
            return try await home.messages(options)
        }

        /// The values of a message.
        func values(_ topic: String, _ messages: [String: String]) throws -> [String: Any] {
            let text = try #require(messages[topic], "\(topic)")
            return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
    }

    @Test("Each plant is a device with a date, a state and a button, and the household has the tasks of today")
    func messages() async throws {
        let house = try await House()
        let messages = try await house.messages()
        let id = house.plant.id.rawValue
        let base = house.home.base
        let node = try #require(house.home.base.split(separator: "/").last).description
        let description = try house.values(
            "homeassistant/sensor/stillroom_\(node)/\(id)_next_watering/config", messages)
        #expect(description["device_class"] as? String == "date")
        #expect(description["state_topic"] as? String == "\(base)/plants/\(id)")
        #expect(description["availability_topic"] as? String == "\(base)/status")
        let device = try #require(description["device"] as? [String: Any])
        #expect(device["name"] as? String == "Monty" && device["suggested_area"] as? String == "Hall")
        #expect(
            device["model"] as? String == "Monstera deliciosa" && device["via_device"] as? String == "stillroom_\(node)"
        )
        let state = try house.values("\(base)/plants/\(id)", messages)
        let next = try #require(state["next_watering"] as? String)
        let agenda = try await house.household.agenda.view(AgendaQuery(days: 60))
        #expect(next == agenda.items.first { $0.chore.kind == .watering && $0.isNext }?.due.description)
        let tasks = try house.values("\(base)/tasks", messages)
        #expect(tasks["due"] as? Int == agenda.count.today + agenda.count.overdue)
        #expect(messages.keys.filter { house.home.isDescription($0) }.count == 6)
        // Every entity has a name of its own.
        let names = try messages.keys.filter { house.home.isDescription($0) }.map {
            try house.values($0, messages)["unique_id"] as? String ?? ""
        }
        #expect(Set(names).count == 6 && !names.contains(""))
    }

    @Test("Doses are published only if that was chosen, and without names")
    func doses() async throws {
        let house = try await House()
        #expect(try await house.messages().keys.filter { $0.contains("dose") }.isEmpty)
        let messages = try await house.messages { ($0.includesDoses, $0.discoveryPrefix) = (true, "ha/discovery") }
        let doses = try house.values(house.home.base + "/doses", messages)
        #expect(Set(doses.keys) == ["due", "next"] && doses["due"] as? Int == 0)
        #expect(messages.keys.filter { $0.hasPrefix("ha/discovery/sensor/") && $0.contains("dose") }.count == 2)
    }

    @Test("A press waters the plant once a day, and the plant is gone after its removal")
    func presses() async throws {
        let house = try await House()
        let id = house.plant.id
        for _ in 0..<2 { try await house.home.perform(.watered(id)) }
        let log = try await house.household.agenda.log(LogQuery(plant: id, limit: 10))
        #expect(log.count == 1)
        let before = try await house.messages()
        try await house.household.collection.remove(id)
        let after = try await house.messages()
        #expect(before.keys.filter { $0.contains(id.rawValue) }.count == 4)
        #expect(after.keys.filter { $0.contains(id.rawValue) }.isEmpty)
        try await house.home.perform(.watered(id))
    }

    @Test(
        "Only the payload PRESS at the topic of a button is a press",
        arguments: [
            ("/water-all/set", "PRESS", true), ("/plants/p1/watered/set", "PRESS", true),
            ("/water-all/set", "ON", false), ("/water-all", "PRESS", false), ("/plants/p1/set", "PRESS", false),
            ("/plants//watered/set", "PRESS", false), ("/plants/p1/x/watered/set", "PRESS", false),
            ("/plants/a b/watered/set", "PRESS", false),
        ])
    func topics(end: String, payload: String, isPress: Bool) {
        let home = Household.drawn().homeAutomation
        #expect((home.press(home.base + end, payload) != nil) == isPress)
        #expect(home.press("stillroom/other" + end, payload) == nil)
    }

    @Test("A press of the button for all plants waters what is due")
    func waterAll() async throws {
        let house = try await House()
        let due = try await house.household.agenda.view().waterings().count
        try await house.home.perform(.waterAll)
        #expect(try await house.household.agenda.log(LogQuery(limit: 10)).count == due)
        #expect(try await house.household.agenda.view().waterings().isEmpty)
    }
}
