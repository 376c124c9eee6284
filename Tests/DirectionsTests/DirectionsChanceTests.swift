import Directions
import Support
import Testing

/// Random texts, the same in each run: none may cause a trap, and each reading must satisfy `DirectionsSpans`.
@Suite("Directions of random text", .tags(.small))
struct DirectionsChanceTests {
    private static let pieces = [
        "1", "2", "1/2", "½", "0.5", ".5", "5.0", "1-2", "10", "24", "500", "1000000", "one", "two", "half", "(", ")",
        "/",
        "-", ",", ".", ";", ":", "x", "@", "&", "%", "#", "tab", "tablets", "caps", "ml", "mg", "mg/kg", "units", "U",
        "puffs", "gtt", "patch", "po", "sl", "inh", "ou", "od", "bid", "tid", "q4h", "q4-6h", "q", "every", "daily",
        "times", "a", "day", "week", "hours", "hourly", "twice", "once", "at", "bedtime", "8am", "20:00", "mane", "hs",
        "morning", "with", "food", "before", "meals", "prn", "as", "needed", "directed", "for", "pain", "days", "7/7",
        "until", "gone", "max", "mdd", "up", "to", "then", "and", "or", "than", "not", "do", "increase", "by", "monday",
        "mwf", "apply", "take", "inject", "of", "the", "ibuprofen", "tome", "cada", "each", "eye", "stop", "total",
        "\u{0}", "é", "👩‍🍳", "\u{202E}", "٣", "½½", "q.d.", "p.o.", "q.4.h", "1.5.2", "1,000", "mixed", "in", "8 oz",
        "water",
    ]

    private func soup(_ chance: inout SplitMix64) -> String {
        let separators = [" ", " ", " ", "", "\n"]
        return (0..<Int.random(in: 0...24, using: &chance)).map { _ in
            (Self.pieces.randomElement(using: &chance) ?? "") + (separators.randomElement(using: &chance) ?? "")
        }.joined()
    }

    private func noise(_ chance: inout SplitMix64, _ length: Int) -> String {
        String(
            decoding: (0..<length).map { _ in UInt8.random(in: 0...255, using: &chance) }, as: UTF8.self)
    }

    @Test("Random words of directions give a consistent reading")
    func words() {
        var chance = SplitMix64(1)
        for _ in 0..<4_000 {
            let read = DirectionsReader.read(soup(&chance))
            let fault = DirectionsSpans.fault(in: read)
            #expect(fault == nil, "\(read.text.debugDescription): \(fault ?? "")")
        }
    }

    @Test("Random bytes are never read as a complete dose")
    func bytes() {
        var chance = SplitMix64(2)
        for _ in 0..<500 {
            let read = DirectionsReader.read(noise(&chance, Int.random(in: 1...300, using: &chance)))
            #expect(DirectionsSpans.fault(in: read) == nil)
            #expect(read.status != .ok, "\(read.text.debugDescription)")
        }
    }

    @Test("A text of ten thousand letters is refused at once")
    func long() {
        var chance = SplitMix64(3)
        let texts = [
            noise(&chance, 10_000), String(repeating: "take 1 tablet daily then ", count: 400),
            String(repeating: "9", count: 10_000), String(repeating: "x", count: 10_000),
        ]
        for text in texts {
            #expect(DirectionsReader.read(text).flags.map(\.code) == ["too-long"])
        }
        let longest = String(String(repeating: "bidprnwith", count: 100).prefix(DirectionsReader.limit))
        #expect(DirectionsReader.read(longest).status == .refuse)
    }

    @Test("Reading twice and reading in capitals give the same result")
    func same() {
        var chance = SplitMix64(4)
        for _ in 0..<300 {
            let text = soup(&chance)
            #expect(DirectionsReader.read(text) == DirectionsReader.read(text))
        }
        for example in DirectionsCases.practice {
            let read = DirectionsReader.read(example.sig.uppercased())
            if read.status == .ok { #expect(DirectionsShorthand.of(read.clauses) == example.said, "\(example.sig)") }
        }
    }

    @Test("A number inserted into a text is never lost")
    func numbers() {
        for example in DirectionsCases.practice + DirectionsCases.household {
            let read = DirectionsReader.read(example.sig + " 37")
            #expect(read.status != .ok, "\(example.sig) 37: \(DirectionsShorthand.of(read.clauses))")
        }
    }
}
