import Crypto
package import Foundation
package import HTTPTypes
import Recognition

/// Signs requests to an S3-compatible service: AWS Signature Version 4, in header fields.
///
/// Source: "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)" of the S3 API reference. S3
/// differs from other services of AWS: a path is not encoded twice, and the hash of the body is a header field.
package struct SignatureV4: Sendable {
    /// An access key and its secret. Neither appears in a description.
    package struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
        let keyID: String
        let secret: String

        package init(keyID: String, secret: String) {
            self.keyID = keyID
            self.secret = secret
        }

        package var description: String { "Credentials" }
        package var customMirror: Mirror { Mirror(self, children: []) }
    }

    private let credentials: Credentials
    private let region: String

    package init(_ credentials: Credentials, region: String) {
        self.credentials = credentials
        self.region = region
    }

    /// Adds the fields `X-Amz-Date`, `X-Amz-Content-SHA256` and `Authorization`. All fields that the request has are signed,
    /// so later ones may be added but none may be changed.
    ///
    /// Path and query must be encoded as S3 wants it: every byte but letters, digits, `-._~`, and `/` in the path. `bodyHash` is
    /// the SHA-256 of the body in hexadecimal digits.
    package func sign(_ request: inout HTTPRequest, bodyHash: String, at time: Date) {
        let moment = Self.moment(time)
        request.headerFields[.amzDate] = moment
        request.headerFields[.amzContentHash] = bodyHash
        var fields: [String: String] = ["host": request.authority ?? ""]
        for field in request.headerFields {
            let name = field.name.canonicalName
            // Spaces at the ends do not count, and several in a row count as one.
            let value = field.value.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
            fields[name] = fields[name].map { "\($0),\(value)" } ?? value
        }
        let names = fields.keys.sorted()
        let signedNames = names.joined(separator: ";")
        let (path, query) = Self.parts(request.path ?? "/")
        let canonical = [
            request.method.rawValue, path, query, names.map { "\($0):\(fields[$0] ?? "")\n" }.joined(), signedNames,
            bodyHash,
        ].joined(separator: "\n")
        let day = String(moment.prefix(8))
        let scope = "\(day)/\(region)/s3/aws4_request"
        let canonicalHash = Digest.hexadecimal(SHA256.hash(data: Data(canonical.utf8)))
        let text = ["AWS4-HMAC-SHA256", moment, scope, canonicalHash].joined(separator: "\n")
        let signature = Digest.hexadecimal(Self.code(key(of: day), text))
        request.headerFields[.authorization] =
            "AWS4-HMAC-SHA256 Credential=\(credentials.keyID)/\(scope), SignedHeaders=\(signedNames), Signature=\(signature)"
    }

    /// The key of a day: each part of the scope is hashed with the result of the one before it.
    private func key(of day: String) -> [UInt8] {
        [day, region, "s3", "aws4_request"].reduce(Array("AWS4\(credentials.secret)".utf8)) { Self.code($0, $1) }
    }

    private static func code(_ key: [UInt8], _ text: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
    }

    /// The path and the query, whose items are sorted and have an equals sign each.
    private static func parts(_ target: String) -> (path: String, query: String) {
        let sides = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let items = (sides.count > 1 ? sides[1] : "").split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(pair[0]), value: pair.count > 1 ? String(pair[1]) : "")
        }
        // Sorted by bytes: by names, then by values.
        let sorted = items.sorted { first, second in
            first.name == second.name
                ? first.value.utf8.lexicographicallyPrecedes(second.value.utf8)
                : first.name.utf8.lexicographicallyPrecedes(second.name.utf8)
        }
        return (String(sides[0]), sorted.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))
    }

    /// The time as S3 writes it: `20130524T000000Z`.
    static func moment(_ time: Date) -> String {
        time.formatted(.iso8601).filter { !"-:".contains($0) }
    }
}

extension HTTPField.Name {
    static let amzDate = known("X-Amz-Date")
    static let amzContentHash = known("X-Amz-Content-SHA256")
    static let amzChecksum = known("X-Amz-Checksum-SHA256")
    /// The SHA-256 of an object, which every service keeps with it.
    static let amzMetaHash = known("X-Amz-Meta-SHA256")

    /// A name that is valid because it is written here.
    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("not a name of a field: \(name)") }
        return name
    }
}
