import FoundationEssentials
import Household
package import Larder
import Messages
import Recognition

extension SQLRecords {
    package func shoppingList() async throws -> [ShoppingItem] {
        try await read { transaction in
            try transaction.query(
                "SELECT * FROM shopping_item WHERE household_id = ? ORDER BY added_at, id", [household.rawValue]
            ).map { try $0.shoppingItem() }
        }
    }

    package func add(_ item: ShoppingItem, limit: Int) async throws -> ShoppingItem {
        try await write(
            once { transaction in
                let same = try transaction.first(
                    "SELECT * FROM shopping_item WHERE household_id = ? AND text = ? AND NOT is_ticked",
                    [household.rawValue, item.text])
                if let same { return try same.shoppingItem() }
                let count = try transaction.value(
                    Int.self, "SELECT count(*) FROM shopping_item WHERE household_id = ?", [household.rawValue])
                guard count ?? 0 < limit else {
                    throw HouseholdError(
                        .stockRefused,
                        localized("The shopping list has \(limit, "count") lines. There is no room for more."),
                        detail: "full", hint: localized("Remove the ticked lines."))
                }
                try transaction.execute(
                    """
                    INSERT INTO shopping_item (household_id, id, text, code, added_at, is_ticked)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                    [
                        household.rawValue, item.id.rawValue, item.text, item.code, item.addedAt.milliseconds,
                        item.isTicked,
                    ])
                return item
            })
    }

    package func tick(_ id: ShoppingItem.ID, _ isTicked: Bool) async throws -> ShoppingItem {
        try await write(
            once { transaction in
                try transaction.execute(
                    "UPDATE shopping_item SET is_ticked = ? WHERE household_id = ? AND id = ?",
                    [isTicked, household.rawValue, id.rawValue])
                let row = try transaction.first(
                    "SELECT * FROM shopping_item WHERE household_id = ? AND id = ?", [household.rawValue, id.rawValue])
                guard let row else { throw Self.missingLine }
                return try row.shoppingItem()
            })
    }

    package func removeShopping(_ id: ShoppingItem.ID) async throws {
        try await write(
            once { transaction in
                let changed = try transaction.execute(
                    "DELETE FROM shopping_item WHERE household_id = ? AND id = ?", [household.rawValue, id.rawValue])
                guard changed > 0 else { throw Self.missingLine }
            })
    }

    package func clearShopping() async throws -> Int {
        try await write(
            once { transaction in
                try transaction.execute(
                    "DELETE FROM shopping_item WHERE household_id = ? AND is_ticked", [household.rawValue])
            })
    }

    private static var missingLine: HouseholdError {
        HouseholdError(.notFound, localized("That line is not on the shopping list."))
    }
}

extension SQLRow {
    fileprivate func shoppingItem() throws -> ShoppingItem {
        ShoppingItem(
            id: try identifier("id"), text: try required("text"), code: self["code"],
            addedAt: Date(milliseconds: try required("added_at")), isTicked: try required("is_ticked"))
    }
}
