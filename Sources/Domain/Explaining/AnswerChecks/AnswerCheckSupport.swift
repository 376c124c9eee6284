/// Whether the label supports a sentence that claims to be from the label.
enum AnswerCheckSupport: Hashable {
    case supported, unsupported, contradicted

    static func of(_ text: String, by sources: [String]) -> Self {
        let said = content(text)
        guard !said.isEmpty, !sources.isEmpty else { return .unsupported }
        let shares = sources.map { source in
            (text: source, share: Double(said.intersection(content(source)).count) / Double(said.count))
        }
        let all = Set(sources.flatMap(content))
        let isCovered = Double(said.intersection(all).count) / Double(said.count) >= 0.6
        guard let best = shares.max(by: { $0.share < $1.share }), best.share > 0 else { return .unsupported }
        // "It is fine to drink alcohol" contains all words of "Do not drink alcohol", so negation is compared, too.
        guard isDenying(text) == isDenying(best.text) else { return best.share >= 0.4 ? .contradicted : .unsupported }
        return isCovered ? .supported : .unsupported
    }

    private static func isDenying(_ text: String) -> Bool {
        UntrustedText.words(text).contains {
            denials.contains($0) || $0.hasSuffix("nt") && denials.contains(String($0.dropLast(2)))
        }
    }

    /// Returns the first five letters of each word with content.
    private static func content(_ text: String) -> Set<String> {
        Set(
            UntrustedText.words(text).filter { !empty.contains($0) && !denials.contains($0) }.map {
                String($0.prefix(5))
            })
    }

    private static let denials: Set = [
        "no", "not", "never", "none", "nothing", "without", "avoid", "dont", "cannot", "cant", "nor", "neither", "isnt",
        "doesnt", "shouldnt", "mustnt", "wont", "keep", "away", "stop",
    ]

    private static let empty: Set = [
        "a", "an", "and", "are", "as", "at", "be", "by", "can", "could", "do", "does", "for", "from", "has", "have",
        "if",
        "in", "is", "it", "its", "label", "labels", "may", "medicine", "might", "of", "on", "or", "says", "say", "so",
        "some", "that", "the", "their", "them", "there", "they", "this", "to", "was", "when", "which", "while", "will",
        "with", "you", "your", "printed", "about", "called", "contains",
    ]
}
