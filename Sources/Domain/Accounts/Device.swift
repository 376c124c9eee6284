/// A browser or program that signs in, as the server sees it.
package struct Device: Sendable, Hashable {
    /// The most bytes that are kept of a user agent.
    package static let agentLimit = 256

    /// The header field of that name, shortened, without control characters.
    package let userAgent: String
    /// The IP address.
    package let address: String

    package init(userAgent: String, address: String) {
        var agent = String.UnicodeScalarView()
        var bytes = 0
        for scalar in userAgent.unicodeScalars where scalar.properties.generalCategory != .control {
            bytes += UTF8.width(scalar)
            if bytes > Self.agentLimit { break }
            agent.append(scalar)
        }
        self.userAgent = String(agent)
        self.address = String(address.prefix(64))
    }

    /// Where the address belongs.
    package enum Place: String, Sendable, Hashable, CaseIterable {
        case thisMachine = "this-machine"
        /// A private or link-local network.
        case localNetwork = "local-network"
        case internet
        case unknown
    }

    package var place: Place { NetworkAddress(address)?.place ?? .unknown }
}
