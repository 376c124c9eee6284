import Household
import Messages

/// The header of one file in a tar archive: 512 bytes in the form `ustar` of POSIX.1-2001 (pax).
struct TarHeader: Hashable {
    static let blockSize = 512
    /// The kinds of entries: a regular file, and records (pax) for the entry after them.
    static let file = UInt8(ascii: "0")
    static let records = UInt8(ascii: "x")
    /// The largest size that the eleven octal digits of a header hold: 8 GiB less one byte.
    static let largestSize = 0o77_777_777_777

    var path: String
    var size: Int
    /// Seconds since 1970.
    var modified: Int
    var kind = Self.file

    /// Returns nil if the path or the size needs a record of its own.
    func block() -> [UInt8]? {
        guard let (prefix, name) = Self.split(path), (0...Self.largestSize).contains(size) else { return nil }
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        func put(_ bytes: some Sequence<UInt8>, at offset: Int) {
            for (index, byte) in bytes.enumerated() { block[offset + index] = byte }
        }
        put(name, at: 0)
        put(Self.octal(0o600, digits: 7), at: 100)
        put(Self.octal(0, digits: 7), at: 108)
        put(Self.octal(0, digits: 7), at: 116)
        put(Self.octal(size, digits: 11), at: 124)
        put(Self.octal(min(max(0, modified), Self.largestSize), digits: 11), at: 136)
        block[156] = kind
        put("ustar".utf8, at: 257)
        put("00".utf8, at: 263)
        put(prefix, at: 345)
        put(Self.octal(Self.checksum(block), digits: 6), at: 148)
        block[154] = 0
        block[155] = UInt8(ascii: " ")
        return block
    }

    /// Reads a block. Throws `backupRefused` unless it is a correct header of a regular file or of records.
    init(_ block: [UInt8]) throws(HouseholdError) {
        guard block.count == Self.blockSize, Self.number(block[148..<156]) == Self.checksum(block),
            block[257..<262].elementsEqual("ustar".utf8)
        else { throw BackupRefusal.damaged(localized("a header of the archive is damaged")) }
        // Old programs write a zero for a regular file.
        kind = block[156] == 0 ? Self.file : block[156]
        guard kind == Self.file || kind == Self.records else {
            throw BackupRefusal.damaged(localized("it contains a link, a folder or a device, which no backup has"))
        }
        guard let size = Self.number(block[124..<136]), let modified = Self.number(block[136..<148]) else {
            throw BackupRefusal.damaged(localized("a header of the archive is damaged"))
        }
        func text(_ bytes: ArraySlice<UInt8>) -> String? { String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self) }
        guard let name = text(block[0..<100]), let prefix = text(block[345..<500]) else {
            throw BackupRefusal.damaged(localized("the name of a file is not a text"))
        }
        path = prefix.isEmpty ? name : "\(prefix)/\(name)"
        self.size = size
        self.modified = modified
    }

    init(path: String, size: Int, modified: Int, kind: UInt8 = Self.file) {
        self.path = path
        self.size = size
        self.modified = modified
        self.kind = kind
    }

    /// Whether the path can only lead to a place below the folder into which it is unpacked.
    static func isHarmless(_ path: String) -> Bool {
        !path.isEmpty && !path.utf8.contains(0) && path.utf8.count <= 1000
            && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= 255
            }
    }

    /// Divides a path at a slash, so that its parts fit into the fields of 155 and 100 bytes. Other characters than those
    /// of ASCII need a record, because programs disagree on them.
    private static func split(_ path: String) -> (prefix: [UInt8], name: [UInt8])? {
        let bytes = Array(path.utf8)
        guard bytes.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
        if bytes.count <= 100 { return ([], bytes) }
        for index in bytes.indices where bytes[index] == UInt8(ascii: "/") {
            let (prefix, name) = (bytes[..<index], bytes[(index + 1)...])
            if prefix.count <= 155, (1...100).contains(name.count) { return (Array(prefix), Array(name)) }
        }
        return nil
    }

    /// The sum of all bytes, those of the checksum itself counted as spaces.
    private static func checksum(_ block: [UInt8]) -> Int {
        block.indices.reduce(0) { $0 + (148..<156 ~= $1 ? 0x20 : Int(block[$1])) }
    }

    private static func octal(_ number: Int, digits: Int) -> [UInt8] {
        let text = String(number, radix: 8)
        return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }

    /// Reads octal digits, with spaces before and a space or a zero behind them.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        guard let text = String(validating: digits, as: UTF8.self) else { return nil }
        return digits.allSatisfy { 0x30...0x37 ~= $0 } ? Int(text, radix: 8) : nil
    }
}

/// The records of an extended header (pax): `LENGTH KEYWORD=VALUE`, each with a line feed at its end.
enum PaxRecords {
    /// Returns the bytes of a record. Its length includes the digits of the length.
    static func record(_ keyword: String, _ value: String) -> [UInt8] {
        let rest = Array(" \(keyword)=\(value)\n".utf8)
        var length = rest.count
        while true {
            let whole = rest.count + "\(length)".utf8.count
            if whole == length { return Array("\(length)".utf8) + rest }
            length = whole
        }
    }

    /// Throws `backupRefused` if they are damaged, or have a keyword twice.
    static func read(_ bytes: [UInt8]) throws(HouseholdError) -> [String: String] {
        var records: [String: String] = [:]
        var rest = bytes[...]
        while !rest.isEmpty {
            let digits = rest.prefix { 0x30...0x39 ~= $0 }
            guard (1...6).contains(digits.count), let length = Int(String(decoding: digits, as: UTF8.self)),
                length > digits.count + 2, length <= rest.count
            else { throw BackupRefusal.damaged(localized("an extended header of the archive is damaged")) }
            let record = rest.prefix(length).dropFirst(digits.count)
            guard record.first == 0x20, record.last == 0x0A, let equals = record.firstIndex(of: UInt8(ascii: "=")),
                let keyword = String(validating: record.dropFirst().prefix(upTo: equals), as: UTF8.self),
                let value = String(validating: record.dropLast()[(equals + 1)...], as: UTF8.self),
                records.updateValue(value, forKey: keyword) == nil
            else { throw BackupRefusal.damaged(localized("an extended header of the archive is damaged")) }
            rest = rest.dropFirst(length)
        }
        return records
    }
}
