import Calendar
import Contracts
import Household
import Larder
import Support
import Testing

@testable import Web

@Suite("Page of a date read in a photograph", .tags(.small))
struct FoodDatePageTests {
    private func page(_ lines: [String]?, for content: StockItem.Content = .init(name: "Milk")) async throws
        -> FoodDatePage
    {
        let today = try #require(LocalDay(year: 2026, month: 11, day: 27))
        let view = try await FoodHouse().household().stock.view()
        return FoodDatePage(
            lines.map { PrintedDates(lines: $0, today: today) }, for: content, savingAt: nil, query: [:], view,
            fault: nil)
    }

    @Test("The only date is in the form, and is said with its line")
    func one() async throws {
        let page = try await page(["USE BY 12.03.2027", "LOT A7"])
        #expect(page.form.date == "2027-03-12" && page.form.lot == "A7" && !page.hasChoices)
        #expect(page.form.kinds.filter(\.chosen).map(\.value) == ["use-by"])
        #expect(page.proposal?.words == "Use by 12 March 2027" && page.proposal?.line == "USE BY 12.03.2027")
    }

    @Test("Of several dates none is in the form, also if the item has a date")
    func several() async throws {
        let known = FoodDate(.bestBefore, try #require(LocalDay(year: 2027, month: 1, day: 1)))
        let page = try await page(["USE BY 03/04/27"], for: .init(name: "Milk", date: known))
        #expect(page.form.date.isEmpty && page.proposal == nil)
        #expect(page.choices.map(\.value) == ["use-by 2027-03-04", "use-by 2027-04-03"])
        #expect(page.choices.map(\.number) == ["1", "2"])
    }

    @Test("Without a date the form has that of the item, and the page says that none was read")
    func none() async throws {
        let known = FoodDate(.bestBefore, try #require(LocalDay(year: 2027, month: 1, day: 1)))
        let page = try await page(["MILK"], for: .init(name: "Milk", date: known))
        #expect(page.isNothing && page.form.date == "2027-01-01")
        #expect(try await self.page(nil).isRead == false)
    }

    @Test("A date without a word, and a month, have a remark")
    func remarks() async throws {
        #expect(try await page(["12.03.2027"]).proposal?.remark?.contains("No word beside this date") == true)
        #expect(try await page(["BEST BEFORE 03/2027"]).proposal?.remark?.contains("Only the month") == true)
        #expect(try await page(["BEST BEFORE 12.03.2027"]).proposal?.remark == nil)
    }

    @Test("A chosen date counts before the typed one; without a choice the typed one counts")
    func chosen() throws {
        let typed = ["name": "Milk", "date": "2027-01-01", "date-kind": "best-before"]
        var content = StockItem.Content(name: "")
        try StockForm(typed.merging(["read-date": "use-by 2027-03-04"]) { $1 }).apply(to: &content)
        #expect(content.date == FoodDate(.useBy, try #require(LocalDay(year: 2027, month: 3, day: 4))))
        try StockForm(typed.merging(["read-date": ""]) { $1 }).apply(to: &content)
        #expect(content.date == FoodDate(.bestBefore, try #require(LocalDay(year: 2027, month: 1, day: 1))))
        #expect(throws: StockError.self) {
            try StockForm(["name": "Milk", "read-date": "rotten 2027-03-04"]).apply(to: &content)
        }
    }
}
