import ChatCompletions
import Support
import Testing

@Suite("Texts around an answer", .tags(.small))
struct TextTests {
    static let thoughts: [(String, String)] = [
        ("Hello.", "Hello."),
        ("<think>a</think>Hello.", "Hello."),
        ("\n<think>\na\n</think>\n\nHello.\n", "Hello."),
        ("<think>a</think><think>b</think> Hello.", "Hello."),
        ("<think>it has no end", ""),
        ("<think></think>", ""),
        ("what it thought</think>\nHello.", "Hello."),
        (#"{"a": "x</think>y"}"#, #"{"a": "x</think>y"}"#),
        (#"["</think>"]"#, #"["</think>"]"#),
        (#"<think>a</think>{"a": "<think>b</think>"}"#, #"{"a": "<think>b</think>"}"#),
        ("Hello <think>a</think> there.", "Hello <think>a</think> there."),
        ("", ""),
    ]

    @Test("Reasoning before the answer is removed, and nothing else", arguments: thoughts)
    func thinking(_ item: (String, String)) { #expect(AnswerText.withoutThinking(item.0) == item.1) }

    static let fences: [(String, String)] = [
        (#"{"a":1}"#, #"{"a":1}"#),
        ("```json\n{\"a\":1}\n```", #"{"a":1}"#),
        ("```\n{\"a\":1}\n```\n", #"{"a":1}"#),
        ("Here it is:\n```json\n{\n \"a\":1\n}\n```\nGood luck.", "{\n \"a\":1\n}"),
        ("```json\r\n{\"a\":1}\r\n```", #"{"a":1}"#),
        ("```json\n{\"a\":1}", #"{"a":1}"#),
        ("```{\"a\":1}```", #"{"a":1}"#),
        ("```json{\"a\":1}```", #"{"a":1}"#),
        ("```\na\n```\n```\nb\n```", "```\na\n```\n```\nb\n```"),
        ("text\n```json\n{", "text\n```json\n{"),
        ("```", "```"), ("", ""),
    ]

    @Test("A single code fence is removed", arguments: fences)
    func fence(_ item: (String, String)) { #expect(AnswerText.withoutFence(item.0) == item.1) }

    static let durations: [(String, Duration?)] = [
        ("8.64s", .milliseconds(8640)), ("6m0s", .seconds(360)), ("132ms", .milliseconds(132)),
        ("114h18m0s", .seconds(114 * 3600 + 18 * 60)), ("1m0.5s", .milliseconds(60_500)), ("0s", .zero), ("0", .zero),
        ("20", .seconds(20)), ("500us", .microseconds(500)), ("5µs", .microseconds(5)), ("-1s", nil), ("-1", nil),
        ("", nil), ("s", nil), ("1x", nil), ("1h30", nil), ("1..5s", nil), ("soon", nil), ("1e5s", nil),
    ]

    @Test("Durations in Go's format are read", arguments: durations)
    func duration(_ item: (String, Duration?)) { #expect(ChatDuration.duration(item.0) == item.1) }

    @Test("A duration is read from a sentence")
    func sentence() {
        #expect(ChatDuration.asked(in: "Limit 1, Used 2. Please try again in 114h18m0s. Visit x.") == .seconds(411_480))
        #expect(ChatDuration.asked(in: "Please Try again in 20s.") == .seconds(20))
        #expect(ChatDuration.asked(in: "try again in 20 seconds") == nil)
        #expect(ChatDuration.asked(in: "try again in a while") == nil)
        #expect(ChatDuration.asked(in: "no") == nil)
    }
}
