import Directions

/// The dispensed quantity, in the unit that the label prints.
extension Medicine {
    /// "14 capsules", "15 mL" or "15" in the language of the current task. A unit is never added.
    public var quantityWords: String? { quantity.map { DosePlan.words($0, quantityUnit) } }

    /// The same in English, as a source of an explanation.
    public var englishQuantity: String? { quantity.map { DosePlan.englishWords($0, quantityUnit) } }

    /// Returns the quantity if doses with this unit can be subtracted from it; otherwise nil: 15 mL are not 15 units of
    /// insulin.
    public func quantity(forDosesIn unit: String?) -> Double? {
        guard let quantity, let unit else { return nil }
        guard let quantityUnit else { return Self.pieces.contains(unit) ? quantity : nil }
        if quantityUnit == unit { return quantity }
        let isOnePiece = Self.solids.contains(unit) && Self.solids.contains(quantityUnit)
        return isOnePiece && [unit, quantityUnit].contains("pill") ? quantity : nil
    }

    /// The unit of all doses; nil if they differ.
    public var doseUnit: String? {
        let units = Set(clauses.compactMap(\.dose).map(\.unit))
        return units.count == 1 ? units.first ?? nil : nil
    }

    /// Units of single pieces: a bare number beside "Qty" counts these.
    static let pieces: Set = [
        "tablet", "capsule", "caplet", "pill", "lozenge", "patch", "suppository", "pessary", "sachet", "packet",
    ]
    /// "pill" may mean any of these.
    private static let solids: Set = ["tablet", "capsule", "caplet", "pill"]
}
