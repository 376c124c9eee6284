import Recognition
import Support
import Testing

@Suite("Confidence", .tags(.small))
struct ConfidenceTests {
    @Test(
        "A confidence falls into the band of its value, and both bounds are unsure",
        arguments: [
            (1.0, Confidence.Band.likely), (0.7000001, .likely), (0.70, .unsure), (0.55, .unsure), (0.40, .unsure),
            (0.3999999, .doubtful), (0, .doubtful),
        ])
    func band(value: Double, expected: Confidence.Band) {
        #expect(Confidence(value).band(under: Policy()) == expected)
    }

    @Test("The bands follow the household's own bounds")
    func ownBounds() {
        var policy = Policy()
        policy.likelyAbove = 0.9
        policy.doubtfulBelow = 0.1
        #expect(Confidence(0.8).band(under: policy) == .unsure)
        #expect(Confidence(0.2).band(under: policy) == .unsure)
    }

    @Test("A confidence stays between 0 and 1", arguments: [(-1.0, 0.0), (2, 1), (.nan, 0), (.infinity, 1)])
    func clamped(value: Double, expected: Double) {
        #expect(Confidence(value).value == expected)
    }
}

@Suite("Identifier", .tags(.small))
struct IdentifierTests {
    @Test(
        "An identifier takes characters that are safe in a URL and a file name",
        arguments: ["a", "0-9_Z", String(repeating: "x", count: 64)])
    func accepted(text: String) {
        #expect(Identifier<Photograph>(text)?.rawValue == text)
    }

    @Test(
        "An identifier with other characters is refused",
        arguments: ["", "..", "a/b", "a b", "é", "a\0", String(repeating: "x", count: 65)])
    func refused(text: String) {
        #expect(Identifier<Photograph>(text) == nil)
    }

    @Test("A digest is 64 lower-case hexadecimal digits")
    func digest() {
        #expect(Digest(String(repeating: "0af", count: 21) + "0") != nil)
        #expect(Digest(String(repeating: "0AF", count: 21) + "0") == nil)
        #expect(Digest("0af") == nil)
    }
}
