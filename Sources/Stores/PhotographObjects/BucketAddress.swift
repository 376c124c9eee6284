package import Foundation
import HTTPTransport

/// Where a bucket is, in the form that every S3-compatible service accepts: `https://host/bucket`, with a prefix of the
/// objects' names if there is one (`https://host/bucket/house`).
package struct BucketAddress: Sendable, Hashable, CustomStringConvertible {
    let scheme: String
    /// The host, with the port if it is not the usual one.
    let authority: String
    package let bucket: String
    /// Empty, or ends with a slash.
    let prefix: String

    /// Returns nil if this is no such address.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url.host(),
            !host.isEmpty, url.user() == nil, url.password() == nil, url.query() == nil, url.fragment() == nil
        else { return nil }
        let parts = url.path(percentEncoded: false).split(separator: "/").map(String.init)
        guard let bucket = parts.first, Self.isBucket(bucket), parts.dropFirst().allSatisfy(Self.isPlain) else {
            return nil
        }
        let isUsual = url.port == nil || url.port == (scheme == "https" ? 443 : 80)
        let name = host.contains(":") ? "[\(host)]" : host.lowercased()
        self.scheme = scheme
        authority = isUsual ? name : "\(name):\(url.port ?? 0)"
        self.bucket = bucket
        prefix = parts.dropFirst().map { $0 + "/" }.joined()
    }

    package var description: String {
        "\(scheme)://\(authority)/\(bucket)" + (prefix.isEmpty ? "" : "/\(prefix.dropLast())")
    }

    /// The path of an object, encoded.
    func path(_ key: String) -> String {
        "/\(bucket)/" + QueryItems.encoded(prefix + key, keeping: "/")
    }

    /// The rules of S3 for names of buckets, but for those that only AWS itself has.
    private static func isBucket(_ name: String) -> Bool {
        (3...63).contains(name.utf8.count) && !name.hasPrefix(".") && !name.hasPrefix("-")
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                    || [0x2D, 0x2E, 0x5F].contains(byte)
            }
    }

    /// Whether a part of a prefix is the same before and after it is encoded.
    private static func isPlain(_ part: String) -> Bool {
        part != "." && part != ".." && QueryItems.encoded(part) == part
    }
}
