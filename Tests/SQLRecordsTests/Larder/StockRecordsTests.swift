import Calendar
import Contracts
import Foundation
import Household
import Larder
import Recognition
import Reminders
import Support
import Testing

@Suite("Records of the stock and the shopping list", .tags(.medium))
struct StockRecordsTests {
    private func item(
        _ name: String, _ sample: Sample, code: String? = nil, date: FoodDate? = nil, minute: Int = 0
    ) throws -> StockItem {
        StockItem(
            id: try sample.id(name), content: .init(code: code, name: name, date: date), addedAt: sample.time(minute))
    }

    @Test("An item is read as it was written", arguments: RecordsStore.allCases)
    func itemsAreRead(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let full = StockItem(
                id: try sample.id("full"),
                content: .init(
                    code: sample.spread, name: "Spread", amount: try FoodAmount(1.25, .kilogram), place: .own("Garage"),
                    date: FoodDate(.useBy, sample.day(3)), openedOn: sample.day(1), lot: "A 7"),
                addedAt: sample.time(1))
            let bare = try item("Salt", sample)
            for item in [full, bare] { try await records.add(item, limit: 9) }
            for item in [full, bare] { #expect(try await records.stockItem(item.id) == item) }
            #expect(Set(try await records.stock(in: "en").map(\.item)) == [full, bare])
            #expect(try await records.stockItem(sample.id("other")) == nil)
            #expect(try await records.bound(to: sample.id("elsewhere")).stock(in: "en").isEmpty)
        }
    }

    @Test(
        "An item has the data of its product, in the wanted language if there is one", arguments: RecordsStore.allCases)
    func products(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            try await records.remember(sample.remembered(sample.product(), in: "de", minute: 1))
            try await records.add(try item("Spread", sample, code: sample.spread), limit: 9)
            #expect(try await records.stock(in: "en").first?.product?.code == sample.spread)
            try await records.remember(sample.remembered(nil, in: "en", minute: 2))
            #expect(try await records.stock(in: "en").first?.product != nil, "one language without data hides no other")
        }
    }

    @Test("A used-up item is not in stock, and can be put back until it is removed", arguments: RecordsStore.allCases)
    func usedUp(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let milk = try item("Milk", sample)
            let rice = try item("Rice", sample)
            for item in [milk, rice] { try await records.add(item, limit: 9) }
            let used = sample.time(5)
            _ = try await records.changeStock(milk.id, removingBefore: sample.time(0)) { $0.usedUpAt = used }
            #expect(try await records.stock(in: "en").map(\.item) == [rice])
            #expect(try await records.stockItem(milk.id)?.usedUpAt == used)
            _ = try await records.changeStock(milk.id, removingBefore: sample.time(0)) { $0.usedUpAt = nil }
            #expect(try await records.stock(in: "en").count == 2)
            _ = try await records.changeStock(milk.id, removingBefore: sample.time(0)) { $0.usedUpAt = used }
            _ = try await records.changeStock(rice.id, removingBefore: sample.time(9)) { $0.content.lot = "x" }
            #expect(try await records.stockItem(milk.id) == nil)
        }
    }

    @Test("A change that throws changes nothing", arguments: RecordsStore.allCases)
    func refusedChange(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let milk = try item("Milk", sample)
            try await records.add(milk, limit: 9)
            await refused(.stockRefused) {
                _ = try await records.changeStock(milk.id, removingBefore: sample.time(0)) { item in
                    item.content.name = "Cream"
                    throw HouseholdError(.stockRefused, "No.")
                }
            }
            #expect(try await records.stockItem(milk.id) == milk)
        }
    }

    @Test("An unknown item is not found, and a full stock refuses another one", arguments: RecordsStore.allCases)
    func refusals(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let missing: StockItem.ID = try sample.id("missing")
            await refused(.notFound) { try await records.removeStock(missing) }
            await refused(.notFound) {
                _ = try await records.changeStock(missing, removingBefore: sample.time(0)) { _ in }
            }
            try await records.add(try item("Milk", sample), limit: 1)
            await refused(.stockRefused) { try await records.add(try item("Rice", sample), limit: 1) }
            try await records.removeStock(try sample.id("Milk"))
            #expect(try await records.stock(in: "en").isEmpty)
        }
    }
}

extension StockRecordsTests {
    @Test("A line of the shopping list is added once, ticked and cleared", arguments: RecordsStore.allCases)
    func shopping(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func line(_ text: String, _ minute: Int) throws -> ShoppingItem {
                ShoppingItem(id: try sample.id("\(text)-\(minute)"), text: text, addedAt: sample.time(minute))
            }
            let milk = try await records.add(try line("Milk", 1), limit: 2)
            #expect(try await records.add(try line("Milk", 2), limit: 2) == milk)
            let rice = try await records.add(try line("Rice", 3), limit: 2)
            #expect(try await records.shoppingList() == [milk, rice])
            await refused(.stockRefused) { _ = try await records.add(try line("Salt", 4), limit: 2) }
            #expect(try await records.tick(milk.id, true).isTicked)
            #expect(try await records.tick(milk.id, true).isTicked)
            #expect(try await records.clearShopping() == 1)
            #expect(try await records.clearShopping() == 0)
            try await records.removeShopping(rice.id)
            #expect(try await records.shoppingList().isEmpty)
            await refused(.notFound) { _ = try await records.tick(rice.id, true) }
            await refused(.notFound) { try await records.removeShopping(rice.id) }
        }
    }

    @Test("The GS1 data of a code are those of the last packet", arguments: RecordsStore.allCases)
    func elements(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func note(_ elements: String?, expiry: String? = nil) async throws -> LarderItem? {
                try await records.note(
                    LarderItem(
                        code: "11", firstAt: sample.time(1), lastAt: sample.time(1), expiry: expiry, elements: elements)
                )
                return try await records.larderItem("11")
            }
            let (first, second) = ("(01)04044782317112(15)270131", "(01)04044782317112(3103)001250")
            var item = try await note(first, expiry: "2027-01-31")
            #expect(item?.elements == first)
            item = try await note(nil)
            #expect(item?.elements == nil, "a packet without data gets none of an earlier packet")
            #expect(item?.expiry == "2027-01-31")
            item = try await note(second)
            #expect(item?.elements == second && item?.expiry == nil, "a weight replaces the data of the earlier packet")
        }
    }

    @Test("A notice of food is planned with the item, and dropped when it is used up", arguments: RecordsStore.allCases)
    func notices(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let at = sample.time(30)
            let planned = records.planning(
                NoticePlanner(
                    now: { sample.time(0) }, reach: { _ in sample.day(9) }, expected: { _, _, _ in [] },
                    ofFood: { _, stock in
                        stock.map { item in
                            let food = DueFood(
                                item: item.id.rawValue, name: item.content.name, isUseBy: true, day: sample.day(2),
                                from: sample.day(1))
                            return Reminder(
                                key: .init(rawValue: "food \(item.id)"), sort: .food, at: at, until: at + 60,
                                subjects: [.food(food)])
                        }
                    }))
            let channel = try await sample.channel(in: planned)
            let milk = try item("Milk", sample, date: FoodDate(.useBy, sample.day(2)))
            try await planned.add(milk, limit: 9)
            try await planned.add(try item("Salt", sample), limit: 9)
            let notices = try await planned.notices(NoticeQuery(states: [.pending], channel: channel))
            #expect(notices.map(\.reminder.sort) == [.food])
            guard case .food(let food) = notices.first?.reminder.subjects.first else {
                Issue.record("the notice has no food")
                return
            }
            #expect(food.name == "Milk" && food.isUseBy && food.day == sample.day(2) && food.from == sample.day(1))
            _ = try await planned.changeStock(milk.id, removingBefore: sample.time(0)) { $0.usedUpAt = at }
            #expect(try await planned.notices(NoticeQuery(states: [.pending], channel: channel)).isEmpty)
        }
    }
}
