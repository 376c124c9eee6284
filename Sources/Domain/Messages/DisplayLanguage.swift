/// A language in which Stillroom shows its texts. The texts in the source code are English.
package enum DisplayLanguage: String, Sendable, Hashable, Codable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    /// English with accents on all letters of the catalogues. Tests use it to find texts that are in no catalogue; people
    /// are not offered it. "en-XA" is the tag that browsers and Android use for such a language.
    case pseudo = "en-XA"

    /// The languages that a person can choose.
    package static let offered: [DisplayLanguage] = [.english, .german, .french]

    /// The name of the language in that language.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        case .french: "Français"
        case .pseudo: "Pseudo"
        }
    }

    /// Returns the index of the plural form for a number: 0 is the singular. Source: Unicode CLDR, plural rules. French
    /// uses the singular for 0, too; its form for millions is not used.
    package func pluralForm(for count: Int) -> Int {
        switch self {
        case .english, .german, .pseudo: count == 1 ? 0 : 1
        case .french: count == 0 || count == 1 ? 0 : 1
        }
    }

    /// Returns the language for a tag such as "de-AT", "fr_CA.UTF-8" or "en"; nil if Stillroom has no texts in it.
    package init?(tag: some StringProtocol) {
        if tag.lowercased() == "en-xa" {
            self = .pseudo
            return
        }
        let main = tag.prefix { $0 != "-" && $0 != "_" && $0 != "." && $0 != "@" }.lowercased()
        guard let language = Self.offered.first(where: { $0.rawValue == main }) else { return nil }
        self = language
    }

    /// Returns the best language for the header `Accept-Language` (RFC 9110, 12.5.4); nil if it names none of ours.
    package init?(acceptLanguage header: String) {
        // A browser sends a few entries; the limit bounds the work for a hostile header.
        let entries = header.prefix(400).split(separator: ",").prefix(20).enumerated().compactMap { index, entry in
            let parts = entry.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return parts.first.flatMap { DisplayLanguage(tag: $0) }.map { (language: $0, weight, index) }
        }
        let best = entries.filter { $0.1 > 0 }.max { ($0.1, -$0.2) < ($1.1, -$1.2) }
        guard let best else { return nil }
        self = best.language
    }

    /// Returns the language of messages that POSIX's variables choose; English for "C", "POSIX" and other languages.
    package init(environment: [String: String]) {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        self = value.flatMap { DisplayLanguage(tag: $0) } ?? .english
    }
}
