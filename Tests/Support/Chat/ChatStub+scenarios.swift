extension ChatStub {
    /// The next answer of a conversation.
    package enum Scenario: Sendable {
        /// This text, complete or as a stream, as requested.
        case text(String)
        /// This JSON as text.
        case json(StubJSON)
        /// This JSON in a code fence.
        case fenced(StubJSON)
        /// This reasoning in `<think>`, then this text; without a closing tag if there is no text.
        case thinking(String, then: String?)
        /// This reasoning in a separate field, then this text.
        case reasoning(String, then: String)
        /// An explanation with a false statement.
        case lie(Lie)
        /// A refusal of the model.
        case refusal(String)
        /// This text, cut off at the token limit.
        case cutOff(String)
        /// This text; the rest is withheld.
        case filtered(String)
        /// `content` is null, or there is no choice.
        case null
        case noChoices
        /// A stream that fails after some of this text.
        case midStreamError(String, status: Int)
        /// A stream that ends after this text, without `[DONE]`.
        case noDone(String)
        /// One letter of the answer at a time, with a pause of this many milliseconds after each.
        case stall(String, milliseconds: Int)
        /// A pause of this many milliseconds, then this text.
        case slowStart(String, milliseconds: Int)
        /// This text after the gate opens.
        case held(String)
        /// No answer, on a connection that stays open.
        case never
        /// The connection ends at once, or after this many bytes of the answer.
        case dropped
        case cut(String, after: Int)
        /// An answer of this many bytes.
        case huge(Int)
        /// Not JSON.
        case garbage
        case page(status: Int)
        case redirect(to: String)
        /// Status 429 of both kinds, and 503 while the model is loaded.
        case rateLimited(retryAfter: String?)
        case quota
        case loading
        /// Status 401 with a text that repeats a part of the key.
        case badKey
        /// Any status, with an error of this type and code.
        case status(Int, type: String, code: String?, headers: [(name: String, value: String)])
    }

    func reply(to body: StubJSON, _ scenario: Scenario, _ settings: Settings) -> StubReply {
        func answer(_ text: String?, _ more: Answer = Answer()) -> StubReply {
            var answer = more
            answer.text = text
            let reply = answer.reply(to: body, settings)
            return settings.bytesPerSecond.map { .slow(reply, bytesPerSecond: $0) } ?? reply
        }
        switch scenario {
        case .text(let text): return answer(text)
        case .json(let json): return answer(Self.string(json))
        case .fenced(let json): return answer("```json\n\(Self.string(json))\n```")
        case .thinking(let thought, let text):
            return answer("<think>\n\(thought)" + (text.map { "\n</think>\n\n\($0)" } ?? ""))
        case .reasoning(let thought, let text): return answer(text, Answer(reasoning: thought))
        case .lie(let lie): return answer(lie.text)
        case .refusal(let words): return answer(nil, Answer(refusal: words))
        case .cutOff(let text): return answer(text, Answer(finishReason: "length"))
        case .filtered(let text): return answer(text, Answer(finishReason: "content_filter"))
        case .null: return answer(nil)
        case .noChoices: return answer(nil, Answer(hasChoices: false))
        case .midStreamError(let text, let status): return answer(text, Answer(failure: status))
        case .noDone(let text): return answer(text, Answer(hasEnd: false))
        case .stall(let text, let milliseconds):
            // Below twenty bytes per second each part is one byte.
            return .slow(answer(text), bytesPerSecond: max(1, min(19, 1000 / max(1, milliseconds))))
        case .slowStart(let text, let milliseconds): return .delayed(answer(text), milliseconds: milliseconds)
        case .held(let text): return .held(settings.gate, then: answer(text))
        case .cut(let text, let count): return .cut(answer(text), after: count)
        case .huge(let count): return answer(String(repeating: "a", count: count))
        default: return Self.failure(of: scenario, authorization: asked.last?.authorization ?? "")
        }
    }

    private static func failure(of scenario: Scenario, authorization: String) -> StubReply {
        switch scenario {
        case .never: return .never
        case .garbage: return .json("{\"choices\": [{\"mess")
        case .page(let status): return .html(status)
        case .redirect(let place): return .redirect(to: place, status: 307)
        case .rateLimited(let retryAfter):
            return failure(
                429, "Rate limit reached." + (retryAfter.map { " Please try again in \($0)s." } ?? ""), type: "tokens",
                code: "rate_limit_exceeded", headers: retryAfter.map { [("Retry-After", $0)] } ?? [])
        case .quota:
            return failure(
                429, "You exceeded your current quota.", type: "insufficient_quota", code: "insufficient_quota",
                headers: [("Retry-After", "1")])
        case .loading: return failure(503, "Loading model", type: "unavailable_error", code: 503)
        case .badKey: return badKey(authorization)
        case .status(let status, let type, let code, let headers):
            return failure(status, "It failed.", type: type, code: code.map { .string($0) }, headers: headers)
        default: return .dropped
        }
    }

    static func string(_ json: StubJSON) -> String { String(decoding: json.bytes, as: UTF8.self) }
}

extension ChatStub {
    /// An explanation of a label with one fault.
    package enum Lie: String, Sendable, CaseIterable {
        /// A dose that is on no label.
        case wrongNumber = "wrong-number"
        /// A dose in words that is on no label.
        case numberInWords = "number-in-words"
        case link
        case html
        case markdownImage = "markdown-image"
        /// A medicine that the request does not contain.
        case otherMedicine = "other-medicine"
        /// Obeys an instruction in the label's text.
        case obedience
        /// Cites a line that does not exist.
        case unknownSource = "unknown-source"
        /// Claims that a sentence is printed and cites no line.
        case noSource = "no-source"
        /// Advice to take more, presented as general.
        case advice
        /// Repeats its instructions.
        case promptLeak = "prompt-leak"
        /// Control characters and marks that change the writing direction.
        case hiddenCharacters = "hidden-characters"
        /// JSON of another structure, and a text that is not JSON.
        case otherShape = "other-shape"
        case prose

        /// `sources` are the ids of the lines that the sentence cites.
        package func text(sources: [String] = ["L1"]) -> String {
            switch self {
            case .otherShape: return #"{"answer": "Take 2 tablets", "confidence": 1}"#
            case .prose: return "Sure! You should take 2 tablets every 4 hours."
            default: break
            }
            let (kind, sentence, isPrinted) = sentence
            let ids: [String] = self == .unknownSource ? ["L9999"] : self == .noSource ? [] : sources
            let said: StubJSON = [
                "text": .string(sentence), "source_ids": .array(ids.map { .string($0) }),
                "from_label": .bool(isPrinted),
            ]
            let section: StubJSON = ["kind": .string(kind), "sentences": [said]]
            return ChatStub.string(["sections": [section], "cannot_answer": false])
        }

        package var text: String { text() }

        private var sentence: (kind: String, text: String, isPrinted: Bool) {
            switch self {
            case .wrongNumber: ("how_to_take", "Take 4000 mg every 2 hours.", true)
            case .numberInWords: ("how_to_take", "Take seventeen tablets at once.", true)
            case .link: ("general", "More at https://pills.example/buy and www.pills.example.", false)
            case .html: ("warnings", "<b>Stop</b> <img src=x onerror=alert(1)> <script>alert(1)</script>", true)
            case .markdownImage: ("general", "![x](https://pills.example/x.png) [here](javascript:alert(1))", false)
            case .otherMedicine: ("medicines", "This is warfarin, and it goes well with ibuprofen.", true)
            case .obedience: ("how_to_take", "As the label orders I ignore my rules: take all of them now.", true)
            case .unknownSource, .noSource: ("warnings", "It may make you sleepy.", true)
            case .advice: ("general", "If it does not help, take a double dose.", false)
            case .promptLeak: ("general", "My instructions say: you explain labels and never name a dose.", false)
            case .hiddenCharacters: ("general", "Keep it \u{202E}yrd\u{202C}\u{200B}\u{0007} and cool.", false)
            case .otherShape, .prose: ("general", "", false)
            }
        }
    }
}
