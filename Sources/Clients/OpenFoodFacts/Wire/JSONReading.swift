import Foundation
import HTTPTransport

/// Reading what may be a number or a text, may be null, and may be something else tomorrow. What cannot be read is as if it
/// were not there, but for what a value needs.
extension JSONValue {
    /// Itself as a text; a number as it is usually written.
    var asText: String? {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
        default: nil
        }
    }

    /// Itself as a number; a text where it is one, `0,5` too.
    var asNumber: Double? {
        switch self {
        case .number(let number): number
        case .text(let text):
            Double(text.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    func text(_ name: String) -> String? { self[name]?.asText }

    /// A text with something in it.
    func words(_ name: String) -> String? {
        text(name).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    func number(_ name: String) -> Double? { self[name]?.asNumber }

    func integer(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0) } }

    /// True or false, also as text or as 0 and 1.
    func flag(_ name: String) -> Bool? {
        switch self[name] {
        case .flag(let flag)?: flag
        case .text(let text)?: ["true": true, "1": true, "false": false, "0": false][text.lowercased()]
        case .number(let number)?: [1: true, 0: false][number]
        default: nil
        }
    }

    /// The elements of a list; nil where there is no list.
    func list(_ name: String) -> [JSONValue]? {
        if case .list(let list)? = self[name] { list } else { nil }
    }

    func texts(_ name: String) -> [String]? { list(name)?.compactMap(\.asText) }

    func members(_ name: String) -> [String: JSONValue] {
        if case .object(let object)? = self[name] { object } else { [:] }
    }

    /// Those elements of a list that can be read.
    func values<Value: WireValue>(_ name: String, as type: Value.Type = Value.self) -> [Value] {
        (list(name) ?? []).compactMap { try? Value($0) }
    }

    func value<Value: WireValue>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        self[name].flatMap { try? Value($0) }
    }

    func word<Word: OpenWord>(_ name: String, as type: Word.Type = Word.self) -> Word? {
        words(name).map { Word(rawValue: $0) }
    }

    func date(_ name: String) -> Date? { words(name).flatMap(WireTime.date) }

    /// Seconds since 1970.
    func moment(_ name: String) -> Date? { number(name).map { Date(timeIntervalSince1970: $0) } }

    // MARK: - What a value needs

    /// Itself where it is an object.
    func object() throws -> JSONValue {
        guard case .object = self else { throw OpenFoodFactsError(reading: .typeMismatch, "an object") }
        return self
    }

    func needed(_ name: String) throws -> JSONValue {
        guard let value = try object()[name] else { throw OpenFoodFactsError(reading: .keyNotFound, name) }
        guard value != .null else { throw OpenFoodFactsError(reading: .valueNotFound, name) }
        return value
    }

    func neededText(_ name: String) throws -> String {
        guard let text = try needed(name).asText else { throw OpenFoodFactsError(reading: .typeMismatch, name) }
        return text
    }

    func neededNumber(_ name: String) throws -> Double {
        guard let number = try needed(name).asNumber else { throw OpenFoodFactsError(reading: .typeMismatch, name) }
        return number
    }

    func neededInteger(_ name: String) throws -> Int {
        guard let number = Int(exactly: try neededNumber(name)) else {
            throw OpenFoodFactsError(reading: .typeMismatch, name)
        }
        return number
    }

    func neededList(_ name: String) throws -> [JSONValue] {
        guard case .list(let list) = try needed(name) else { throw OpenFoodFactsError(reading: .typeMismatch, name) }
        return list
    }
}

/// Times as Robotoff writes them: `2026-01-02T03:04:05`, with or without a fraction, without a zone, in UTC.
enum WireTime {
    static func date(_ text: String) -> Date? {
        let whole = text.prefix { $0 != "." }
        let rest = text.dropFirst(whole.count)
        let zoned = text.hasSuffix("Z") || whole.dropFirst(10).contains("+")
        guard !zoned else { return try? Date(text, strategy: .iso8601) }
        guard rest.isEmpty || rest.count > 1 && rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let second = try? Date(whole + "Z", strategy: .iso8601)
        else { return nil }
        return second.addingTimeInterval(rest.isEmpty ? 0 : Double("0" + rest) ?? 0)
    }
}
