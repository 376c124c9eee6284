/// A value of CBOR (RFC 8949), as far as WebAuthn uses it.
enum CBOR: Hashable, Sendable {
    /// A key of a map: an integer or a text.
    enum Key: Hashable, Sendable {
        case integer(Int64)
        case text(String)
    }

    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([Key: CBOR])
    case boolean(Bool)
    case null

    /// The bytes cannot be read.
    struct Malformed: Error {}

    /// Returns the value of `bytes`. Throws if they are not exactly one value.
    static func value(_ bytes: [UInt8]) throws(Malformed) -> CBOR {
        var reader = CBORReader(bytes[...])
        let value = try reader.value()
        guard reader.rest.isEmpty else { throw Malformed() }
        return value
    }
}

/// Reads values from the start of a text of bytes. Depth, number of items and lengths are bounded before memory is taken.
/// Refused are tags, floating-point numbers, lengths that are not known at the start, integers beyond 64 bits with sign,
/// and maps with a key twice. Numbers need not have their shortest form.
struct CBORReader {
    private static let depth = 6
    private static let items = 512
    private static let byteLimit = 64 << 10

    private(set) var rest: ArraySlice<UInt8>
    private var count = 0

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Reads one value. Throws if there is none.
    mutating func value() throws(CBOR.Malformed) -> CBOR {
        guard rest.count <= Self.byteLimit else { throw CBOR.Malformed() }
        return try value(depth: 1)
    }

    private mutating func value(depth: Int) throws(CBOR.Malformed) -> CBOR {
        count += 1
        guard depth <= Self.depth, count <= Self.items, let first = rest.popFirst() else { throw CBOR.Malformed() }
        let (type, low) = (first >> 5, first & 31)
        if type == 7 { return try simple(low) }
        let argument = try argument(low)
        switch type {
        case 0: return .integer(try signed(argument))
        case 1: return .integer(-1 - (try signed(argument)))
        case 2: return .bytes(Array(try take(argument)))
        case 3: return .text(try text(argument))
        case 4:
            // Each item has at least one byte.
            guard argument <= UInt64(rest.count) else { throw CBOR.Malformed() }
            var array: [CBOR] = []
            for _ in 0..<argument { array.append(try value(depth: depth + 1)) }
            return .array(array)
        case 5:
            guard argument <= UInt64(rest.count / 2) else { throw CBOR.Malformed() }
            var map: [CBOR.Key: CBOR] = [:]
            for _ in 0..<argument {
                let key: CBOR.Key
                switch try value(depth: depth + 1) {
                case .integer(let number): key = .integer(number)
                case .text(let text): key = .text(text)
                default: throw CBOR.Malformed()
                }
                guard map.updateValue(try value(depth: depth + 1), forKey: key) == nil else { throw CBOR.Malformed() }
            }
            return .map(map)
        default: throw CBOR.Malformed()
        }
    }

    private func simple(_ low: UInt8) throws(CBOR.Malformed) -> CBOR {
        switch low {
        case 20: .boolean(false)
        case 21: .boolean(true)
        case 22: .null
        default: throw CBOR.Malformed()
        }
    }

    private mutating func argument(_ low: UInt8) throws(CBOR.Malformed) -> UInt64 {
        switch low {
        case 0..<24: UInt64(low)
        case 24: try number(1)
        case 25: try number(2)
        case 26: try number(4)
        case 27: try number(8)
        default: throw CBOR.Malformed()
        }
    }

    private mutating func number(_ bytes: UInt64) throws(CBOR.Malformed) -> UInt64 {
        try take(bytes).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func signed(_ argument: UInt64) throws(CBOR.Malformed) -> Int64 {
        guard let number = Int64(exactly: argument) else { throw CBOR.Malformed() }
        return number
    }

    private mutating func text(_ length: UInt64) throws(CBOR.Malformed) -> String {
        guard let text = String(validating: try take(length), as: UTF8.self) else { throw CBOR.Malformed() }
        return text
    }

    private mutating func take(_ length: UInt64) throws(CBOR.Malformed) -> ArraySlice<UInt8> {
        guard length <= UInt64(rest.count) else { throw CBOR.Malformed() }
        let taken = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length))
        return taken
    }
}
