import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A body as a person's form or a program's request carries it.
enum Upload {
    /// The photograph: the body itself, or the field `image` of a multipart form.
    ///
    /// Throws a 503 problem where as many photographs as the memory is meant for are on their way already.
    static func withPicture<Value>(
        _ request: Request, _ body: ([UInt8]) async throws -> Value
    ) async throws -> Value {
        try await withPictures(request) { try await body($0[0]) }
    }

    /// The photographs of one plant: the body itself, or each field `image` of a multipart form; one at least.
    static func withPictures<Value>(
        _ request: Request, _ body: ([[UInt8]]) async throws -> Value
    ) async throws -> Value {
        guard underWay.wrappingAdd(1, ordering: .relaxed).newValue <= Limits.uploads else {
            underWay.wrappingSubtract(1, ordering: .relaxed)
            throw Problem(
                .serviceUnavailable, code: "busy", title: "Too many photographs at once",
                detail: "The server is taking in as many photographs as it can.", hint: "Try again in a moment.")
        }
        defer { underWay.wrappingSubtract(1, ordering: .relaxed) }
        return try await body(pictures(request))
    }

    private static func pictures(_ request: Request) async throws -> [[UInt8]] {
        let body = try await bytes(request, upTo: Limits.body)
        // Whatever a raw body is called, its first bytes say what it is.
        guard let boundary = Multipart.boundary(of: request.headers[.contentType]) else { return [body] }
        guard let parts = Multipart.parts(of: body, boundary: boundary) else {
            throw Problem(
                .badRequest, code: "bad-form", title: "The form is damaged",
                detail: "The multipart form could not be taken apart.")
        }
        let images = parts.filter { $0.name == "image" }
        let pictures = images.filter { !$0.bytes.isEmpty }.map(\.bytes)
        if !pictures.isEmpty { return pictures }
        guard let empty = images.first else {
            throw Problem(
                .badRequest, code: "no-image", title: "No picture in there",
                detail: "The form has no field named image.")
        }
        return [empty.bytes]
    }

    private static let underWay = Atomic(0)

    /// The fields of a small form, URL-encoded as browsers send it.
    static func form(_ request: Request) async throws -> [String: String] {
        let bytes = try await bytes(request, upTo: Limits.form)
        if bytes.isEmpty { return [:] }
        guard let text = String(validating: bytes, as: UTF8.self), text.contains("="),
            let fields = try? URLEncodedFormDecoder().decode([String: String].self, from: text)
        else {
            // A form that cannot be read is not an empty one: that would take values away.
            throw Problem(
                .badRequest, code: "bad-form", title: "That form cannot be read",
                detail: "It is not written as browsers write forms.")
        }
        return fields
    }

    /// What stands behind the question mark, as forms write it: a plus is a space.
    static func query(_ request: Request) -> [String: String] {
        (try? URLEncodedFormDecoder().decode([String: String].self, from: request.uri.query ?? "")) ?? [:]
    }

    static func json<Value: Decodable>(_ type: Value.Type, _ request: Request) async throws -> Value {
        let data = Data(try await bytes(request, upTo: Limits.form))
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw badJSON
        }
    }

    /// Nothing where there is no body.
    static func optionalJSON<Value: Decodable>(_ type: Value.Type, _ request: Request) async throws -> Value? {
        let data = Data(try await bytes(request, upTo: Limits.form))
        if data.isEmpty { return nil }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw badJSON
        }
    }

    /// A file as a whole, of up to 20 MiB.
    static func file(_ request: Request) async throws -> [UInt8] { try await bytes(request, upTo: Limits.body) }

    private static var badJSON: Problem {
        Problem(
            .badRequest, code: "bad-json", title: "That is not the JSON expected here",
            detail: "Docs/api.md says what is.")
    }

    private static func bytes(_ request: Request, upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await buffer in request.body {
            guard bytes.count + buffer.readableBytes <= limit else {
                throw Problem(
                    .contentTooLarge, code: "too-large",
                    title: limit == Limits.body ? "The file is too large" : "The form is too large",
                    detail: limit == Limits.body
                        ? "A photograph or a list may have up to \(Limits.picture >> 20) MiB."
                        : "A form may have up to \(Limits.form >> 10) KiB.")
            }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }
}

/// multipart/form-data (RFC 7578) of a body that is in memory already.
enum Multipart {
    struct Part: Equatable {
        let name: String
        let bytes: [UInt8]
    }

    static func boundary(of contentType: String?) -> [UInt8]? {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
        for field in contentType.split(separator: ";").dropFirst() {
            let pair = field.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == "boundary" else {
                continue
            }
            let value = pair[1].trimmingCharacters(in: .whitespaces).trimmingCharacters(in: ["\""])
            return value.isEmpty || value.utf8.count > 70 ? nil : Array(value.utf8)
        }
        return nil
    }

    /// Nothing where the form is cut off or has more than 20 parts.
    static func parts(of body: [UInt8], boundary: [UInt8]) -> [Part]? {
        let delimiter = Array("\r\n--".utf8) + boundary
        // The first delimiter may stand at the very start, without the line break before it.
        var place = 0
        guard body.starts(with: delimiter.dropFirst(2)) else { return nil }
        place = delimiter.count - 2
        var parts: [Part] = []
        while parts.count <= 20 {
            if body[place...].starts(with: Array("--".utf8)) { return parts }
            guard body[place...].starts(with: Array("\r\n".utf8)) else { return nil }
            place += 2
            guard let headEnd = find(Array("\r\n\r\n".utf8), in: body, from: place),
                let end = find(delimiter, in: body, from: headEnd + 2)
            else { return nil }
            let head = String(decoding: body[place..<headEnd], as: UTF8.self)
            if let name = name(in: head) {
                parts.append(Part(name: name, bytes: Array(body[min(headEnd + 4, end)..<end])))
            }
            place = end + delimiter.count
        }
        return nil
    }

    private static func name(in head: String) -> String? {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:") {
            for field in line.split(separator: ";").dropFirst() {
                let field = field.trimmingCharacters(in: .whitespaces)
                if field.lowercased().hasPrefix("name=") {
                    return field.dropFirst(5).trimmingCharacters(in: ["\""])
                }
            }
        }
        return nil
    }

    static func find(_ pattern: [UInt8], in body: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first, start >= 0 else { return nil }
        var place = start
        while place + pattern.count <= body.count {
            guard let next = body[place...(body.count - pattern.count)].firstIndex(of: first) else { return nil }
            if body[next..<next + pattern.count].elementsEqual(pattern) { return next }
            place = next + 1
        }
        return nil
    }
}
