/// Finds lines that address a program instead of a person (prompt injection). Such a line is left out and not only
/// marked: confirmed values are sent anyway. The detection is not complete; `ExplainerAnswer` limits what a model may
/// answer.
enum RedactionInjection {
    static func isSuspicious(_ line: String) -> Bool {
        let folded = UntrustedText.folded(line)
        if signs.contains(where: { folded.contains($0) }) { return true }
        if folded.unicodeScalars.contains("<"), hasTag(folded) { return true }
        return PhraseWords(line, isForgiving: true).hasAny(patterns)
    }

    /// Returns the indexes of suspicious lines, from 0. An instruction may continue on the next line, so neighbouring
    /// lines are also checked together.
    static func suspiciousLines(_ lines: [String]) -> [Int] {
        let alone = Set(lines.indices.filter { isSuspicious(lines[$0]) })
        var all = alone
        for number in lines.indices.dropLast() where !alone.contains(number) && !alone.contains(number + 1) {
            if isSuspicious(lines[number] + " " + lines[number + 1]) { all.formUnion([number, number + 1]) }
        }
        return all.sorted()
    }

    /// Returns true for markup such as "<img" or "</source", not for "< 5".
    private static func hasTag(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.dropLast().contains { place in
            let next = scalars[place + 1]
            return scalars[place] == "<" && (next.properties.isAlphabetic || ["/", "!", "?", "|"].contains(next))
        }
    }

    private static let signs = [
        "](", "###", "```", "{\"", "\":", "[inst", "[/inst", "system:", "assistant:", "user:", "://", "www.", "<|",
        "|>",
    ]

    private static let patterns = PhrasePattern.all(
        """
        ignore|disregard|forget|override|bypass … previous|above|prior|earlier|preceding; ignore|disregard|forget …
        instruction|instructions|rules|prompt|directions|label; previous|prior|above|new|hidden|secret|your|
        following instruction|instructions|prompt|rules; system prompt|message|instruction|override|role; =ai|=llm|
        =gpt|chatgpt|chatbot|openai|=claude|=gemini|=llama; language model; artificial intelligence; virtual?
        assistant … patient|say|ignore|tell|answer|reply|must; note|message|instruction|instructions|attention to|
        for … assistant|=ai|model|bot|computer|machine|program|software; you are now; from now on; act|behave|
        respond|answer|reply|pretend as|like; pretend to|you|that; as if you were|are; developer|debug|admin|=god|
        jailbreak mode; jailbreak; unrestricted; reveal|print|show|output|repeat|leak|disclose|display … prompt|
        instructions|key|password|secret|secrets|token; =api key; new|next|your|real task|job|goal is?; begin|end|
        start hidden|system|instruction|prompt; translate … following|this|text; summarise|summarize … as|following|
        this; answer|reply|respond only|with|always; only|always answer|reply|respond|say; say … dose; tell|inform|
        instruct|advise the|this? patient|user|reader; say that to; repeat … patient|user|after|that; include …
        link|answer|reply|response|output; in your answer|reply|response|output; do not|dont|never mention|reveal|
        warn|include|say|tell|disclose; without mentioning; forward|send|mail|email|post|upload … to|birth|name|
        data; change … to|into … =mg|=ml|=mcg|tablet*|dose; click|tap here|link|below; follow … link; execute|eval|
        script|javascript|onerror|onload|iframe|base64; end|start of prompt|input|data|label|source|document; safe
        with alcohol; is|are perfectly|completely|totally|absolutely safe; no side effects|warnings|interactions;
        hidden text|message|instruction*; delimiter|schema|json|cannot_answer|source_ids|from_label
        """)
}
