import Directions
import Foundation
import Support
import Testing

@Suite("Spans of a text", .tags(.small))
struct TextSpanTests {
    @Test(
        "A span with impossible offsets, also a decoded one, selects nothing outside the text",
        arguments: [(-3, 2), (4, 1), (-5, -2), (0, .max), (.min, .max), (99, 100)])
    func impossible(start: Int, end: Int) throws {
        let json = Data(#"{"start": \#(start), "end": \#(end)}"#.utf8)
        for span in [TextSpan(start, end), try JSONDecoder().decode(TextSpan.self, from: json)] {
            #expect(0 <= span.start && span.start <= span.end)
            #expect("tablet".hasPrefix(span.text(of: "tablet")) || span.text(of: "tablet").isEmpty)
        }
    }

    @Test("A span is stored as its two offsets")
    func stored() throws {
        let span = TextSpan(2, 5)
        let data = try JSONEncoder().encode(span)
        #expect(try JSONDecoder().decode([String: Int].self, from: data) == ["start": 2, "end": 5])
        #expect(try JSONDecoder().decode(TextSpan.self, from: data) == span && span.text(of: "tablet") == "ble")
    }
}
