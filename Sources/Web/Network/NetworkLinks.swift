import Accounts
import Household

/// The links under which devices of the home network reach this server. Pure.
struct NetworkLinks: Equatable {
    /// The hosts that a certificate contains, best first, with brackets around addresses of version 6.
    let hosts: [String]
    /// The names and addresses of the certificate.
    let names: [String]
    let ports: NetworkPorts
    /// Whether a device must first trust the authority of the household.
    let needsTrust: Bool

    /// A host that the certificate does not contain is left out, because a browser warns there. If the certificate
    /// contains none of the hosts, all are kept.
    init(hosts: [String], names: [String], ports: NetworkPorts, needsTrust: Bool) {
        let certified = hosts.filter { Self.isCertified($0, by: names) }
        self.hosts = certified.isEmpty ? hosts : certified
        self.names = names
        self.ports = ports
        self.needsTrust = needsTrust
    }

    /// Whether the certificate contains the best host. If not, every browser warns.
    var isCertified: Bool { hosts.first.map { Self.isCertified($0, by: names) } ?? false }

    /// Returns "https://kitchen.local:8443"; nil if there is no host.
    func app(_ host: String? = nil) -> String? {
        (host ?? hosts.first).map { "https://\($0):\(ports.https)" }
    }

    /// Returns where a device begins: the way in, or the app if the device needs no preparation.
    func start(_ host: String) -> String {
        guard needsTrust, let wayIn = ports.wayIn else { return "https://\(host):\(ports.https)/" }
        return "http://\(host):\(wayIn)/"
    }

    /// Returns the host itself if the certificate contains it, otherwise the best one.
    func closest(to host: String) -> String {
        Self.isCertified(host, by: names) ? host.lowercased() : hosts.first ?? host
    }

    static func isCertified(_ host: String, by names: [String]) -> Bool {
        let bare = host.filter { $0 != "[" && $0 != "]" }
        if let address = NetworkAddress(bare) { return names.contains { NetworkAddress($0) == address } }
        return names.contains { name in
            // "*.example.com" stands for one part: "home.example.com".
            guard name.hasPrefix("*.") else { return name.lowercased() == bare.lowercased() }
            return bare.split(separator: ".").count > 2
                && bare.drop { $0 != "." }.lowercased() == name.dropFirst().lowercased()
        }
    }
}

extension NetworkAccess {
    /// The links for devices of the home network; nil while the server does not listen there. Throws if the certificate
    /// cannot be used.
    func links() throws -> NetworkLinks? {
        guard case .open(let ports) = status else { return nil }
        return NetworkLinks(
            hosts: hosts(), names: try services.identity().names, ports: ports,
            needsTrust: try services.authority() != nil)
    }
}

/// A QR code as one path of an SVG picture.
struct QRCodeFields: TemplateFields {
    /// The number of modules in a row.
    let size: String
    let path: String
    /// The text of the code.
    let text: String

    init(_ code: QRCode, text: String) {
        size = String(code.width)
        path = Self.path(code)
        self.text = text
    }

    /// Returns one rectangle for each horizontal run of dark modules.
    static func path(_ code: QRCode) -> String {
        var path = ""
        for row in 0..<code.width {
            var column = 0
            while column < code.width {
                let start = column
                while column < code.width, code.isDark[row * code.width + column] { column += 1 }
                if column > start { path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z" }
                if column == start { column += 1 }
            }
        }
        return path
    }
}
