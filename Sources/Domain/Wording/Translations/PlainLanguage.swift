import Messages

/// A language into which plain words are translated.
public enum PlainLanguage: Sendable, Hashable, CaseIterable {
    case german, french

    /// The language of the current task; nil in English, the language of the labels.
    public static var current: PlainLanguage? {
        switch Localization.current.language {
        case .german: .german
        case .french: .french
        case .english, .pseudo: nil
        }
    }
}
