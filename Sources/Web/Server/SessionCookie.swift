import Accounts
import Foundation
import HTTPTypes
import Hummingbird

/// The cookie of a session. Its value is the secret of the session, of which the household stores only a digest.
///
/// Scripts cannot read it (HttpOnly), and a browser does not send it with a request that another site makes, except a
/// link that a person follows (SameSite=Lax). It has no `Domain`, so the browser sends it to this host only.
enum SessionCookie {
    static let name = "stillroom-session"
    /// The number of values that are tried. A browser sends several cookies of one name if they differ in path or
    /// domain; a program at another port of this host can set them.
    private static let limit = 16

    /// Returns the different values of the cookie that can be secrets, in the order of the request.
    static func values(_ headers: HTTPFields) -> [String] {
        var values: [String] = []
        for pair in (headers[.cookie] ?? "").split(separator: ";") {
            let pair = pair.trimmingCharacters(in: .whitespaces)
            guard pair.hasPrefix(name + "=") else { continue }
            let value = String(pair.dropFirst(name.count + 1))
            let isSecret = value.utf8.count == Secret.length && value.utf8.allSatisfy(isBase64)
            if isSecret, !values.contains(value), values.count < limit { values.append(value) }
        }
        return values
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Stores the secret in the browser until `expires`.
    static func set(_ secret: String, expires: Date, now: Date) -> String {
        "\(name)=\(secret); Path=/; Max-Age=\(max(0, Int(expires.timeIntervalSince(now)))); HttpOnly; SameSite=Lax"
    }

    /// Removes the cookie from the browser.
    static let removal = "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
}
