import Messages

/// Where food is kept.
package enum StockPlace: Sendable, Hashable {
    case cupboard, fridge, freezer, cellar
    /// A place with a name of the household: "Garage".
    case own(String)

    package static let known: [StockPlace] = [.cupboard, .fridge, .freezer, .cellar]
    /// In characters.
    package static let nameLimit = 40

    /// "fridge", or the own name. `read` reads it.
    package var text: String {
        switch self {
        case .cupboard: "cupboard"
        case .fridge: "fridge"
        case .freezer: "freezer"
        case .cellar: "cellar"
        case .own(let name): name
        }
    }

    /// "Fridge", or the own name.
    package var words: String {
        switch self {
        case .cupboard: localized("Cupboard")
        case .fridge: localized("Fridge")
        case .freezer: localized("Freezer")
        case .cellar: localized("Cellar")
        case .own(let name): name
        }
    }

    /// Returns nil for an empty text. The names of the known places are recognised in any case. Throws `place`.
    package static func read(_ text: String) throws(StockError) -> StockPlace? {
        let name = TagWords.line(text)
        if name.isEmpty { return nil }
        if let place = known.first(where: { $0.text == name.lowercased() }) { return place }
        guard name.count <= nameLimit else { throw .place }
        return .own(name)
    }
}
