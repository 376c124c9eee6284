import Agenda
import Calendar
import Contracts
import Foundation
import Plants
import Recognition
import SQLRecords
import Support
import Testing

@testable import Household

@Suite("Kept views of the agenda", .tags(.small))
struct AgendaCacheTests {
    let clock: SettableClock
    let records = SQLRecords.inMemory()
    let household: Household
    /// Another process on the same data.
    let other: Household

    init() throws {
        let clock = try SettableClock("2026-06-10T09:00:00Z")
        self.clock = clock
        household = .drawn(records: records, environment: .at { clock.now })
        other = .drawn(records: records, environment: .at { clock.now })
    }

    private func key(_ query: AgendaQuery = AgendaQuery()) async throws -> AgendaCache.Key {
        AgendaCache.Key(version: try await records.version(), query: query)
    }

    private func isKept(_ query: AgendaQuery = AgendaQuery()) async throws -> Bool {
        let key = try await key(query)
        return try household.agenda.cache.view(key, steady: .zero) {
            try household.settings.clock(in: query.zone, of: $0)
        } != nil
    }

    private func watered(_ name: String = "Fern") async throws -> Chore {
        let plant = try await household.collection.add(name, taxon: Taxon(scientificName: "Nephrolepis exaltata"))
        return try #require(try await household.agenda.chores(of: plant.id).first { $0.kind == .watering })
    }

    @Test("A view is kept for the same query, with the time of the later look")
    func repeated() async throws {
        _ = try await watered()
        let first = try await household.agenda.view()
        try clock.set("2026-06-10T11:30:00Z")
        #expect(try await isKept())
        let second = try await household.agenda.view()
        #expect(second.items == first.items && second.open == first.open && second.count == first.count)
        #expect(second.clock.instant == clock.now)
        #expect(try await !isKept(AgendaQuery(days: 3)))
        #expect(try await household.agenda.view(AgendaQuery(days: 3)).through != first.through)
        #expect(try await isKept(), "another query replaces nothing")
    }

    @Test("A change in this process or in another one is seen at once")
    func changes() async throws {
        let chore = try await watered()
        #expect(try await household.agenda.view().count.today == 1)
        _ = try await other.agenda.done([chore.id])
        #expect(try await household.agenda.view().count.today == 0)
        _ = try await other.collection.add("Palm", taxon: Taxon(scientificName: "Howea forsteriana"))
        #expect(Set(try await household.agenda.view().items.compactMap { $0.plant?.name }) == ["Fern", "Palm"])
        let zone = try await household.agenda.view().home.zone
        try await other.settings.choose([Home.Setting.zone: "Pacific/Auckland"])
        #expect(try await household.agenda.view().home.zone != zone)
        #expect(try await household.agenda.view().clock.zone.name == "Pacific/Auckland")
    }

    @Test("The end of a snooze, another day, and a clock that was set back make a new view")
    func times() async throws {
        let chore = try await watered()
        _ = try await household.agenda.snooze(chore.id, .until(try Date("2026-06-10T11:00:00Z", strategy: .iso8601)))
        #expect(try await household.agenda.view().count == AgendaCount(snoozed: 1))
        try clock.set("2026-06-10T10:59:59Z")
        #expect(try await isKept())
        try clock.set("2026-06-10T11:00:00Z")
        #expect(try await !isKept())
        #expect(try await household.agenda.view().count == AgendaCount(today: 1))
        try clock.set("2026-06-10T10:00:00Z")
        #expect(try await household.agenda.view().count == AgendaCount(snoozed: 1))
        try clock.set("2026-06-11T12:00:00Z")
        #expect(try await household.agenda.view().count.overdue == 1)
    }

    @Test("Old versions are dropped, and the number of views and items is limited")
    func limits() async throws {
        for number in 1...4 { _ = try await watered("Fern \(number)") }
        let view = try await household.agenda.view(AgendaQuery(days: 1))
        let size = view.items.count + view.open.count
        #expect(size == 8)
        func key(_ version: Int64, _ days: Int) -> AgendaCache.Key {
            .init(version: version, query: AgendaQuery(days: days))
        }

        let few = AgendaCache(viewLimit: 2, itemLimit: 100)
        func isKept(_ version: Int64, _ days: Int, in cache: AgendaCache, after seconds: Int = 0) -> Bool {
            cache.view(key(version, days), steady: .seconds(seconds)) { _ in view.clock } != nil
        }
        for days in 1...2 { few.keep(view, for: key(1, days), steady: .zero) }
        #expect(isKept(1, 1, in: few))
        few.keep(view, for: key(1, 3), steady: .zero)
        #expect(isKept(1, 1, in: few) && !isKept(1, 2, in: few), "the one not used goes")
        few.keep(view, for: key(2, 4), steady: .zero)
        #expect(isKept(2, 4, in: few))
        few.keep(view, for: key(1, 5), steady: .zero)
        #expect(isKept(2, 4, in: few), "a late older view replaces nothing")
        #expect(!isKept(1, 1, in: few) && !isKept(1, 5, in: few))
        #expect(!isKept(2, 4, in: few), "a version that is later than the data is not believed again")

        few.keep(view, for: key(3, 1), steady: .seconds(100))
        #expect(isKept(3, 1, in: few, after: 130) && !isKept(3, 1, in: few, after: 131))

        let small = AgendaCache(viewLimit: 9, itemLimit: size * 2)
        for days in 1...3 { small.keep(view, for: key(1, days), steady: .zero) }
        #expect(!isKept(1, 1, in: small) && isKept(1, 3, in: small))
        let tiny = AgendaCache(itemLimit: size - 1)
        tiny.keep(view, for: key(1, 1), steady: .zero)
        #expect(!isKept(1, 1, in: tiny))
    }
}
