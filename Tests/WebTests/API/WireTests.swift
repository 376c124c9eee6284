import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@testable import Web

@Suite("Parsing of multipart forms", .tags(.small))
struct MultipartTests {
    private func form(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\r\n").utf8) }

    @Test(
        "The boundary of a form is read from its content type",
        arguments: [
            ("multipart/form-data; boundary=abc", "abc"),
            ("Multipart/Form-Data; charset=utf-8; BOUNDARY=\"a b\"", "a b"),
            ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil), ("text/plain; boundary=abc", nil),
        ] as [(String, String?)])
    func boundary(type: String, expected: String?) {
        #expect(Multipart.boundary(of: type).map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test("A form is split into parts, also if a picture contains line breaks")
    func parts() {
        let body = form(
            "--b", "Content-Disposition: form-data; name=\"note\"", "", "hello", "--b",
            "content-disposition: form-data; name=\"image\"; filename=\"../../x.jpg\"", "Content-Type: image/jpeg", "",
            "\r\n--x\r\n", "--b--", "")
        #expect(
            Multipart.parts(of: body, boundary: Array("b".utf8)) == [
                .init(name: "note", bytes: Array("hello".utf8)), .init(name: "image", bytes: Array("\r\n--x\r\n".utf8)),
            ])
        let plain = form("--b", "Content-Disposition: form-data; name=\"image\"", "", "a\r\n\r\nb", "--b--", "")
        #expect(
            Multipart.parts(of: plain, boundary: Array("b".utf8)) == [
                .init(name: "image", bytes: Array("a\r\n\r\nb".utf8))
            ])
    }

    @Test("An incomplete form is refused")
    func cutOff() {
        let whole = form("--b", "Content-Disposition: form-data; name=\"image\"", "", "picture", "--b--", "")
        for count in 0..<(whole.count - 4) {
            #expect(Multipart.parts(of: Array(whole.prefix(count)), boundary: Array("b".utf8)) == nil)
        }
    }

    @Test(
        "A form that arrives in pieces is read the same, regardless of where it is split", arguments: [1, 2, 3, 7, 50])
    func pieces(size: Int) throws {
        let body = form(
            "--b", "Content-Disposition: form-data; name=\"note\"", "", "", "--b",
            "Content-Disposition: form-data; name=\"image\"", "", "\r\n--x\r\n--", "--b", "X: y", "", "nameless",
            "--b--", "epilogue")
        var reader = MultipartReader(boundary: Array("b".utf8)) { _ in 10 }
        for start in stride(from: 0, to: body.count, by: size) {
            try reader.take(body[start..<min(start + size, body.count)])
        }
        #expect(
            try reader.finish() == [
                .init(name: "note", bytes: []), .init(name: "image", bytes: Array("\r\n--x\r\n--".utf8)),
            ])
    }

    @Test("A form is refused at the piece in which a part exceeds its limit")
    func partLimit() throws {
        var reader = MultipartReader(boundary: Array("b".utf8)) { $0 == "image" ? 100 : 10 }
        let head = "\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n"
        try reader.take(Array("--b\(head)\(String(repeating: "x", count: 100))\r\n--b\(head)".utf8))
        try reader.take(Array(String(repeating: "x", count: 100).utf8))
        #expect(throws: MultipartReader.Failure.partTooLarge(name: "image", number: 2)) {
            try reader.take(Array(String(repeating: "x", count: 10).utf8))
        }
        var endless = MultipartReader(boundary: Array("b".utf8)) { _ in .max }
        try endless.take(Array("--b\r\n".utf8))
        #expect(throws: MultipartReader.Failure.damaged) {
            try endless.take(Array(repeating: 120, count: Limits.partHead + 1))
        }
    }

    @Test("A form with a hundred parts is refused")
    func many() {
        let part = "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n"
        let body = Array((String(repeating: part, count: 100) + "--b--\r\n").utf8)
        #expect(Multipart.parts(of: body, boundary: Array("b".utf8)) == nil)
    }
}

@Suite("Loopback addresses", .tags(.small))
struct LoopbackTests {
    @Test(
        "The names and addresses of this machine are loopback",
        arguments: ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])
    func own(host: String) { #expect(Loopback.contains(host)) }

    @Test(
        "Other names and addresses are not loopback",
        arguments: [
            "0.0.0.0", "::", "192.168.1.2", "127.0.0.1.evil.example", "localhost.evil", "", "127.0.0", "127.0.0.256",
        ])
    func foreign(host: String) { #expect(!Loopback.contains(host)) }
}

@Suite("The model of a result", .tags(.small))
struct ResultModelTests {
    private func model(_ verdict: Verdict, _ reason: Reason, confidence: Double = 0.83, photographs: Int = 1) throws
        -> ResultModel
    {
        let dahlia = Taxon(scientificName: "Dahlia", commonNames: ["Dahlia"], family: "Asteraceae", rank: .genus)
        let answer = Answer(
            verdict: verdict, reason: reason,
            candidates: verdict == .notAPlant
                ? [] : [Candidate(rank: 1, taxon: dahlia, confidence: Confidence(confidence))], rollUps: [],
            source: .device,
            model: "garden-108 1", durations: .init(decode: 170, inference: 5, total: 179),
            answeredAt: Date(timeIntervalSince1970: 0))
        return ResultModel(
            identification: Identification(
                id: try #require(Identifier("i")),
                photographs: try (0..<photographs).map { try #require(Identifier("p\($0)")) }, answer: answer),
            policy: Policy(), kept: nil)
    }

    @Test(
        "The headline of a result says what was found",
        arguments: [
            (Verdict.likely, Reason.confident, "A kind of Dahlia"), (.unsure, .uncertain, "Perhaps A kind of Dahlia"),
            (.noClearMatch, .outsideKnowledge, "We couldn’t identify this plant"),
            (.noClearMatch, .low, "No clear match"),
            (.notAPlant, .noPlant, "This does not look like a plant"),
            (.unsure, .small, "Perhaps A kind of Dahlia"), (.unsure, .unfamiliar, "Perhaps A kind of Dahlia"),
        ])
    func headline(verdict: Verdict, reason: Reason, expected: String) throws {
        #expect(try model(verdict, reason).headline == expected)
    }

    @Test("A result says where it was computed and how long it took")
    func provenance() throws {
        #expect(
            try model(.likely, .confident).provenance
                == "Identified by Stillroom in 0.18 s (garden-108 1). Nothing was sent.")
        #expect(try model(.likely, .confident, photographs: 2).provenance.contains("2 photos."))
    }

    @Test("Each candidate has a bar, a word and a percentage")
    func candidates() throws {
        let context = try model(.likely, .confident).context
        let first = try #require(context.candidates.first)
        #expect(first.percent == "83")
        #expect(first.width == "83.0")
        #expect(first.band == "likely")
        #expect(first.word == "Likely")
        let unsure = try #require(try model(.unsure, .unfamiliar).context.candidates.first)
        #expect(unsure.band == "unsure", "the band does not say more than the verdict")
        #expect(unsure.word == "Unsure")
        #expect(context.guesses == false)
        #expect(context.canAddAngle == true)
        #expect(context.anglesLeft == "4")
    }

    @Test("A result of an unknown plant has at most three guesses, and no sums of groups")
    func unknownPlant() throws {
        let roses = (1...6).map { rank in
            Candidate(
                rank: rank, taxon: Taxon(scientificName: "Rosa \(rank)", rank: .species), confidence: Confidence(0.1))
        }
        let groups = [RollUp(name: "Rosa", rank: .genus, confidence: Confidence(0.6))]
        func context(_ reason: Reason) throws -> ResultModel.Page {
            let answer = Answer(
                verdict: .noClearMatch, reason: reason, candidates: roses, rollUps: groups, source: .device,
                model: "garden-108 1", durations: .init(decode: 170, inference: 5, total: 179),
                answeredAt: Date(timeIntervalSince1970: 0))
            return ResultModel(
                identification: Identification(
                    id: try #require(Identifier("i")), photographs: [try #require(Identifier("p"))], answer: answer),
                policy: Policy(), kept: nil
            ).context
        }
        let (unknown, close) = (try context(.outsideKnowledge), try context(.close))
        #expect(unknown.isUnknown && unknown.candidates.count == 3 && !unknown.hasMore && !unknown.hasRollups)
        #expect(!close.isUnknown && close.candidates.count == 6 && close.hasRollups)
    }

    @Test("A plant that injures the skin is warned of, also among the guesses")
    func hazard() throws {
        let answer = Answer(
            verdict: .noClearMatch, reason: .outsideKnowledge,
            candidates: [
                Candidate(
                    rank: 1, taxon: Taxon(scientificName: "Toxicodendron", rank: .genus), confidence: Confidence(0.3))
            ], rollUps: [], source: .device, model: "m", durations: .init(decode: 0, inference: 0, total: 0),
            answeredAt: Date(timeIntervalSince1970: 0))
        let identification = Identification(
            id: try #require(Identifier("i")), photographs: [try #require(Identifier("p"))], answer: answer)
        let warnings = ResultModel(identification: identification, policy: Policy(), kept: nil).context.hazards
        #expect(warnings.map(\.warning).contains { $0.contains("poison ivy") })
        #expect(try model(.likely, .confident).context.hazards.isEmpty)
    }

    @Test("With five photographs, no further one can be added")
    func fullCase() throws {
        #expect(try model(.unsure, .uncertain, photographs: 5).context.canAddAngle == false)
    }

    @Test(
        "Durations are rounded for display",
        arguments: [(179.0, "0.18"), (4, "0.00"), (996, "1.0"), (12_340, "12.3")])
    func seconds(milliseconds: Double, text: String) {
        #expect(Provenance.seconds(milliseconds) == text)
    }

    @Test("A confidence below one percent is not shown as 0, and one below a hundred percent not as 100")
    func percent() {
        #expect(Wording.percent(Confidence(0.004)) == "<1")
        #expect(Wording.percent(Confidence(0.006)) == "1")
        #expect(Wording.percent(Confidence(1)) == "100")
        #expect(Wording.percent(Confidence(0.999)) == ">99")
    }
}
