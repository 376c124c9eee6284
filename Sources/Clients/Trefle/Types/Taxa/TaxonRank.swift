/// The kinds of groups the service knows, from the largest; the raw value is its word for one of them.
public enum TaxonRank: String, CaseIterable, Sendable, Codable {
    /// Plantae, and nothing else.
    case kingdom
    /// As `Tracheobionta`.
    case subkingdom
    /// As `Magnoliophyta`.
    case division
    /// As `Magnoliopsida`.
    case divisionClass = "division_class"
    /// As `Scrophulariales`.
    case divisionOrder = "division_order"
    /// As `Brassicaceae`.
    case family
    /// As `Eruca`.
    case genus

    /// The path of the list.
    var collection: String {
        switch self {
        case .kingdom: "kingdoms"
        case .subkingdom: "subkingdoms"
        case .division: "divisions"
        case .divisionClass: "division_classes"
        case .divisionOrder: "division_orders"
        case .family: "families"
        case .genus: "genus"
        }
    }
}
