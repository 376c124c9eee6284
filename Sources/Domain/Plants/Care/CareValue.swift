import Calendar
import Messages

/// One value of a care plan, for a tile of a page or a client of the API.
package struct CareValue: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case int(Int)
        case double(Double)
        case text(String)
        /// Months, or one number for each of the twelve months.
        case ints([Int])
    }

    /// "light.level", "watering.interval".
    package let path: String
    package let value: Content
    /// "°C", "days"; nil for words and levels of a scale.
    package let unit: String?
    package let source: CareSource
    /// Never empty.
    package let reason: String
    /// The values of our table and of a service if they differ, our table's first.
    package var opinions: [Opinion] = []

    /// One of two differing values.
    package struct Opinion: Sendable, Hashable {
        package let value: Content
        package let source: CareSource
        /// What the plan would be with this value; nil if that is the value itself.
        package let effect: String?
        /// The override that chooses this value; nil if it cannot be overruled.
        package let choice: Choice?
    }

    /// A value that a person may set for a field.
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
    /// Returns the value for people: "21 °C", "March to September".
    package func text(in units: Units) -> String {
        switch value {
        case .text(let text): return measured(codeWords ?? text)
        case .double(let number):
            let text = Units.local(number, places: 1)
            return unit == "pH" ? "pH " + text : measured(text)
        case .int(let number):
            if unit == "°C" { return units.text(celsius: Double(number)) }
            guard unit == "days" else { return measured(String(number)) }
            return number == 0
                ? localized("none", context: "days")
                : localized(
                    number, one: "\(number, "number") days", other: "\(number, "number") days",
                    context: "value of a care plan")
        case .ints(let numbers):
            // Months have no unit; twelve numbers of days have one.
            return unit == nil
                ? Months(numbers).words : measured(numbers.map(String.init).joined(separator: ", "))
        }
    }

    /// Returns the number with the unit; `unit` is a code.
    private func measured(_ number: String) -> String {
        switch unit {
        case nil: number
        case "days": localized("\(number, "numbers") days")
        case "hours": localized("\(number, "numbers") hours")
        case "years": localized("\(number, "numbers") years")
        case let unit?: "\(number) \(unit)"
        }
    }
}
