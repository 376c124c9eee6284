import Foundation

/// A complete request to a stub.
package struct StubRequest: Sendable {
    /// One part of a `multipart/form-data` body.
    package struct Part: Sendable {
        package let name: String
        package let filename: String?
        package let contentType: String?
        package let bytes: [UInt8]

        package var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    package let method: String
    /// Path and query as received: "/v2/identify/all?lang=en".
    package let target: String
    /// The path, percent-decoded, without the query.
    package let path: String
    /// The query, percent-decoded, in the order sent; a name may occur more than once.
    package let query: [(name: String, value: String)]
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
    /// The parts of the form; empty if the body is not well-formed `multipart/form-data`.
    package let parts: [Part]

    init(method: String, target: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = halves.first.map { $0.removingPercentEncoding ?? String($0) } ?? ""
        query = halves.count > 1 ? Self.fields(of: halves[1]) : []
        parts = Self.header("content-type", in: headers).map { StubMultipart.parts(of: body, contentType: $0) } ?? []
    }

    /// The first header field with this name; case does not matter.
    package func header(_ name: String) -> String? { Self.header(name, in: headers) }

    /// The first query value with this name.
    package func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// All query values with this name.
    package func queries(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

    /// All parts with this name.
    package func parts(_ name: String) -> [Part] { parts.filter { $0.name == name } }

    package var text: String { String(decoding: body, as: UTF8.self) }

    private static func header(_ name: String, in headers: [(name: String, value: String)]) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    private static func fields(of query: Substring) -> [(name: String, value: String)] {
        query.split(separator: "&").map { field in
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                // A form's plus sign is a space.
                let text = $0.replacing("+", with: " ")
                return text.removingPercentEncoding ?? String(text)
            }
            return (pair[0], pair.count > 1 ? pair[1] : "")
        }
    }
}

/// Parses a `multipart/form-data` body.
enum StubMultipart {
    static func parts(of body: [UInt8], contentType: String) -> [StubRequest.Part] {
        let (type, parameters) = value(contentType)
        guard type == "multipart/form-data", let boundary = parameters["boundary"] else { return [] }
        // The first boundary has no line before it.
        let bytes = Array("\r\n".utf8) + body
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var parts: [StubRequest.Part] = []
        guard var here = bytes.offset(of: delimiter) else { return [] }
        while true {
            here += delimiter.count
            if bytes.has(Array("--".utf8), at: here) { return parts }
            guard let begin = bytes.offset(of: Array("\r\n".utf8), from: here),
                let end = bytes.offset(of: delimiter, from: begin),
                let part = part(of: bytes[(begin + 2)..<end])
            else { return [] }
            parts.append(part)
            here = end
        }
    }

    private static func part(of slice: ArraySlice<UInt8>) -> StubRequest.Part? {
        let bytes = Array(slice)
        guard let blank = bytes.offset(of: Array("\r\n\r\n".utf8)) else { return nil }
        let headers = StubWire.fields(String(decoding: bytes[..<blank], as: UTF8.self))
        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
        guard let disposition = header("content-disposition").map(value), disposition.0 == "form-data",
            let name = disposition.1["name"]
        else { return nil }
        return StubRequest.Part(
            name: name, filename: disposition.1["filename"], contentType: header("content-type"),
            bytes: Array(bytes[(blank + 4)...]))
    }

    /// Splits "form-data; name=\"images\"" into its value and its parameters; a semicolon in quotes is no separator.
    private static func value(_ text: String) -> (String, [String: String]) {
        var fields = [""]
        var quoted = false
        var escaped = false
        for character in text {
            if escaped {
                escaped = false
                fields[fields.count - 1].append(character)
            } else if quoted, character == "\\" {
                escaped = true
            } else if character == "\"" {
                quoted.toggle()
            } else if character == ";", !quoted {
                fields.append("")
            } else {
                fields[fields.count - 1].append(character)
            }
        }
        var parameters: [String: String] = [:]
        for field in fields.dropFirst() {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            parameters[pair[0].trimmingCharacters(in: .whitespaces).lowercased()] = String(pair[1])
        }
        return (fields[0].trimmingCharacters(in: .whitespaces).lowercased(), parameters)
    }
}
