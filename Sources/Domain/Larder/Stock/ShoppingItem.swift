package import Foundation
package import Recognition

/// One line of the shopping list.
package struct ShoppingItem: Sendable, Hashable {
    package typealias ID = Identifier<ShoppingItem>

    package let id: ID
    package let text: String
    /// The code of the product in Open Food Facts; nil for a typed line.
    package let code: String?
    package let addedAt: Date
    /// True if it is in the basket.
    package var isTicked: Bool

    package init(id: ID, text: String, code: String? = nil, addedAt: Date, isTicked: Bool = false) {
        self.id = id
        self.text = text
        self.code = code
        self.addedAt = addedAt
        self.isTicked = isTicked
    }

    /// In characters.
    package static let textLimit = 120

    /// Returns the text in one line. Throws `name` if it is empty or too long.
    package static func text(of typed: String) throws(StockError) -> String {
        let line = TagWords.line(typed, limit: 4 * textLimit)
        guard !line.isEmpty, line.count <= textLimit else { throw .name }
        return line
    }
}
