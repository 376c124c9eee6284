package import Calendar
package import Foundation
import Messages
package import Recognition

/// Food in the house: one row of the household's stock.
package struct StockItem: Sendable, Hashable {
    package typealias ID = Identifier<StockItem>

    package let id: ID
    package var content: Content
    package let addedAt: Date
    /// When a person used it up; nil if it is in stock. A used-up item is kept for some days, so that this can be undone.
    package var usedUpAt: Date?

    package init(id: ID, content: Content, addedAt: Date, usedUpAt: Date? = nil) {
        self.id = id
        self.content = content
        self.addedAt = addedAt
        self.usedUpAt = usedUpAt
    }

    /// For how many days a used-up item is kept.
    package static let undoDays = 30.0
}

extension StockItem {
    /// What a person says about an item.
    package struct Content: Sendable, Hashable {
        /// The code of the product in Open Food Facts; nil for an item without a barcode.
        package var code: String?
        package var name: String
        /// Nil if the person did not say how much there is.
        package var amount: FoodAmount?
        /// Nil if the person did not say where it is.
        package var place: StockPlace?
        package var date: FoodDate?
        package var openedOn: LocalDay?
        package var lot: String?

        package init(
            code: String? = nil, name: String, amount: FoodAmount? = nil, place: StockPlace? = nil,
            date: FoodDate? = nil, openedOn: LocalDay? = nil, lot: String? = nil
        ) {
            self.code = code
            self.name = name
            self.amount = amount
            self.place = place
            self.date = date
            self.openedOn = openedOn
            self.lot = lot
        }

        /// In characters.
        package static let nameLimit = 120
        package static let lotLimit = 40

        /// Returns the content with tidy texts. Throws the first reason why it cannot be stored.
        package func checked() throws(StockError) -> Content {
            var content = self
            let name = TagWords.line(name, limit: 4 * Self.nameLimit)
            guard !name.isEmpty, name.count <= Self.nameLimit else { throw .name }
            content.name = name
            content.lot = try Self.lot(lot)
            if let code {
                guard BarcodeReading(code).isValid else { throw .code }
                content.code = BarcodeReading(code).offCode
            }
            return content
        }

        private static func lot(_ text: String?) throws(StockError) -> String? {
            let lot = TagWords.line(text ?? "")
            guard lot.count <= lotLimit else { throw .lot }
            return lot.isEmpty ? nil : lot
        }
    }
}

/// Why an item cannot be stored.
package enum StockError: String, Error, Sendable, Hashable, CaseIterable {
    case name, code, amount, unit, place, lot
    case date
    /// Neither "best before" nor "use by".
    case dateKind = "date-kind"
    case openedOn = "opened-on"

    private static var units: String { FoodAmount.Unit.allCases.map(\.rawValue).joined(separator: ", ") }

    package var sentence: String {
        switch self {
        case .name: localized("The name must have 1 to \(StockItem.Content.nameLimit, "count") characters.")
        case .code: localized("This is not a product number.")
        case .amount: localized("The amount must be a number above 0, at most \(Int(FoodAmount.limit), "limit").")
        case .unit: localized("The unit must be one of \(Self.units, "units").")
        case .place: localized("The name of the place must have 1 to \(StockPlace.nameLimit, "count") characters.")
        case .lot: localized("The lot must have at most \(StockItem.Content.lotLimit, "count") characters.")
        case .date: localized("The date must be a day such as 2027-01-31.")
        case .dateKind: localized("The date must be best-before or use-by.")
        case .openedOn: localized("The day on which it was opened must be a day such as 2027-01-31.")
        }
    }
}
