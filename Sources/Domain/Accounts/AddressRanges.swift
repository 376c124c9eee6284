/// Ranges of IP addresses, as an operator writes them: "127.0.0.1, 10.0.0.0/8 fd00::/8".
package struct AddressRanges: Sendable, Hashable {
    fileprivate struct Range: Sendable, Hashable {
        /// The first address; the bits after the prefix are 0.
        let bytes: [UInt8]
        /// The number of leading bits that all addresses of the range share.
        let prefix: Int
    }

    private let ranges: [Range]
    /// The ranges as they were written, with one comma and one space between them.
    package let text: String

    /// No address.
    package static let none = AddressRanges(ranges: [], text: "")
    /// More than any proxy needs; each request is compared with all of them.
    private static let most = 64

    /// Reads addresses and ranges (`ADDRESS/BITS`) separated by commas or white space; an empty text means none. Bits of
    /// an address after the prefix are ignored. Returns nil if a part is neither an address nor a range, if it has a zone
    /// (`%eth0`), or if there are more than 64 parts.
    package init?(_ text: String) {
        let parts = text.split { $0 == "," || $0.isWhitespace }
        guard parts.count <= Self.most else { return nil }
        let ranges = parts.compactMap(Range.init)
        guard ranges.count == parts.count else { return nil }
        self.init(ranges: ranges, text: parts.joined(separator: ", "))
    }

    private init(ranges: [Range], text: String) {
        self.ranges = ranges
        self.text = text
    }

    package var isEmpty: Bool { ranges.isEmpty }

    /// A range of version 4 contains no address of version 6, and the reverse.
    package func contains(_ address: NetworkAddress) -> Bool {
        ranges.contains { $0.contains(address.bytes) }
    }
}

fileprivate extension AddressRanges.Range {
    init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard !text.contains("%"), let address = NetworkAddress(String(parts[0])) else { return nil }
        // A version 4 address that is written as one of version 6 (::ffff:10.0.0.0) has 96 bits before it.
        let before = parts[0].contains(":") && address.bytes.count == 4 ? 96 : 0
        var prefix = address.bytes.count * 8
        if parts.count == 2 {
            guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let written = Int(parts[1]), (before...before + prefix).contains(written)
            else { return nil }
            prefix = written - before
        }
        self.prefix = prefix
        bytes = address.bytes.enumerated().map { index, byte in byte & Self.mask(prefix - index * 8) }
    }

    /// The leading `bits` of a byte.
    private static func mask(_ bits: Int) -> UInt8 {
        bits >= 8 ? 0xFF : bits <= 0 ? 0 : 0xFF << UInt8(8 - bits)
    }

    func contains(_ other: [UInt8]) -> Bool {
        guard other.count == bytes.count else { return false }
        return bytes.indices.allSatisfy { other[$0] & Self.mask(prefix - $0 * 8) == bytes[$0] }
    }
}
