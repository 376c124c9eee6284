import Accounts
import Support
import Testing

@Suite("Names of accounts", .tags(.small))
struct AccountNameTests {
    @Test(
        "A name is kept in canonical form, without surplus white space",
        arguments: [
            ("Ada", "Ada"), ("  Ada   ", "Ada"), ("Ada   Lovelace", "Ada Lovelace"), ("Zoe\u{308}", "Zoë"),
            ("李", "李"), ("👩‍🌾", "👩‍🌾"), (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
        ])
    func kept(text: String, name: String) throws {
        let made = try AccountName(text)
        #expect(Array(made.text.unicodeScalars) == Array(name.unicodeScalars))
        #expect(try AccountName(made.text) == made)
    }

    @Test(
        "Names that differ in case, width, composition or invisible characters have the same key",
        arguments: [
            ("ada", "ADA"), ("Ａｄａ", "Ada"), ("Zoë", "zoe\u{308}"), ("Straße", "STRASSE"), ("A\u{200D}da", "Ada"),
            ("ﬁn", "FIN"), (" Ada  B ", "ada b"), ("Ada\u{AD}", "Ada"),
        ])
    func sameKey(one: String, other: String) throws {
        #expect(try AccountName(one).key == AccountName(other).key)
        #expect(AccountName.key(of: one) == AccountName.key(of: other))
    }

    @Test(
        "A text without visible characters, a long one, and one with control characters is refused",
        arguments: [
            ("", AccountNameError.empty), ("   ", .empty), ("\u{200B}\u{FE0F}", .empty),
            (String(repeating: "a", count: 65), .tooLong),
            (String(repeating: "a\u{301}\u{302}\u{303}", count: 100), .tooLong),
            ("a" + String(repeating: "\u{301}", count: 400), .tooLong), (String(repeating: "a", count: 5000), .tooLong),
            ("A\u{0}da", .unusableCharacter), ("A\nda", .unusableCharacter), ("A\u{202E}da", .unusableCharacter),
            ("A\u{2028}da", .unusableCharacter), ("A\u{7F}", .unusableCharacter), ("\u{E000}", .unusableCharacter),
        ])
    func refused(text: String, error: AccountNameError) {
        #expect(throws: error) { try AccountName(text) }
    }
}
