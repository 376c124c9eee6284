/// Phrases of several words, searched among the words of a line.
struct LabelPhrases: Sendable {
    /// The following words of each phrase, by its first word.
    private let rests: [String: [[String]]]

    init(_ phrases: [String]) {
        var rests: [String: [[String]]] = [:]
        for phrase in phrases {
            let words = phrase.split(separator: " ").map(String.init)
            guard let first = words.first else { continue }
            rests[first, default: []].append(Array(words.dropFirst()))
        }
        self.rests = rests
    }

    func begin(_ words: some Collection<String>) -> Bool {
        guard let first = words.first, let rests = rests[first] else { return false }
        return rests.contains { words.dropFirst().starts(with: $0) }
    }

    func occur(in words: [String]) -> Bool { words.indices.contains { begin(words[$0...]) } }
}
