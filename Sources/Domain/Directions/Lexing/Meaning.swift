/// The meaning of a word or a fixed phrase in directions.
enum Meaning: Sendable {
    /// "take". The value is the route if the verb implies one: "inhale", "apply".
    case verb(String?)
    case route(String)
    case site(String, route: String?)
    /// Every N days, or N times a day. `isPlain` is true for "daily", which gives no number of doses.
    case frequency(Direction.Frequency, isPlain: Bool)
    case upTo(Direction.Frequency)
    case events([Direction.Event])
    case days([Direction.Day])
    case time(String)
    case asNeeded
    /// "on an empty stomach": not a meal event.
    case emptyStomach
    /// "do not take daily": agrees with a longer period and contradicts all others.
    case notDaily
    /// "of each week": the named days are those of every week.
    case everyWeek
    case then, and, once, single, directed
    /// "max", "mdd": a number follows. `isDaily` is true if the word contains the period of a day.
    case maximum(isDaily: Bool)
    case upToNumber
    /// Words that do not change the dose.
    case harmless
    /// Begins a sentence that contains no dose.
    case remark(isNegative: Bool)
    /// A form without an amount: "cream", "ER".
    case form
    /// A complaint that is a reason without the word "for".
    case condition
    /// The reading is refused with this code.
    case refused(String)
    /// Understood; a person must check it because of this code.
    case doubtful(String)

    static func frequency(
        _ count: Int, countMax: Int? = nil, per period: Double = 1, _ unit: Direction.Frequency.Unit = .day,
        isPlain: Bool = false
    ) -> Self {
        .frequency(.init(count: count, countMax: countMax, period: period, periodUnit: unit), isPlain: isPlain)
    }

    /// True if a reason ends before this phrase.
    var endsReason: Bool {
        switch self {
        case .site, .harmless, .form, .condition, .and, .route: false
        default: true
        }
    }
}

/// The fixed phrases, indexed by their first word and sorted by length, longest first.
struct Lexicon: Sendable {
    struct Entry: Sendable {
        let words: [Substring]
        let meaning: Meaning
    }

    private let entries: [Substring: [Entry]]
    /// Every word of every phrase except the label texts.
    let words: Set<Substring>

    static let all = Self(Self.fixed + Self.timing + Self.remarks + Self.amounts, whole: Self.labels)

    /// Words of `whole` do not enter `words`: outside its phrase, "aspirin" may be the name of the medicine.
    private init(_ rows: [(Meaning, String)], whole: [(Meaning, String)]) {
        var entries: [Substring: [Entry]] = [:]
        var words: Set<Substring> = []
        for (index, (meaning, phrases)) in (rows + whole).enumerated() {
            for phrase in phrases.split(whereSeparator: { $0 == "|" || $0.isNewline }) {
                let parts = phrase.split(separator: " ")
                guard let first = parts.first else { continue }
                entries[first, default: []].append(.init(words: parts, meaning: meaning))
                if index < rows.count { words.formUnion(parts) }
            }
        }
        self.entries = entries.mapValues { $0.sorted { $0.words.count > $1.words.count } }
        self.words = words
    }

    /// Returns the longest phrase that begins at the token, and its length in tokens; nil if there is none.
    func phrase(at place: Int, of tokens: [Token]) -> (meaning: Meaning, length: Int)? {
        guard place < tokens.count, let found = entries[Substring(tokens[place].text)] else { return nil }
        for entry in found where place + entry.words.count <= tokens.count {
            var isSame = true
            for (offset, word) in entry.words.enumerated() where tokens[place + offset].text != word {
                isSame = false
                break
            }
            if isSame { return (entry.meaning, entry.words.count) }
        }
        return nil
    }
}
