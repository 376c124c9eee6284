import Labels
import Support
import Testing

@Suite("Personal data on labels", .tags(.small))
struct IdentifiersTests {
    @Test(
        "Personal data are found anywhere on a label, and the dispensed medicine is kept",
        arguments: [
            ("Sig: 1 tab po daily as directed by Dr Sandhu", ["Dr", "Sandhu"]),
            ("Take 1 tablet daily, call 555-010-0199", ["555-010-0199"]),
            ("Take 1 tablet daily until 11/12/2025", ["11/12/2025"]),
            ("Take 1 tablet daily a.moss@example.invalid", ["@"]),
            ("Take 1 tablet daily Rx 7012345", ["7012345"]),
        ])
    func inDirections(line: String, hidden: [String]) {
        let text = RecognisedText(typed: "AMLODIPINE 5 MG TABLET\n" + line)
        let reading = LabelReader(names: LabelNames.few).read(text)
        let found = LabelNames.hidden(text, reading)
        for word in hidden { #expect(found.contains(word), "\(word)") }
        #expect(LabelNames.kept(text, reading).contains("AMLODIPINE 5 MG TABLET"))
        #expect(LabelNames.kept(text, reading).lowercased().contains("1 tab"))
    }

    @Test(
        "A dose, a strength or a warning is not personal data",
        arguments: [
            "Take 1 tablet at 8am and 8pm", "Take 2-3 tablets every 4-6 hours, max 8 in 24 hours",
            "Take 1 tablet Mon, Wed and Fri",
            "May cause drowsiness. If affected do not drive or operate machinery.",
            "Keep out of the reach and sight of children",
            "Do not drink alcohol", "Take 1 tablet daily in the month of May",
        ])
    func survives(line: String) {
        let text = RecognisedText(typed: "AMLODIPINE 100,000 units/mL TABLET\n" + line)
        let reading = LabelReader(names: LabelNames.few).read(text)
        #expect(reading.identifiers.isEmpty)
    }

    @Test("Words without an assignment are treated as personal data")
    func rest() {
        let text = RecognisedText(
            typed: "qwzx Vbnm\n12 Xyz\nAMLODIPINE 5 MG TABLET\nTAKE 1 TABLET DAILY\n\nJ0rdan P|aceh0lder")
        let reading = LabelReader(names: LabelNames.few).read(text)
        #expect(LabelNames.hidden(text, reading) == "qwzx Vbnm 12 Xyz J0rdan P|aceh0lder")
    }

    /// With misread letters, lost spaces and split words.
    @Test("Personal data are found in badly read text, too", arguments: 0..<40)
    func slips(seed: UInt64) {
        let names = LabelNames.all
        for label in LabelCases.all {
            var chance = LabelSlips(seed: seed)
            let slipped = label.lines.split(separator: "\n").map { chance.slip(String($0)) }.joined(separator: "\n")
            let text = RecognisedText(typed: slipped)
            let kept = LabelNames.kept(text, LabelReader(names: names).read(text)).split(separator: "\n").joined(
                separator: " ")
            for hidden in label.hidden {
                for word in hidden.split(separator: " ") where word.count > 3 && word.contains(where: \.isLetter) {
                    let isCommon = ["Street,", "Street", "April", "APRIL", "JUNE"].contains(String(word))
                    #expect(isCommon || !kept.contains(word), "\(word) stays in: \(kept)")
                }
            }
        }
    }

    @Test("Words beyond the limits of a label are treated as personal data")
    func tooLong() {
        let text = RecognisedText(typed: Array(repeating: "Take 1 tablet daily", count: 300).joined(separator: "\n"))
        let reading = LabelReader(names: LabelNames.few).read(text)
        #expect(reading.flags.map(\.code).contains("too-long"))
        #expect(reading.identifiers.contains(.init(line: 299, word: 0)))
    }
}

/// Reading errors that are the same in each run.
struct LabelSlips {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func next(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(count))
    }

    private static let mixedUp: [Character: Character] = [
        "O": "0", "0": "O", "l": "1", "1": "l", "I": "l", "S": "5", "5": "S", "B": "8", "8": "B", "e": "c", "i": "l",
        "a": "o", "E": "F",
    ]

    mutating func slip(_ line: String) -> String {
        var slipped = ""
        for character in line {
            switch next(24) {
            case 0: slipped.append(Self.mixedUp[character] ?? character)
            case 1 where character == " " && next(3) == 0: break
            case 2 where character != " " && next(6) == 0: slipped += "\(character) "
            default: slipped.append(character)
            }
        }
        return slipped
    }

    mutating func noise(_ count: Int) -> String {
        let signs = Array("abcdeTAKE 0123456789 .,:;/#%-()\n tablet mg\u{301}é½<{日")
        return String((0..<count).map { _ in signs[next(signs.count)] })
    }
}
