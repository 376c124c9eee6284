import Foundation

/// A JSON value that can be read, changed and written; keys are written in alphabetical order.
package enum StubJSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([StubJSON])
    case object([String: StubJSON])

    package init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }

    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map([UInt8].init) ?? []
    }

    /// A member of an object. Setting nil removes it; setting a member of another value does nothing.
    package subscript(_ key: String) -> StubJSON? {
        get { if case .object(let members) = self { members[key] } else { nil } }
        set {
            guard case .object(var members) = self else { return }
            members[key] = newValue
            self = .object(members)
        }
    }

    package var elements: [StubJSON] { if case .array(let elements) = self { elements } else { [] } }
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var int: Int? { if case .int(let number) = self { number } else { nil } }
    package var bool: Bool? { if case .bool(let truth) = self { truth } else { nil } }
}

extension StubJSON: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .bool(truth)
        } else if let number = try? value.decode(Int.self) {
            self = .int(number)
        } else if let number = try? value.decode(Double.self) {
            self = .double(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([StubJSON].self) {
            self = .array(elements)
        } else {
            self = .object(try value.decode([String: StubJSON].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let truth): try value.encode(truth)
        case .int(let number): try value.encode(number)
        case .double(let number): try value.encode(number)
        case .string(let text): try value.encode(text)
        case .array(let elements): try value.encode(elements)
        case .object(let members): try value.encode(members)
        }
    }
}

extension StubJSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .int(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: StubJSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, StubJSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
