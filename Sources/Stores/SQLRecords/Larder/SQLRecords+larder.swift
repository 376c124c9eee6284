import FoundationEssentials
import GRDB
package import Household
import Larder
import Recognition

extension SQLiteRecords {
    package func product(
        _ code: String, in language: String, of household: Household.ID
    ) async throws -> RememberedProduct? {
        try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM product WHERE household_id = ? AND code = ? AND language = ?",
                arguments: [household.rawValue, code, language]
            ).map { try $0.rememberedProduct() }
        }
    }

    package func remember(_ product: RememberedProduct, for household: Household.ID) async throws {
        let document = try product.product.map(Columns.json)
        try await write { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO product (household_id, code, language, document, raw, fetched_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    household.rawValue, product.code, product.language, document, Data(product.raw),
                    product.fetchedAt.milliseconds,
                ])
        }
    }

    package func note(_ item: LarderItem, for household: Household.ID) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO larder_item (household_id, code, first_at, last_at, expiry, lot)
                    VALUES (:household, :code, :first, :last, :expiry, :lot)
                    ON CONFLICT (household_id, code) DO UPDATE SET
                        last_at = :last,
                        expiry = iif(:expiry IS NULL AND :lot IS NULL, expiry, :expiry),
                        lot = iif(:expiry IS NULL AND :lot IS NULL, lot, :lot)
                    """,
                arguments: [
                    "household": household.rawValue, "code": item.code, "first": item.firstAt.milliseconds,
                    "last": item.lastAt.milliseconds, "expiry": item.expiry, "lot": item.lot,
                ])
        }
    }

    package func larder(in language: String, limit: Int, of household: Household.ID) async throws -> [LarderLine] {
        try await read { database in
            let items = try Row.fetchAll(
                database,
                sql: "SELECT * FROM larder_item WHERE household_id = ? ORDER BY last_at DESC, code LIMIT ?",
                arguments: [household.rawValue, limit]
            ).map { try $0.larderItem() }
            let statement = try database.cachedStatement(
                sql: """
                    SELECT * FROM product WHERE household_id = ? AND code = ?
                    ORDER BY language <> ?, fetched_at DESC LIMIT 1
                    """)
            return try items.map { item in
                let row = try Row.fetchOne(statement, arguments: [household.rawValue, item.code, language])
                return LarderLine(item: item, remembered: try row?.rememberedProduct())
            }
        }
    }

    package func larderItem(_ code: String, of household: Household.ID) async throws -> LarderItem? {
        try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM larder_item WHERE household_id = ? AND code = ?",
                arguments: [household.rawValue, code]
            ).map { try $0.larderItem() }
        }
    }

    package func removeFromLarder(_ code: String, for household: Household.ID) async throws {
        let key: StatementArguments = [household.rawValue, code]
        try await write { database in
            try database.execute(
                sql: "DELETE FROM larder_item WHERE household_id = ? AND code = ?", arguments: key)
            guard database.changesCount > 0 else {
                throw HouseholdError(.notFound, "That product is not in the larder.")
            }
            for table in ["product", "food_question", "questions_asked"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE household_id = ? AND code = ?", arguments: key)
            }
        }
    }
}

extension Row {
    fileprivate func rememberedProduct() throws -> RememberedProduct {
        let document: String? = self["document"]
        return RememberedProduct(
            code: try required("code"), language: try required("language"),
            product: try document.map { try Columns.value(Product.self, of: $0, "document") },
            raw: [UInt8](try required("raw", as: Data.self)),
            fetchedAt: Date(milliseconds: try required("fetched_at")))
    }

    fileprivate func larderItem() throws -> LarderItem {
        LarderItem(
            code: try required("code"), firstAt: Date(milliseconds: try required("first_at")),
            lastAt: Date(milliseconds: try required("last_at")), expiry: self["expiry"], lot: self["lot"])
    }

    func document<Value: Decodable>(_: Value.Type, in column: String = "document") throws -> Value {
        try Columns.value(Value.self, of: try required(column), column)
    }
}

extension Columns {
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_: Value.Type, of text: String, _ column: String) throws -> Value {
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else {
            throw Row.damaged(column)
        }
        return value
    }
}
