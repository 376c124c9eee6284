import AsyncHTTPClient
package import Foundation
import Household
import Messages
import NIOCore
import NIOHTTP1
import Recognition

import enum Crypto.Insecure
import struct Crypto.SHA256

/// How a download is verified.
package enum ModelChecksum: Sendable, Hashable {
    case sha256(String)
    /// The name of the file as a blob of a git repository: SHA-1 of "blob ", its size, a zero byte and its bytes. Where a
    /// publisher gives no better checksum, it still says exactly which bytes were published.
    case gitBlob(String)

    /// The checksum of this kind of a file, in hexadecimal. Throws a file error.
    package func computed(of file: URL) throws -> String {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        switch self {
        case .sha256:
            var sum = SHA256()
            try Self.read(handle) { sum.update(data: $0) }
            return Digest.hexadecimal(sum.finalize())
        case .gitBlob:
            var sum = Insecure.SHA1()
            sum.update(data: Data("blob \(try handle.seekToEnd())\0".utf8))
            try handle.seek(toOffset: 0)
            try Self.read(handle) { sum.update(data: $0) }
            return Digest.hexadecimal(sum.finalize())
        }
    }

    package var expected: String {
        switch self {
        case .sha256(let text), .gitBlob(let text): text.lowercased()
        }
    }

    private static func read(_ handle: FileHandle, _ body: (Data) -> Void) throws {
        while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty { body(part) }
    }
}

/// Downloads a model: over https (or from this machine), without redirects, with a size limit, and with a verified
/// checksum. An interrupted download is continued by the next call with the same partial file.
package struct ModelDownload: Sendable {
    /// The maximum size in bytes; the largest known model has about 200 MB.
    package static let limit = 1 << 30

    package let address: URL
    package let checksum: ModelChecksum
    /// The maximum size in bytes.
    package let limit: Int
    /// The value of `https_proxy`, for addresses of other machines.
    package let proxy: String?
    /// Called with the bytes that are there, and with the size if the server says it.
    private let progress: @Sendable (_ bytes: Int, _ size: Int?) -> Void

    package init(
        _ address: URL, checksum: ModelChecksum, limit: Int = Self.limit, proxy: String? = nil,
        progress: @escaping @Sendable (_ bytes: Int, _ size: Int?) -> Void = { _, _ in }
    ) {
        self.address = address
        self.checksum = checksum
        self.limit = limit
        self.proxy = proxy
        self.progress = progress
    }

    /// Writes the download to `file`, through `partial`, which stays if the download is interrupted.
    ///
    /// Throws `HouseholdError` (`notFound`, `storageFailed`). If the checksum differs, neither file is left. One process at
    /// a time may use a partial file.
    package func fetch(to file: URL, through partial: URL) async throws {
        let isOwn = ["127.0.0.1", "localhost", "::1"].contains(address.host() ?? "")
        guard address.scheme == "https" || (address.scheme == "http" && isOwn) else {
            throw HouseholdError(.notFound, localized("Models are fetched over https only."))
        }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(60))
        if !isOwn { configuration.proxy = try server(of: proxy) }
        let client = HTTPClient(configuration: configuration)
        do {
            try await fetch(into: partial, with: client)
            try await client.shutdown()
        } catch {
            try? await client.shutdown()
            if let error = error as? HouseholdError { throw error }
            throw HouseholdError(
                .notFound,
                address.host().map { localized("The model could not be fetched from \($0, "host").") }
                    ?? localized("The model could not be fetched from there."),
                hint: localized("Is there a network, and is the address right? The next try continues the download."),
                cause: error)
        }
        let found = try checksum.computed(of: partial)
        guard found == checksum.expected else {
            try? FileManager.default.removeItem(at: partial)
            throw HouseholdError(
                .notFound, localized("The download has another checksum than the one given, so it was thrown away."),
                hint: localized("Its own is \(found, "checksum")."))
        }
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: partial, to: file)
    }

    private func fetch(into partial: URL, with client: HTTPClient) async throws {
        let path = partial.path(percentEncoded: false)
        var have = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
        var request = HTTPClientRequest(url: address.absoluteString)
        if have > 0 { request.headers.add(name: "range", value: "bytes=\(have)-") }
        let response = try await client.execute(request, timeout: .seconds(1800))
        switch response.status.code {
        case 206 where Self.start(of: response) == have: break
        // The server sends all of it.
        case 200: have = 0
        // Nothing is missing, or the partial file is not of this download: its checksum will say so.
        case 416 where have > 0: return
        case 206:
            try? FileManager.default.removeItem(at: partial)
            throw HouseholdError(
                .notFound, localized("The server did not continue the download where it was interrupted."),
                hint: localized("The next try starts it again."))
        default:
            throw HouseholdError(
                .notFound,
                localized("The server answered \(Int(response.status.code), "status") instead of a model."))
        }
        if have == 0, !FileManager.default.createFile(atPath: path, contents: nil) {
            throw HouseholdError(.storageFailed, localized("The download cannot be written."))
        }
        let size = response.headers.first(name: "content-length").flatMap(Int.init)
            .map { $0.addingReportingOverflow(have) }.flatMap { $0.overflow ? nil : $0.partialValue }
        let handle = try FileHandle(forWritingTo: partial)
        defer { try? handle.close() }
        try handle.truncate(atOffset: UInt64(have))
        progress(have, size)
        for try await buffer in response.body {
            have += buffer.readableBytes
            guard have <= limit else {
                try? FileManager.default.removeItem(at: partial)
                throw HouseholdError(.notFound, localized("The download is larger than a model may be."))
            }
            do { try handle.write(contentsOf: Data(buffer.readableBytesView)) } catch {
                throw HouseholdError(
                    .storageFailed, localized("The download cannot be written."),
                    hint: localized("Is there room on the disk?"), cause: error)
            }
            progress(have, size)
        }
    }

    /// The first byte of a partial answer: "bytes 100-199/200".
    private static func start(of response: HTTPClientResponse) -> Int? {
        response.headers.first(name: "content-range")?.firstMatch(of: /bytes (\d+)-/).flatMap { Int($0.1) }
    }

    private func server(of proxy: String?) throws -> HTTPClient.Configuration.Proxy? {
        guard let proxy, !proxy.isEmpty else { return nil }
        guard let url = URL(string: proxy.contains("://") ? proxy : "http://\(proxy)"), let host = url.host(),
            url.scheme == "http"
        else {
            throw HouseholdError(
                .notFound, localized("The proxy in https_proxy is not an http address."),
                hint: localized("For example: https_proxy=http://proxy.example:3128"))
        }
        let port = url.port ?? 80
        guard let user = url.user(percentEncoded: false) else { return .server(host: host, port: port) }
        return .server(
            host: host, port: port,
            authorization: .basic(username: user, password: url.password(percentEncoded: false) ?? ""))
    }
}
