/// A text for people: an English pattern with named values, such as "You are away until {day}.".
///
/// It is written as a string literal in which each interpolation has a value and a name: `"You are away until
/// \(last, "day")."`. The pattern is the key in the catalogues of other languages.
package struct Message: Sendable, Hashable, ExpressibleByStringInterpolation {
    package struct Value: Sendable, Hashable {
        package let name: String
        package let text: String
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        var pattern = ""
        var values: [Value] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            pattern.reserveCapacity(literalCapacity + 8 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { pattern += literal }

        package mutating func appendInterpolation(_ value: some StringProtocol, _ name: StaticString) {
            pattern += "{\(name)}"
            values.append(Value(name: "\(name)", text: String(value)))
        }

        package mutating func appendInterpolation(_ value: Int, _ name: StaticString) {
            appendInterpolation(String(value), name)
        }
    }

    /// The English text with the names of its values in braces.
    package let pattern: String
    package let values: [Value]

    package init(stringLiteral pattern: String) {
        self.pattern = pattern
        values = []
    }

    package init(stringInterpolation interpolation: StringInterpolation) {
        pattern = interpolation.pattern
        values = interpolation.values
    }

    /// Returns a pattern with its names replaced by values. A name without a value stays as it is.
    static func fill(_ pattern: String, with values: [Value]) -> String {
        guard !values.isEmpty else { return pattern }
        var result = ""
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"),
                let value = values.first(where: { $0.name == rest[rest.index(after: open)..<close] })
            else {
                result += "{"
                rest = rest.dropFirst()
                continue
            }
            result += value.text
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

/// Returns a text for people in the language of the current task. The context tells it from another text with the same
/// English words.
package func localized(_ message: Message, context: String? = nil) -> String {
    Localization.current.text(message, context: context)
}

/// Returns the form of a text that fits a number, in the language of the current task: `one` is the English text for
/// exactly 1, `other` for all other numbers.
package func localized(_ count: Int, one: Message, other: Message, context: String? = nil) -> String {
    Localization.current.text(count, one: one, other: other, context: context)
}
