import Foundation

/// Reads a list of items of structured field values (RFC 9651), as far as rate limits need them.
///
/// Inner lists, dates and display strings are refused: none of the fields we read has them.
struct StructuredField {
    enum Value: Hashable {
        case integer(Int)
        case decimal(Double)
        case text(String)
        case token(String)
        case bytes([UInt8])
        case flag(Bool)
    }

    struct Item {
        var value: Value
        var parameters: [String: Value]
    }

    private struct Malformed: Error {}
    private var rest: ArraySlice<UInt8>

    /// Nil where any of it is malformed: half of a list is not a list.
    static func list(_ text: String) -> [Item]? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var parser = StructuredField(rest: [UInt8](text.utf8)[...])
        return try? parser.list()
    }

    private init(rest: ArraySlice<UInt8>) { self.rest = rest }

    private mutating func list() throws -> [Item] {
        skip(" ")
        var items: [Item] = []
        while !rest.isEmpty {
            items.append(try item())
            skip(" \t")
            if rest.isEmpty { break }
            try expect(",")
            skip(" \t")
            if rest.isEmpty { throw Malformed() }
        }
        return items
    }

    private mutating func item() throws -> Item {
        let value = try bareItem()
        var parameters: [String: Value] = [:]
        while take(";") {
            skip(" ")
            let name = try key()
            parameters[name] = take("=") ? try bareItem() : .flag(true)
        }
        return Item(value: value, parameters: parameters)
    }

    private mutating func bareItem() throws -> Value {
        guard let first = rest.first.map({ Character(UnicodeScalar($0)) }) else { throw Malformed() }
        switch first {
        case "-", "0"..."9": return try number()
        case "\"": return .text(try quoted())
        case ":": return .bytes(try byteSequence())
        case "?":
            rest.removeFirst()
            if take("1") { return .flag(true) }
            try expect("0")
            return .flag(false)
        case "*", "a"..."z", "A"..."Z":
            return .token(prefix { $0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~:/".contains($0) })
        default: throw Malformed()
        }
    }

    private mutating func number() throws -> Value {
        let sign = take("-") ? -1 : 1
        let whole = prefix { ("0"..."9").contains($0) }
        guard !whole.isEmpty, whole.count <= 15 else { throw Malformed() }
        guard take(".") else { return .integer(sign * (Int(whole) ?? 0)) }
        let part = prefix { ("0"..."9").contains($0) }
        guard whole.count <= 12, (1...3).contains(part.count), let value = Double("\(whole).\(part)") else {
            throw Malformed()
        }
        return .decimal(Double(sign) * value)
    }

    private mutating func quoted() throws -> String {
        try expect("\"")
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst(), next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") else {
                    throw Malformed()
                }
                bytes.append(next)
            case 0x20..<0x7F: bytes.append(byte)
            default: throw Malformed()
            }
        }
        throw Malformed()
    }

    private mutating func byteSequence() throws -> [UInt8] {
        try expect(":")
        var text = prefix { $0 != ":" }
        try expect(":")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        guard let data = Data(base64Encoded: text) else { throw Malformed() }
        return [UInt8](data)
    }

    private mutating func key() throws -> String {
        let name = prefix { ("a"..."z").contains($0) || ("0"..."9").contains($0) || "_-.*".contains($0) }
        guard let first = name.first, first == "*" || ("a"..."z").contains(first) else { throw Malformed() }
        return name
    }

    private mutating func prefix(while belongs: (Character) -> Bool) -> String {
        let bytes = rest.prefix { belongs(Character(UnicodeScalar($0))) }
        rest = rest.dropFirst(bytes.count)
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func expect(_ character: Character) throws {
        guard take(character) else { throw Malformed() }
    }

    private mutating func skip(_ characters: String) {
        _ = prefix { characters.contains($0) }
    }
}
