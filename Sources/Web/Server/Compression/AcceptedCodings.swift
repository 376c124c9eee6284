import HTTPTypes

/// What a client accepts as the coding of a body (RFC 9110 §12.5.3).
enum AcceptedCodings {
    /// Returns whether the client accepts gzip. A client without the field, or with a weight of 0, does not.
    static func acceptsGzip(_ request: HTTPFields) -> Bool {
        var byStar = false
        for item in (request[.acceptEncoding] ?? "").split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            switch name {
            // The older name of gzip is equivalent (RFC 9110 §8.4.1.3). A named coding decides, whatever "*" says.
            case "gzip", "x-gzip": return weight > 0
            case "*": byStar = weight > 0
            default: continue
            }
        }
        return byStar
    }

    /// Adds Accept-Encoding to the fields on which the answer depends.
    static func addVary(to headers: inout HTTPFields) {
        let known = headers[.vary] ?? ""
        let names = known.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard !names.contains("*"), !names.contains("accept-encoding") else { return }
        headers[.vary] = known.isEmpty ? "Accept-Encoding" : known + ", Accept-Encoding"
    }

    /// Returns the tags without the mark of a weak one: If-None-Match is compared weakly (RFC 9110 §13.1.2).
    static func strong(_ tags: String) -> String { tags.replacing("W/\"", with: "\"") }

    /// Returns the tag as a weak one: it then names the compressed and the plain body (RFC 9110 §8.8.3.3).
    static func weak(_ tag: String) -> String { tag.hasPrefix("W/") ? tag : "W/" + tag }
}
