/// What a TZif file says (RFC 9636, versions 1–4). Nothing in it is believed: counts, places and times are looked at
/// before they are used.
struct ZoneFile {
    /// The offset before all transitions, in seconds east of UTC.
    let first: Int
    let transitions: [Zone.Transition]
    let rule: ZoneRule?

    init(of bytes: [UInt8], name: String) throws(ZoneError) {
        var reader = ZoneReader(bytes: bytes, name: name)
        // The largest file of IANA's has 4 kB.
        guard bytes.count <= 65_536 else { throw reader.error("the file is too large for a time zone") }
        var header = try Header(from: &reader)
        var width = 4
        if header.version >= 2 {
            // The block for old readers, with its times of 32 bits, is passed over unread.
            try reader.skip(header.blockLength(timeWidth: 4))
            header = try Header(from: &reader)
            guard header.version >= 2 else { throw reader.error("the two headers are of different versions") }
            width = 8
        }
        try header.check(for: reader)
        (first, transitions) = try Self.block(header, timeWidth: width, from: &reader)
        guard width == 8 else {
            rule = nil
            return
        }
        var footer = ZoneFooter(try reader.line())
        do { rule = try footer.rule() } catch { throw reader.error("in the rule at its end, \(error)") }
    }

    /// The table of one block: when clocks change, and to what.
    private static func block(
        _ header: Header, timeWidth: Int, from reader: inout ZoneReader
    ) throws(ZoneError) -> (first: Int, transitions: [Zone.Transition]) {
        var times: [Int] = []
        for _ in 0..<header.times {
            let time = try reader.integer(width: timeWidth)
            if let last = times.last, last >= time { throw reader.error("its changes are not in the order of time") }
            times.append(time)
        }
        let indexes = try reader.take(header.times)
        var offsets: [Int] = []
        for _ in 0..<header.types {
            let offset = try reader.integer(width: 4)
            guard Zone.offsets.contains(offset) else { throw reader.error("an offset of more than a day") }
            offsets.append(offset)
            // Whether it is called daylight saving time, and its abbreviation: nobody here asks.
            try reader.skip(2)
        }
        try reader.skip(header.lengthAfterTypes(timeWidth: timeWidth))
        var transitions: [Zone.Transition] = []
        for (time, index) in zip(times, indexes) {
            guard Int(index) < offsets.count else { throw reader.error("a change to an offset that is not there") }
            transitions.append(Zone.Transition(at: time, offset: offsets[Int(index)]))
        }
        return (offsets[0], transitions)
    }
}

extension ZoneFile {
    /// What is in a block of data, and how often.
    struct Header {
        let version: Int
        /// Indicators that only someone without the footer's rule would need.
        let universals: Int
        let standards: Int
        let leapSeconds: Int
        let times: Int
        let types: Int
        let characters: Int

        init(from reader: inout ZoneReader) throws(ZoneError) {
            guard Array(try reader.take(4)) == Array("TZif".utf8) else { throw reader.error("no file of a time zone") }
            switch try reader.integer(width: 1) {
            case 0: version = 1
            // Versions after 4 may only add what older readers can pass over.
            case let digit where digit >= Int(UInt8(ascii: "2")): version = digit - Int(UInt8(ascii: "0"))
            default: throw reader.error("a version that does not exist")
            }
            try reader.skip(15)
            universals = try reader.count()
            standards = try reader.count()
            leapSeconds = try reader.count()
            times = try reader.count()
            types = try reader.count()
            characters = try reader.count()
        }

        func check(for reader: ZoneReader) throws(ZoneError) {
            guard leapSeconds == 0 else { throw reader.error("it counts leap seconds") }
            guard 1...256 ~= types else { throw reader.error("it has \(types) offsets") }
            guard universals == 0 || universals == types, standards == 0 || standards == types else {
                throw reader.error("its counts do not agree")
            }
        }

        func blockLength(timeWidth: Int) -> Int {
            times * (timeWidth + 1) + types * 6 + lengthAfterTypes(timeWidth: timeWidth)
        }

        func lengthAfterTypes(timeWidth: Int) -> Int {
            characters + leapSeconds * (timeWidth + 4) + standards + universals
        }
    }
}

/// Reads bytes in their order and never past their end.
struct ZoneReader {
    private let bytes: [UInt8]
    private let name: String
    private var place = 0

    init(bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
    }

    func error(_ problem: String) -> ZoneError { ZoneError(description: "\(name): \(problem)") }

    mutating func take(_ count: Int) throws(ZoneError) -> ArraySlice<UInt8> {
        guard 0...(bytes.count - place) ~= count else { throw error("the file ends too early") }
        defer { place += count }
        return bytes[place..<place + count]
    }

    mutating func skip(_ count: Int) throws(ZoneError) { _ = try take(count) }

    /// Big-endian, of two's complement.
    mutating func integer(width: Int) throws(ZoneError) -> Int {
        let taken = try take(width)
        var value = taken.first.map { Int(Int8(bitPattern: $0)) } ?? 0
        for byte in taken.dropFirst() { value = value << 8 | Int(byte) }
        return value
    }

    /// Not negative, and no more than the file has bytes.
    mutating func count() throws(ZoneError) -> Int {
        let count = try integer(width: 4)
        guard 0...bytes.count ~= count else { throw error("the file ends too early") }
        return count
    }

    /// What stands between two ends of lines.
    mutating func line() throws(ZoneError) -> ArraySlice<UInt8> {
        let newline = UInt8(ascii: "\n")
        guard try take(1).first == newline else { throw error("the rule is not at its end") }
        guard let end = bytes[place...].firstIndex(of: newline) else { throw error("the file ends too early") }
        return try take(end - place)
    }
}
