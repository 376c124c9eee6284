import Foundation
import FoundationNetworking
import GoogleVision
import HTTPTransport
import HTTPTypes
import Support
import Testing

/// Tests the stub of Google Vision, which other tests and journeys use.
@Suite("The stub of Google Vision", .tags(.medium))
struct StubTests {
    let stub = VisionStub(key: Service.key)

    private func picture(_ bytes: [UInt8]) -> VisionStub.Picture { VisionStub.Picture(bytes) }

    @Test("The stub's SHA-256 equals the examples of FIPS 180-4, also at every edge of a block")
    func digests() {
        let cases = [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 10_000),
                "27dd1f61b867b6a0f6e9d8a41c43231de52107e53ae424de8f847b821db4b711"
            ),
        ]
        for (text, digest) in cases { #expect(picture(Array(text.utf8)).digest == digest) }
        #expect(Set((54...66).map { picture([UInt8](repeating: 0, count: $0)).digest }).count == 13)
    }

    @Test("The stub finds the metadata of a JPEG")
    func metadata() {
        func segment(_ marker: UInt8, _ text: String) -> [UInt8] {
            [0xFF, marker, 0, UInt8(text.utf8.count + 2)] + Array(text.utf8)
        }
        let frame: [UInt8] = [0xFF, 0xC0, 0, 8, 8, 1, 2, 3, 4, 1]
        let plain = picture([0xFF, 0xD8] + segment(0xE0, "JFIF") + frame + [0xFF, 0xDA])
        #expect(!plain.hasEXIF && plain.metadata.isEmpty && plain.width == 0x304 && plain.height == 0x102)
        let tagged = picture([0xFF, 0xD8] + segment(0xE1, "Exif\0\0GPS") + segment(0xFE, "made by Ada") + frame)
        #expect(tagged.hasEXIF && tagged.metadata == ["exif", "comment"] && tagged.width == 0x304)
        #expect(picture(Array("not a picture".utf8)).metadata.isEmpty)
    }

    private func order(_ text: String, _ method: String = "POST") async throws -> JSONValue {
        let server = try StubServer(records: false) { [stub] in
            VisionStub.isControl($0) ? stub.control($0) : stub.reply(to: $0)
        }
        var request = URLRequest(url: try #require(URL(string: server.url + "/_stub/vision")))
        request.httpMethod = method
        if method == "POST" { request.httpBody = Data(text.utf8) }
        let (data, _) = try await URLSession.shared.data(for: request)
        return try JSONDecoder().decode(JSONValue.self, from: data)
    }

    @Test("The stub is controlled through its control interface, and an invalid order changes nothing")
    func control() async throws {
        let state = try await order(
            """
            {"page": {"lines": ["A b", {"text": "C", "box": [0.5, 0.25, 0.25, 0.125], "confidence": 0.5,
              "ending": "HYPHEN"}], "confidence": 0.75, "confidences": {"b": 0.25}, "turns": 3},
             "next": ["inner-3", {"mode": "429", "retryAfter": 2}], "key": "other", "outage": "503"}
            """)
        #expect(state["count"] == .number(0))
        let page = stub.page
        #expect(page.lines.map(\.text) == ["A b", "C"] && page.turns == 3 && page.confidences == ["b": 0.25])
        #expect(page.lines[1].box.x == 0.5 && page.lines[1].ending == "HYPHEN")
        #expect(page.lines.map(\.confidence) == [0.75, 0.5])
        #expect(stub.behaviours.map(\.mode) == [.badImage, .rateLimited] && stub.behaviours[1].retryAfter == "2")
        #expect(stub.key == "other" && stub.outage?.mode == .unavailable)
        let refused = try await order(#"{"page": ["X"], "next": ["nonsense"]}"#)
        #expect(refused["message"] == .text("The stub does not know the mode nonsense"))
        #expect(stub.page.lines.count == 2)
        _ = try await order("", "DELETE")
        #expect(stub.behaviours.isEmpty && stub.key == Service.key && stub.outage == nil)
    }
}
