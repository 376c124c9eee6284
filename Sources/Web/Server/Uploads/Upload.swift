import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import NIOCore

/// Reads the body of a request: photographs, forms, JSON and files.
enum Upload {
    /// Calls `body` with the photograph: the request body itself, or the field `image` of a multipart form.
    ///
    /// Throws as `withPictures`.
    static func withPicture<Value>(
        _ request: Request, _ context: AppRequestContext, of guest: GuestLink.ID? = nil,
        _ body: ([UInt8]) async throws -> Value
    ) async throws -> Value {
        try await withPictures(request, context, of: guest) { try await body($0[0]) }
    }

    /// Calls `body` with the photographs of one plant, at least one: the request body itself, or each field `image` of
    /// a multipart form. `guest` is the link of the guest who sends them.
    ///
    /// The limits of a photograph and of the form are checked while the body arrives. Throws a 413 problem that
    /// contains the limit, a 408 problem if the body arrives too slowly, a 429 problem if the client sends too many
    /// photographs at the same time, and a 503 problem if too many are in memory or being processed.
    static func withPictures<Value>(
        _ request: Request, _ context: AppRequestContext, of guest: GuestLink.ID? = nil,
        _ body: ([[UInt8]]) async throws -> Value
    ) async throws -> Value {
        let slots = context.uploads
        let client = UploadSlots.Client(
            address: context.connection.clientAddress, account: context.person?.account.id, guest: guest)
        try slots.begin(client)
        var held = 0
        defer { slots.end(client, bytes: held) }
        let pictures = try await pictures(request, holding: &held, of: client, context)
        try slots.take()
        defer { slots.giveBack() }
        return try await body(pictures)
    }

    /// Calls `body` with a whole request body that contains a file, or a form with one: up to 20 MiB and the overhead
    /// of a form. It counts as the photographs do, until `body` returns, and takes no slot, because no picture is
    /// processed.
    ///
    /// Throws as `withPictures`.
    static func withFile<Value>(
        _ request: Request, _ context: AppRequestContext, _ body: ([UInt8]) async throws -> Value
    ) async throws -> Value {
        let slots = context.uploads
        let client = UploadSlots.Client(address: context.connection.clientAddress, account: context.person?.account.id)
        try slots.begin(client)
        var (held, bytes) = (0, [UInt8]())
        defer { slots.end(client, bytes: held) }
        try await receive(request, upTo: Limits.body, holding: &held, of: client, context) { buffer in
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return try await body(bytes)
    }

    /// Calls `take` with the bytes of the field `file` of a form as they arrive, so that a large file is never in memory.
    ///
    /// Throws a 413 problem above `Limits.archive`, a 408 problem if the body arrives too slowly, a 400 problem for a form
    /// without the field, and what `take` throws.
    static func withStream(
        _ request: Request, _ context: AppRequestContext, _ take: ([UInt8]) async throws -> Void
    ) async throws {
        guard let boundary = Multipart.boundary(of: request.headers[.contentType]) else {
            throw Problem(MultipartReader.Failure.damaged)
        }
        let field = "file"
        var reader = MultipartReader(boundary: boundary) { $0 == field ? Limits.archive : Limits.form }
        let pace = UploadPace(from: context.steady())
        var (received, waiting) = (0, [UInt8]())
        do {
            for try await buffer in request.body {
                received += buffer.readableBytes
                guard received <= Limits.archive else { throw Problem.bodyTooLarge(Limits.archive) }
                guard pace.permits(received, at: context.steady()) else { throw Problem.uploadTooSlow }
                try reader.take(buffer.readableBytesView)
                waiting += reader.drain(field)
                guard waiting.count >= Limits.piece else { continue }
                try await take(waiting)
                waiting = []
            }
            let parts = try reader.finish()
            guard parts.contains(where: { $0.name == field }) else { throw MultipartReader.Failure.damaged }
        } catch let failure as MultipartReader.Failure {
            throw Problem(failure)
        }
        if !waiting.isEmpty { try await take(waiting) }
    }

    /// Calls `take` with each part of the body that arrives. `held` is the number of bytes that count as being in
    /// memory. It is also valid after an error.
    private static func receive(
        _ request: Request, upTo limit: Int, holding held: inout Int, of client: UploadSlots.Client,
        _ context: AppRequestContext, _ take: (ByteBuffer) throws -> Void
    ) async throws {
        let pace = UploadPace(from: context.steady())
        for try await buffer in request.body {
            held += buffer.readableBytes
            try context.uploads.hold(buffer.readableBytes, of: client)
            guard held <= limit else { throw Problem.bodyTooLarge(limit) }
            guard pace.permits(held, at: context.steady()) else { throw Problem.uploadTooSlow }
            try take(buffer)
        }
    }

    private static func pictures(
        _ request: Request, holding held: inout Int, of client: UploadSlots.Client, _ context: AppRequestContext
    ) async throws -> [[UInt8]] {
        // The type of a raw body is detected from its first bytes, not from its content type.
        let boundary = Multipart.boundary(of: request.headers[.contentType])
        let limit = boundary == nil ? Limits.picture : Limits.body(to: request.uri.path)
        var reader = MultipartReader(boundary: boundary ?? []) { $0 == "image" ? Limits.picture : Limits.form }
        var raw: [UInt8] = []
        do {
            try await receive(request, upTo: limit, holding: &held, of: client, context) { buffer in
                if boundary == nil {
                    raw.append(contentsOf: buffer.readableBytesView)
                } else {
                    try reader.take(buffer.readableBytesView)
                    guard reader.byteCounts["image", default: 0] <= Limits.photographs else {
                        throw Problem.bodyTooLarge(Limits.photographs)
                    }
                }
            }
            return boundary == nil ? [raw] : try images(reader.finish())
        } catch let failure as MultipartReader.Failure {
            throw Problem(failure)
        }
    }

    private static func images(_ parts: [Multipart.Part]) throws -> [[UInt8]] {
        let images = parts.filter { $0.name == "image" }
        let pictures = images.filter { !$0.bytes.isEmpty }.map(\.bytes)
        if !pictures.isEmpty { return pictures }
        guard let empty = images.first else {
            throw Problem(
                .badRequest, code: "no-image", title: localized("The form has no photo"),
                detail: localized("The form has no field named image."))
        }
        return [empty.bytes]
    }

    /// Returns the fields of a small URL-encoded form.
    static func form(_ request: Request) async throws -> [String: String] {
        let bytes = try await bytes(request, upTo: Limits.form)
        if bytes.isEmpty { return [:] }
        guard let text = String(validating: bytes, as: UTF8.self), text.contains("="),
            let fields = try? URLEncodedFormDecoder().decode([String: String].self, from: text)
        else {
            // An unreadable form must not count as an empty one, because empty fields delete values.
            throw Problem(
                .badRequest, code: "bad-form", title: localized("This form cannot be read"),
                detail: localized("It does not have the format of a form."))
        }
        return fields
    }

    /// Returns the query parameters, decoded like a form: a plus is a space.
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

    /// Returns nil if there is no body.
    static func optionalJSON<Value: Decodable>(_ type: Value.Type, _ request: Request) async throws -> Value? {
        let data = Data(try await bytes(request, upTo: Limits.form))
        if data.isEmpty { return nil }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw badJSON
        }
    }

    private static var badJSON: Problem {
        Problem(
            .badRequest, code: "bad-json", title: localized("This is not the expected JSON"),
            detail: localized("Docs/api.md describes the expected JSON."))
    }

    static func bytes(_ request: Request, upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await buffer in request.body {
            guard bytes.count + buffer.readableBytes <= limit else {
                throw Problem.bodyTooLarge(limit)
            }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }
}

/// The parts of a multipart/form-data body (RFC 7578).
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

    /// Returns the parts of a form that is in memory already; nil if it is incomplete or has more than 20 parts.
    static func parts(of body: [UInt8], boundary: [UInt8]) -> [Part]? {
        var reader = MultipartReader(boundary: boundary) { _ in .max }
        do {
            try reader.take(body)
            return try reader.finish()
        } catch {
            return nil
        }
    }

    static func name(in head: String) -> String? {
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

    private static func index(of byte: UInt8, in body: [UInt8], from start: Int) -> Int? {
        unsafe body.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    static func find(_ pattern: [UInt8], in body: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first, start >= 0 else { return nil }
        var place = start
        while place + pattern.count <= body.count {
            guard let next = index(of: first, in: body, from: place), next + pattern.count <= body.count else {
                return nil
            }
            if body[next..<next + pattern.count].elementsEqual(pattern) { return next }
            place = next + 1
        }
        return nil
    }
}
