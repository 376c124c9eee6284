/// The ranks that the service knows, from the largest; the raw value is the service's word for one group.
public enum TaxonRank: String, CaseIterable, Sendable, Codable {
    /// Only Plantae.
    case kingdom
    /// For example `Tracheobionta`.
    case subkingdom
    /// For example `Magnoliophyta`.
    case division
    /// For example `Magnoliopsida`.
    case divisionClass = "division_class"
    /// For example `Scrophulariales`.
    case divisionOrder = "division_order"
    /// For example `Brassicaceae`.
    case family
    /// For example `Eruca`.
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
