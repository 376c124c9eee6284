import FoundationEssentials
package import Household
import Larder
import Messages
import Recognition

extension SQLRecords {
    package func product(
        _ code: String, in language: String
    ) async throws -> RememberedProduct? {
        try await read { transaction in
            try transaction.first(
                "SELECT * FROM product WHERE household_id = ? AND code = ? AND language = ?",
                [household.rawValue, code, language]
            ).map { try $0.rememberedProduct() }
        }
    }

    package func remember(_ product: RememberedProduct) async throws {
        let document = try product.product.map(Columns.json)
        try await write { transaction in
            try transaction.execute(
                """
                INSERT INTO product (household_id, code, language, document, raw, fetched_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (household_id, code, language) DO UPDATE
                SET document = excluded.document, raw = excluded.raw, fetched_at = excluded.fetched_at
                """,
                [
                    household.rawValue, product.code, product.language, document, product.raw,
                    product.fetchedAt.milliseconds,
                ])
        }
    }

    package func note(_ item: LarderItem) async throws {
        try await write { transaction in
            try transaction.execute(
                """
                INSERT INTO larder_item (household_id, code, first_at, last_at, expiry, lot, elements)
                VALUES (:household, :code, :first, :last, :expiry, :lot, :elements)
                ON CONFLICT (household_id, code) DO UPDATE SET
                    last_at = :last,
                    expiry = CASE WHEN :known THEN :expiry ELSE larder_item.expiry END,
                    lot = CASE WHEN :known THEN :lot ELSE larder_item.lot END,
                    elements = :elements
                """,
                [
                    "household": household.rawValue, "code": item.code, "first": item.firstAt.milliseconds,
                    "last": item.lastAt.milliseconds, "expiry": item.expiry, "lot": item.lot,
                    "elements": item.elements,
                    "known": item.expiry != nil || item.lot != nil || item.elements != nil,
                ])
        }
    }

    package func larder(in language: String, limit: Int) async throws -> [LarderLine] {
        try await read { transaction in
            let items = try transaction.query(
                "SELECT * FROM larder_item WHERE household_id = ? ORDER BY last_at DESC, code LIMIT ?",
                [household.rawValue, limit]
            ).map { try $0.larderItem() }
            return try items.map { item in
                let row = try transaction.first(
                    """
                    SELECT * FROM product WHERE household_id = ? AND code = ?
                    ORDER BY language <> ?, fetched_at DESC LIMIT 1
                    """, [household.rawValue, item.code, language])
                return LarderLine(item: item, remembered: try row?.rememberedProduct())
            }
        }
    }

    package func larderItem(_ code: String) async throws -> LarderItem? {
        try await read { transaction in
            try transaction.first(
                "SELECT * FROM larder_item WHERE household_id = ? AND code = ?",
                [household.rawValue, code]
            ).map { try $0.larderItem() }
        }
    }

    package func removeFromLarder(_ code: String) async throws {
        let key: SQLArguments = [household.rawValue, code]
        try await write { transaction in
            let changed = try transaction.execute(
                "DELETE FROM larder_item WHERE household_id = ? AND code = ?", key)
            guard changed > 0 else {
                throw HouseholdError(.notFound, localized("That product is not in the larder."))
            }
            for table in ["product", "food_question", "questions_asked"] {
                try transaction.execute("DELETE FROM \(table) WHERE household_id = ? AND code = ?", key)
            }
        }
    }
}

extension SQLRow {
    fileprivate func rememberedProduct() throws -> RememberedProduct {
        let document: String? = self["document"]
        return RememberedProduct(
            code: try required("code"), language: try required("language"),
            product: try document.map { try Columns.value(Product.self, of: $0, "document") },
            raw: try required("raw"),
            fetchedAt: Date(milliseconds: try required("fetched_at")))
    }

    fileprivate func larderItem() throws -> LarderItem {
        LarderItem(
            code: try required("code"), firstAt: Date(milliseconds: try required("first_at")),
            lastAt: Date(milliseconds: try required("last_at")), expiry: self["expiry"], lot: self["lot"],
            elements: self["elements"])
    }
}
