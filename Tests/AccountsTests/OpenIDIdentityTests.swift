import Accounts
import Support
import Testing

@Suite("People of the sign-in service", .tags(.small))
struct OpenIDIdentityTests {
    @Test(
        "A shown name is one line without invisible characters, and nil if nothing is left",
        arguments: [
            ("ben@example.net", "ben@example.net"), ("  Ben \t\n Muster ", "Ben Muster"),
            ("a\u{202E}b\u{200B}c", "abc"),
            ("\u{0}\u{1B}[31m", "[31m"), ("", nil), ("\u{2066}\u{2069} \n", nil),
            (String(repeating: "x", count: 500), String(repeating: "x", count: 120)),
        ] as [(String, String?)])
    func shownName(text: String, shown: String?) { #expect(OpenIDIdentity.shownName(text) == shown) }

    @Test("A shown name is bounded even if each character carries many marks")
    func marks() throws {
        let name = try #require(OpenIDIdentity.shownName(String(repeating: "e\u{301}\u{301}\u{301}", count: 1000)))
        #expect(name.unicodeScalars.count <= 120)
    }

    @Test(
        "A subject is 1 to 255 ASCII characters",
        arguments: [
            ("a", true), (String(repeating: "a", count: 255), true), ("", false),
            (String(repeating: "a", count: 256), false), ("ä", false), ("a\n", false), ("a\u{0}", false),
        ])
    func subject(text: String, isSubject: Bool) { #expect(OpenIDIdentity.isSubject(text) == isSubject) }
}
