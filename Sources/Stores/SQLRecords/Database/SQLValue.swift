/// The value of a column or a parameter. A database without booleans stores 0 and 1.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    case boolean(Bool)
}

/// A type that is stored in one column.
package protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }
    /// Returns nil if the column holds NULL or a value of another type.
    init?(_ value: SQLValue)
}

extension String: SQLConvertible {
    package var sqlValue: SQLValue { .text(self) }
    package init?(_ value: SQLValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Int64: SQLConvertible {
    package var sqlValue: SQLValue { .integer(self) }
    package init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Int: SQLConvertible {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
    package init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension Double: SQLConvertible {
    package var sqlValue: SQLValue { .real(self) }
    package init?(_ value: SQLValue) {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        case .null, .text, .blob, .boolean: return nil
        }
    }
}

extension Bool: SQLConvertible {
    package var sqlValue: SQLValue { .boolean(self) }
    package init?(_ value: SQLValue) {
        switch value {
        case .boolean(let bool): self = bool
        case .integer(let number): self = number != 0
        case .null, .real, .text, .blob: return nil
        }
    }
}

extension [UInt8]: SQLConvertible {
    package var sqlValue: SQLValue { .blob(self) }
    package init?(_ value: SQLValue) {
        guard case .blob(let bytes) = value else { return nil }
        self = bytes
    }
}

/// The values of a statement's parameters: an array for `?`, a dictionary for `:name`.
package struct SQLArguments: Sendable, Hashable {
    package private(set) var positional: [SQLValue] = []
    package private(set) var named: [String: SQLValue] = [:]

    package init(_ values: [SQLValue]) { positional = values }

    package static func + (left: SQLArguments, right: SQLArguments) -> SQLArguments {
        var sum = left
        sum += right
        return sum
    }

    package static func += (left: inout SQLArguments, right: SQLArguments) {
        left.positional += right.positional
        left.named.merge(right.named) { $1 }
    }
}

extension SQLArguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral values: (any SQLConvertible)?...) {
        positional = values.map { $0?.sqlValue ?? .null }
    }

    package init(dictionaryLiteral values: (String, (any SQLConvertible)?)...) {
        named.reserveCapacity(values.count)
        for (name, value) in values { named[name] = value?.sqlValue ?? .null }
    }
}

/// One row of a result.
package struct SQLRow: Sendable {
    private let names: [String]
    private let values: [SQLValue]

    /// `names` and `values` have the same length and order.
    package init(names: [String], values: [SQLValue]) {
        self.names = names
        self.values = values
    }

    /// Returns nil if there is no such column, or if it holds NULL or another type.
    package subscript<Value: SQLConvertible>(column: String) -> Value? {
        guard let index = names.firstIndex(of: column) else { return nil }
        return Value(values[index])
    }

    /// The columns in the order of the result.
    package var columns: [(name: String, value: SQLValue)] { Array(zip(names, values)) }

    package func first<Value: SQLConvertible>() -> Value? { values.first.flatMap(Value.init(_:)) }
}
