import ChatCompletions
import Support
import Testing

@Suite("Server-sent events", .tags(.small))
struct ServerSentEventsTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let text: String
        let events: [ServerSentEvent]

        init(_ description: String, _ text: String, _ events: [ServerSentEvent]) {
            (self.description, self.text, self.events) = (description, text, events)
        }
    }

    private static func data(_ texts: String...) -> [ServerSentEvent] { texts.map { ServerSentEvent(data: $0) } }

    static let cases: [Case] = [
        Case("one event", "data: a\n\n", data("a")),
        Case("no space after the colon", "data:a\n\n", data("a")),
        Case("only one space is taken", "data:  a \n\n", data(" a ")),
        Case("two events", "data: a\n\ndata: b\n\n", data("a", "b")),
        Case("ends of line of three kinds", "data: a\r\n\r\ndata: b\r\rdata: c\n\n", data("a", "b", "c")),
        Case("mixed ends of line", "data: a\r\ndata: b\n\r\ndata: c\r\n\n", data("a\nb", "c")),
        Case("data of several lines", "data: a\ndata: b\ndata\ndata: c\n\n", data("a\nb\n\nc")),
        Case("comments", ": ping\n\n:\n: x\ndata: a\n: y\ndata: b\n\n", data("a\nb")),
        Case("more empty lines", "\n\n\ndata: a\n\n\n\n", data("a")),
        Case("a byte order mark", "\u{FEFF}data: a\n\n", data("a")),
        Case("only the first mark is one", "\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", data("a")),
        Case("names", "event: ping\ndata: a\n\ndata: b\n\n", [.init(name: "ping", data: "a"), .init(data: "b")]),
        Case("a name without data is nothing", "event: ping\n\ndata: b\n\n", data("b")),
        Case("other fields", "id: 1\nretry: 5\nfoo: x\nfoo\ndata: a\n\n", data("a")),
        Case("the old word of llama.cpp", "error: {\"code\":1}\n\n", [.init(name: "error", data: "{\"code\":1}")]),
        Case("letters of several bytes", "data: ä€😀\u{FEFF}é\n\n", data("ä€😀\u{FEFF}é")),
        Case("an end without an empty line is no event", "data: a\n\ndata: b\n", data("a")),
        Case("data that are empty", "data:\n\ndata: a\n\n", data("", "a")),
        Case("a colon in the data", "data: a: b\n\n", data("a: b")),
    ]

    private func read(_ pieces: [ArraySlice<UInt8>]) throws -> [ServerSentEvent] {
        var parser = ServerSentEvents()
        return try pieces.flatMap { try parser.feed(Array($0)) }
    }

    @Test("Events are read correctly at any split", arguments: cases)
    func split(_ item: Case) throws {
        let bytes = Array(item.text.utf8)
        #expect(try read([bytes[...]]) == item.events)
        #expect(try read(bytes.indices.map { bytes[$0...$0] }) == item.events, "byte by byte")
        for place in bytes.indices {
            #expect(try read([bytes[..<place], bytes[place...]]) == item.events, "split at \(place)")
        }
    }

    @Test("Bytes that are not text do no harm")
    func broken() throws {
        #expect(try read([[0x64, 0x61, 0x74, 0x61, 0x3A, 0xFF, 0xC3, 0x0A, 0x0A]]).map(\.data) == ["\u{FFFD}\u{FFFD}"])
    }

    @Test("The size of lines and events is limited, and the number of comments and events is not")
    func bounded() throws {
        let long = Array("data: \(String(repeating: "a", count: 100))\n\n".utf8)
        var narrow = ServerSentEvents(limit: 50)
        #expect(throws: ServerSentEvents.TooLong.self) { try narrow.feed(long) }
        var endless = ServerSentEvents(limit: 50)
        #expect(throws: ServerSentEvents.TooLong.self) {
            for _ in 0..<60 { _ = try endless.feed([UInt8(ascii: "x")]) }
        }
        var many = ServerSentEvents(limit: 50)
        #expect(throws: ServerSentEvents.TooLong.self) {
            for _ in 0..<20 { _ = try many.feed(Array("data: abc\n".utf8)) }
        }
        var patient = ServerSentEvents(limit: 50)
        for _ in 0..<100 {
            #expect(try patient.feed(Array(": ping ping\n".utf8)).isEmpty)
            #expect(try patient.feed(Array("data: abc\n\n".utf8)).count == 1)
        }
    }

    @Test("An incomplete event at the end of a stream can be read")
    func rest() throws {
        for text in ["data: [DONE]", "data: [DONE]\n", "data: [DONE]\r"] {
            var parser = ServerSentEvents()
            #expect(try parser.feed(Array(text.utf8)).isEmpty)
            #expect(parser.finish() == ServerSentEvent(data: "[DONE]"))
        }
        var parser = ServerSentEvents()
        #expect(try parser.feed(Array("data: a\n\n: b".utf8)).count == 1)
        #expect(parser.finish() == nil)
    }
}
