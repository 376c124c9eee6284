/// The allergens of a product.
///
/// An empty list of tags means that the allergens are unknown. It means that there are none only if the product's
/// states mark its ingredients as complete, because the service derives allergens from them.
public enum AllergenStatement: Sendable, Hashable {
    /// Unknown. This does not mean that there are none.
    case notKnown
    /// The entered ingredients contain none.
    case none
    /// The listed allergens, as tags (`en:milk`). There may be more if ingredients are missing.
    case listed([String])

    /// - Parameters:
    ///   - tags: `allergens_tags`; nil if the answer has none.
    ///   - states: `states_tags`; nil if the answer has none.
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

    /// The tags; empty if there are none or they are unknown.
    public var tags: [String] { if case .listed(let tags) = self { tags } else { [] } }
}
