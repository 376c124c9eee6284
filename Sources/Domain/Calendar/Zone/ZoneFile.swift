/// The content of a TZif file (RFC 9636, versions 1–4). The file is untrusted: counts, indexes and times are checked
/// before use.
struct ZoneFile {
    /// The offset before the first transition, in seconds east of UTC.
    let first: Int
    let transitions: [Zone.Transition]
    let rule: ZoneRule?

    init(of bytes: [UInt8], name: String) throws(ZoneError) {
        var reader = ZoneReader(bytes: bytes, name: name)
        // The largest IANA file has 4 kB.
        guard bytes.count <= 65_536 else { throw reader.error("the file is too large for a time zone") }
        var header = try Header(from: &reader)
        var width = 4
        if header.version >= 2 {
            // The block with 32-bit times for old readers is skipped.
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

    /// Reads the table of one block: the transitions and their offsets.
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
            // The flag for daylight saving time and the abbreviation are not used.
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
    /// The counts of the items in a block.
    struct Header {
        let version: Int
        /// Indicators that are needed only without the footer's rule.
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
            // Versions after 4 may only add data that older readers can skip.
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

/// Reads bytes in order and never beyond the end. Throws `ZoneError` if bytes are missing.
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

    /// Big-endian two's complement.
    mutating func integer(width: Int) throws(ZoneError) -> Int {
        let taken = try take(width)
        var value = taken.first.map { Int(Int8(bitPattern: $0)) } ?? 0
        for byte in taken.dropFirst() { value = value << 8 | Int(byte) }
        return value
    }

    /// Reads a count; throws if it is negative or larger than the file.
    mutating func count() throws(ZoneError) -> Int {
        let count = try integer(width: 4)
        guard 0...bytes.count ~= count else { throw error("the file ends too early") }
        return count
    }

    /// Reads the text between two line feeds.
    mutating func line() throws(ZoneError) -> ArraySlice<UInt8> {
        let newline = UInt8(ascii: "\n")
        guard try take(1).first == newline else { throw error("the rule is not at its end") }
        guard let end = bytes[place...].firstIndex(of: newline) else { throw error("the file ends too early") }
        return try take(end - place)
    }
}
