/// The result of reading a label's directions. Every word of the text was understood, is known to be harmless, or is
/// listed in `unread`.
package struct DirectionsReading: Sendable, Hashable, Codable {
    package enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// The clauses contain every instruction of the text.
        case ok
        /// The clauses are in the text, but a person must check them: the text says more, or is ambiguous.
        case review
        /// No dose may be shown.
        case refuse
    }

    /// The fields of a clause; they name the places in the text.
    package enum Field: String, Sendable, Hashable, Codable, CaseIterable {
        case dose, strength, route, site, frequency, times, days, when, count, asNeeded, reason, duration, max
        case medicine
        /// Text that no clause contains.
        case remark
    }

    /// Where a field of a clause stands in the text. A field may have several spans.
    package struct FieldSpan: Sendable, Hashable, Codable {
        package let clause: Int
        package let field: Field
        package let span: TextSpan

        package init(clause: Int, field: Field, span: TextSpan) {
            self.clause = clause
            self.field = field
            self.span = span
        }
    }

    /// A problem or a risky notation found in the text.
    package struct Flag: Sendable, Hashable, Codable {
        /// A stable code: "abbr:U", "trailing-zero", "max-exceeded", "leftover-number" …; Docs/medicines.md lists them.
        package let code: String
        package let span: TextSpan?

        package init(_ code: String, at span: TextSpan? = nil) {
            self.code = code
            self.span = span
        }
    }

    /// The medicine named in the directions.
    package struct Named: Sendable, Hashable, Codable {
        package let name: String
        package let strength: String?

        package init(name: String, strength: String?) {
            self.name = name
            self.strength = strength
        }
    }

    /// The input text, unchanged.
    package let text: String
    package let status: Status
    /// The instructions in the order of the text; empty if the reading is refused.
    package let clauses: [Direction]
    package let medicine: Named?
    package let flags: [Flag]
    package let spans: [FieldSpan]
    /// Text that was not understood and is not known to be harmless.
    package let unread: [TextSpan]

    package init(
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
    package var remarks: [String] {
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
