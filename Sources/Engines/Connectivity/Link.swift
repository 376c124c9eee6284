/// The network interface of the preferred default route.
package struct Link: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        case wifi, ethernet
        /// Mobile broadband, a tunnel, a modem.
        case other
    }

    package let kind: Kind
    /// The interface's name, as `ip link` shows it.
    package let name: String

    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}
