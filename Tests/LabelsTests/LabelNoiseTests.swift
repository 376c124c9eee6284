import Directions
import Labels
import Support
import Testing

@Suite("Labels of random text", .tags(.small))
struct LabelNoiseTests {
    @Test(
        "A random label is read without a trap, twice with the same result, and its places lie in the text",
        arguments: 0..<30)
    func noise(seed: UInt64) {
        var chance = LabelSlips(seed: seed + 100)
        let text = RecognisedText(typed: chance.noise(2500))
        let reading = LabelReader(names: LabelNames.few).read(text)
        #expect(reading == LabelReader(names: LabelNames.few).read(text))
        check(reading, text)
    }

    @Test("Random words of labels are read without a trap, and their places lie in the text", arguments: 0..<30)
    func soup(seed: UInt64) {
        var chance = LabelSlips(seed: seed)
        let words = LabelCases.all.flatMap { $0.lines.split(separator: " ") }
        let text = RecognisedText(
            typed: chance.slip(
                (0..<300).map { words[($0 * 7919 + Int(seed) * 104_729) % words.count] }.joined(separator: " ")))
        check(LabelReader(names: LabelNames.few).read(text), text)
    }

    private func check(_ reading: LabelReading, _ text: RecognisedText) {
        var places = reading.identifiers + reading.warnings.flatMap(\.words) + reading.flags.flatMap(\.words)
        for entry in reading.entries {
            places += entry.name?.words ?? []
            places += entry.unknownName?.words ?? []
            places += entry.strength?.words ?? []
            places += entry.form?.words ?? []
            places += entry.quantity?.words ?? []
            places += entry.refills?.words ?? []
            places += entry.directionWords.map(\.word) + entry.flags.flatMap(\.words)
        }
        #expect(
            places.allSatisfy {
                text.lines.indices.contains($0.line) && text.lines[$0.line].words.indices.contains($0.word)
            })
        #expect(reading.identifiers == reading.identifiers.sorted())
        for entry in reading.entries {
            let length = entry.directions?.text.unicodeScalars.count ?? 0
            #expect(entry.directionWords.allSatisfy { $0.span.end <= length && !$0.span.isEmpty })
        }
    }
}
