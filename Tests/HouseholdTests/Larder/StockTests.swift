import Calendar
import Contracts
import Foundation
import Household
import Larder
import Reminders
import Support
import Testing

@Suite("Food in stock", .tags(.medium))
struct StockTests {
    let house: LarderHouse
    var stock: FoodStock { house.household.stock }
    /// The day of the house's clock.
    let today = LocalDay("2026-06-10") ?? .earliest

    init() throws {
        house = try LarderHouse()
        house.grocer.stock(house.sample.product(name: "Spread"))
    }

    private func add(_ name: String, _ kind: FoodDate.Kind = .bestBefore, in days: Int? = nil) async throws -> StockItem
    {
        try await stock.add(.init(name: name, date: days.map { FoodDate(kind, today.adding(days: $0)) }))
    }

    @Test("A scanned code proposes date, lot and amount, and puts nothing into stock")
    func proposal() async throws {
        _ = try await house.household.larder.lookUp("(01)04006381333931(15)270200(10)L7(3103)000500")
        let (content, data) = try await stock.proposal(LarderHouse.spread)
        #expect(content.name == "Spread" && content.code == LarderHouse.spread)
        #expect(content.date == LocalDay("2027-02-28").map { FoodDate(.bestBefore, $0) })
        #expect(content.amount?.description == "0.5 kg" && content.lot == "L7" && data?.lot == "L7")
        #expect(try await stock.view().lines.isEmpty)
        // A code without GS1 data proposes the quantity of the product, and no date.
        let plain = try await stock.proposal("96385074")
        #expect(plain.data == nil && plain.content.date == nil)
    }

    @Test("An item without a name has the name of its product, and one without either is refused")
    func names() async throws {
        _ = try await house.household.larder.lookUp(LarderHouse.spread)
        #expect(try await stock.add(.init(code: LarderHouse.spread, name: "")).content.name == "Spread")
        await refused(.stockRefused) { _ = try await stock.add(.init(name: " ")) }
        await refused(.stockRefused) { _ = try await stock.add(.init(code: "12", name: "Rice")) }
    }

    @Test("Used up is undone by putting the item back, and both are idempotent")
    func usedUp() async throws {
        let milk = try await add("Milk")
        let used = try await stock.useUp(milk.id)
        #expect(try await stock.useUp(milk.id) == used)
        #expect(try await stock.view().lines.isEmpty)
        for _ in 1...2 { #expect(try await stock.putBack(milk.id) == milk) }
        #expect(try await stock.view().lines.map(\.item) == [milk])
    }

    @Test("An item is opened today, and the first day stays")
    func opened() async throws {
        let milk = try await add("Milk")
        #expect(try await stock.open(milk.id).content.openedOn == today)
        house.clock.pass(2 * 86_400)
        #expect(try await stock.open(milk.id).content.openedOn == today)
        #expect(try await stock.open(milk.id, on: today.adding(days: 1)).content.openedOn == today.adding(days: 1))
    }

    @Test("Use soon follows the setting of each kind of date")
    func useSoon() async throws {
        let foods: [(String, FoodDate.Kind, Int)] = [
            ("Rice", .bestBefore, 4), ("Flour", .bestBefore, 3), ("Ham", .useBy, 1), ("Fish", .useBy, 2),
            ("Old", .bestBefore, -1),
        ]
        for (name, kind, days) in foods { _ = try await add(name, kind, in: days) }
        #expect(try await stock.view().useSoon.map(\.content.name) == ["Ham", "Flour"])
        #expect(try await stock.view().over == 1)
        try await house.household.settings.choose([.bestBeforeDays: "off", .useByDays: "2"])
        #expect(try await stock.view().useSoon.map(\.content.name) == ["Ham", "Fish"])
    }

    @Test("The list has the verdict on the diet of the household")
    func verdict() async throws {
        _ = try await house.household.larder.lookUp(LarderHouse.spread)
        _ = try await stock.add(.init(code: LarderHouse.spread, name: "Spread"))
        var view = try await stock.view()
        #expect(view.lines.map { view.report(of: $0) } == [nil])
        try await house.household.settings.choose([.dietAllergens: "milk"])
        view = try await stock.view()
        let line = try #require(view.lines.first)
        #expect(view.report(of: line) != nil)
    }

    @Test("Food that is used up is added to the shopping list once")
    func shopping() async throws {
        let milk = try await add("Milk")
        _ = try await stock.useUp(milk.id)
        let line = try await stock.buy(milk.id)
        #expect(try await stock.buy(milk.id) == line)
        #expect(try await stock.shoppingList() == [line])
        await refused(.stockRefused) { _ = try await stock.buy(" ") }
        await refused(.stockRefused) { _ = try await stock.buy("Milk", code: "12") }
    }

}

@Suite("Notices about food in stock", .tags(.medium))
struct StockNoticeTests {
    let house: ReminderHouse
    var stock: FoodStock { house.household.stock }

    init() throws { house = try ReminderHouse() }

    private func add(_ name: String, _ kind: FoodDate.Kind, _ day: String) async throws -> StockItem {
        try await stock.add(.init(name: name, date: FoodDate(kind, try #require(LocalDay(day)))))
    }

    @Test("One notice names the food on the first day before its date, and on the date itself")
    func comes() async throws {
        try await house.phone()
        _ = try await add("Milk", .bestBefore, "2026-06-13")
        _ = try await add("Cream", .bestBefore, "2026-06-13")
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        #expect((message.title, message.body) == ("2 things to use soon", "Cream, Milk"))
        #expect(message.path == "/larder/stock" && message.actions.isEmpty && message.sort == .food)
        for time in ["2026-06-10T06:00:01Z", "2026-06-11T06:00:00Z", "2026-06-12T06:00:00Z"] {
            #expect(try await house.tick(at: time).isEmpty)
        }
        let last = try #require(try await house.tick(at: "2026-06-13T06:00:00Z").first)
        #expect(last.title == "2 things to use soon")
        #expect(try await house.tick(at: "2026-06-14T06:00:00Z").isEmpty)
    }

    @Test("Food that is used up is not in the notice, and without food there is none")
    func usedUp() async throws {
        try await house.phone()
        let milk = try await add("Milk", .useBy, "2026-06-11")
        let ham = try await add("Ham", .useBy, "2026-06-11")
        _ = try await stock.useUp(milk.id)
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        #expect((message.title, message.body) == ("Use soon: Ham", "Use by 11 June."))
        _ = try await stock.useUp(ham.id)
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").isEmpty)
    }

    @Test("A kind of date whose reminder is off has no notice")
    func off() async throws {
        try await house.phone()
        try await house.household.settings.choose([.bestBeforeDays: "off"])
        _ = try await add("Milk", .bestBefore, "2026-06-11")
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").isEmpty)
    }
}
