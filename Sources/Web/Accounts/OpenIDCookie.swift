import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird

/// The cookie of a browser that was sent to the sign-in service: its value is the ticket (`OpenIDTickets`).
///
/// Only a form of this site needs it (SameSite=Strict), and scripts cannot read it (HttpOnly). Over TLS its name has the
/// prefix `__Host-`, as that of the session.
enum OpenIDCookie {
    static let name = "stillroom-openid"
    static let secureName = "__Host-stillroom-openid"
    /// The time for which a ticket is valid, in seconds.
    private static let seconds = 600
    private static let byteLimit = 4096

    /// Returns the different values of the cookie, in the order of the request.
    static func values(_ headers: HTTPFields, on connection: Connection) -> [String] {
        headers.cookies(named: name(on: connection)) { !$0.isEmpty && $0.utf8.count <= byteLimit }
    }

    /// Stores the ticket in the browser.
    static func set(_ ticket: Secret, on connection: Connection) -> HTTPField {
        field(ticket.text, seconds: seconds, on: connection)
    }

    /// Removes the ticket from the browser.
    static func removal(on connection: Connection) -> HTTPField { field("", seconds: 0, on: connection) }

    private static func name(on connection: Connection) -> String { connection.isSecure ? secureName : name }

    private static func field(_ value: String, seconds: Int, on connection: Connection) -> HTTPField {
        HTTPField(
            name: .setCookie,
            value: "\(name(on: connection))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
                + (connection.isSecure ? "; Secure" : ""))
    }
}
