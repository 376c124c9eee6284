import Accounts
import Connectivity
import Foundation
import Glibc
import Household
import Synchronization

/// The names and addresses of this machine, from the system.
struct MachineNames: Sendable {
    /// Returns the host name; nil if there is none.
    var hostName: @Sendable () -> String?
    /// Returns whether a multicast DNS responder runs here, which publishes the `.local` name.
    var hasMulticastDNS: @Sendable () -> Bool
    var interfaces: @Sendable () -> [InterfaceAddress]

    static let system = MachineNames(
        hostName: { systemHostName() }, hasMulticastDNS: { isRunning(processIn: "/run/avahi-daemon/pid") },
        interfaces: { InterfaceAddress.current() })

    // MARK: - Names

    /// The label of the machine: "kitchen-pi"; nil if its host name is none.
    func label() -> String? { HostName.normalised(hostName() ?? "").map { HostName.label(of: $0) } }

    /// Returns the names and addresses. `given` are the names of the settings. `listening` is the address at which the
    /// server listens; addresses that it does not cover are left out.
    func addresses(given: [String], listening: String) -> MachineAddresses {
        var names = given.compactMap(HostName.normalised)
        var own: [String] = []
        if let host = HostName.normalised(hostName() ?? "") {
            let label = HostName.label(of: host)
            if hasMulticastDNS() { names.append(label + ".local") }
            own = [host, label]
        }
        let settled = Self.unique(names)
        return MachineAddresses(
            names: Self.unique(settled + own), settled: settled.count,
            addresses: Self.addresses(interfaces(), listening: listening))
    }

    /// The names that an authority of this machine permits: its names, also those that it can get later from a multicast
    /// DNS responder or from a router. A constraint permits all names below its own, so a name without a dot is left out:
    /// that of a machine called “dev” would permit a whole top-level domain.
    func permittedNames(given: [String]) -> [String] {
        var names = given.compactMap(HostName.normalised)
        if let host = HostName.normalised(hostName() ?? "") {
            let label = HostName.label(of: host)
            names += [host] + ["local", "lan", "home.arpa", "internal"].map { "\(label).\($0)" }
        }
        return Self.unique(names.filter { $0.contains(".") } + ["localhost"])
    }

    // MARK: - Addresses

    /// Best first: private addresses of version 4, others of version 4, version 6. Link-local addresses are left out, and
    /// those of containers' networks if there are others.
    static func addresses(_ interfaces: [InterfaceAddress], listening: String) -> [String] {
        let usable = interfaces.compactMap { entry -> (interface: String, text: String, address: NetworkAddress)? in
            guard let address = NetworkAddress(entry.text), !isLinkLocal(address),
                isServed(address, listening: listening)
            else { return nil }
            return (entry.interface, entry.text.lowercased(), address)
        }
        let outside = usable.filter { entry in
            !["docker", "br-", "veth", "virbr"].contains { entry.interface.hasPrefix($0) }
        }
        let chosen = (outside.isEmpty ? usable : outside).enumerated()
            .sorted { (rank($0.element.address), $0.offset) < (rank($1.element.address), $1.offset) }
        return unique(chosen.map(\.element.text))
    }

    private static func isServed(_ address: NetworkAddress, listening: String) -> Bool {
        guard let listener = NetworkAddress(listening) else { return true }
        // The unspecified address: all addresses of its version; that of version 6 includes version 4.
        if listener.bytes.allSatisfy({ $0 == 0 }) { return listener.bytes.count >= address.bytes.count }
        return listener == address
    }

    private static func isLinkLocal(_ address: NetworkAddress) -> Bool {
        let bytes = address.bytes
        return bytes.count == 4
            ? bytes.starts(with: [169, 254]) : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }

    private static func rank(_ address: NetworkAddress) -> Int {
        let isPrivate = address.place == .localNetwork
        if address.bytes.count == 16 { return isPrivate ? 3 : 4 }
        // The shared address space 100.64/10 is that of an overlay network, which other devices may not have.
        return !isPrivate ? 2 : address.bytes[0] == 100 ? 1 : 0
    }

    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }

    // MARK: - The system

    private static func systemHostName() -> String? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns whether the process lives whose number is in the file.
    static func isRunning(processIn file: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: file), data.count <= 32,
            let process = pid_t(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)),
            process > 0
        else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }
}

/// Host names, as DNS allows them.
package enum HostName {
    /// Returns the name in lower case without a dot at the end. Returns nil if it is not a host name, if it is an IP
    /// address, and for names of the loopback interface.
    package static func normalised(_ text: String) -> String? {
        var name = text.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, NetworkAddress(name) == nil, labels.allSatisfy(isLabel), let last = labels.last,
            last.contains(where: { !$0.isNumber }), labels[0] != "localhost", last != "localhost"
        else { return nil }
        return name
    }

    static func label(of name: String) -> String { String(name.prefix { $0 != "." }) }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}

/// The names and addresses, asked from the system at most every ten seconds.
final class MachineCache: Sendable {
    private static let seconds: TimeInterval = 10

    private let read: @Sendable () -> MachineAddresses
    private let now: @Sendable () -> Date
    private let last = Mutex<(addresses: MachineAddresses, time: Date)?>(nil)

    init(now: @escaping @Sendable () -> Date, read: @escaping @Sendable () -> MachineAddresses) {
        self.now = now
        self.read = read
    }

    func current() -> MachineAddresses {
        last.withLock { last in
            let now = now()
            // The wall clock may be set back.
            if let last, (0..<Self.seconds).contains(now.timeIntervalSince(last.time)) { return last.addresses }
            let addresses = read()
            last = (addresses, now)
            return addresses
        }
    }
}
