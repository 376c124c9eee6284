/// An error of libpq or of the server.
package struct PostgresFailure: Error, Sendable {
    package enum Kind: Sendable, Hashable {
        /// libpq is not installed on this machine.
        case libraryMissing
        /// There is no connection, or it broke.
        case disconnected
        /// The server refused the statement, with this SQLSTATE (PostgreSQL's manual, appendix A).
        case refused(state: String)
    }

    package let kind: Kind
    /// The message of libpq or of the server. May contain values of rows, so it is for the log of an operator only if
    /// `kind` is `disconnected`.
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The SQLSTATE; nil if the server did not answer.
    package var state: String? {
        if case .refused(let state) = kind { state } else { nil }
    }
}
