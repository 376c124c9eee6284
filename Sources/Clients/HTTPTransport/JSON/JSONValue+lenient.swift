/// Lenient readers: a value may be a number or a text, may be null, and may have another type in the next version of a
/// service. A reader returns nil if the value cannot be read.
extension JSONValue {
    /// This value as a text; a whole number without `.0`.
    package var asText: String? {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
        default: nil
        }
    }

    /// This value as a number; a text may have a decimal comma or a decimal point.
    package var asNumber: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): LenientScalar.number(text, decimalComma: true)
        default: nil
        }
    }

    /// A member as a text.
    package func text(_ name: String) -> String? { self[name]?.asText }

    /// A member as a text that is not empty and not only white space.
    package func words(_ name: String) -> String? {
        text(name).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// A member as a number.
    package func number(_ name: String) -> Double? { self[name]?.asNumber }

    /// A member as a whole number.
    package func integer(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0) } }

    /// A member as true or false; also a text, or 0 and 1.
    package func flag(_ name: String) -> Bool? {
        switch self[name] {
        case .flag(let flag)?: flag
        case .text(let text)?: LenientScalar.flag(text, digits: true)
        case .number(let number)?: [1: true, 0: false][number]
        default: nil
        }
    }

    /// The elements of a list; nil if the member is no list.
    package func list(_ name: String) -> [JSONValue]? {
        if case .list(let list)? = self[name] { list } else { nil }
    }

    /// The elements of a list that are texts or numbers; nil if the member is no list.
    package func texts(_ name: String) -> [String]? { list(name)?.compactMap(\.asText) }

    /// The members of an object; empty if the member is no object.
    package func members(_ name: String) -> [String: JSONValue] {
        if case .object(let object)? = self[name] { object } else { [:] }
    }
}
