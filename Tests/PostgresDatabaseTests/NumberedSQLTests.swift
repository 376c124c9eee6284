import PostgreSQL
import SQLRecords
import Support
import Testing

@testable import PostgresDatabase

@Suite("Numbered parameters", .tags(.small))
struct NumberedSQLTests {
    @Test(
        "Parameters get numbers, a repeated name the same one",
        arguments: [
            ("SELECT ?, ? FROM a", "SELECT $1, $2 FROM a"),
            ("SELECT :b, :c, :b", "SELECT $1, $2, $1"),
            ("SELECT ':a', '?', 'it''s ?', \"a?\" WHERE x = ?", "SELECT ':a', '?', 'it''s ?', \"a?\" WHERE x = $1"),
            ("SELECT 1 -- :a ?\nWHERE ? = 1", "SELECT 1 \nWHERE $1 = 1"),
            ("SELECT x::text, :a::bigint", "SELECT x::text, $1::bigint"),
        ])
    func numbers(sql: String, numbered: String) {
        #expect(NumberedSQL(sql).text == numbered)
    }

    @Test("A missing value and one too many are refused")
    func counts() throws {
        let positional = NumberedSQL("SELECT ?, ?")
        #expect(throws: (any Error).self) { try positional.parameters(["a"]) }
        #expect(throws: (any Error).self) { try positional.parameters(["a", "b", "c"]) }
        #expect(try positional.parameters(["a", "b"]).count == 2)
        let named = NumberedSQL("SELECT :a, :b, :a")
        #expect(throws: (any Error).self) { try named.parameters(["a": 1]) }
        #expect(throws: (any Error).self) { try named.parameters(["a": 1, "b": 2, "c": 3]) }
        #expect(try named.parameters(["b": 2, "a": "x"]) == [.text("x"), .integer(2)])
    }

    @Test("Only statements that read are queries")
    func queries() {
        #expect(NumberedSQL("  SELECT 1").isQuery)
        #expect(!NumberedSQL("INSERT INTO a SELECT 1").isQuery)
        #expect(!NumberedSQL("UPDATE a SET b = 1").isQuery)
        #expect(!NumberedSQL("DELETE FROM a WHERE b IN (SELECT 1)").isQuery)
    }
}
