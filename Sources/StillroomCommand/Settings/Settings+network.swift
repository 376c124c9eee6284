import Accounts
import Foundation
import Messages
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

    /// Whether pages of the app can be opened at the public address.
    var showsPagesInPublic: Bool { publicAccess == .house || Address.isOwn(publicAddress) }

    /// Throws if the whole household is to be served under the public name, and passphrases could not be protected there.
    func checkPublicAccess() throws(CommandFailure) {
        guard publicAccess == .house else { return }
        guard publicAddress?.scheme == "https" else {
            throw CommandFailure(
                .configuration,
                localized("server.public-access is house, but server.public-url is not an https address."),
                hint: localized("Set server.public-url, for example to https://home.example.net."))
        }
        guard !trustedProxies.isEmpty || usesOwnCertificate else {
            throw CommandFailure(
                .configuration,
                localized(
                    "server.public-access is house, but neither a proxy nor a certificate for the public name is set."),
                hint: localized(
                    "Set server.trusted-proxies, or server.certificate-file and server.certificate-key-file."))
        }
    }

    /// The folder of the household authority.
    var authorityFolder: String { dataDirectory + "/secrets/authority" }
}
