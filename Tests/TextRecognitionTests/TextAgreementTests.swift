import Labels
import Support
import Testing

@testable import LocalRecognition

@Suite("TextAgreement", .tags(.small))
struct TextAgreementTests {
    /// Words side by side, each as wide as its text; `at` is the row.
    private func line(_ text: String, at row: Int = 0, from start: Double = 0, confidence: Double = 95)
        -> [TextSighting]
    {
        var x = start
        return text.split(separator: " ").map { (word: Substring) -> TextSighting in
            let box = TextSighting.Box(
                left: x, top: Double(row), right: x + Double(word.count), bottom: Double(row) + 0.8)
            x = box.right + 1
            return TextSighting(
                text: String(word), confidence: confidence, box: box,
                place: .init(corners: [
                    .init(x: box.left / 100, y: box.top / 10), .init(x: box.right / 100, y: box.top / 10),
                    .init(x: box.right / 100, y: box.bottom / 10), .init(x: box.left / 100, y: box.bottom / 10),
                ]))
        }
    }

    private func lines(_ agreement: TextAgreement) -> [String] {
        agreement.lines.map { $0.words.map { $0.text + ($0.isAgreed ? "" : "?") }.joined(separator: " ") }
    }

    @Test(
        "A word counts as read if both readings have the same characters",
        arguments: [
            ("TAKE 1 TABLET", "TAKE 1 TABLET", "TAKE 1 TABLET"),
            ("TAKE 1 TABLET", "TAKE 7 TABLET", "TAKE 1? TABLET"),
            ("7.5 ML", "7.9 ML", "7.5? ML"),
            ("2.5 mg", "25. mg", "2.5? mg"),
            (".5 mg", "5. mg", ".5? mg"),
            ("FOR PAIN.", "FOR PAIN,", "FOR PAIN."),
            ("10 mg", "lO mg", "10? mg"),
        ])
    func same(first: String, second: String, expected: String) {
        #expect(lines(TextAgreement(first: [line(first)], second: [line(second)])) == [expected])
    }

    @Test("A gap between words in one reading is no difference, but a gap between two digits is")
    func gaps() {
        let apart = [line("150 ML")]
        #expect(lines(TextAgreement(first: apart, second: [line("150_ML")])) == ["150? ML?"])
        let together = [TextSighting(text: "150ML", confidence: 95, box: box(0, 6), place: line("a")[0].place)]
        #expect(lines(TextAgreement(first: apart, second: [together])) == ["150 ML"])
        let ten = [TextSighting(text: "100mg", confidence: 95, box: box(0, 7), place: line("a")[0].place)]
        #expect(lines(TextAgreement(first: [line("10 0mg")], second: [ten])) == ["10? 0mg?"])
        #expect(lines(TextAgreement(first: [ten], second: [line("10 0mg")])) == ["100mg?"])
        #expect(lines(TextAgreement(first: [together], second: apart)) == ["150 ML"])
    }

    private func box(_ left: Double, _ right: Double) -> TextSighting.Box {
        .init(left: left, top: 0, right: right, bottom: 0.8)
    }

    @Test("The same word at another place is not the same word")
    func elsewhere() {
        let agreement = TextAgreement(first: [line("1 TABLET")], second: [line("1 TABLET", at: 5)])
        #expect(lines(agreement) == ["1? TABLET?", "1? TABLET?"])
    }

    @Test("A word of the second reading only is kept in its line and does not count as read")
    func added() {
        let agreement = TextAgreement(
            first: [line("Bisoprolol", from: 0), line("once", at: 1)],
            second: [line("Bisoprolol 2.5mg"), line("once daily", at: 1), line("shake well", at: 2)])
        #expect(lines(agreement) == ["Bisoprolol 2.5mg?", "once daily?", "shake? well?"])
    }

    @Test("A number with low confidence in one reading does not count as read, although both have it")
    func unsure() {
        let agreement = TextAgreement(
            first: [line("TAKE 4", confidence: 40)], second: [line("TAKE 4", confidence: 95)])
        #expect(lines(agreement) == ["TAKE 4?"])
    }
}

extension TextAgreementTests {
    @Test("Grain is not a line, but a line that is read badly is shown")
    func grain() {
        let agreement = TextAgreement(
            first: [
                line("ae oF 2", confidence: 10), line("TAKE 1 TABLET", at: 1), line("lmpz 40", at: 2, confidence: 30),
            ],
            second: [line("TAKE l TABLET", at: 1)])
        #expect(lines(agreement) == ["TAKE 1? TABLET", "lmpz? 40?"])
        // A long one is not grain, but a line that could not be read.
        let long = TextAgreement(first: [line("lmpzqwtrlmpz", confidence: 10)], second: [])
        #expect(lines(long) == ["…?"])
    }

    @Test("A number beside which the second reading has another number is not agreed, whether that is shown or not")
    func halves() {
        func half(_ confidence: Double) -> [[TextSighting]] {
            [line("Take 1") + line("1/2", from: 7, confidence: confidence) + line("tablets", from: 12)]
        }
        let first = [line("Take 1") + line("tablets", from: 12)]
        #expect(lines(TextAgreement(first: first, second: half(70))) == ["Take 1? 1/2? tablets"])
        #expect(lines(TextAgreement(first: first, second: half(30))) == ["Take 1? tablets"])
        #expect(lines(TextAgreement(first: first, second: first)) == ["Take 1 tablets"])
        // The "0," of "0,5" is not lost.
        #expect(lines(TextAgreement(first: [line(",5 mg")], second: [line("5 mg", from: 1)])) == [",5? mg"])
    }

    @Test("An area that could not be read is shown as such, or as the second reading has it")
    func unread() {
        let word = line("Dosierung")[0]
        let area = TextSighting.unread(word)
        #expect(
            lines(TextAgreement(first: [line("TAKE 1", at: 1), [area]], second: [line("TAKE 1", at: 1)])) == [
                "TAKE 1", "…?",
            ])
        #expect(lines(TextAgreement(first: [[area]], second: [line("Dosierung", confidence: 60)])) == ["Dosierung?"])
        // Two areas over the same word show it once, and a word that was read is not shown again.
        #expect(
            lines(TextAgreement(first: [[area], [area]], second: [line("Dosierung", confidence: 60)])) == [
                "Dosierung?", "…?",
            ])
        #expect(lines(TextAgreement(first: [[word], [area]], second: [[word]])) == ["Dosierung", "…?"])
    }

    @Test("A word that only the second reading has is left out if its confidence is low: it is mostly grain")
    func alone() {
        let first = [line("TAKE 1 TABLET")]
        #expect(lines(TextAgreement(first: first, second: [line("4", at: 3, confidence: 80)])) == ["TAKE? 1? TABLET?"])
        #expect(
            lines(TextAgreement(first: first, second: [line("DAILY", at: 3, confidence: 95)]))
                == ["TAKE? 1? TABLET?", "DAILY?"])
    }

    @Test("A word at the photograph's edge does not count as read, because a part of it may be missing")
    func edge() {
        let word = line("10")[0]
        let cut = TextSighting(text: "10", confidence: 95, box: word.box, place: word.place, mayBeCut: true)
        #expect(lines(TextAgreement(first: [[word]], second: [[word]])) == ["10"])
        #expect(lines(TextAgreement(first: [[cut]], second: [[word]])) == ["10?"])
    }

    @Test("Text that both readings read differently and with low confidence is handwriting")
    func writing() {
        let text = "take one tablet each night for sleep"
        #expect(!TextAgreement(first: [line(text)], second: [line(text)]).isHandwritten)
        let doubtful = TextAgreement(
            first: [line(text, confidence: 50)], second: [line("lake ono tabiel eacn niqht tor sleap", confidence: 45)])
        #expect(doubtful.isHandwritten)
        // Print of which one pass saw nothing has low confidence, but is not handwriting.
        #expect(!TextAgreement(first: [line(text)], second: []).isHandwritten)
    }

    @Test("Empty readings give an empty result")
    func nothing() {
        let agreement = TextAgreement(first: [], second: [])
        #expect(agreement.lines.isEmpty)
        #expect(agreement.confidence == nil)
    }

    @Test("A reading can be encoded and decoded again")
    func file() throws {
        let text = RecognisedText(
            reader: .local,
            lines: TextAgreement(first: [line("TAKE 1 TABLET")], second: [line("TAKE 7 TABLET")]).lines,
            isHandwritten: false, confidence: 0.95, turns: 3)
        #expect(try TextFile.read(TextFile.written(.success(text)))?.get() == text)
    }

    @Test(
        "A malformed reading is refused",
        arguments: [
            "", "{}", "[]", #"{"lines":[],"isHandwritten":false,"turns":0}"#,
            #"{"lines":[{"words":[],"place":[0,0,1,0,1,1,0,1]}],"isHandwritten":false,"turns":0}"#,
            #"{"lines":[{"words":[{"text":"1","confidence":2,"place":[0,0,1,0,1,1,0,1],"isAgreed":true}],"place":[0,0,1,0,1,1,0,1]}],"isHandwritten":false,"turns":0}"#,
            #"{"lines":[{"words":[{"text":"1","confidence":1,"place":[0,0,9,0,1,1,0,1],"isAgreed":true}],"place":[0,0,1,0,1,1,0,1]}],"isHandwritten":false,"turns":0}"#,
            #"{"lines":[{"words":[{"text":"1 0","confidence":1,"place":[0,0,1,0,1,1,0,1],"isAgreed":true}],"place":[0,0,1,0,1,1,0,1]}],"isHandwritten":false,"turns":0}"#,
        ])
    func refused(json: String) {
        #expect(TextFile.read(Array(json.utf8)) == nil)
    }
}
