import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Labels
import OnlineServices
import Support
import Testing

/// The head of a JPEG: a frame with this size and no pixels.
func drawnJPEG(width: Int = 1000, height: Int = 750) -> [UInt8] {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xDB, 0, 3, 0]
    let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
    return start + [0xFF, 0xC2, 0, 11, 8] + size + [1, 1, 0x11, 0, 0xFF, 0xD9]
}

/// Tests the conversion of Google's words and breaks to lines.
@Suite("Lines of Google Vision", .tags(.small))
struct VisionTextLineTests {
    private typealias Place = RecognisedText.Place

    /// Reads a response with these words in its only paragraph, on a picture of 100 × 100.
    private func read(
        _ words: String, page: String = #""width": 7, "height": 7"#, jpeg: [UInt8] = drawnJPEG(width: 100, height: 100)
    ) async throws -> RecognisedText {
        let text = #"{"pages": [{\#(page), "blocks": [{"paragraphs": [{"words": [\#(words)]}]}]}]}"#
        return try await reader("{\"responses\": [{\"fullTextAnnotation\": \(text)}]}").read(jpeg)
    }

    private func reader(_ body: String) -> TextService {
        VisionText(
            key: KeyFile(service: "google-vision", given: "some-key", path: "/nowhere", isOwn: false),
            baseURL: VisionText.service,
            transport: .constant(.init(head: .init(status: .ok), body: Array(body.utf8))),
            now: { Date(timeIntervalSince1970: 0) }
        ) { _ in }.service(isOwn: false)
    }

    /// A word of symbols, with a break after the last of them.
    private func word(
        _ text: String, _ ending: String? = "SPACE", confidence: Double? = 0.5,
        _ vertices: [(Int, Int)] = [(10, 10), (30, 10), (30, 20), (10, 20)]
    ) -> String {
        let broken = ending.map { #", "property": {"detectedBreak": {"type": "\#($0)"}}"# } ?? ""
        let letters = Array(text)
        let symbols = letters.enumerated().map { place, letter in
            #"{"text": "\#(letter)"\#(place == letters.count - 1 ? broken : "")}"#
        }
        let corners = vertices.map { #"{"x": \#($0.0), "y": \#($0.1)}"# }.joined(separator: ",")
        let sure = confidence.map { #""confidence": \#($0), "# } ?? ""
        return #"{\#(sure)"boundingBox": {"vertices": [\#(corners)]}, "symbols": [\#(symbols.joined(separator: ","))]}"#
    }

    private func corners(_ points: (Double, Double)...) -> Place {
        Place(corners: points.map { .init(x: $0.0, y: $0.1) })
    }

    @Test("Every break has its effect, and an unknown break separates words")
    func breaks() async throws {
        let text = try await read(
            [
                word("A"), word("b", "SURE_SPACE"), word("c", "EOL_SURE_SPACE"), word("d", nil),
                word(",", "LINE_BREAK"),
                word("e", "NEW_BREAK"), word("f", nil),
            ].joined(separator: ","))
        #expect(text.lines.map { $0.words.map(\.text) } == [["A", "b", "c"], ["d,"], ["e", "f"]])
    }

    @Test("A hyphen at a line's end stays: 1- above 2 is not 12")
    func hyphens() async throws {
        let text = try await read([word("1", "HYPHEN"), word("2"), word("tabs", nil)].joined(separator: ","))
        #expect(text.text == "1-\n2 tabs")
    }

    @Test("A break may stand before its symbol or within a word, and an invisible word is left out")
    func oddBreaks() async throws {
        let inner = #"""
            {"symbols": [{"text": "a", "property": {"detectedBreak": {"type": "SPACE", "isPrefix": false}}},
                         {"text": "\u202eb\u200b"}, {"text": " "},
                         {"text": "c", "property": {"detectedBreak": {"type": "LINE_BREAK", "isPrefix": true}}}]},
            {"symbols": [{"text": "\u200b", "property": {"detectedBreak": {"type": "SPACE"}}}]}
            """#
        #expect(try await read(inner).lines.map { $0.words.map(\.text) } == [["a", "b"], ["c"]])
    }

    @Test("Paragraphs end lines without a break")
    func paragraphs() async throws {
        let body = #"""
            {"responses": [{"fullTextAnnotation": {"pages": [{"blocks": [
              {"paragraphs": [{"words": [{"symbols": [{"text": "a"}]}]}, {"words": [{"symbols": [{"text": "b"}]}]}]},
              {"paragraphs": [{"words": [{"symbols": [{"text": "c"}]}]}]}]}]}}]}
            """#
        #expect(try await reader(body).read(drawnJPEG()).text == "a\nb\nc")
    }
}

extension VisionTextLineTests {
    @Test("Places are fractions of the picture itself, whatever the page's stated size")
    func places() async throws {
        let text = try await read(word("a", nil))
        #expect(text.lines[0].words[0].place == corners((0.1, 0.1), (0.3, 0.1), (0.3, 0.2), (0.1, 0.2)))
        #expect(text.lines[0].place == text.lines[0].words[0].place)
        // Not a JPEG, so the page's size is used.
        let other = try await read(word("a", nil), page: #""width": 40, "height": 80"#, jpeg: [1, 2, 3])
        #expect(other.lines[0].words[0].place == corners((0.25, 0.125), (0.75, 0.125), (0.75, 0.25), (0.25, 0.25)))
        let nowhere = try await read(word("a", nil), page: #""width": 40"#, jpeg: [0xFF, 0xD8, 0xFF])
        #expect(nowhere.lines[0].words[0].place == nil && nowhere.text == "a")
        // A place beyond the edge is moved to the edge.
        let beyond = try await read(word("a", nil, [(-5, 10), (130, 10), (130, 20), (-5, 20)]))
        #expect(beyond.lines[0].place == corners((0, 0.1), (1, 0.1), (1, 0.2), (0, 0.2)))
        // Three corners are not a place.
        #expect(try await read(word("a", nil, [(1, 1), (2, 1), (2, 2)])).lines[0].place == nil)
    }

    @Test("Words without a space between them are one word, with one place and the lower confidence")
    func joined() async throws {
        let text = try await read(
            [
                word("mg", nil, confidence: 0.75, [(10, 10), (30, 10), (30, 20), (10, 20)]),
                word(",", "SPACE", confidence: 0.25, [(31, 18), (33, 18), (33, 24), (31, 24)]),
                word("x", nil, confidence: 0.5, [(40, 12), (50, 12), (50, 20), (40, 20)]),
            ].joined(separator: ","))
        let line = try #require(text.lines.first)
        #expect(line.words.map(\.text) == ["mg,", "x"] && line.words.map(\.confidence) == [0.25, 0.5])
        #expect(line.words[0].place == corners((0.1, 0.1), (0.33, 0.1), (0.33, 0.24), (0.1, 0.24)))
        #expect(line.place == corners((0.1, 0.1), (0.5, 0.1), (0.5, 0.24), (0.1, 0.24)))
        #expect(text.confidence == 0.25)
    }

    @Test("Confidences are the real ones, nil if there are none, and 0 if one of several is missing")
    func confidences() async throws {
        let none = try await read([word("a", confidence: nil), word("b", nil, confidence: nil)].joined(separator: ","))
        #expect(none.lines[0].words.map(\.confidence) == [nil, nil] && none.confidence == nil)
        #expect(none.lines[0].confidence == nil)
        let some = try await read([word("a", confidence: 0.9), word("b", nil, confidence: nil)].joined(separator: ","))
        #expect(some.lines[0].words.map(\.confidence) == [0.9, 0] && some.confidence == 0)
        let many = try await read((1...21).map { word("w", confidence: Double($0) / 100) }.joined(separator: ","))
        #expect(many.confidence == 0.03)
    }

    @Test("The order of the corners gives the rotation of the text", arguments: 0...3)
    func turns(turns: Int) async throws {
        let stub = VisionStub(key: "stub-key")
        stub.page = VisionStub.Page(
            lines: [
                .init("Take 1 daily", box: .init(x: 0.25, y: 0.125, width: 0.5, height: 0.125)),
                .init("I", box: .init(x: 0, y: 0.5, width: 0.125, height: 0.25)),
            ], turns: turns)
        let server = try StubServer(records: false) { stub.reply(to: $0) }
        let service = VisionText(
            key: KeyFile(service: "google-vision", given: "stub-key", path: "/nowhere", isOwn: false),
            baseURL: try #require(URL(string: server.url)), transport: LiveTransport().transport,
            now: { Date(timeIntervalSince1970: 0) }
        ) { _ in }.service(isOwn: true)
        let text = try await service.read(drawnJPEG(width: 800, height: 400))
        #expect(text.turns == turns && text.text == "Take 1 daily\nI")
        // The text's own top left, in the sent picture.
        let expected = [(0.25, 0.125), (0.125, 0.75), (0.75, 0.875), (0.875, 0.25)][turns]
        let first = try #require(text.lines[0].place?.corners.first)
        #expect(abs(first.x - expected.0) < 0.002 && abs(first.y - expected.1) < 0.002)
        #expect(text.lines[0].place?.corners.count == 4)
    }

    @Test("A whole text without words is refused, because its order would be a guess")
    func unstructured() async throws {
        for body in [
            #"{"textAnnotations": [{"description": "Take 1"}]}"#, #"{"fullTextAnnotation": {"text": "Take 1"}}"#,
        ] {
            let service = reader("{\"responses\": [\(body)]}")
            let error = await #expect(throws: HouseholdError.self) { try await service.read(drawnJPEG()) }
            #expect(error?.code == .serviceUnreadable)
        }
        let empty = reader(#"{"responses": [{"fullTextAnnotation": {"pages": [{"width": 5}]}}]}"#)
        let error = await #expect(throws: HouseholdError.self) { try await empty.read(drawnJPEG()) }
        #expect(error?.code == .textMissing)
    }
}
