/// An incremental parser for a multipart/form-data body (RFC 7578). Throws at the first chunk that exceeds a limit, so
/// a part that is too large is never completely in memory.
struct MultipartReader {
    enum Failure: Error, Equatable {
        /// The body is not a multipart form with this boundary, or has more than 20 parts.
        case damaged
        /// The part of this name exceeds its limit. `number` counts the parts of the same name from 1.
        case partTooLarge(name: String, number: Int)
    }

    private enum Stage {
        case start, delimited, head
        /// The body of a part; `name` is nil if the header of the part has no name. The body begins with the line break
        /// that ends the header.
        case body(name: String?, isAtStart: Bool)
        case end
    }

    private let delimiter: [UInt8]
    private let limit: (_ name: String?) -> Int
    private var stage = Stage.start
    /// Bytes that have arrived and are not assigned to a part yet.
    private var pending: [UInt8] = []
    /// The number of bytes at the start of `pending` that contain no delimiter.
    private var searched = 0
    private var current: [UInt8] = []
    private var count = 0
    private var parts: [Multipart.Part] = []
    /// The number of bytes received so far for the parts of each name, without the overhead of the form.
    private(set) var byteCounts: [String: Int] = [:]

    /// `limit` returns the largest number of bytes for a part of that name.
    init(boundary: [UInt8], limit: @escaping (_ name: String?) -> Int) {
        delimiter = Array("\r\n--".utf8) + boundary
        self.limit = limit
    }

    mutating func take(_ bytes: some Sequence<UInt8>) throws(Failure) {
        // Bytes after the last delimiter are ignored.
        if case .end = stage { return }
        pending.append(contentsOf: bytes)
        while try step() {}
    }

    /// Returns the parts that have a name. Throws `damaged` if the form is incomplete.
    func finish() throws(Failure) -> [Multipart.Part] {
        guard case .end = stage else { throw .damaged }
        return parts
    }

    /// Returns the bytes of the parts of that name that have arrived since the last call, and keeps them no longer.
    mutating func drain(_ name: String) -> [UInt8] {
        var drained: [UInt8] = []
        for index in parts.indices where parts[index].name == name && !parts[index].bytes.isEmpty {
            drained += parts[index].bytes
            parts[index] = .init(name: name, bytes: [])
        }
        if case .body(let found, _) = stage, found == name {
            drained += current
            current = []
        }
        return drained
    }

    /// Returns true if `pending` may contain more to parse.
    private mutating func step() throws(Failure) -> Bool {
        switch stage {
        case .start:
            // The first delimiter is at the start of the body, without a line break before it.
            guard pending.count >= delimiter.count - 2 else { return false }
            guard pending.starts(with: delimiter.dropFirst(2)) else { throw .damaged }
            drop(delimiter.count - 2, then: .delimited)
        case .delimited:
            guard pending.count >= 2 else { return false }
            if pending.starts(with: Array("--".utf8)) {
                drop(pending.count, then: .end)
                return false
            }
            guard pending.starts(with: Array("\r\n".utf8)), count < Limits.formParts else { throw .damaged }
            count += 1
            drop(2, then: .head)
        case .head:
            guard let end = Multipart.find(Array("\r\n\r\n".utf8), in: pending, from: searched) else {
                guard pending.count <= Limits.partHead else { throw .damaged }
                searched = max(0, pending.count - 3)
                return false
            }
            let name = Multipart.name(in: String(decoding: pending[..<end], as: UTF8.self))
            drop(end + 2, then: .body(name: name, isAtStart: true))
        case .body(let name, let isAtStart):
            return try readBody(of: name, isAtStart: isAtStart)
        case .end: return false
        }
        return true
    }

    private mutating func readBody(of name: String?, isAtStart: Bool) throws(Failure) -> Bool {
        let end = Multipart.find(delimiter, in: pending, from: searched)
        // The last bytes may be the beginning of a delimiter.
        let certain = end ?? max(0, pending.count - delimiter.count + 1)
        let skipped = isAtStart ? min(2, certain) : 0
        guard end != nil || certain > 2 else {
            searched = certain
            return false
        }
        guard current.count + certain - skipped <= limit(name) else {
            throw .partTooLarge(name: name ?? "", number: parts.count { $0.name == name } + 1)
        }
        current.append(contentsOf: pending[skipped..<certain])
        byteCounts[name ?? "", default: 0] += certain - skipped
        guard let end else {
            drop(certain, then: .body(name: name, isAtStart: false))
            return false
        }
        if let name { parts.append(.init(name: name, bytes: current)) }
        current = []
        drop(end + delimiter.count, then: .delimited)
        return true
    }

    private mutating func drop(_ bytes: Int, then next: Stage) {
        pending.removeFirst(bytes)
        searched = 0
        stage = next
    }
}
