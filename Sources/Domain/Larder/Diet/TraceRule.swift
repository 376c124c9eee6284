import Messages

/// What a warning such as "may contain traces of milk" means for a person who avoids milk.
public enum TraceRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// The answer is no, as if the product contained it.
    case refuse
    /// The answer is "careful". There is no yes if the traces are not known.
    case careful
    /// Traces do not change the answer; they are mentioned.
    case accept

    /// Reads the setting. Earlier releases stored `true`, which means `refuse`. Their `false` was stored with every
    /// change on the page, so it was not a decision and means the default rule.
    public init?(setting text: String) {
        switch text {
        case "true", "1": self = .refuse
        case "false", "0", "": self = .careful
        default: self.init(rawValue: text)
        }
    }

    /// The words on a page after "may contain …".
    public var words: String {
        switch self {
        case .refuse: localized("is a no", context: "after “May contain traces of …”")
        case .careful: localized("is answered with “careful”", context: "after “May contain traces of …”")
        case .accept: localized("is fine for us", context: "after “May contain traces of …”")
        }
    }
}
