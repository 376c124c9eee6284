import Directions
import Foundation
import Support
import Testing

/// No amount of a text is lost: each is in a value of the reading, in unread text, or under a flag.
@Suite("Amounts of a text and of its reading", .tags(.small))
struct DirectionsAccountTests {
    @Test("Every amount of a text is in the result or under a flag, with its place")
    func corpus() throws {
        let lines = try DirectionsCorpus.lines()
        #expect(lines.count >= 400)
        var amounts = 0
        for line in lines { amounts += check(line.sig) }
        #expect(amounts > 300)
    }

    @Test("Every amount of a random text is in the result or under a flag")
    func chance() {
        var chance = SplitMix64(41)
        for _ in 0..<2_000 {
            var words: [String] = []
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                words.append(chance.pick(Self.pieces))
            }
            _ = check(words.joined(separator: " "))
        }
    }

    private static let pieces = [
        "take 2 tablets", "(5 mg)", "500 mg", "two 5 ml spoonfuls", "250 mg/5 ml", "twice daily", "every 8 hours",
        "half a 20 mg tablet", "10 units", "max 4 g in 24 hours", "as needed for pain", "20 mg (two 10 mg tablets)",
        "and 1 at night", "then 3 capsules", "1-2 puffs", "up to 5 mL", "0.5 mL", "of amoxicillin 500 mg", ".", ",",
        "for 7 days", "on Mondays", "100 micrograms (0.1 mg)", "with 8 oz of water", "(40 mg in all)", "each",
    ]

    /// Checks that each number before a unit is covered. Refused texts show no values and need no cover.
    private func check(_ sig: String) -> Int {
        let read = DirectionsReader.read(sig)
        guard read.status != .refuse else { return 0 }
        let covered = read.spans.map(\.span) + read.unread + read.flags.compactMap(\.span)
        var found = 0
        for match in sig.matches(of: Self.amount) {
            let start = sig[..<match.range.lowerBound].unicodeScalars.count
            let span = TextSpan(start, start + sig[match.range].unicodeScalars.count)
            found += 1
            #expect(covered.contains { $0.overlaps(span) }, "“\(match.0)” of “\(sig)” is lost")
        }
        return found
    }

    nonisolated(unsafe) private static let amount =
        /(?i)\d[\d.,]*\s?(?:mg|mcg|micrograms?|g|ml|mls|units?|tablets?|tabs?|capsules?|caps?|puffs?|drops?|sprays?|oz)\b/
}

/// Directions written for the project, labelled by two readers before the first run.
enum DirectionsCorpus {
    static func lines() throws -> [LabelledDirections] {
        let text = try String(contentsOfFile: Fixture.path("directions/corpus.jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map {
            try JSONDecoder().decode(LabelledDirections.self, from: Data($0.utf8))
        }
    }
}

@Suite("Accuracy on the project's corpus", .tags(.small))
struct DirectionsCorpusTests {
    @Test("The project's directions reach the bars: exact in .92 of the full ones, silently wrong in .01 of all")
    func bars() throws {
        try hold(DirectionsCorpus.lines())
    }

    @Test("The directions of ../shared reach the bars, too", .needsShared, .tags(.medium))
    func shared() throws {
        let folder = try #require(Fixture.shared)
        let text = try String(contentsOfFile: "\(folder)/data/sigs/dev.jsonl", encoding: .utf8)
        try hold(
            text.split(separator: "\n").map {
                try JSONDecoder().decode(LabelledDirections.self, from: Data($0.utf8))
            })
    }

    private func hold(_ lines: [LabelledDirections]) throws {
        var summary = DirectionsScore.Summary()
        for line in lines { summary.add(DirectionsScore(line, read: DirectionsReader.read(line.sig))) }
        let full = try #require(summary.rows[.full])
        #expect(full.share(\.exact) >= 0.92, "\(full)")
        #expect(summary.silentlyWrong <= 0.01, "\(summary)")
        #expect(summary.rows[.refuse].map { $0.share(\.statusOK) <= 0.03 } ?? true)
    }
}
