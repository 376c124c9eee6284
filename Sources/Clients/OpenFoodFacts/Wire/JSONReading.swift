import Foundation
import HTTPTransport

/// Reads the values of a response: an optional value is nil if it cannot be read; a required value throws.
extension JSONValue {
    /// The readable elements of a list.
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

    /// A time in seconds since 1970.
    func moment(_ name: String) -> Date? { number(name).map { Date(timeIntervalSince1970: $0) } }

    // MARK: - Required members

    /// Returns this value. Throws if it is not an object.
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
