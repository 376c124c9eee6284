import Accounts
import Messages

/// The addresses of links to accounts, for the command.
enum AccountAddress {
    static func setup(_ secret: Secret, at server: String) -> String { "\(server)/setup/\(secret.text)" }
    static func reset(_ secret: Secret, at server: String) -> String { "\(server)/reset/\(secret.text)" }

    /// Returns the address of the server, as "http://127.0.0.1:8180".
    static func server(host: String, port: Int) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Returns the address of the server that these settings start. Throws if it takes a free port, which only it knows.
    static func server(_ settings: Settings) throws(CommandFailure) -> String {
        guard settings.port != 0 else {
            throw CommandFailure(
                .configuration,
                localized("The server takes a free port, so the address of a link is not known here."),
                hint: localized("Set server.port to the port of the running server (STILLROOM_SERVER_PORT)."))
        }
        return server(host: settings.plainHost, port: settings.port)
    }
}
