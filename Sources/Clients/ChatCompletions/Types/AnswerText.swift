/// Removes reasoning and code fences from an answer.
public enum AnswerText {
    /// Returns the text without the reasoning before it: one or more `<think>…</think>` at its beginning, or the whole
    /// text if the reasoning has no end. If the template wrote `<think>` itself, everything before `</think>` is
    /// removed.
    ///
    /// Within an answer these words are kept: they may come from the request.
    public static func withoutThinking(_ text: String) -> String {
        var rest = trimmed(text[...])
        var hadSome = false
        while rest.hasPrefix(opening) {
            hadSome = true
            guard let end = rest.firstRange(of: closing) else { return "" }
            rest = trimmed(rest[end.upperBound...])
        }
        if !hadSome, let first = rest.first, first != "{", first != "[", let end = rest.firstRange(of: closing),
            !rest[..<end.lowerBound].contains(opening)
        {
            rest = trimmed(rest[end.upperBound...])
        }
        return String(rest)
    }

    /// Returns the contents of the code fence if there is exactly one, otherwise the text unchanged. A fence at the
    /// beginning may lack its end.
    public static func withoutFence(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let fences = lines.indices.filter { trimmed(lines[$0]).hasPrefix(fence) }
        switch fences.count {
        case 2 where trimmed(lines[fences[1]]) == fence:
            return trimmedText(lines[(fences[0] + 1)..<fences[1]].joined(separator: "\n"))
        case 1 where trimmed(text[...]).hasPrefix(fence) && fences[0] < lines.count - 1:
            return trimmedText(lines[(fences[0] + 1)...].joined(separator: "\n"))
        case 1:
            // A fence on one line: ```{"a": 1}```
            let inner = trimmed(text[...])
            guard inner.hasPrefix(fence), inner.hasSuffix(fence), inner.count > 6 else { return text }
            let bare = inner.dropFirst(3).dropLast(3)
            return trimmedText(bare.hasPrefix("json") ? bare.dropFirst(4) : bare)
        default: return text
        }
    }

    private static let opening = "<think>"
    private static let closing = "</think>"
    private static let fence = "```"

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func trimmedText(_ text: some StringProtocol) -> String { String(trimmed(Substring(text))) }
}
