/// What a word or a fixed phrase of directions says.
enum Meaning: Sendable {
    /// "take"; "inhale" and "apply" tell the route too.
    case verb(String?)
    case route(String)
    case site(String, route: String?)
    /// Every N days, N times a day. `isPlain`: "daily", which says no more than that it is every day.
    case frequency(Direction.Frequency, isPlain: Bool)
    case upTo(Direction.Frequency)
    case events([Direction.Event])
    /// "morning" without more: once a day only where it stands in a list of hours.
    case days([Direction.Day])
    case time(String)
    case asNeeded
    /// "on an empty stomach": a time of its own, which no meal event is.
    case emptyStomach
    /// "do not take daily": agrees with a longer period, contradicts any other.
    case notDaily
    /// "of each week": the days named are those of every week.
    case everyWeek
    case then, and, once, single, directed
    /// "max", "mdd": a number follows. `isDaily`: the day is in the word.
    case maximum(isDaily: Bool)
    case upToNumber
    /// What says nothing that changes a dose.
    case harmless
    /// Begins a sentence for the reader that is no instruction of dose.
    case remark(isNegative: Bool)
    /// A form that names no amount: "cream", "ER".
    case form
    /// A complaint that needs no "for" before it.
    case condition
    /// No dose may be shown.
    case refused(String)
    /// Understood, but a person must look.
    case doubtful(String)

    static func frequency(
        _ count: Int, countMax: Int? = nil, per period: Double = 1, _ unit: Direction.Frequency.Unit = .day,
        isPlain: Bool = false
    ) -> Self {
        .frequency(.init(count: count, countMax: countMax, period: period, periodUnit: unit), isPlain: isPlain)
    }

    /// Whether a reason ends before it.
    var endsReason: Bool {
        switch self {
        case .site, .harmless, .form, .condition, .and, .route: false
        default: true
        }
    }
}

/// The fixed phrases, found by their first word, the longest first.
struct Lexicon: Sendable {
    struct Entry: Sendable {
        let words: [Substring]
        let meaning: Meaning
    }

    private let entries: [Substring: [Entry]]
    /// Every word of every phrase.
    let words: Set<Substring>

    static let all = Self(Self.fixed + Self.timing + Self.remarks + Self.amounts, whole: Self.labels)

    /// The words of `whole` are those of a phrase only: "aspirin" may be a name elsewhere.
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

    /// The longest phrase that begins at a token, and how many tokens it takes.
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
