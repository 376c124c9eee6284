/// What a warning such as "may contain traces of milk" means to somebody who avoids milk.
package enum TraceRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// The product is a no, as if it contained it.
    case refuse
    /// The answer is "careful"; never a yes, and no yes either where traces are not known.
    case careful
    /// Traces are no reason against it; they are mentioned.
    case accept

    /// As a setting has it. Earlier releases kept `true`, which refuses. Their `false` was written with every other choice
    /// of the page and was nobody's decision, so that it is the usual rule.
    package init?(setting text: String) {
        switch text {
        case "true", "1": self = .refuse
        case "false", "0", "": self = .careful
        default: self.init(rawValue: text)
        }
    }

    /// On a page, behind "may contain …".
    package var words: String {
        switch self {
        case .refuse: "is a no"
        case .careful: "is answered with “careful”"
        case .accept: "is fine for us"
        }
    }
}
