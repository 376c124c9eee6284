import Contracts
import Documents
import Foundation
import Recognition
import Support
import Testing

@Suite("The JSON of an answer", .tags(.small))
struct AnswerDocumentTests {
    @Test("Plants that injure the skin are named")
    func hazards() throws {
        let poison = Candidate(
            rank: 1, taxon: Taxon(scientificName: "Toxicodendron radicans"), confidence: Confidence(0.4))
        let answer = Answer(
            verdict: .unsure, reason: .uncertain, candidates: [poison], rollUps: [], source: .device, model: "m",
            durations: .init(decode: 0, inference: 0, total: 0), answeredAt: Date(timeIntervalSince1970: 0))
        #expect(AnswerDocument(answer).contactHazards == ["toxicodendron"])
        #expect(AnswerDocument(Sample().answer()).contactHazards == [])
    }

    @Test("The JSON of an answer has the documented fields")
    func fields() throws {
        let json = try JSONSerialization.jsonObject(
            with: Data(AnswerDocument(Sample().answer(), file: "rose.jpg", top: 1).json()))
        let document = try #require(json as? [String: Any])
        #expect(document["file"] as? String == "rose.jpg")
        #expect(document["verdict"] as? String == "unsure")
        #expect(document["source"] as? String == "on-device")
        #expect(document["model"] as? String == "tiny 1")
        let candidates = try #require(document["candidates"] as? [[String: Any]])
        #expect(candidates.count == 1)
        #expect(candidates[0]["rank"] as? Int == 1)
        #expect(candidates[0]["scientificName"] as? String == "Rosa canina")
        #expect(candidates[0]["commonNames"] as? [String] == ["Dog rose", "Éternelle"])
        #expect(candidates[0]["family"] as? String == "Rosaceae")
        #expect(candidates[0]["confidence"] as? Double == 0.625)
        let milliseconds = try #require(document["milliseconds"] as? [String: Double])
        #expect(milliseconds == ["decode": 12.5, "inference": 3.3, "total": 16])
    }

    @Test("The JSON of a failed file has code and message and no candidates")
    func failure() throws {
        let document = AnswerDocument(file: "x.jpg", error: .init(code: "too-small", message: "Too small."))
        let text = String(decoding: try document.json(), as: UTF8.self)
        #expect(
            text
                == #"{"candidates":[],"error":{"code":"too-small","message":"Too small."},"file":"x.jpg","rollUps":[],"verdict":"error"}"#
        )
    }
}
