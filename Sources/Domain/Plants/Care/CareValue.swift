import Calendar
import Messages

/// One value of a care plan, for a tile of a page or a client of the API.
public struct CareValue: Sendable, Hashable {
    /// The value as a number, a text or numbers.
    public enum Content: Sendable, Hashable {
        case int(Int)
        case double(Double)
        case text(String)
        /// Months, or one number for each of the twelve months.
        case ints([Int])
    }

    /// "light.level", "watering.interval".
    public let path: String
    /// The value; temperatures are in °C, lengths in cm.
    public let value: Content
    /// "°C", "days"; nil for words and levels of a scale.
    public let unit: String?
    /// Where it comes from.
    public let source: CareSource
    /// Never empty.
    public let reason: String
    /// The values of our table and of a service if they differ, our table's first.
    public var opinions: [Opinion] = []

    /// One of two differing values.
    public struct Opinion: Sendable, Hashable {
        /// The value. Months are those of the northern hemisphere.
        public let value: Content
        /// Where it comes from.
        public let source: CareSource
        /// What the plan would be with this value; nil if that is the value itself.
        public let effect: String?
        /// The override that chooses this value; nil if it cannot be overruled.
        public let choice: Choice?
    }

    /// A value that a person may set for a field.
    public struct Choice: Sendable, Hashable {
        /// The field to overrule.
        public let field: CareField
        /// The text to set.
        public let value: String
    }

    public init(_ path: String, _ value: Content, unit: String? = nil, source: CareSource, reason: String) {
        self.path = path
        self.value = value
        self.unit = unit
        self.source = source
        self.reason = reason
    }
}

extension CareValue {
    /// Returns the value for people: "21 °C", "March to September".
    public func text(in units: Units) -> String {
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
