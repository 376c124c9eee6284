package import Directions

/// A medicine whose values a person compared with the label and confirmed.
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
    /// The name of the person who takes it; nil if none was given.
    package var person: String?
    /// The text of the directions.
    package var sig: String
    /// The confirmed instructions.
    package var clauses: [Direction]
    /// The dispensed quantity.
    package var quantity: Double?
    /// The unit printed beside the quantity: "tablet", "mL"; nil if none is printed. The unit of a dose is never used
    /// instead.
    package var quantityUnit: String?
    package var refills: Int?
    /// Warnings quoted from the label.
    package var warnings: [String]
    /// Texts of the directions that no clause contains or that are ambiguous. A person must have read them.
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
