import PostgreSQL
import SQLRecords
import Synchronization

/// A statement with the parameters `$1`, `$2` … of PostgreSQL instead of `?` and `:name`.
struct NumberedSQL: Sendable {
    let text: String
    /// The name of each parameter in order; nil for a `?`.
    let names: [String?]
    /// Whether it only reads.
    let isQuery: Bool

    /// Reads one statement. A name that is used several times is one parameter. Text in quotes, comments and `::` stay.
    init(_ sql: String) {
        var text: [UInt8] = []
        var names: [String?] = []
        var rest = sql.utf8[...]
        func isNameByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                text.append(byte)
                while let quoted = rest.popFirst() {
                    text.append(quoted)
                    if quoted == byte { break }
                }
            case UInt8(ascii: "-") where rest.first == UInt8(ascii: "-"):
                while let comment = rest.first, comment != UInt8(ascii: "\n") {
                    _ = comment
                    rest.removeFirst()
                }
            case UInt8(ascii: "?"):
                names.append(nil)
                text += Array("$\(names.count)".utf8)
            case UInt8(ascii: ":") where rest.first == UInt8(ascii: ":"):
                text += [byte, byte]
                rest.removeFirst()
            case UInt8(ascii: ":"):
                let name = String(decoding: rest.prefix(while: isNameByte), as: UTF8.self)
                rest = rest.dropFirst(name.utf8.count)
                let index = names.firstIndex(of: name) ?? names.count
                if index == names.count { names.append(name) }
                text += Array("$\(index + 1)".utf8)
            default:
                text.append(byte)
            }
        }
        self.text = String(decoding: text, as: UTF8.self)
        self.names = names
        isQuery = self.text.drop { $0.isWhitespace }.uppercased().hasPrefix("SELECT")
    }

    /// The values in the order of the numbers. Throws if one is missing or one too many is given, as SQLite does.
    func parameters(_ arguments: SQLArguments) throws(PostgresFailure) -> [PostgresParameter] {
        var positional = arguments.positional[...]
        var parameters: [PostgresParameter] = []
        parameters.reserveCapacity(names.count)
        for name in names {
            guard let value = name.map({ arguments.named[$0] }) ?? positional.popFirst() else {
                throw PostgresFailure(.refused(state: "08P01"), "a parameter has no value")
            }
            parameters.append(PostgresParameter(value))
        }
        guard positional.isEmpty, arguments.named.keys.allSatisfy({ names.contains($0) }) else {
            throw PostgresFailure(.refused(state: "08P01"), "a value has no parameter")
        }
        return parameters
    }

    private static let known = Mutex<[String: NumberedSQL]>([:])

    /// The statement, read once for each text.
    static func of(_ sql: String) -> NumberedSQL {
        if let numbered = known.withLock({ $0[sql] }) { return numbered }
        let numbered = NumberedSQL(sql)
        known.withLock { known in
            // Texts that are put together from parts are many, but not endless.
            if known.count >= 2000 { known = [:] }
            known[sql] = numbered
        }
        return numbered
    }
}

extension PostgresParameter {
    init(_ value: SQLValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .text(let text): self = .text(text)
        case .blob(let bytes): self = .blob(bytes)
        case .boolean(let bool): self = .boolean(bool)
        }
    }
}

extension SQLValue {
    /// Reads a value in binary format.
    init(_ bytes: UnsafeRawBufferPointer?, type: UInt32) {
        guard let bytes = unsafe bytes else {
            self = .null
            return
        }
        func number() -> UInt64 { unsafe bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        switch type {
        case PostgresType.boolean: self = unsafe .boolean(bytes.first == 1)
        case PostgresType.bigint: self = .integer(Int64(bitPattern: number()))
        case PostgresType.integer: self = .integer(Int64(Int32(truncatingIfNeeded: number())))
        case PostgresType.smallint: self = .integer(Int64(Int16(truncatingIfNeeded: number())))
        case PostgresType.double: self = .real(Double(bitPattern: number()))
        case PostgresType.real: self = .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: number()))))
        case PostgresType.bytea: self = unsafe .blob(Array(bytes))
        // Sums of integers.
        case PostgresType.numeric: self = unsafe PostgresResult.integer(numeric: bytes).map(SQLValue.integer) ?? .null
        default: self = unsafe .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}
