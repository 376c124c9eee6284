import Directions

/// Directions of our own in the styles of different writers, with the expected readings.
enum DirectionsCases {
    /// A text that is read completely; `said` is in the notation of `DirectionsShorthand`.
    struct Plain: Sendable, CustomStringConvertible {
        let sig: String
        let said: String
        var description: String { sig }

        init(_ sig: String, _ said: String) {
            self.sig = sig
            self.said = said
        }
    }

    struct Flagged: Sendable, CustomStringConvertible {
        let sig: String
        let status: DirectionsReading.Status
        let code: String
        var description: String { sig }

        init(_ sig: String, _ status: DirectionsReading.Status, _ code: String) {
            self.sig = sig
            self.status = status
            self.code = code
        }
    }
}

/// The safety fields of a clause in one line: "1-2 tablet 1/4~6h prn max 8/24h".
enum DirectionsShorthand {
    static func of(_ clauses: [Direction]) -> String { clauses.map(of).joined(separator: "; ") }

    private static func of(_ clause: Direction) -> String {
        var words: [String] = clause.relation == .first ? [] : [clause.relation.rawValue]
        if let dose = clause.dose { words.append(of(dose)) }
        if let frequency = clause.frequency { words.append(of(frequency)) }
        for list in [clause.when.map(\.rawValue), clause.times, clause.days.map(\.rawValue)] where !list.isEmpty {
            words.append(list.joined(separator: ","))
        }
        if let count = clause.count { words.append("=\(count)") }
        if clause.isAsNeeded { words.append("prn") }
        if let duration = clause.duration {
            let range = number(duration.value) + (duration.valueMax.map { "~" + number($0) } ?? "")
            words.append("for \(range)\(duration.unit.rawValue)")
            if let bound = duration.bound { words.append(bound.rawValue) }
        }
        if let most = clause.maximum {
            let unit = most.unit.map { " " + $0 } ?? ""
            words.append("max \(number(most.value))\(unit)/\(number(most.period))\(most.periodUnit.rawValue)")
        }
        return words.joined(separator: " ")
    }

    private static func of(_ dose: Direction.Amount) -> String {
        let low = dose.low.map(number) ?? ""
        let high = dose.high.map(number) ?? ""
        return (low == high ? low : "\(low)-\(high)") + (dose.unit.map { " " + $0 } ?? "")
    }

    private static func of(_ frequency: Direction.Frequency) -> String {
        let count = (frequency.count.map(String.init) ?? "") + (frequency.countMax.map { "~\($0)" } ?? "")
        let period = number(frequency.period) + (frequency.periodMax.map { "~" + number($0) } ?? "")
        return "\(count)/\(period)\(frequency.periodUnit.rawValue)"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }
}
