import Glibc

/// An IP address of a network interface of this machine.
package struct InterfaceAddress: Sendable, Hashable {
    /// The name of the interface: "eth0".
    package let interface: String
    /// The address without a zone: "192.168.1.5", "fe80::1".
    package let text: String

    package init(interface: String, text: String) {
        self.interface = interface
        self.text = text
    }

    /// Returns the addresses of the interfaces that are up and running, without the loopback interface, in the order of
    /// the kernel. Returns an empty list if the kernel cannot be asked.
    package static func current() -> [InterfaceAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [InterfaceAddress] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            let needed = UInt32(IFF_UP | IFF_RUNNING)
            guard entry.ifa_flags & needed == needed, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
                let address = entry.ifa_addr, let text = text(of: address)
            else { continue }
            addresses.append(InterfaceAddress(interface: String(cString: entry.ifa_name), text: text))
        }
        return addresses
    }

    /// Returns nil for an address of another family than IP.
    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let length: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: length = MemoryLayout<sockaddr_in>.size
        case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(address, socklen_t(length), &name, socklen_t(name.count), nil, 0, Int32(NI_NUMERICHOST)) == 0
        else { return nil }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "%").first.map(String.init)
    }
}
