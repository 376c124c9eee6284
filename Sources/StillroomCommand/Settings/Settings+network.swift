import Accounts
import Web

extension Settings {
    /// Whether `server.host` is an address in the network, so that an owner is required.
    var isInNetwork: Bool { !Loopback.contains(host) }

    /// Whether the server answers a reverse proxy on another machine, without TLS of its own.
    var isBehindNetworkProxy: Bool { isInNetwork && !trustedProxies.isEmpty }

    /// The address of the listener without TLS. It is an address of this machine unless trusted proxies are set.
    var plainHost: String { isInNetwork && !isBehindNetworkProxy ? "127.0.0.1" : host }

    /// The address of the listeners in the home network.
    var networkHost: String { isInNetwork ? host : "0.0.0.0" }

    /// Whether the server must listen in the home network, without a press of the button.
    var isNetworkRequired: Bool { isInNetwork && !isBehindNetworkProxy }

    var usesOwnCertificate: Bool { certificateFile != nil }

    /// The folder of the household authority.
    var authorityFolder: String { dataDirectory + "/secrets/authority" }
}
