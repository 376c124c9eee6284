/// Writes valid and invalid TZif files for tests.
package struct ZoneBytes {
    package var version: UInt8 = UInt8(ascii: "2")
    package var magic = Array("TZif".utf8)
    /// The transitions: a time and the index of an offset.
    package var transitions: [(at: Int, index: UInt8)] = []
    package var offsets = [0]
    package var footer: String?
    /// Leap seconds: a time and a total.
    package var leapSeconds: [(at: Int, sum: Int)] = []
    /// Whether leap seconds are only in the version 1 block.
    package var onlyOldLeap = false
    /// The number of indicators of each kind.
    package var indicators = 0
    /// Whether the version 1 block contains the same data, as in a "fat" file, or almost none.
    package var isFat = false
    /// Overrides the counts of the read block: universals, standards, leap seconds, times, types, characters.
    package var counts: [Int: Int] = [:]

    package init(
        version: UInt8 = UInt8(ascii: "2"), magic: [UInt8] = Array("TZif".utf8),
        transitions: [(at: Int, index: UInt8)] = [], offsets: [Int] = [0], footer: String? = nil,
        leapSeconds: [(at: Int, sum: Int)] = [], onlyOldLeap: Bool = false, indicators: Int = 0, isFat: Bool = false,
        counts: [Int: Int] = [:]
    ) {
        self.version = version
        self.magic = magic
        self.transitions = transitions
        self.offsets = offsets
        self.footer = footer
        self.leapSeconds = leapSeconds
        self.onlyOldLeap = onlyOldLeap
        self.indicators = indicators
        self.isFat = isFat
        self.counts = counts
    }

    package var bytes: [UInt8] {
        guard version != 0 else { return block(width: 4, isEmpty: false) }
        return block(width: 4, isEmpty: !isFat) + block(width: 8, isEmpty: false)
            + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
    }

    private func block(width: Int, isEmpty: Bool) -> [UInt8] {
        var own = isEmpty ? ZoneBytes() : self
        if onlyOldLeap, width == 8 { own.leapSeconds = [] }
        var numbers = [
            own.indicators, own.indicators, own.leapSeconds.count, own.transitions.count, own.offsets.count, 4,
        ]
        if width == 8 || version == 0 { for (place, count) in counts { numbers[place] = count } }
        var bytes = magic + [version] + [UInt8](repeating: 0, count: 15)
        bytes += numbers.flatMap { big($0, 4) }
        bytes += own.transitions.flatMap { big($0.at, width) } + own.transitions.map(\.index)
        bytes += own.offsets.flatMap { big($0, 4) + [0, 0] } + Array("LMT\0".utf8)
        bytes += own.leapSeconds.flatMap { big($0.at, width) + big($0.sum, 4) }
        return bytes + [UInt8](repeating: 0, count: own.indicators * 2)
    }

    private func big(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

extension ZoneBytes {
    /// A zone with this rule only.
    package static func ruled(_ footer: String) -> ZoneBytes { ZoneBytes(footer: footer) }

    /// Asia/Kathmandu in the "slim" form of IANA's compiler.
    package static let kathmandu = bytes(
        """
        545a6966320000000000000000000000000000000000000000000000000000000000000000000001
        0000000100000000000000545a696632000000000000000000000000000000000000000000000000
        000000000000020000000300000010ffffffffa1f27d84000000001e1830a8010200004ffc000000
        004d580004000050dc000a4c4d54002b30353330002b30353435000a3c2b303534353e2d353a3435
        0a
        """)

    /// A version 1 file, with 32 bits and no rule: UTC+1, and UTC+2 from 2000-01-01 to 2000-01-02.
    package static let old = bytes(
        """
        545a696600000000000000000000000000000000000000000000000000000000000000020000000200000008
        386d4380386e95000100 00000e100000 00001c200104 41424300 44454600
        """)

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}
