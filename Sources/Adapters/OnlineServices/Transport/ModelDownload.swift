import AsyncHTTPClient
package import Foundation
import Household
import Messages
import NIOCore
import NIOHTTP1
import Recognition

import struct Crypto.SHA256

/// Downloads a model archive: over https (or from this machine), without redirects, with a size limit, and with a
/// verified checksum.
package enum ModelDownload {
    /// The maximum size in bytes; the largest known model has about 200 MB.
    package static let limit = 1 << 30

    /// Writes the archive to `file`. Throws `HouseholdError` (`notFound`, `storageFailed`) if the download fails or the
    /// checksum differs; then no file is left.
    package static func fetch(_ address: URL, sha256: String, to file: URL) async throws {
        let isOwn = ["127.0.0.1", "localhost", "::1"].contains(address.host() ?? "")
        guard address.scheme == "https" || (address.scheme == "http" && isOwn) else {
            throw HouseholdError(.notFound, localized("Models are fetched over https only."))
        }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(60))
        let client = HTTPClient(configuration: configuration)
        do {
            try await fetch(address, sha256: sha256, to: file, with: client)
            try await client.shutdown()
        } catch {
            try? await client.shutdown()
            try? FileManager.default.removeItem(at: file)
            if let error = error as? HouseholdError { throw error }
            throw HouseholdError(
                .notFound,
                address.host().map { localized("The model could not be fetched from \($0, "host").") }
                    ?? localized("The model could not be fetched from there."),
                hint: localized("Is there a network, and is the address right?"), cause: error)
        }
    }

    private static func fetch(_ address: URL, sha256: String, to file: URL, with client: HTTPClient) async throws {
        let response = try await client.execute(HTTPClientRequest(url: address.absoluteString), timeout: .seconds(1800))
        guard response.status.code == 200 else {
            throw HouseholdError(
                .notFound, localized("The server answered \(Int(response.status.code), "status") instead of a model."))
        }
        guard FileManager.default.createFile(atPath: file.path(percentEncoded: false), contents: nil) else {
            throw HouseholdError(.storageFailed, localized("The download cannot be written."))
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var sum = SHA256()
        var count = 0
        for try await buffer in response.body {
            count += buffer.readableBytes
            guard count <= limit else {
                throw HouseholdError(.notFound, localized("The download is larger than a model may be."))
            }
            let data = Data(buffer.readableBytesView)
            sum.update(data: data)
            try handle.write(contentsOf: data)
        }
        let found = Digest.hexadecimal(sum.finalize())
        guard found == sha256.lowercased() else {
            throw HouseholdError(
                .notFound, localized("The download has another checksum than the one given, so it was thrown away."),
                hint: localized("Its own is \(found, "checksum")."))
        }
    }
}
