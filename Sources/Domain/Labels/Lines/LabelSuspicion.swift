/// Finds lines that are addressed to a program (prompt injection). They are never read as directions.
enum LabelSuspicion {
    static func isSuspicious(_ line: LabelLine) -> Bool {
        let words = line.letters
        return hasMarkup(line.text) || phrases.occur(in: words)
            || words.contains { alone.contains($0) } || words.contains { $0.utf8.count >= 6 && isNear($0) }
            || addresses(line)
    }

    /// Returns true if the word is one reading error away from one of the longer words.
    private static func isNear(_ word: String) -> Bool {
        let bytes = Array(word.utf8.prefix(20))
        return slipped.contains { EditDistance.isWithinOne(bytes, $0) }
    }

    /// Returns true for characters that labels do not print: tags, links, code.
    private static func hasMarkup(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars.prefix(2000))
        for (place, scalar) in scalars.enumerated() {
            let next = place + 1 < scalars.count ? scalars[place + 1] : " "
            switch scalar {
            case "<" where next == "/" || next == "!" || next == "?" || next.properties.isAlphabetic: return true
            case "{" where scalars[place...].contains("}") || next == "\"" || next == "%": return true
            case "]" where next == "(": return true
            case "`" where next == "`": return true
            case "#" where next == "#": return true
            case "$" where next == "{" || next == "(": return true
            default: break
            }
            // Invisible characters.
            if scalar.properties.generalCategory == .format && scalar != "\u{AD}"
                || (0xE0000...0xE0FFF).contains(scalar.value)
            {
                return true
            }
        }
        return text.contains("\":")
    }

    /// Returns true if the line begins with a role: "SYSTEM:", "User:", "New task:".
    private static func addresses(_ line: LabelLine) -> Bool {
        let tokens = line.tokens.drop { $0.kind == .sign }
        guard let colon = tokens.firstIndex(where: { $0.is(":") }), colon - tokens.startIndex <= 2 else { return false }
        return tokens[..<colon].contains { parts.contains($0.text) }
    }

    private static let parts: Set<String> = [
        "system", "user", "assistant", "task", "role", "human", "developer", "instruction",
    ]

    private static let alone: Set<String> = [
        "ai", "chatbot", "chatgpt", "gpt", "llm", "llms", "prompt", "prompts", "assistant", "override", "unrestricted",
        "jailbreak",
        "api", "onerror", "javascript", "json", "html", "summarise", "summarize", "translate", "reveal", "disregard",
        "pretend",
        "roleplay",
    ]

    private static let slipped: [[UInt8]] = [
        "chatbot", "chatgpt", "prompt", "assistant", "override", "unrestricted", "jailbreak", "summarise", "summarize",
        "translate", "disregard", "pretend", "javascript",
    ].map { Array($0.utf8) }

    private static let phrases = LabelPhrases([
        "ignore all", "ignore any", "ignore the", "ignore previous", "ignore prior", "ignore everything", "ignore your",
        "ignore these", "ignore above", "forget all", "forget everything", "forget your", "forget previous",
        "previous instructions", "prior instructions", "above instructions", "all previous", "your instructions",
        "new instructions", "system message", "system prompt", "new task", "you are now", "you were given", "act as",
        "as if you were", "language model", "api key", "begin hidden", "end hidden", "hidden text", "answer only",
        "in your answer", "in your reply", "in your response", "your answer", "your response", "respond with",
        "reply with", "tell the patient", "tell the user", "say the dose", "say that the", "repeat that to",
        "repeat this to", "do not mention", "don t mention", "the correct dose is", "correct dose",
        "the dose is", "real dose", "output the", "print the", "click here", "forward the", "change mg to",
        "from now on",
        "following as", "end of label", "note to machine", "whoever reads", "safe with alcohol", "reading this label",
    ])
}
