/// A form with fields and files (RFC 7578). Its body is produced in pieces, so the files are not copied.
///
/// ```swift
/// var form = MultipartForm(limit: 1_000_000)
/// form.add(field: "organs", "leaf")
/// form.add(file: bytes, as: "images", fileName: "image-1.jpg", contentType: "image/jpeg")
/// let encoded = try form.encoded()
/// ```
public struct MultipartForm: Sendable {
    /// An encoded form.
    public struct Encoded: Sendable {
        /// The value of the `Content-Type` header field: `multipart/form-data; boundary=…`.
        public let contentType: String
        /// The parts, with an exact length.
        public let body: HTTPTransport.Body
    }

    private struct Part: Sendable {
        var head: String
        var bytes: [UInt8]
    }

    /// The maximum size of the whole body in bytes.
    public let limit: Int
    private var parts: [Part] = []
    private var isWritable = true

    /// An empty form; `limit` is the maximum size of the whole body in bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Adds a field with a text.
    public mutating func add(field name: String, _ value: String) {
        parts.append(Part(head: "name=\"\(Self.escaped(name))\"\r\n", bytes: [UInt8](value.utf8)))
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents.
    ///   - name: the field's name.
    ///   - fileName: the file name that the service sees; a neutral name protects privacy.
    ///   - contentType: its media type, for example `image/jpeg`.
    public mutating func add(file bytes: [UInt8], as name: String, fileName: String, contentType: String) {
        // A media type cannot be escaped, so a form whose media type has a control character cannot be written.
        isWritable = isWritable && contentType.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !contentType.isEmpty
        let head =
            "name=\"\(Self.escaped(name))\"; filename=\"\(Self.escaped(fileName))\"\r\nContent-Type: \(contentType)\r\n"
        parts.append(Part(head: head, bytes: bytes))
    }

    /// Encodes the form, with a boundary that occurs in none of its parts.
    ///
    /// Throws ``HTTPTransportError/Code/tooLarge`` if the form is larger than the limit, and
    /// ``HTTPTransportError/Code/invalidRequest`` if a content type cannot be written or no boundary was found.
    ///
    /// `random` draws the boundary, 64 bits at a time. It is a closure and not an `inout` generator: the system's
    /// generator is an empty value without a meaningful address, and ThreadSanitizer (Swift 6.3.1) reports a race there
    /// or crashes.
    public func encoded(random: () -> UInt64 = { .random(in: .min ... .max) }) throws -> Encoded {
        guard isWritable else {
            throw HTTPTransportError(.invalidRequest, "a part's content type cannot be written in a header")
        }
        // If sixteen random boundaries of 128 bits all occur in the parts, the random numbers are broken, not the
        // parts.
        for _ in 0..<16 {
            let boundary = "form-" + Self.hexadecimal(random()) + Self.hexadecimal(random())
            let needle = [UInt8](boundary.utf8)
            if parts.contains(where: { Self.occurs(needle, in: $0.bytes) || $0.head.contains(boundary) }) { continue }
            return try encoded(with: boundary)
        }
        throw HTTPTransportError(.invalidRequest, "no boundary was found that is in none of the parts")
    }

    private func encoded(with boundary: String) throws -> Encoded {
        let heads = parts.map { part in
            [UInt8]("--\(boundary)\r\nContent-Disposition: form-data; \(part.head)\r\n".utf8)
        }
        let end = [UInt8]("--\(boundary)--\r\n".utf8)
        let length = zip(heads, parts).reduce(end.count) { $0 + $1.0.count + $1.1.bytes.count + 2 }
        guard length <= limit else {
            throw HTTPTransportError(.tooLarge, "the form has \(length) bytes, \(limit) are allowed", limit: limit)
        }
        let body = HTTPTransport.Body(contentLength: length) { [parts] in
            AnySequence(
                sequence(state: 0) { (place: inout Int) -> [UInt8]? in
                    defer { place += 1 }
                    guard place < parts.count * 3 else { return place == parts.count * 3 ? end : nil }
                    return switch place % 3 {
                    case 0: heads[place / 3]
                    case 1: parts[place / 3].bytes
                    default: [0x0D, 0x0A]
                    }
                })
        }
        return Encoded(contentType: "multipart/form-data; boundary=\(boundary)", body: body)
    }

    /// Escapes as browsers do (the HTML standard, "multipart/form-data encoding algorithm").
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": result.append(contentsOf: "%0D".unicodeScalars)
            case "\n": result.append(contentsOf: "%0A".unicodeScalars)
            case "\"": result.append(contentsOf: "%22".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Horspool's search: it reads about one byte in forty; the parts may be 50 MB.
    static func occurs(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        guard !needle.isEmpty else { return true }
        var shift = [Int](repeating: needle.count, count: 256)
        for (place, byte) in needle.dropLast().enumerated() { shift[Int(byte)] = needle.count - 1 - place }
        var start = 0
        while start + needle.count <= bytes.count {
            if bytes[start..<start + needle.count].elementsEqual(needle) { return true }
            start += shift[Int(bytes[start + needle.count - 1])]
        }
        return false
    }
}
