import Calendar
import FoundationEssentials
import Larder
import Recognition
import Support
import Testing

@Suite("Stock items", .tags(.small)) struct StockItemTests {
    static let today = LocalDay(number: 20_000)

    private func item(
        _ name: String, _ days: Int? = nil, _ kind: FoodDate.Kind = .bestBefore
    ) throws -> StockItem {
        let date = days.map { FoodDate(kind, Self.today.adding(days: $0)) }
        return StockItem(
            id: try #require(StockItem.ID(name.lowercased())), content: .init(name: name, date: date),
            addedAt: Date(timeIntervalSince1970: 0))
    }

    @Test("The list has sections by date, soonest first") func sections() throws {
        let items = [
            try item("Flour"), try item("Rice", 400), try item("Yoghurt", 6), try item("Milk", 0),
            try item("Ham", 0, .useBy), try item("Cream", -1), try item("Beans", 7),
        ]
        let sections = StockItem.sections(of: items, on: Self.today)
        #expect(sections.map(\.section) == [.over, .thisWeek, .later, .noDate])
        #expect(
            sections.map { $0.items.map(\.content.name) } == [
                ["Cream"], ["Ham", "Milk", "Yoghurt"], ["Beans", "Rice"], ["Flour"],
            ])
    }

    @Test("An empty stock has no sections") func empty() {
        #expect(StockItem.sections(of: [], on: Self.today).isEmpty)
    }

    @Test("A date includes its day") func lastDay() {
        #expect(!FoodDate(.useBy, Self.today).isOver(on: Self.today))
        #expect(FoodDate(.useBy, Self.today).isOver(on: Self.today.adding(days: 1)))
    }

    @Test("Each kind of date has its own number of days") func useSoon() {
        let rule = UseSoonRule(bestBeforeDays: 3, useByDays: 1)
        #expect(rule.days(for: FoodDate(.bestBefore, Self.today)) == Self.today.adding(days: -3)...Self.today)
        #expect(rule.days(for: FoodDate(.useBy, Self.today)) == Self.today.adding(days: -1)...Self.today)
        #expect(UseSoonRule(bestBeforeDays: nil).days(for: FoodDate(.bestBefore, Self.today)) == nil)
        #expect(UseSoonRule(useByDays: 0).days(for: FoodDate(.useBy, Self.today)) == Self.today...Self.today)
    }

    @Test("Typed amounts are read with a point or a comma") func amounts() throws {
        #expect(try FoodAmount.read(number: "0,5", unit: "kg")?.description == "0.5 kg")
        #expect(try FoodAmount.read(number: "1", unit: "")?.description == "1 piece")
        #expect(try FoodAmount.read(number: "2", unit: "fl-oz")?.description == "2 fl oz")
        #expect(try FoodAmount.read(number: " ", unit: "kg") == nil)
        #expect(try FoodAmount.read(number: "0.125", unit: "l")?.description == "0.125 l")
        #expect(FoodAmount(quantity: "1,000 g") == nil)
    }

    @Test(
        "An amount that is not above zero, or not clear, is refused",
        arguments: ["0", "-1", "nan", "inf", "1e9", "0.0001", "two", "1,000", "1.000"])
    func refusedAmounts(text: String) {
        #expect(throws: StockError.amount) { try FoodAmount.read(number: text, unit: "g") }
    }

    @Test("An unknown unit is refused") func unit() {
        #expect(throws: StockError.unit) { try FoodAmount.read(number: "1", unit: "barrel") }
    }

    @Test("Known places are recognised, and others have their own name") func places() throws {
        #expect(try StockPlace.read("Fridge") == .fridge)
        #expect(try StockPlace.read("  Garage ")?.text == "Garage")
        #expect(try StockPlace.read("") == nil)
        #expect(throws: StockError.place) { try StockPlace.read(String(repeating: "x", count: 41)) }
    }

    @Test("A typed date needs a day that exists and a known kind") func dates() throws {
        #expect(try FoodDate.read(kind: "", day: "2027-02-28")?.kind == .bestBefore)
        #expect(try FoodDate.read(kind: "use-by", day: "") == nil)
        #expect(throws: StockError.date) { try FoodDate.read(kind: "use-by", day: "2027-02-30") }
        #expect(throws: StockError.dateKind) { try FoodDate.read(kind: "sell-by", day: "2027-02-28") }
    }

    @Test("The name is one line of at most 120 characters") func names() throws {
        #expect(try StockItem.Content(name: " Red\nlentils ").checked().name == "Red lentils")
        #expect(throws: StockError.name) { try StockItem.Content(name: " \n").checked() }
        #expect(throws: StockError.name) {
            try StockItem.Content(name: String(repeating: "x", count: 121)).checked()
        }
        #expect(throws: StockError.code) { try StockItem.Content(code: "12", name: "Rice").checked() }
        #expect(throws: StockError.lot) {
            try StockItem.Content(name: "Rice", lot: String(repeating: "7", count: 41)).checked()
        }
    }
}
