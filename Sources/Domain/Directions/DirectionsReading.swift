/// What was understood of a label's directions. Every word of the text was either understood, known to be harmless, or
/// is listed as unread.
package struct DirectionsReading: Sendable, Hashable, Codable {
    package enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// Every instruction is carried by the clauses.
        case ok
        /// What the clauses say is in the text, but a person must look: the text says more, or may mean something else.
        case review
        /// No dose may be shown.
        case refuse
    }

    /// The parts of a clause, as places in the text are named after them.
    package enum Field: String, Sendable, Hashable, Codable, CaseIterable {
        case dose, strength, route, site, frequency, times, days, when, count, asNeeded, reason, duration, max
        case medicine
        /// What no clause carries.
        case remark
    }

    /// Where a part of a clause stands in the text; a part may stand in several places.
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

    /// Something to point out.
    package struct Flag: Sendable, Hashable, Codable {
        /// A word that stays the same: "abbr:U", "trailing-zero", "max-exceeded", "leftover-number" …;
        /// Docs/medicines.md lists them.
        package let code: String
        package let span: TextSpan?

        package init(_ code: String, at span: TextSpan? = nil) {
            self.code = code
            self.span = span
        }
    }

    /// A medicine that the directions themselves name.
    package struct Named: Sendable, Hashable, Codable {
        package let name: String
        package let strength: String?

        package init(name: String, strength: String?) {
            self.name = name
            self.strength = strength
        }
    }

    /// As it was read, unchanged.
    package let text: String
    package let status: Status
    /// In the order of the text; none where the reading is refused.
    package let clauses: [Direction]
    package let medicine: Named?
    package let flags: [Flag]
    package let spans: [FieldSpan]
    /// What was neither understood nor harmless.
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
    /// What a person must look at because no clause carries it, or because it may mean something else; in the order of the
    /// text. Empty where everything was understood.
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
