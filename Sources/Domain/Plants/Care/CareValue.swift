import Calendar

/// One value of a care plan, as a page's tile or a client of the API gets it.
package struct CareValue: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case int(Int)
        case double(Double)
        case text(String)
        /// Months, or a number for each of the twelve.
        case ints([Int])
    }

    /// "light.level", "watering.interval".
    package let path: String
    package let value: Content
    /// "°C", "days"; nothing for words and for places on a scale.
    package let unit: String?
    package let source: CareSource
    /// Never empty.
    package let reason: String
    /// What our table and a service say, where they differ: our table's first.
    package var opinions: [Opinion] = []

    /// One of two values that differ.
    package struct Opinion: Sendable, Hashable {
        package let value: Content
        package let source: CareSource
        /// What the plan would be with it; nil where that is the value itself.
        package let effect: String?
        /// What a person says who chooses it; nil where that cannot be overruled.
        package let choice: Choice?
    }

    /// A value that a person may say for a field.
    package struct Choice: Sendable, Hashable {
        package let field: CareField
        package let value: String
    }

    package init(_ path: String, _ value: Content, unit: String? = nil, source: CareSource, reason: String) {
        self.path = path
        self.value = value
        self.unit = unit
        self.source = source
        self.reason = reason
    }
}

extension CareValue {
    /// As a person reads it: "21 °C", "March to September".
    package func text(in units: Units) -> String {
        switch value {
        case .text(let text): return text + (unit.map { " " + $0 } ?? "")
        case .double(let number):
            let text = Units.text(number, places: 1)
            return unit == "pH" ? "pH " + text : text + (unit.map { " " + $0 } ?? "")
        case .int(let number):
            if unit == "°C" { return units.text(celsius: Double(number)) }
            if unit == "days", number == 0 { return "none" }
            return String(number) + (unit.map { " " + $0 } ?? "")
        case .ints(let numbers):
            // Months carry no unit; twelve numbers of days do.
            return unit.map { numbers.map(String.init).joined(separator: ", ") + " " + $0 } ?? Months(numbers).words
        }
    }
}
