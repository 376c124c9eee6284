/// The result of reading a label's directions. Every word of the text was understood, is known to be harmless, or is
/// listed in `unread`.
public struct DirectionsReading: Sendable, Hashable, Codable {
    /// Whether the clauses of a reading may be used.
    public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// The clauses contain every instruction of the text.
        case ok
        /// The clauses are in the text, but a person must check them: the text says more, or is ambiguous.
        case review
        /// No dose may be shown.
        case refuse
    }

    /// The fields of a clause; they name the places in the text.
    public enum Field: String, Sendable, Hashable, Codable, CaseIterable {
        case dose, strength, route, site, frequency, times, days, when, count, asNeeded, reason, duration, max
        case medicine
        /// Text that no clause contains.
        case remark
    }

    /// Where a field of a clause stands in the text. A field may have several spans.
    public struct FieldSpan: Sendable, Hashable, Codable {
        /// The index of the clause in `clauses`, from 0; also 0 for the medicine, which belongs to no clause.
        public let clause: Int
        /// The field for which the text gives the value.
        public let field: Field
        /// The place in the text of the directions.
        public let span: TextSpan

        public init(clause: Int, field: Field, span: TextSpan) {
            self.clause = clause
            self.field = field
            self.span = span
        }
    }

    /// A problem or a risky notation found in the text.
    public struct Flag: Sendable, Hashable, Codable {
        /// A stable code: "abbr:U", "trailing-zero", "max-exceeded", "leftover-number" …; Docs/medicines.md lists them.
        public let code: String
        /// The place in the text; nil if the flag is about the text as a whole.
        public let span: TextSpan?

        public init(_ code: String, at span: TextSpan? = nil) {
            self.code = code
            self.span = span
        }
    }

    /// The medicine named in the directions.
    public struct Named: Sendable, Hashable, Codable {
        /// The name as written in the text.
        public let name: String
        /// The strength or concentration as written: "250 mg/5 mL"; nil if none was read as that of the product.
        public let strength: String?

        public init(name: String, strength: String?) {
            self.name = name
            self.strength = strength
        }
    }

    /// The input text, unchanged.
    public let text: String
    /// Whether the clauses may be used, must be checked by a person, or are refused.
    public let status: Status
    /// The instructions in the order of the text; empty if the reading is refused.
    public let clauses: [Direction]
    /// The medicine that the text names; nil if none was read with certainty, or if the reading is refused.
    public let medicine: Named?
    /// What was noticed in the text, in the order of the text; flags without a span come first.
    public let flags: [Flag]
    /// Where the values of the clauses stand in the text; empty if the reading is refused.
    public let spans: [FieldSpan]
    /// Text that was not understood and is not known to be harmless.
    public let unread: [TextSpan]

    public init(
        text: String, status: Status, clauses: [Direction], medicine: Named? = nil, flags: [Flag] = [],
        spans: [FieldSpan] = [], unread: [TextSpan] = []
    ) {
        self.text = text
        self.status = status
        self.clauses = clauses
        self.medicine = medicine
        self.flags = flags
        self.spans = spans
        self.unread = unread
    }
}

extension DirectionsReading {
    /// The texts that a person must check because no clause contains them or because they are ambiguous, in the order
    /// of the text. Empty if everything was understood.
    public var remarks: [String] {
        guard status == .review else { return [] }
        let doubtful = flags.filter { FlagDefinition.of($0.code).map { $0.weight != .note } ?? true }.compactMap(\.span)
        var merged: [TextSpan] = []
        for span in (unread + doubtful).filter({ !$0.isEmpty }).sorted() {
            if let last = merged.last, span.start <= last.end {
                merged[merged.count - 1] = TextSpan(last.start, max(last.end, span.end))
            } else {
                merged.append(span)
            }
        }
        return merged.map { $0.text(of: text) }
    }
}
