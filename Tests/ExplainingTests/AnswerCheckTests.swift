import Support
import Testing

@testable import Explaining

@Suite("Quantities and phrases in the checks of an answer", .tags(.small))
struct AnswerCheckTests {
    private func quantities(_ text: String) -> [String] {
        AnswerCheckQuantity.all(in: text).map { "\(ConfirmedLabel.written($0.value)) \($0.unit ?? "-")" }
    }

    @Test(
        "Every number is found with its unit",
        arguments: [
            ("Take 1 tablet", ["1 tablet"]), ("two tablets twice daily", ["2 tablet", "2 time", "1 day"]),
            ("1-2 tabs", ["1 tablet", "2 tablet"]), ("every 4 to 6 hours", ["4 hour", "6 hour"]),
            ("ONE (1) tablet", ["1 tablet", "1 tablet"]), ("1/2 tablet", ["0.5 tablet"]),
            ("half a tablet", ["0.5 tablet"]),
            ("1 and 1/2 tablets", ["1.5 tablet"]), ("one and a half tablets", ["1.5 tablet"]),
            ("1½ tablets", ["1.5 tablet"]),
            ("a tablet", ["1 tablet"]), ("10mg", ["10 mg"]), ("1,000 mg", ["1000 mg"]), ("1,5 mg", ["inf mg"]),
            (".5 mg", ["0.5 mg"]), ("0.50 mg", ["0.5 mg"]), ("twenty-five mg", ["25 mg"]),
            ("two hundred mg", ["200 mg"]),
            ("5-325 MG", ["5 mg", "325 mg"]), ("400MG/5ML", ["400 mg", "5 mL"]), ("100micrograms", ["100 mcg"]),
            ("100 µg", ["100 mcg"]), ("0.005%", ["0.005 percent"]), ("every other day", ["2 day"]),
            ("once weekly", ["1 time", "1 week"]),
            ("at 8 am", ["8 am"]), ("in the evening", ["1 @evening"]), ("three times a day", ["3 time", "1 day"]),
            ("x 7 days", ["7 day"]), ("a dozen tablets", ["12 tablet"]), ("double the dose", ["2 fold"]),
            ("６ tablets", ["6 tablet"]),
            ("one of them", []), ("Refills: 5", ["5 -"]), ("no number", []), ("", []),
        ])
    func numbers(text: String, expected: [String]) {
        #expect(quantities(text) == expected)
    }

    @Test(
        "A quotation is distinguished from its opposite",
        arguments: [
            ("Do not drink alcohol with it", ["DO NOT DRINK ALCOHOL"], AnswerCheckSupport.supported),
            ("It is fine to drink alcohol", ["DO NOT DRINK ALCOHOL"], .contradicted),
            ("It may cause drowsiness", ["MAY CAUSE DROWSINESS"], .supported),
            ("It does not cause drowsiness", ["MAY CAUSE DROWSINESS"], .contradicted),
            ("It may turn your hair green", ["MAY CAUSE DROWSINESS"], .unsupported), ("Drowsiness", [], .unsupported),
        ])
    func support(text: String, sources: [String], expected: AnswerCheckSupport) {
        #expect(AnswerCheckSupport.of(text, by: sources) == expected)
    }

    @Test("The edit distance counts wrong, missing and exchanged letters")
    func distance() {
        func distance(_ left: String, _ right: String) -> Int {
            PhrasePattern.distance(Array(left.unicodeScalars), Array(right.unicodeScalars), atMost: 9)
        }
        #expect(distance("", "") == 0)
        #expect(distance("abc", "") == 3)
        #expect(distance("", "abc") == 3)
        #expect(distance("seizure", "siezure") == 1)
        #expect(distance("unconscious", "unconcious") == 1)
    }

    @Test("No phrase matches a text without words, and no pattern matches every text")
    func phrases() {
        let all =
            QuestionTriage.emergencies + QuestionTriage.selfHarm + QuestionTriage.referrals.flatMap(\.1)
            + QuestionTopics.patterns.flatMap(\.1)
        #expect(all.count > 300)
        for text in ["", "lorem ipsum dolor sit amet", "=", "…"] {
            for isForgiving in [true, false] {
                #expect(!PhraseWords(text, isForgiving: isForgiving).hasAny(all), "\(text)")
            }
        }
    }
}
