import Larder
import Support
import Testing

@Suite("Brand tags", .tags(.small))
struct BrandTagTests {
    @Test(
        "A typed brand becomes the service's tag",
        arguments: [
            ("ferrero", "ferrero"), ("Ferrero", "ferrero"), ("L'Oréal", "l-oreal"), ("L’ORÉAL", "l-oreal"),
            ("l-oreal", "l-oreal"), ("xx:l-oreal", "l-oreal"), ("en:Ferrero", "ferrero"),
            ("Ben & Jerry's", "ben-jerry-s"),
            ("Żółw & Söhne", "zolw-sohne"), ("  Côte d’Or ", "cote-d-or"), ("7 Up", "7-up"),
            ("Dr. Oetker", "dr-oetker"),
            ("Ha:ribo", "ha-ribo"), ("Æther", "aether"), ("明治", "明治"), ("", ""), (" & ", ""),
            ("e\u{301}clair", "eclair"),
        ])
    func tag(text: String, expected: String) {
        #expect(BrandTag.tag(of: text) == expected)
        #expect(BrandTag.tag(of: expected) == expected, "folded once more it stays")
    }
}
