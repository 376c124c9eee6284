extension Policy {
    /// The settings of a household, by their names in Docs/settings.md.
    package enum Setting: String, Sendable, CaseIterable {
        case strategy = "inquiry.strategy"
        case threshold = "inquiry.threshold"
        case project = "plantnet.project"
        case language = "plantnet.language"
        case dailyBudget = "plantnet.daily-budget"
        case cacheDays = "cache.days"
        case cacheEntries = "cache.entries"
        case matchesLookalikes = "cache.lookalikes"

        /// The allowed values, as words after "it must be".
        package var allowed: String {
            switch self {
            case .strategy: Strategy.allCases.map(\.rawValue).joined(separator: ", ")
            case .threshold: "a number from 0 to 1"
            case .project: "the id of a flora, such as all or k-middle-europe"
            case .language: "a language such as en or pt-br"
            case .dailyBudget: "a whole number from 0 to 1000000"
            case .cacheDays: "a whole number from 0 to 3650"
            case .cacheEntries: "a whole number from 0 to 1000000"
            case .matchesLookalikes: "true or false"
            }
        }
    }

    /// Sets the value. Returns false and changes nothing if `text` is not allowed.
    package mutating func set(_ setting: Setting, to text: String) -> Bool {
        switch setting {
        case .strategy: return put(\.strategy, Strategy(rawValue: text))
        case .threshold: return put(\.askBelow, Double(text).flatMap { (0...1).contains($0) ? $0 : nil })
        case .project: return put(\.project, Self.isWord(text, upTo: 64) ? text : nil)
        case .language:
            // The forms in the service's list: "en", "pt-br", "zh-hant".
            let isLanguage = text.wholeMatch(of: /[a-z]{2,3}(-[a-z0-9]{2,4})?/) != nil
            return put(\.language, isLanguage ? text : nil)
        case .dailyBudget: return put(\.dailyBudget, Self.number(text, upTo: 1_000_000))
        case .cacheDays: return put(\.cacheDays, Self.number(text, upTo: 3650))
        case .cacheEntries: return put(\.cacheEntries, Self.number(text, upTo: 1_000_000))
        case .matchesLookalikes:
            return put(\.matchesLookalikes, ["true": true, "1": true, "false": false, "0": false][text])
        }
    }

    package func text(of setting: Setting) -> String {
        switch setting {
        case .strategy: strategy.rawValue
        case .threshold: String(askBelow)
        case .project: project
        case .language: language
        case .dailyBudget: String(dailyBudget)
        case .cacheDays: String(cacheDays)
        case .cacheEntries: String(cacheEntries)
        case .matchesLookalikes: String(matchesLookalikes)
        }
    }

    private mutating func put<Value>(_ path: WritableKeyPath<Policy, Value>, _ value: Value?) -> Bool {
        guard let value else { return false }
        self[keyPath: path] = value
        return true
    }

    private static func number(_ text: String, upTo limit: Int) -> Int? {
        Int(text).flatMap { (0...limit).contains($0) ? $0 : nil }
    }

    /// Returns true for lower-case letters, digits and hyphens, which have no special meaning in a URL.
    private static func isWord(_ text: String, upTo length: Int) -> Bool {
        !text.isEmpty && text.utf8.count <= length
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}
