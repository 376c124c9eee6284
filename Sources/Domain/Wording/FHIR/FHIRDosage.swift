public import Directions

/// Directions as HL7 FHIR R4 `Dosage` values, to be encoded as JSON: http://hl7.org/fhir/R4/dosage.html.
///
/// A Dosage never states more than the label. A clause that does not fit one Dosage becomes several; if splitting would
/// double a dose, the rest is text in `additionalInstruction`. `text` always contains the source.
public struct FHIRDosage: Sendable, Hashable, Encodable {
    /// Equal for doses that run side by side, ascending for steps that follow each other.
    public var sequence: Int
    /// The text of the whole label directions, equal in all Dosages of a label; nil if it is empty.
    public var text: String?
    /// What the other elements cannot express, as text; nil if there is nothing.
    public var additionalInstruction: [Concept]?
    /// The clause in plain English words; nil if there are none.
    public var patientInstruction: String?
    /// When the dose is taken; nil if the clause states no timing that FHIR can express.
    public var timing: Timing?
    /// True for an as-needed clause without a reason; otherwise nil.
    public var asNeededBoolean: Bool?
    /// The reason of an as-needed clause, as text; nil if there is none.
    public var asNeededCodeableConcept: Concept?
    /// The place on the body, as text; nil if the label states none.
    public var site: Concept?
    /// The route, with its SNOMED CT code if it is known; nil if the label states none.
    public var route: Concept?
    /// One element with the dose, or with the total if no dose is printed; nil without an amount.
    public var doseAndRate: [DoseAndRate]?
    /// The printed maximum divided by its period; nil if the clause has none.
    public var maxDosePerPeriod: Ratio?

    /// The FHIR R4 data type `Timing`.
    public struct Timing: Sendable, Hashable, Encodable {
        /// The rule by which the doses recur. `FHIRDosage` always sets it.
        public var `repeat`: Repeat?
        /// The HL7 abbreviation (GTSAbbreviation), such as "BID"; nil if none means exactly this timing.
        public var code: Concept?
    }

    /// The FHIR R4 element `Timing.repeat`. An element is nil if the label does not state it.
    public struct Repeat: Sendable, Hashable, Encodable {
        /// The duration of the clause if it is a single value; never together with `boundsRange`.
        public var boundsDuration: Quantity?
        /// The duration of the clause if it is a range, "for at least", or "for up to".
        public var boundsRange: Range?
        /// The total number of doses.
        public var count: Int?
        /// The upper number of a range of `count`. `FHIRDosage` never sets it.
        public var countMax: Int?
        /// The number of doses per `period`.
        public var frequency: Int?
        /// The upper number of a range of `frequency`.
        public var frequencyMax: Int?
        /// The length of the period in `periodUnit`.
        public var period: Double?
        /// The upper number of a range of `period`.
        public var periodMax: Double?
        /// The UCUM code of the period's unit: "min", "h", "d", "wk" or "mo".
        public var periodUnit: String?
        /// The days of the week, "mon" to "sun".
        public var dayOfWeek: [String]?
        /// "HH:MM:SS"; never together with `when` (tim-10).
        public var timeOfDay: [String]?
        /// Codes of HL7 EventTiming, such as "MORN" and "ACM"; never together with `timeOfDay` (tim-10).
        public var when: [String]?
        /// In minutes; only together with a `when` before or after a meal (tim-9).
        public var offset: Int?
    }

    /// The FHIR R4 element `Dosage.doseAndRate`. `FHIRDosage` sets one of the two elements.
    public struct DoseAndRate: Sendable, Hashable, Encodable {
        /// The amount if it is a single number.
        public var doseQuantity: Quantity?
        /// The amount if it is a range or has only one limit.
        public var doseRange: Range?
    }

    /// The FHIR R4 data type `Quantity`.
    public struct Quantity: Sendable, Hashable, Encodable {
        /// The number, in `unit`.
        public var value: Double
        /// The unit as a word, singular, such as "tablet" or "mL"; nil if the label names none.
        public var unit: String?
        /// "http://unitsofmeasure.org" if `code` is set; otherwise nil.
        public var system: String?
        /// The UCUM code of the unit; nil for a counted unit such as "tablet".
        public var code: String?
    }

    /// The FHIR R4 data type `Range`.
    public struct Range: Sendable, Hashable, Encodable {
        /// The lower limit; nil if there is none, as in "up to 5 puffs".
        public var low: Quantity?
        /// The upper limit; nil if there is none, as in "for at least 5 days".
        public var high: Quantity?
    }

    /// The FHIR R4 data type `Ratio`: one quantity per another.
    public struct Ratio: Sendable, Hashable, Encodable {
        /// The maximum amount within the period.
        public var numerator: Quantity
        /// The length of the period, with a UCUM code.
        public var denominator: Quantity
    }

    /// The FHIR R4 data type `CodeableConcept`.
    public struct Concept: Sendable, Hashable, Encodable {
        /// The codes of the concept, here at most one; nil if no code is known.
        public var coding: [Coding]?
        /// The concept in words; nil for an abbreviation of a timing.
        public var text: String?
    }

    /// The FHIR R4 data type `Coding`.
    public struct Coding: Sendable, Hashable, Encodable {
        /// The URI of the code system, such as "http://snomed.info/sct".
        public var system: String
        /// The code in that system.
        public var code: String
        /// The name of the code in that system; nil if it is not given.
        public var display: String?
    }

    /// Returns the Dosages in the order of the clauses. Refused or partly read directions give one Dosage with the text
    /// of the label only, because a program would take a code for the whole instruction. Returns an empty array for an
    /// empty text.
    public static func dosages(of directions: DirectionsReading) -> [Self] {
        guard directions.status == .ok else {
            return directions.text.allSatisfy(\.isWhitespace) ? [] : [Self(words: directions.text)]
        }
        let said: Set<PlainDirections.Sentence.Kind> = [.instruction, .limit, .gap]
        let sentences = PlainDirections(directions).sentences.filter { said.contains($0.kind) }
        var sequence = 1
        return directions.clauses.enumerated().flatMap { index, clause in
            if index > 0, clause.relation == .then { sequence += 1 }
            let words = sentences.filter { $0.clause == index }.map(\.text).joined(separator: " ")
            return FHIRTiming.parts(of: clause).map { part in
                Self(clause, part, sequence: sequence, text: directions.text, plain: words)
            }
        }
    }

    /// Returns the Dosages of clauses that a person confirmed, with the text of the label.
    public static func dosages(of clauses: [Direction], text: String) -> [Self] {
        dosages(of: DirectionsReading(text: text, status: .ok, clauses: clauses))
    }

    /// Creates a Dosage with text only.
    private init(words: String) {
        sequence = 1
        text = words.isEmpty ? nil : words
    }

    private init(_ clause: Direction, _ part: FHIRTiming, sequence: Int, text: String, plain: String) {
        self.sequence = sequence
        self.text = text.isEmpty ? nil : text
        patientInstruction = plain.isEmpty ? nil : plain
        timing = part.timing
        var more = part.leftInWords + (clause.isOnEmptyStomach ? ["on an empty stomach"] : [])
        if clause.isAsNeeded {
            asNeededBoolean = clause.reason == nil ? true : nil
            asNeededCodeableConcept = clause.reason.map { Concept(text: $0) }
        } else if let reason = clause.reason {
            more.append("for \(reason)")
        }
        if let strength = PlainAmount.strength(of: clause) { more.append("(\(strength))") }
        additionalInstruction = more.isEmpty ? nil : more.map { Concept(text: $0) }
        site = clause.site.map { Concept(text: $0) }
        route = clause.route.map(FHIRCodes.route)
        // The count is the dose; the total is used only if there is no count.
        doseAndRate = (clause.dose ?? clause.total).flatMap(Self.dose).map { [$0] }
        maxDosePerPeriod = clause.maximum.map { maximum in
            Ratio(
                numerator: FHIRCodes.quantity(maximum.value, maximum.unit),
                denominator: FHIRCodes.time(maximum.period, maximum.periodUnit.rawValue))
        }
    }

    /// Returns the quantity of a single number; nil for a range.
    public static func quantity(of amount: Direction.Amount) -> Quantity? {
        guard let low = amount.low, low == amount.high else { return nil }
        return FHIRCodes.quantity(low, amount.unit)
    }

    private static func dose(_ amount: Direction.Amount) -> DoseAndRate? {
        if let quantity = quantity(of: amount) { return DoseAndRate(doseQuantity: quantity) }
        guard amount.low != nil || amount.high != nil else { return nil }
        return DoseAndRate(
            doseRange: Range(
                low: amount.low.map { FHIRCodes.quantity($0, amount.unit) },
                high: amount.high.map { FHIRCodes.quantity($0, amount.unit) }))
    }
}
