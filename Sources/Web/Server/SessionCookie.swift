import Accounts
import Foundation
import HTTPTypes
import Hummingbird

/// The cookie of a session. Its value is the secret of the session, of which the household stores only a digest.
///
/// Scripts cannot read it (HttpOnly), and a browser does not send it with a request that another site makes, except a
/// link that a person follows (SameSite=Lax). It has no `Domain`, so the browser sends it to this host only.
///
/// Over TLS it has another name: a browser accepts a cookie with the prefix `__Host-` only over TLS (Secure), for this host
/// and for all its paths, so no other site, and no program without TLS, can set it. Only the name that fits the connection
/// is read.
enum SessionCookie {
    static let name = "stillroom-session"
    static let secureName = "__Host-stillroom-session"
    /// Returns the different values of the cookie that can be secrets, in the order of the request.
    static func values(_ headers: HTTPFields, on connection: Connection) -> [String] {
        headers.cookies(named: name(on: connection)) {
            $0.utf8.count == Secret.length && $0.utf8.allSatisfy(isBase64)
        }
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
    static func set(_ secret: String, expires: Date, now: Date, on connection: Connection) -> String {
        text(secret, seconds: max(0, Int(expires.timeIntervalSince(now))), on: connection)
    }

    /// Removes the cookie from the browser.
    static func removal(on connection: Connection) -> String { text("", seconds: 0, on: connection) }

    /// The removal of the cookie of a connection without TLS.
    static let removal = removal(on: Connection())

    static func name(on connection: Connection) -> String { connection.isSecure ? secureName : name }

    private static func text(_ value: String, seconds: Int, on connection: Connection) -> String {
        "\(name(on: connection))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
            + (connection.isSecure ? "; Secure" : "")
    }
}

extension HTTPFields {
    /// Returns the different values of the cookies with a name that are usable, in the order of the request; at most 16.
    ///
    /// A browser sends several cookies of one name if they differ in path or domain; a program at another port of this
    /// host can set them.
    func cookies(named name: String, where isUsable: (String) -> Bool) -> [String] {
        var values: [String] = []
        for pair in (self[.cookie] ?? "").split(separator: ";") {
            let pair = pair.trimmingCharacters(in: .whitespaces)
            guard pair.hasPrefix(name + "=") else { continue }
            let value = String(pair.dropFirst(name.count + 1))
            if isUsable(value), !values.contains(value), values.count < 16 { values.append(value) }
        }
        return values
    }
}
