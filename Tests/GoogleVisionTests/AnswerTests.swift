import Foundation
import GoogleVision
import HTTPTransport
import Support
import Testing

@Suite("Responses of Google Vision", .tags(.small))
struct AnswerTests {
    private func read(_ response: String) async throws -> AnnotateImageResponse {
        try await Service(200, "{\"responses\": [\(response)]}").client.document(.bytes(jpeg)).value
    }

    private let whole = """
        {"textAnnotations": [{"locale": "en", "description": "A 5", "score": 0.5, "new": 1,
            "boundingPoly": {"vertices": [{}, {"x": 9}, {"x": 9, "y": 4}, {"y": 4}]}}],
         "fullTextAnnotation": {"text": "A 5\\n", "pages": [{"width": 10, "height": 20, "confidence": 0.75,
            "property": {"detectedLanguages": [{"languageCode": "en", "confidence": 1}]},
            "blocks": [{"blockType": "TEXT", "confidence": 0.5, "paragraphs": [{"words": [
               {"confidence": 0.25, "boundingBox": {"normalizedVertices": [{"x": 0.5}, {"y": 0.25}]},
                "symbols": [{"text": "A", "confidence": 0.125, "property": {"detectedBreak": {"type": "SPACE"}}}]},
               {"symbols": [{"text": "5", "property": {"detectedBreak": {"type": "NEW_BREAK", "isPrefix": true}}}]}]}]},
              {"blockType": "SCRIBBLE"}]}]},
         "safeSearchAnnotation": {"medical": "LIKELY"}, "tomorrow": [1, {"a": null}]}
        """

    @Test("A response keeps every level, missing coordinates are 0, and missing confidences are nil")
    func structure() async throws {
        let response = try await read(whole)
        let entity = try #require(response.textAnnotations.first)
        #expect(entity.description == "A 5" && entity.locale == "en" && entity.score == 0.5)
        #expect(
            entity.boundingPoly?.vertices == [
                .init(x: 0, y: 0), .init(x: 9, y: 0), .init(x: 9, y: 4), .init(x: 0, y: 4),
            ])
        let text = try #require(response.fullTextAnnotation)
        let page = try #require(text.pages.first)
        #expect(text.text == "A 5\n" && page.width == 10 && page.height == 20 && page.confidence == 0.75)
        #expect(page.property?.detectedLanguages?.first?.languageCode == "en")
        #expect(page.blocks.map(\.blockType) == [.text, .init(rawValue: "SCRIBBLE")])
        #expect(page.blocks.map(\.confidence) == [0.5, nil])
        let paragraph = try #require(page.blocks.first?.paragraphs.first)
        #expect(paragraph.confidence == nil && paragraph.boundingBox == nil)
        #expect(paragraph.words.map(\.text) == ["A", "5"])
        #expect(paragraph.words.map(\.confidence) == [0.25, nil])
        #expect(paragraph.words[0].boundingBox?.normalizedVertices == [.init(x: 0.5, y: 0), .init(x: 0, y: 0.25)])
        #expect(paragraph.words[0].symbols[0].confidence == 0.125)
        let breaks = paragraph.words.flatMap(\.symbols).map { $0.property?.detectedBreak }
        #expect(breaks.map { $0?.type } == [.space, .init(rawValue: "NEW_BREAK")])
        #expect(breaks.map { $0?.isPrefix } == [nil, true])
    }

    @Test("A response can be encoded and decoded again, with unknown members")
    func survive() async throws {
        let response = try await read(whole)
        #expect(response.others["safeSearchAnnotation"]?["medical"] == .text("LIKELY"))
        #expect(response.others["tomorrow"] == .list([.number(1), .object(["a": .null])]))
        let again = try JSONDecoder().decode(AnnotateImageResponse.self, from: JSONEncoder().encode(response))
        #expect(again == response)
        let reply = try await Service(200, "{\"responses\": [\(whole)], \"next\": 7}").client.document(.bytes(jpeg))
        #expect(try reply.json()["next"] == .number(7))
        var shown = "\(reply)"
        dump(reply, to: &shown)
        #expect(!shown.contains("A 5"))
    }

    @Test("An empty response is a picture without text")
    func noText() async throws {
        let response = try await read("{}")
        #expect(response.fullTextAnnotation == nil && response.textAnnotations.isEmpty && response.failure == nil)
    }

    @Test("The results of several pictures are in order, including a failed one")
    func several() async throws {
        let body = #"{"responses": [{"fullTextAnnotation": {"text": "1"}}, {"error": {"code": 3}}, {}]}"#
        let requests = [AnnotateImageRequest](repeating: .init(image: .bytes(jpeg)), count: 3)
        let responses = try await Service(200, body).client.annotate(requests).value
        #expect(responses.map { $0.fullTextAnnotation?.text } == ["1", nil, nil])
        #expect(responses.map { $0.failure?.code } == [nil, .badImage, nil])
    }

    @Test("A coordinate that is not a number is an error", arguments: [#""7""#, "true", "1e300", "[]"])
    func oddNumbers(value: String) async {
        let body = #"{"textAnnotations": [{"boundingPoly": {"vertices": [{"x": \#(value)}]}}]}"#
        #expect(await failure { try await read(body) }?.code == .decodingFailed)
    }

    @Test("Some breaks end a line")
    func breaks() {
        let ending: [BreakType] = [.endOfLineSpace, .hyphen, .lineBreak]
        #expect(ending.map(\.endsLine) == [true, true, true])
        let others: [BreakType] = [.space, .sureSpace, .unknown, .init(rawValue: "NEW")]
        #expect(others.map(\.endsLine) == [false, false, false, false])
    }
}
