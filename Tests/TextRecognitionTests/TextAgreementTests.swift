import Labels
import Support
import Testing

@testable import LocalRecognition

@Suite("What two readings agree in", .tags(.small))
struct TextAgreementTests {
    /// Words one beside the other, each as wide as its text; `at` is the row.
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

    private func told(_ agreement: TextAgreement) -> [String] {
        agreement.lines.map { $0.words.map { $0.text + ($0.isAgreed ? "" : "?") }.joined(separator: " ") }
    }

    @Test(
        "a word counts where both read the same characters",
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
        #expect(told(TextAgreement(first: [line(first)], second: [line(second)])) == [expected])
    }

    @Test("a gap between words that one reading misses is no difference; one between two digits is")
    func gaps() {
        let apart = [line("150 ML")]
        #expect(told(TextAgreement(first: apart, second: [line("150_ML")])) == ["150? ML?"])
        let together = [TextSighting(text: "150ML", confidence: 95, box: box(0, 6), place: line("a")[0].place)]
        #expect(told(TextAgreement(first: apart, second: [together])) == ["150 ML"])
        let ten = [TextSighting(text: "100mg", confidence: 95, box: box(0, 7), place: line("a")[0].place)]
        #expect(told(TextAgreement(first: [line("10 0mg")], second: [ten])) == ["10? 0mg?"])
        #expect(told(TextAgreement(first: [ten], second: [line("10 0mg")])) == ["100mg?"])
        #expect(told(TextAgreement(first: [together], second: apart)) == ["150 ML"])
    }

    private func box(_ left: Double, _ right: Double) -> TextSighting.Box {
        .init(left: left, top: 0, right: right, bottom: 0.8)
    }

    @Test("the same word at another place is not the same")
    func elsewhere() {
        let agreement = TextAgreement(first: [line("1 TABLET")], second: [line("1 TABLET", at: 5)])
        #expect(told(agreement) == ["1? TABLET?", "1? TABLET?"])
    }

    @Test("what only the second saw stands in its line, and does not count as read")
    func added() {
        let agreement = TextAgreement(
            first: [line("Bisoprolol", from: 0), line("once", at: 1)],
            second: [line("Bisoprolol 2.5mg"), line("once daily", at: 1), line("shake well", at: 2)])
        #expect(told(agreement) == ["Bisoprolol 2.5mg?", "once daily?", "shake? well?"])
    }

    @Test("a number of which a reading is not sure does not count, though both read it")
    func unsure() {
        let agreement = TextAgreement(
            first: [line("TAKE 4", confidence: 40)], second: [line("TAKE 4", confidence: 95)])
        #expect(told(agreement) == ["TAKE 4?"])
    }

    @Test("grain and edges are no lines, but a doubtful word within a line stays")
    func grain() {
        let agreement = TextAgreement(
            first: [line("ae oF 2", confidence: 30), line("TAKE 1 | TABLET", at: 1)],
            second: [line("TAKE l TABLET", at: 1)])
        #expect(agreement.lines.count == 1)
        #expect(agreement.lines[0].words.map(\.text).contains("1"))
        #expect(agreement.lines[0].words.first { $0.text == "1" }?.isAgreed == false)
    }

    @Test("writing is what both read differently, and unsurely")
    func writing() {
        let text = "take one tablet each night for sleep"
        #expect(!TextAgreement(first: [line(text)], second: [line(text)]).isHandwritten)
        let doubtful = TextAgreement(
            first: [line(text, confidence: 50)], second: [line("lake ono tabiel eacn niqht tor sleap", confidence: 45)])
        #expect(doubtful.isHandwritten)
        // Print of which one pass saw nothing is doubtful, but not written.
        #expect(!TextAgreement(first: [line(text)], second: []).isHandwritten)
    }

    @Test("nothing seen is nothing")
    func nothing() {
        let agreement = TextAgreement(first: [], second: [])
        #expect(agreement.lines.isEmpty)
        #expect(agreement.confidence == nil)
    }

    @Test("what the child tells is read again as it was")
    func file() throws {
        let text = RecognisedText(
            reader: .local,
            lines: TextAgreement(first: [line("TAKE 1 TABLET")], second: [line("TAKE 7 TABLET")]).lines,
            isHandwritten: false, confidence: 0.95, turns: 3)
        #expect(try TextFile.read(TextFile.written(.success(text)))?.get() == text)
    }

    @Test(
        "what is no reading is refused",
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
