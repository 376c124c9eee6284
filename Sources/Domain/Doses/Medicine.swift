public import Directions

/// A medicine whose values a person compared with the label and confirmed.
public struct Medicine: Sendable, Hashable, Codable {
    /// The identifier of a medicine. It does not depend on the name.
    public struct ID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        /// The identifier as text; its form is not checked.
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The name as printed on the label, or as a person entered it.
    public var name: String
    /// As printed: "500 mg".
    public var strength: String?
    /// Singular: "capsule".
    public var form: String?
    /// The name of the person who takes it; nil if none was given.
    public var person: String?
    /// The text of the directions.
    public var sig: String
    /// The confirmed instructions.
    public var clauses: [Direction]
    /// The dispensed quantity.
    public var quantity: Double?
    /// The unit printed beside the quantity: "tablet", "mL"; nil if none is printed. The unit of a dose is never used
    /// instead.
    public var quantityUnit: String?
    /// The number of refills that the label allows; nil if the label does not state it.
    public var refills: Int?
    /// Warnings quoted from the label.
    public var warnings: [String]
    /// Texts of the directions that no clause contains or that are ambiguous. A person must have read them.
    public var remarks: [String]

    public init(
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
