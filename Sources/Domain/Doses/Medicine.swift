package import Directions

/// A medicine as a person confirmed it, value by value, against the label.
package struct Medicine: Sendable, Hashable, Codable {
    package struct ID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        package var description: String { rawValue }
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package var name: String
    /// As printed: "500 mg".
    package var strength: String?
    /// Singular: "capsule".
    package var form: String?
    /// For whom, in the household's words; nothing where nobody is named.
    package var person: String?
    /// The directions' own text.
    package var sig: String
    /// Each confirmed.
    package var clauses: [Direction]
    /// How much was dispensed.
    package var quantity: Double?
    /// The unit printed beside it: "tablet", "mL"; nil if none is printed. A quantity never borrows the unit of a dose.
    package var quantityUnit: String?
    package var refills: Int?
    /// The label's own, quoted.
    package var warnings: [String]
    /// What the directions say beside their clauses, or may mean otherwise: no dose carries it, so a person must have
    /// looked at it.
    package var remarks: [String]

    package init(
        name: String, strength: String? = nil, form: String? = nil, person: String? = nil, sig: String,
        clauses: [Direction], quantity: Double? = nil, quantityUnit: String? = nil, refills: Int? = nil,
        warnings: [String] = [], remarks: [String] = []
    ) {
        self.name = name
        self.strength = strength
        self.form = form
        self.person = person
        self.sig = sig
        self.clauses = clauses
        self.quantity = quantity
        self.quantityUnit = quantityUnit
        self.refills = refills
        self.warnings = warnings
        self.remarks = remarks
    }
}
