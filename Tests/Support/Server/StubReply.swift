import Foundation

/// A stub's reply or misbehaviour. Replies can be nested: `.held(gate, then: .cut(.json("{}"), after: 1))`.
package indirect enum StubReply: Sendable {
    /// Content-Length is added.
    case answer(status: Int, headers: [(name: String, value: String)], body: [UInt8])
    /// No answer, on a connection that stays open until the client leaves or the stub stops.
    case never
    /// The reply after the gate opens; none if the client leaves first.
    case held(StubGate, then: StubReply)
    /// The reply after this time. For journeys; Swift tests use a gate instead.
    case delayed(StubReply, milliseconds: Int)
    /// A body in small parts; for journeys.
    case slow(StubReply, bytesPerSecond: Int)
    /// Declares the whole body, sends the first bytes of it and closes the connection.
    case cut(StubReply, after: Int)
    /// Status 200 and the beginning of a JSON body in chunks, which does not end while the client stays.
    case endless
    /// Closes the connection without an answer.
    case dropped
    /// Sends these bytes as they are and closes the connection.
    case raw([UInt8])
    /// A body in chunks: the first at once, the second after the gate opens.
    case halves([UInt8], [UInt8], StubGate)

    package static func json(
        _ body: String, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> StubReply {
        .json(Array(body.utf8), status: status, headers: headers)
    }

    package static func json(
        _ body: [UInt8], status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> StubReply {
        .answer(
            status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers, body: body)
    }

    /// An HTML page, as proxies and captive portals send it.
    package static func html(_ status: Int = 200) -> StubReply {
        let title = "\(status) \(reason(status))"
        let page = "<!doctype html>\n<html><head><title>\(title)</title></head><body><h1>\(title)</h1></body></html>\n"
        return .answer(
            status: status, headers: [("Content-Type", "text/html; charset=utf-8")], body: Array(page.utf8))
    }

    package static func redirect(to location: String, status: Int = 302) -> StubReply {
        .answer(status: status, headers: [("Location", location)], body: [])
    }

    package static func reason(_ status: Int) -> String { reasons[status] ?? "Status \(status)" }

    private static let reasons = [
        200: "OK", 201: "Created", 204: "No Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 413: "Payload Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout",
    ]
}
