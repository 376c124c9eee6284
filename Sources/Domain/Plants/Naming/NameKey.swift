import Foundation

/// A name of a plant in the forms that a search compares: without case, accents, hyphens and apostrophes.
struct NameKey: Sendable, Hashable {
    /// Lower case, without accents: "mother in laws tongue" has five words.
    let words: [[UInt8]]
    /// The words without spaces: "snake-plant", "snake plant" and "Snakeplant" are equal.
    let joined: [UInt8]
    /// The words in the singular: see `singular(_:)`.
    private let stems: [[UInt8]]
    /// The stems without spaces; the same for "cactus" and "cacti".
    let singular: [UInt8]

    init(_ text: String) {
        let words = Self.words(of: text)
        self.init(words)
    }

    private init(_ words: [[UInt8]]) {
        self.words = words
        joined = Array(words.joined())
        stems = words.map(Self.singular)
        singular = Array(stems.joined())
    }

    var isEmpty: Bool { words.isEmpty }

    /// The name without a last word that says only that it is a plant; nil if it has none.
    var withoutKind: NameKey? {
        guard words.count > 1, let last = stems.last, Self.kinds.contains(last) else { return nil }
        return NameKey(words.dropLast())
    }

    private static let kinds = Set(
        ["plant", "pflanze", "plante", "zimmerpflanze", "houseplant"].map { singular(Array($0.utf8)) })

    private static func words(of text: String) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8] = []
        func close() {
            // A hybrid sign written as a letter is not part of a name.
            if word.count > 1 || word.count == 1 && word[0] != UInt8(ascii: "x") { words.append(word) }
            word.removeAll(keepingCapacity: true)
        }
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": word.append(UInt8(scalar.value))
            case "A"..."Z": word.append(UInt8(scalar.value) | 0x20)
            case "'", "\u{2019}", "\u{2018}", "`", "\u{B4}": break
            case "ß": word += Array("ss".utf8)
            case "œ", "Œ": word += Array("oe".utf8)
            case "æ", "Æ": word += Array("ae".utf8)
            default:
                if scalar.properties.isDiacritic || scalar.properties.generalCategory == .nonspacingMark { break }
                guard scalar.properties.isAlphabetic else {
                    close()
                    break
                }
                word += Array(String(scalar).lowercased().utf8)
            }
        }
        close()
        return words
    }

    /// Returns a stem that is the same for the singular and the plural of English, and for a plural with s of other
    /// languages. It is no word: "rose" and "roses" are both "ros".
    private static func singular(_ word: [UInt8]) -> [UInt8] {
        // Most words end in none of these letters, and the index has all names of the care table.
        guard let last = word.last, "sei".utf8.contains(last) else { return word }
        func ends(_ end: String) -> Bool {
            word.count > end.utf8.count + 1 && word.suffix(end.utf8.count).elementsEqual(end.utf8)
        }
        if ends("ies") { return word.dropLast(3) + [UInt8(ascii: "y")] }
        if ends("cti") { return word.dropLast() + Array("us".utf8) }
        if ends("es") { return word.dropLast(2) }
        if ends("ss") || ends("us") || ends("is") { return word }
        if ends("s") || ends("e") { return word.dropLast() }
        return word
    }
}

extension NameKey {
    /// Returns true if every word of `query` is the beginning of another word of this name.
    func hasWords(beginningAs query: NameKey) -> Bool {
        var left = words
        for wanted in query.words {
            guard let place = left.firstIndex(where: { $0.starts(with: wanted) }) else { return false }
            left.remove(at: place)
        }
        return true
    }

    /// Returns true if every word of `query` is a whole word of this name.
    func hasWords(_ query: NameKey) -> Bool { query.words.allSatisfy(words.contains) }

    /// Returns true if the words of `query` are, in their order, words of this name, the last one perhaps incomplete.
    func begins(as query: NameKey) -> Bool { joined.starts(with: query.joined) }

    /// Returns true if all words of this name are words of `query`.
    func isContained(in query: NameKey) -> Bool {
        stems.count < query.stems.count && stems.allSatisfy(query.stems.contains)
    }

    /// Returns the number of letters that differ, if it is small for the length of the name; nil otherwise.
    func typos(from query: NameKey) -> Int? {
        let limit = Self.typoLimit(query.joined.count)
        guard limit > 0 else { return nil }
        return Self.distance(joined, query.joined, atMost: limit)
    }

    private static func typoLimit(_ length: Int) -> Int {
        switch length {
        case ..<4: 0
        case 4...6: 1
        default: 2
        }
    }

    /// Returns the number of letters that are omitted, inserted, replaced or exchanged with their neighbour; nil if it
    /// is more than `limit`.
    static func distance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            next.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var best = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, before[column - 1] + 1)
                }
                next.append(best)
            }
            if (next.min() ?? 0) > limit { return nil }
            before = last
            last = next
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
