/// One event of a stream.
package struct ServerSentEvent: Sendable, Hashable {
    /// The event's type; empty if it has none.
    package var name = ""
    /// The event's data lines, joined.
    package var data: String

    package init(name: String = "", data: String) {
        self.name = name
        self.data = data
    }
}

/// Parses `text/event-stream` incrementally: parts may end anywhere, also within a character.
///
/// Follows the HTML standard with one addition: a line `error: …`, which older llama.cpp servers send, is an event with
/// that name.
package struct ServerSentEvents: Sendable {
    /// A line or an event is longer than allowed.
    package struct TooLong: Error {}

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let limit: Int
    private var line: [UInt8] = []
    private var afterReturn = false
    private var isFirstLine = true
    private var name = ""
    private var data: [String] = []
    private var size = 0

    /// `limit` is the maximum length of a line, and of all lines of one event, in bytes.
    package init(limit: Int = 1 << 20) { self.limit = limit }

    /// Adds bytes and returns the complete events.
    package mutating func feed(_ bytes: [UInt8]) throws(TooLong) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            defer { afterReturn = byte == Self.carriageReturn }
            switch byte {
            case Self.newline where afterReturn: continue
            case Self.newline, Self.carriageReturn: if let event = endLine() { events.append(event) }
            default:
                size += 1
                guard size <= limit else { throw TooLong() }
                line.append(byte)
            }
        }
        return events
    }

    /// Returns an event at the end of the stream that lacks its final empty line. The standard discards such an event.
    package mutating func finish() -> ServerSentEvent? {
        if !line.isEmpty, let event = endLine() { return event }
        return endLine()
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: Self.mark) { line.removeFirst(Self.mark.count) }
        }
        guard !line.isEmpty else { return endEvent() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            take(field: String(decoding: line, as: UTF8.self), "")
            return nil
        }
        // A comment only keeps the connection open.
        guard colon > 0 else {
            size -= line.count
            return nil
        }
        let rest = line[(colon + 1)...]
        let value = rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest
        take(field: String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
        return nil
    }

    private mutating func take(field: String, _ value: String) {
        switch field {
        case "data": data.append(value)
        case "event": name = value
        case "error":
            name = "error"
            data.append(value)
        default: break
        }
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            name = ""
            data = []
            size = 0
        }
        return data.isEmpty ? nil : ServerSentEvent(name: name, data: data.joined(separator: "\n"))
    }
}
