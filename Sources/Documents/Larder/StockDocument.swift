import Calendar
package import FoundationEssentials
package import Household
package import Larder
import Recognition

/// An item of the stock as JSON; Docs/api.md describes it.
package struct StockItemDocument: Codable, Sendable {
    package struct Amount: Codable, Sendable {
        package let number: Double
        /// "piece", "kg" …
        package let unit: String
        /// "1.5 kg".
        package let text: String
    }

    package struct FoodDateDocument: Codable, Sendable {
        /// "best-before" or "use-by".
        package let kind: String
        package let day: String
    }

    package struct Verdict: Codable, Sendable {
        /// "yes", "no", "careful" or "cannot-tell".
        package let answer: String
        package let sentence: String
    }

    package struct PersonalVerdict: Codable, Sendable {
        package let name: String
        package let verdict: Verdict
    }

    package let id: String
    package let name: String
    package let code: String?
    package let amount: Amount?
    package let place: String?
    package let date: FoodDateDocument?
    package let openedOn: String?
    package let lot: String?
    package let addedAt: Date
    package let usedUpAt: Date?
    /// "over", "this-week", "later" or "no-date"; missing for an item that is not in stock.
    package let section: String?
    /// Missing without a diet, and without data of the product.
    package let verdict: Verdict?
    /// The verdicts for people with a diet of their own; only in the list.
    package let people: [PersonalVerdict]?

    package init(
        _ item: StockItem, section: StockSection? = nil, report: DietReport? = nil, people: [PersonalReport]? = nil
    ) {
        let content = item.content
        id = item.id.rawValue
        name = content.name
        code = content.code
        amount = content.amount.map { Amount(number: $0.number, unit: $0.unit.rawValue, text: $0.description) }
        place = content.place?.text
        date = content.date.map { FoodDateDocument(kind: $0.kind.rawValue, day: $0.day.description) }
        openedOn = content.openedOn?.description
        lot = content.lot
        addedAt = item.addedAt
        usedUpAt = item.usedUpAt
        self.section = section?.rawValue
        verdict = report.map { Verdict(answer: $0.answer.rawValue, sentence: $0.sentence) }
        self.people = people?.map {
            PersonalVerdict(
                name: $0.name, verdict: Verdict(answer: $0.report.answer.rawValue, sentence: $0.report.sentence))
        }
    }
}

/// The stock as JSON, in the order of the list.
package struct StockDocument: Codable, Sendable {
    package var items: [StockItemDocument]

    package init(_ view: StockView, at place: StockPlace? = nil) {
        items = view.sections(at: place).flatMap { part in
            part.lines.map {
                StockItemDocument(
                    $0.item, section: part.section, report: view.report(of: $0), people: view.personalReports(of: $0))
            }
        }
    }
}

/// A line of the shopping list as JSON.
package struct ShoppingItemDocument: Codable, Sendable {
    package let id: String
    package let text: String
    package let code: String?
    package let ticked: Bool
    package let addedAt: Date

    package init(_ item: ShoppingItem) {
        id = item.id.rawValue
        text = item.text
        code = item.code
        ticked = item.isTicked
        addedAt = item.addedAt
    }
}

package struct ShoppingDocument: Codable, Sendable {
    package var items: [ShoppingItemDocument]

    package init(_ items: [ShoppingItem]) { self.items = items.map { ShoppingItemDocument($0) } }
}
