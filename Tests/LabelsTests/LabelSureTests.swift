import Directions
import Labels
import Support
import Testing

@Suite("Labels read in two passes", .tags(.small))
struct LabelSureTests {
    /// `doubted` are the words that the second pass read differently.
    private func text(
        _ lines: [String], doubted: Set<String> = [], confidence: Double? = 0.96, weak: Set<String> = [],
        isHandwritten: Bool = false
    ) -> RecognisedText {
        RecognisedText(
            reader: .local,
            lines: lines.map { line in
                RecognisedText.Line(
                    words: line.split(separator: " ").map(String.init).map {
                        RecognisedText.Word(
                            text: $0, confidence: weak.contains($0) ? 0.7 : confidence, place: nil,
                            isAgreed: !doubted.contains($0))
                    }, place: nil)
            }, isHandwritten: isHandwritten, confidence: confidence, turns: 0)
    }

    private let lines = ["AMLODIPINE 5 MG TABLET", "TAKE 1 TABLET BY MOUTH DAILY", "QTY: 30 REFILLS: 2"]

    private func entry(_ text: RecognisedText) throws -> LabelReading.Entry {
        try #require(LabelReader(names: LabelNames.few).read(text).entries.first)
    }

    @Test("A value is sure if both passes agree on each of its words")
    func agreed() throws {
        let entry = try entry(text(lines))
        #expect(entry.directions?.status == .ok)
        #expect(entry.areDirectionsSure)
        #expect([entry.name?.isSure, entry.strength?.isSure, entry.form?.isSure] == [true, true, true])
        #expect(entry.quantity?.isSure == true)
        #expect(entry.refills?.isSure == true)
    }

    @Test(
        "A single word of the directions without agreement asks for a review",
        arguments: ["TAKE", "1", "TABLET", "DAILY"])
    func doubted(word: String) throws {
        let entry = try entry(text(lines, doubted: [word]))
        let directions = try #require(entry.directions)
        #expect(directions.status == .review)
        #expect(!entry.areDirectionsSure)
        let flag = try #require(directions.flags.first { $0.code == "not-agreed" })
        #expect(flag.span?.text(of: directions.text) == word)
    }

    @Test("A number with low confidence asks for a review, other words do not")
    func weak() throws {
        let number = try entry(text(lines, weak: ["1"]))
        #expect(number.directions?.status == .review)
        #expect(number.directions?.flags.map(\.code) == ["low-confidence"])
        let other = try entry(text(lines, weak: ["TAKE"]))
        #expect(other.directions?.status == .ok)
        #expect(!other.areDirectionsSure)
    }

    @Test("Each value has its own certainty")
    func values() throws {
        let entry = try entry(text(lines, doubted: ["5", "30"]))
        #expect(entry.name?.isSure == true)
        #expect(entry.strength?.isSure == false)
        #expect(entry.quantity?.isSure == false)
        #expect(entry.refills?.isSure == true)
        #expect(entry.directions?.status == .ok)
    }

    @Test("No value of a handwritten label is sure")
    func handwriting() throws {
        let text = text(lines, isHandwritten: true)
        let entry = try entry(text)
        #expect(entry.directions?.status == .review)
        #expect(entry.directions?.flags.map(\.code) == ["handwriting"])
        #expect([entry.name?.isSure, entry.strength?.isSure, entry.form?.isSure] == [false, false, false])
        #expect(!entry.areDirectionsSure)
        #expect(LabelReader(names: LabelNames.few).read(text).flags.map(\.code) == ["handwriting"])
    }

    @Test("Each code has a sentence")
    func sentences() {
        #expect(Set(LabelFlag.allCases.map(\.sentence)).count == LabelFlag.allCases.count)
        #expect(LabelFlag.allCases.allSatisfy { $0.sentence.hasSuffix(".") })
    }
}
