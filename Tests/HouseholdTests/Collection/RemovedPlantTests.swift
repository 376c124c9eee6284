import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import SQLRecords
import Support
import Testing

@Suite("Removed plants", .tags(.small))
struct RemovedPlantTests {
    private let records = SQLRecords.inMemory()
    private let clock: SetClock
    private let household: Household

    init() throws {
        let clock = try SetClock("2026-06-10T05:00:00Z")
        self.clock = clock
        household = .drawn(records: records, environment: .at({ clock.now }, steady: { clock.steady }))
    }

    @Test("A restored plant is due once, with its log, and no list shows it while it is removed")
    func once() async throws {
        let plant = try await household.collection.add(
            "Monty", taxon: household.collection.taxon(named: "Monstera deliciosa"), watered: .unknown)
        let before = try await household.agenda.view(AgendaQuery(days: 30))
        let chore = try #require(before.items.first)
        _ = try await household.agenda.done([chore.chore.id])
        let done = try await household.agenda.view(AgendaQuery(days: 30)).items.map(\.day)
        try await household.collection.remove(plant.id)
        #expect(try await household.agenda.view(AgendaQuery(days: 30)).items.isEmpty)
        #expect(try await household.collection.plants(PlantQuery(isArchived: nil)).isEmpty)
        #expect(!(try await household.collection.export(as: .json)).contains("Monty"))
        #expect(try await household.collection.plant(called: "Monty") == nil)
        clock.pass(6 * 86_400)
        try await household.collection.restore(plant.id)
        try await household.collection.restore(plant.id)
        let after = try await household.agenda.view(AgendaQuery(from: LocalDay("2026-06-10"), days: 30))
        #expect(after.items.map(\.day) == done)
        #expect(try await records.log(LogQuery(plant: plant.id, limit: 9)).count == 1)
    }

    @Test("A plant can be restored for seven days, by name, and is deleted then")
    func ends() async throws {
        let plant = try await household.collection.add("Ficus Ä", taxon: nil)
        let removed = try await household.collection.remove(plant.id)
        #expect(removed.until == clock.now.addingTimeInterval(7 * 86_400))
        #expect(try await household.collection.removedPlant(called: "ficus a")?.id == plant.id)
        #expect(try await household.collection.removedPlant(called: String(plant.id.rawValue.prefix(8))) == removed)
        clock.pass(7 * 86_400 - 1)
        #expect(try await household.collection.deleteExpiredPlants() == 0)
        #expect(try await household.collection.removedPlants() == [removed])
        clock.pass(1)
        await refused(.notFound) { try await household.collection.restore(plant.id) }
        #expect(try await household.collection.deleteExpiredPlants() == 1)
    }

    @Test("The name of two removed plants is refused")
    func twoOfAName() async throws {
        for _ in 0..<2 {
            try await household.collection.remove(try await household.collection.add("Fern", taxon: nil).id)
        }
        await refused(.valueRefused) { _ = try await household.collection.removedPlant(called: "Fern") }
    }
}
