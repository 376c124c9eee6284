/// The language of the texts that a task makes, and the catalogue with its translations.
package struct Localization: Sendable {
    package let language: DisplayLanguage
    package private(set) var habits = LocalHabits()
    private let catalogue: Catalogue?

    /// The language of the current task. Requests, notices and commands bind it for the person they are for; a task that
    /// binds nothing makes English texts.
    @TaskLocal package static var current = Localization.english

    package static let english = Localization(language: .english, catalogue: nil)
    package static let pseudo = Localization(language: .pseudo, catalogue: nil)

    package init(language: DisplayLanguage, catalogue: Catalogue?) {
        self.language = language
        self.catalogue = catalogue
    }

    /// Returns the same language with the habits of a place.
    package func with(_ habits: LocalHabits) -> Localization {
        var other = self
        other.habits = habits
        return other
    }

    func text(_ message: Message, context: String?) -> String {
        Message.fill(pattern(message.pattern, context: context), with: message.values)
    }

    func text(_ count: Int, one: Message, other: Message, context: String?) -> String {
        let form = language.pluralForm(for: count)
        let values = one.values + other.values
        if language != .pseudo, let forms = catalogue?.forms(of: one.pattern, context: context), form < forms.count {
            return Message.fill(forms[form], with: values)
        }
        let english = count == 1 ? one.pattern : other.pattern
        return Message.fill(language == .pseudo ? Pseudo.text(english) : english, with: values)
    }

    /// Returns the translation of an English pattern; the pattern itself if there is none.
    package func pattern(_ english: String, context: String? = nil) -> String {
        switch language {
        case .english: english
        case .pseudo: Pseudo.text(english)
        case .german, .french: catalogue?.forms(of: english, context: context)?.first ?? english
        }
    }
}

/// All languages. A catalogue is read when its language is needed for the first time.
package struct Localizations: Sendable {
    private let load: @Sendable (DisplayLanguage) -> Localization

    package static let onlyEnglish = Localizations { $0 == .pseudo ? .pseudo : .english }

    package init(load: @escaping @Sendable (DisplayLanguage) -> Localization) { self.load = load }

    package func callAsFunction(_ language: DisplayLanguage) -> Localization {
        switch language {
        case .english: .english
        case .pseudo: .pseudo
        case .german, .french: load(language)
        }
    }
}

/// The made-up language that shows which texts come from a catalogue.
enum Pseudo {
    /// Returns the pattern with an accent on each ASCII letter. Names in braces, tags and entities stay as they are.
    static func text(_ pattern: String) -> String {
        var result = ""
        var end: Character?
        for character in pattern {
            if let open = end {
                result.append(character)
                if character == open { end = nil }
                continue
            }
            switch character {
            case "{": end = "}"
            case "<": end = ">"
            case "&": end = ";"
            default: break
            }
            // An ampersand in a text that is no HTML starts no entity.
            if character == "&", !pattern.contains(";") { end = nil }
            if character == "<", !pattern.contains(">") { end = nil }
            result.append(accents[character] ?? character)
        }
        return result
    }

    private static let accents: [Character: Character] = {
        let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let accented = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"
        return Dictionary(zip(plain, accented)) { first, _ in first }
    }()
}
