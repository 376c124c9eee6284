/// What is known of allergens.
///
/// An empty list of tags means that nothing is known. It means that there are none only where the product's states say that
/// its ingredients are entered whole, because the service finds allergens in them.
public enum AllergenStatement: Sendable, Hashable {
    /// Nothing is known: not that there are none.
    case notKnown
    /// There are none among the ingredients that were entered.
    case none
    /// These, as tags (`en:milk`). There may be more where ingredients are still missing.
    case listed([String])

    /// - Parameters:
    ///   - tags: `allergens_tags`; nil where the answer has none.
    ///   - states: `states_tags`; nil where the answer has none.
    public init(tags: [String]?, states: [String]?) {
        let listed = (tags ?? []).filter { !$0.isEmpty && $0 != "en:none" }
        if !listed.isEmpty {
            self = .listed(listed)
        } else if tags?.contains("en:none") == true {
            self = .none
        } else if tags != nil, let states, states.contains("en:ingredients-completed"),
            !states.contains("en:ingredients-to-be-completed")
        {
            self = .none
        } else {
            self = .notKnown
        }
    }

    /// The tags; empty where there are none or nothing is known.
    public var tags: [String] { if case .listed(let tags) = self { tags } else { [] } }
}
