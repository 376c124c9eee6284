import Directions

/// How much of a medicine was dispensed, in the unit that the label prints.
extension Medicine {
    /// "14 capsules", "15 mL", "15": a unit that is not printed is not added.
    package var quantityWords: String? { quantity.map { DosePlan.words($0, quantityUnit) } }

    /// The quantity if doses of that unit are counted in it, otherwise nil: 15 mL are not 15 units of insulin.
    package func quantity(forDosesIn unit: String?) -> Double? {
        guard let quantity, let unit else { return nil }
        guard let quantityUnit else { return Self.pieces.contains(unit) ? quantity : nil }
        if quantityUnit == unit { return quantity }
        let isOnePiece = Self.solids.contains(unit) && Self.solids.contains(quantityUnit)
        return isOnePiece && [unit, quantityUnit].contains("pill") ? quantity : nil
    }

    /// The unit of all doses, if they have one and the same.
    package var doseUnit: String? {
        let units = Set(clauses.compactMap(\.dose).map(\.unit))
        return units.count == 1 ? units.first ?? nil : nil
    }

    /// Dispensed by the piece that is taken: a bare number beside "Qty" counts these.
    static let pieces: Set = [
        "tablet", "capsule", "caplet", "pill", "lozenge", "patch", "suppository", "pessary", "sachet", "packet",
    ]
    /// A "pill" is any of these.
    private static let solids: Set = ["tablet", "capsule", "caplet", "pill"]
}
