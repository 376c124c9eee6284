package import Directions

/// Directions as HL7 FHIR R4 `Dosage` values, to be encoded as JSON: http://hl7.org/fhir/R4/dosage.html.
///
/// A Dosage never states more than the label. A clause that does not fit one Dosage becomes several; if splitting would
/// double a dose, the rest is text in `additionalInstruction`. `text` always contains the source.
package struct FHIRDosage: Sendable, Hashable, Encodable {
    /// Equal for doses that run side by side, ascending for steps that follow each other.
    package var sequence: Int
    package var text: String?
    package var additionalInstruction: [Concept]?
    package var patientInstruction: String?
    package var timing: Timing?
    package var asNeededBoolean: Bool?
    package var asNeededCodeableConcept: Concept?
    package var site: Concept?
    package var route: Concept?
    package var doseAndRate: [DoseAndRate]?
    package var maxDosePerPeriod: Ratio?

    package struct Timing: Sendable, Hashable, Encodable {
        package var `repeat`: Repeat?
        package var code: Concept?
    }

    package struct Repeat: Sendable, Hashable, Encodable {
        package var boundsDuration: Quantity?
        package var boundsRange: Range?
        package var count: Int?
        package var countMax: Int?
        package var frequency: Int?
        package var frequencyMax: Int?
        package var period: Double?
        package var periodMax: Double?
        package var periodUnit: String?
        package var dayOfWeek: [String]?
        /// "HH:MM:SS"; never together with `when` (tim-10).
        package var timeOfDay: [String]?
        package var when: [String]?
        /// In minutes; only together with a `when` before or after a meal (tim-9).
        package var offset: Int?
    }

    package struct DoseAndRate: Sendable, Hashable, Encodable {
        package var doseQuantity: Quantity?
        package var doseRange: Range?
    }

    package struct Quantity: Sendable, Hashable, Encodable {
        package var value: Double
        package var unit: String?
        package var system: String?
        package var code: String?
    }

    package struct Range: Sendable, Hashable, Encodable {
        package var low: Quantity?
        package var high: Quantity?
    }

    package struct Ratio: Sendable, Hashable, Encodable {
        package var numerator: Quantity
        package var denominator: Quantity
    }

    package struct Concept: Sendable, Hashable, Encodable {
        package var coding: [Coding]?
        package var text: String?
    }

    package struct Coding: Sendable, Hashable, Encodable {
        package var system: String
        package var code: String
        package var display: String?
    }

    /// Returns the Dosages in the order of the clauses. Refused or partly read directions give one Dosage with the text
    /// of the label only, because a program would take a code for the whole instruction. Returns an empty array for an
    /// empty text.
    package static func dosages(of directions: DirectionsReading) -> [Self] {
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
    package static func dosages(of clauses: [Direction], text: String) -> [Self] {
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
    package static func quantity(of amount: Direction.Amount) -> Quantity? {
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
